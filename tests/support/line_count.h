#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace spillway {

/// Number of lines in a file; 0 if it does not exist. Counts the runs of a stand-in that writes a line per run.
inline int line_count(const std::filesystem::path& file)
{
    std::ifstream stream(file);
    int count = 0;
    for (std::string line; std::getline(stream, line);) ++count;
    return count;
}

}  // namespace spillway
