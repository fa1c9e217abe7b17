#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace spillway::model {

/// Most seconds that a user may allow one tool of a compile.
inline constexpr int max_compile_seconds = 3600;

/// nvcc's options for compiling a .cu. Folders and files are absolute, or relative to the file's folder.
struct BuildSettings {
    std::vector<std::string> include_folders;                 ///< "../common"
    std::vector<std::pair<std::string, std::string>> macros;  ///< name and value; the value may be empty
    std::string standard;                                     ///< "c++20"; empty: the compiler's default
    std::vector<std::string> system_folders{};                ///< of -isystem
    std::vector<std::string> first_files{};                   ///< of -include
    /// Options of a closed list (catalogue/plain/nvcc_flags.h): "--extended-lambda", "-maxrregcount=64".
    std::vector<std::string> flags{};
    std::optional<int>
        max_seconds{};  ///< time limit of nvcc and of ptxas; changes no code, so no cache key of the worker

    [[nodiscard]] bool is_empty() const { return *this == BuildSettings{}; }
    friend bool operator==(const BuildSettings&, const BuildSettings&) = default;
};

}  // namespace spillway::model
