#pragma once

#include <string>
#include <utility>
#include <vector>

namespace spillway::model {

/// Options -I, -D and -std for compiling a .cu. Folders are relative to the file's folder.
struct BuildSettings {
    std::vector<std::string> include_folders;                 ///< "../common"
    std::vector<std::pair<std::string, std::string>> macros;  ///< name and value; the value may be empty
    std::string standard;                                     ///< "c++20"; empty: the compiler's default

    [[nodiscard]] bool is_empty() const { return include_folders.empty() && macros.empty() && standard.empty(); }
    friend bool operator==(const BuildSettings&, const BuildSettings&) = default;
};

}  // namespace spillway::model
