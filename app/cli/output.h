#pragma once

// Output files of commands. An existing file is replaced only if it is empty, if its contents show that Spillway wrote
// it, or with --force.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"

namespace spillway::cli {

/// A recording, a trace, a task and a PDF are never replaced without --force. The first two may be from a GPU that is
/// gone; the task's random number identifies the hand-ins that belong to it; a PDF does not show that Spillway wrote
/// it.
enum class OutputKind { csv, json, nvbench, kernel_tuner, svg, png, pdf, recording, trace, grades, task, hand_in };

/// Checks before any work whether a command may write this file. "-" is standard output, for text formats.
[[nodiscard]] std::optional<model::Error> check_output(const std::string& file, OutputKind kind, bool force);

/// The Error: other commands read only files with this ending, such as ".spillway-task". An empty name or "-" has none.
[[nodiscard]] std::optional<model::Error> check_ending(const std::string& file, std::string_view ending);

/// Same for a file that must not be one of `inputs`, even with --force. An empty name means no file.
[[nodiscard]] std::optional<model::Error> check_not_input(const std::string& file,
                                                          const std::vector<std::string>& inputs);

/// Same for several outputs of one command, "" or "-" included: the Error says that two go to the same place.
[[nodiscard]] std::optional<model::Error> check_distinct(const std::vector<std::string>& files);

/// Writes a complete text to a file or to standard output.
[[nodiscard]] std::optional<model::Error> write_output(const std::string& file, std::string_view text);

}  // namespace spillway::cli
