#pragma once

// Whether what a file or a worker says can be so. Each function gives the first thing that cannot, by name.

#include <optional>
#include <string>

#include "app/protocol/messages.h"

namespace spillway::protocol {

[[nodiscard]] std::optional<std::string> why_implausible(const model::Gpu& gpu);
[[nodiscard]] std::optional<std::string> why_implausible(const model::RunResult& result);
[[nodiscard]] std::optional<std::string> why_implausible(const std::vector<model::Cause>& causes);
[[nodiscard]] std::optional<std::string> why_implausible(const model::CodeFigures& figures);
[[nodiscard]] std::optional<std::string> why_implausible(const std::vector<model::SourceLineNeeds>& lines);
[[nodiscard]] std::optional<std::string> why_implausible(const model::InterpretedRun& run);
[[nodiscard]] std::optional<std::string> why_implausible(const model::CountedBlocks& counted);
[[nodiscard]] std::optional<std::string> why_implausible(const WhatIfReply& reply);
[[nodiscard]] std::optional<std::string> why_implausible(const Hello& hello);
[[nodiscard]] std::optional<std::string> why_implausible(const model::Roofs& roofs);
[[nodiscard]] std::optional<std::string> why_implausible(const StageSeconds& seconds);

/// Whether a name could be one of ours: lower-case letters, digits and underlines, 64 at most.
[[nodiscard]] bool is_plain_name(std::string_view name);

}  // namespace spillway::protocol
