#pragma once

// Replies to pages: the worker's answers, refusals and greeting, without what concerns the server's machine only.

#include <cstdint>
#include <optional>
#include <string>

#include "app/catalogue/catalogue.h"
#include "app/protocol/messages.h"
#include "app/room/live/question.h"
#include "app/worker_client/request_book.h"

namespace spillway::room {

/// Whether the answer may be kept for other pages. False for a failure that may not happen again.
[[nodiscard]] bool is_lasting(const protocol::ToWorker& request, const worker_client::Answer& answer);
/// The answer with the id 0; empty for Dropped and Unanswered.
[[nodiscard]] std::optional<protocol::FromWorker> message_of(const worker_client::Answer& answer);

/// Why this request has no answer, in the reply of its kind.
[[nodiscard]] protocol::FromWorker refusal_of(std::uint64_t id, const protocol::ToWorker& request,
                                              const model::Error& why);
/// A request of this kind without content, for refusal_of().
[[nodiscard]] protocol::ToWorker request_of_kind(QuestionKind kind);
/// Tells a page why there is no answer. A lost worker's own words are left out: they may name files of its machine.
[[nodiscard]] model::Error why_for_pages(const worker_client::Unanswered& none);

/// The worker's greeting without what concerns its own machine only.
[[nodiscard]] protocol::Hello hello_for_pages(protocol::Hello hello);
/// Whether `hash` is the hash of a kernel's text of the catalogue, of an experiment or an exercise.
[[nodiscard]] bool is_installed_text(const catalogue::Catalogue& catalogue, const std::string& hash);

}  // namespace spillway::room
