#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace spillway {

/// Creates a new empty folder, also unused by earlier tests with this process id. The caller removes it.
[[nodiscard]] inline std::filesystem::path scratch_folder(const std::string& what)
{
    std::string name = std::filesystem::temp_directory_path() / ("spillway-" + what + "-XXXXXX");
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder could be made like " + name);
    return name;
}

}  // namespace spillway
