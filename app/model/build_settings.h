#pragma once

#include <string>
#include <utility>
#include <vector>

namespace spillway::model {

/// nvcc's options for compiling a .cu. Folders and files are absolute, or relative to the file's folder.
struct BuildSettings {
    std::vector<std::string> include_folders;                 ///< "../common"
    std::vector<std::pair<std::string, std::string>> macros;  ///< name and value; the value may be empty
    std::string standard;                                     ///< "c++20"; empty: the compiler's default
    std::vector<std::string> system_folders{};                ///< of -isystem
    std::vector<std::string> first_files{};                   ///< of -include
    /// Options of a closed list (catalogue/plain/nvcc_flags.h): "--extended-lambda", "-maxrregcount=64".
    std::vector<std::string> flags{};

    [[nodiscard]] bool is_empty() const { return *this == BuildSettings{}; }
    friend bool operator==(const BuildSettings&, const BuildSettings&) = default;
};

}  // namespace spillway::model
