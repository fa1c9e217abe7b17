#pragma once

// A worker may run on another machine or may be malicious: check its answers against the requests before use.

#include <optional>
#include <string>

#include "app/protocol/messages.h"

namespace spillway::worker_client {

/// Returns one sentence why `answer` does not match `request`; nothing if it matches.
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

/// Timeout in seconds for one request, if the worker has no other work.
[[nodiscard]] double max_seconds_for(const protocol::ToWorker& request, double compile_seconds);

}  // namespace spillway::worker_client
