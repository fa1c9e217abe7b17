#pragma once

#include <string>
#include <utility>
#include <vector>

namespace spillway::model {

/// What -I, -D and -std say of how a .cu is compiled. Folders are relative to the file's own.
struct BuildSettings {
    std::vector<std::string> include_folders;                 ///< "../common"
    std::vector<std::pair<std::string, std::string>> macros;  ///< name and value; the value may be empty
    std::string standard;                                     ///< "c++20"; empty: the compiler's own

    [[nodiscard]] bool is_empty() const { return include_folders.empty() && macros.empty() && standard.empty(); }
    friend bool operator==(const BuildSettings&, const BuildSettings&) = default;
};

}  // namespace spillway::model
