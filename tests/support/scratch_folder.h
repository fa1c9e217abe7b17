#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace spillway {

/// A folder that nobody had before, not even an earlier test of this process id. Whoever asks for it removes it.
[[nodiscard]] inline std::filesystem::path scratch_folder(const std::string& what)
{
    std::string name = std::filesystem::temp_directory_path() / ("spillway-" + what + "-XXXXXX");
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder could be made like " + name);
    return name;
}

}  // namespace spillway
