#pragma once

// The files that commands write. An existing file is replaced only if Spillway wrote it, or with --force.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"

namespace spillway::cli {

/// A task is never replaced without --force: its random number says which hand-ins belong together.
enum class OutputKind { csv, json, svg, png, pdf, recording, trace, grades, task, hand_in };

/// Why a command may not write this file, before it does any work. "-" is standard output, for what is text.
[[nodiscard]] std::optional<model::Error> check_output(const std::string& file, OutputKind kind, bool force);

/// The same for a file that must be none of `inputs`, whatever is forced. An empty name stands for no file.
[[nodiscard]] std::optional<model::Error> check_not_input(const std::string& file,
                                                          const std::vector<std::string>& inputs);

/// A text that was made whole, into a file or to standard output.
[[nodiscard]] std::optional<model::Error> write_output(const std::string& file, std::string_view text);

}  // namespace spillway::cli
