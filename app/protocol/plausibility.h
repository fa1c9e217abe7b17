#pragma once

// Checks values from files and workers. Each function returns the first implausible value by name, or nothing.

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

/// True for 1 to 64 lower-case letters, digits and underscores.
[[nodiscard]] bool is_plain_name(std::string_view name);

}  // namespace spillway::protocol
