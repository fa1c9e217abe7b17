#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace spillway {

/// 0 where there is no such file: of a stand-in that writes a line each time it runs, how often it ran.
inline int line_count(const std::filesystem::path& file)
{
    std::ifstream stream(file);
    int count = 0;
    for (std::string line; std::getline(stream, line);) ++count;
    return count;
}

}  // namespace spillway
