#pragma once

// A worker may be another machine's, or may lie: its answers are checked against the requests before use.

#include <optional>
#include <string>

#include "app/protocol/messages.h"

namespace spillway::worker_client {

/// Why this cannot be an answer to that request, as a sentence.
[[nodiscard]] std::optional<std::string> why_no_answer(const protocol::ToWorker& request,
                                                       const protocol::Result& answer);
[[nodiscard]] std::optional<std::string> why_no_answer(const protocol::ToWorker& request,
                                                       const protocol::ListingReply& answer);
[[nodiscard]] std::optional<std::string> why_no_answer(const protocol::ToWorker& request,
                                                       const protocol::CausesReply& answer);
[[nodiscard]] std::optional<std::string> why_no_answer(const protocol::ToWorker& request,
                                                       const protocol::InterpretReply& answer);
[[nodiscard]] std::optional<std::string> why_no_answer(const protocol::ToWorker& request,
                                                       const protocol::WhatIfReply& answer);
[[nodiscard]] std::optional<std::string> why_no_answer(const protocol::ToWorker& request,
                                                       const protocol::RoofsReply& answer);

/// How long a worker may take over one request, nothing else being in its way.
[[nodiscard]] double most_seconds_for(const protocol::ToWorker& request, double compile_seconds);

}  // namespace spillway::worker_client
