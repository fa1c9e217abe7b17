#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace spillway::trace {

/// A folder with what stands in for nvcc: of a .cu that says "mode: hang" it makes the traced program in that mode, of
/// one that says "mode: refused" an error.
inline std::string made_nvcc(const std::filesystem::path& folder, const std::string& traced_program)
{
    namespace fs = std::filesystem;
    fs::create_directories(folder / "bin");
    const auto script = [&](const char* name, const std::string& text) {
        std::ofstream(folder / "bin" / name) << "#!/bin/sh\n" << text;
        fs::permissions(folder / "bin" / name, fs::perms::owner_all);
    };
    script("ptxas", "exit 1\n");
    script("nvcc",
           "[ \"$1\" = --version ] && { echo 'Cuda compilation tools, release 13.0, V13.0.88'; exit 0; }\n"
           "while [ $# -gt 1 ]; do [ \"$1\" = -o ] && out=$2; shift; done\n"
           "mode=$(sed -n 's/.*mode: //p' \"$1\")\n"
           "[ \"$mode\" = refused ] && { echo \"$1(2): error: identifier \\\"nothing\\\" is undefined\"; exit 2; }\n"
           "{ echo '#!/bin/sh'; echo exec '" +
               traced_program + "' $mode; } > \"$out\"\n");
    return (folder / "bin").string();
}

}  // namespace spillway::trace
