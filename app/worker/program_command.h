#pragma once

#include <string>
#include <vector>

namespace spillway::worker {

/// The rest of `spillway-worker --build-program FOLDER FILE [OPTIONS]`: makes FOLDER/in/FILE the program
/// FOLDER/out/program for the GPU that is here. What is missing or wrong is on stderr. The exit status.
[[nodiscard]] int build_program_command(const std::vector<std::string>& words);

}  // namespace spillway::worker
