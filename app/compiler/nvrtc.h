#pragma once

// NVIDIA's run-time compiler, loaded when the program starts rather than linked: the worker builds and runs
// without it, and one binary serves every version from 12 on.

#include <memory>
#include <string>
#include <vector>

#include "app/compiler/tool_search.h"
#include "app/model/error.h"

namespace spillway::compiler {

/// What a program handle yields after a compile that succeeded.
struct NvrtcOutput {
    std::string ptx;
    std::string cubin;         ///< empty when the target was virtual (compute_XX)
    std::string lowered_name;  ///< mangled name of the entry; empty when none was asked for
};

/// A compile's outcome: the log is there either way.
struct NvrtcResult {
    bool compiled = false;
    std::string status;  ///< NVRTC's name for its return code, "NVRTC_ERROR_COMPILATION"
    std::string log;
    NvrtcOutput output;
};

/// The loaded library. Thread safe; a compile wants a stack of at least 8 MiB.
class Nvrtc {
public:
    /// Finds and loads the library: SPILLWAY_NVRTC (a file, a folder, or "none"), then cuda_roots(), then the
    /// dynamic linker. The Error says what to install.
    [[nodiscard]] static model::Expected<std::shared_ptr<const Nvrtc>> load();

    ~Nvrtc();
    Nvrtc(const Nvrtc&) = delete;
    Nvrtc& operator=(const Nvrtc&) = delete;

    /// Compiles one text with one entry (a name expression; may be empty).
    [[nodiscard]] NvrtcResult compile(const std::string& text, const std::string& name, const std::string& entry,
                                      const std::vector<std::string>& options) const;

    /// "13.0.88" where the library tells, else "13.0".
    [[nodiscard]] const std::string& version() const { return version_; }
    /// Version and build: two libraries that may generate different code differ in it.
    [[nodiscard]] const std::string& identity() const { return identity_; }
    [[nodiscard]] const std::string& path() const { return path_; }
    /// 1000 * major + 10 * minor, as CUDA writes it: 13000.
    [[nodiscard]] int version_number() const { return version_number_; }
    /// Compute capabilities it generates code for, ascending: 75, 80, ...
    [[nodiscard]] const std::vector<int>& architectures() const { return architectures_; }

private:
    struct Api;
    explicit Nvrtc(std::unique_ptr<Api> api);
    [[nodiscard]] static model::Expected<std::shared_ptr<const Nvrtc>> open(const std::string& file);
    void read_version();

    std::unique_ptr<Api> api_;
    std::string version_, identity_, path_;
    int version_number_ = 0;
    std::vector<int> architectures_;
};

}  // namespace spillway::compiler
