#pragma once

// A stand-in for nvcc whose compiles last as long as a test wants.

#include <filesystem>
#include <fstream>
#include <string>

#include "app/compiler/nvcc.h"

namespace spillway::tests {

/// A .cu that nvcc() compiles once go() was called.
inline constexpr const char* waiting_file = "// waits\n__global__ void waits(float* out) { out[0] = 1; }\n";
/// A .cu that nvcc() compiles in four seconds.
inline constexpr const char* four_second_file = "// sleeps\n__global__ void waits(float* out) { out[0] = 1; }\n";
/// A .cu that nvcc() compiles at once.
inline constexpr const char* quick_file = "__global__ void waits(float* out) { out[0] = 1; }\n";

/// Writes the programs into a new folder. Of every file it makes one empty kernel for sm_90, `waits`; ptxas is the real
/// one.
class SlowNvcc {
public:
    explicit SlowNvcc(const std::filesystem::path& folder) : bin_(folder / "bin")
    {
        namespace fs = std::filesystem;
        fs::create_directories(bin_);
        std::ofstream(bin_ / "kernel.ptx") << ".version 8.0\n.target sm_90\n.address_size 64\n"
                                              ".visible .entry waits(\n\t.param .u64 out\n)\n{\n\tret;\n}\n";
        std::ofstream(bin_ / "nvcc")
            << "#!/bin/sh\n"
               "[ \"$1\" = --version ] && { echo 'Cuda compilation tools, release 13.0, V13.0.88'; exit 0; }\n"
               "here=$(dirname \"$0\")\n"
               "while [ $# -gt 1 ]; do [ \"$1\" = -o ] && out=$2; shift; done\n"
               "grep -q '^// sleeps' \"$1\" && sleep 4\n"
               "grep -q '^// waits' \"$1\" && while [ ! -e \"$here/go\" ]; do sleep 0.02; done\n"
               "cp \"$here/kernel.ptx\" \"$out\"\n";
        fs::permissions(bin_ / "nvcc", fs::perms::owner_all);
        const auto real = compiler::find_nvcc("");
        if (real) fs::create_symlink(real->ptxas, bin_ / "ptxas");
        is_there_ = real.has_value();
    }

    /// False where there is no ptxas.
    [[nodiscard]] bool is_there() const { return is_there_; }
    /// Value for SPILLWAY_NVCC.
    [[nodiscard]] std::string nvcc() const { return bin_.string(); }
    void go() const { std::ofstream(bin_ / "go") << "now\n"; }

private:
    std::filesystem::path bin_;
    bool is_there_ = false;
};

}  // namespace spillway::tests
