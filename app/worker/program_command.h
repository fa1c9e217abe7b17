#pragma once

#include <string>
#include <vector>

namespace spillway::worker {

/// Runs `spillway-worker --build-program FOLDER FILE [OPTIONS]` (`words` holds the arguments after --build-program):
/// builds FOLDER/in/FILE into FOLDER/out/program for this machine's GPU. Writes errors to stderr. Returns the exit
/// status.
[[nodiscard]] int build_program_command(const std::vector<std::string>& words);

}  // namespace spillway::worker
