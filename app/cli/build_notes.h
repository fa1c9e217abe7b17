#pragma once

// Sentences about settings and tools that a command does not use, for standard error and for the JSON.

#include <string>
#include <vector>

#include "app/cli/context.h"

namespace spillway::cli {

/// About the build settings of a user's file: words of --nvcc and options of a compile_commands.json that are left out,
/// and a compile_commands.json that cannot be read.
[[nodiscard]] std::vector<std::string> build_notes(const CommonOptions& options, const model::Experiment& file);

/// About --lines, if this machine cannot read machine code.
[[nodiscard]] std::vector<std::string> line_notes(const CommonOptions& options, const Context& context,
                                                  const worker_client::WorkerStatus& worker);

/// Prints each sentence once on standard error.
void print_notes(const std::vector<std::string>& notes);

}  // namespace spillway::cli
