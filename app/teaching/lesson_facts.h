#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/catalogue/claims.h"
#include "app/catalogue/questions.h"
#include "app/session/session_view.h"

namespace spillway::teaching {

// Compares a lesson's statements with this machine's results.

/// The GPU on which a claim is checked: the selected GPU if the claim names it, otherwise the first that the claim
/// names (the live GPU if it has that name). Null if no GPU has that name.
[[nodiscard]] const model::Gpu* claim_gpu(const session::SessionView& session, const model::Claim& claim);

/// Results that the selected lesson's claims and questions need, and an exercise's verdict, for
/// Session::request_in_background().
[[nodiscard]] std::vector<session::BackgroundRequest> lesson_requests(const session::SessionView& session);
/// Changes when that list may change: with the experiment, its text, the GPU and the worker.
[[nodiscard]] std::string lesson_requests_key(const session::SessionView& session);

/// A claim and its state in this session.
struct LiveClaim {
    catalogue::ClaimCheck check;
    bool is_pending = false;  ///< still being computed
    /// Why it cannot be checked here: no such GPU, no compiler, not trusted.
    std::optional<std::string> why_unknown;
    std::string gpu;   ///< GPU on which it was checked
    std::string axis;  ///< parameter of a claim about several points

    [[nodiscard]] catalogue::ClaimVerdict verdict() const { return check.verdict; }
};
[[nodiscard]] LiveClaim live_claim(const session::SessionView& session, const model::Claim& claim);

/// A claim's numbers in the window's words, "Array, run-time index: Stack frame 128 bytes", or the reason why they are
/// missing.
[[nodiscard]] std::string found_words(const model::Experiment& experiment, const LiveClaim& claim);
/// Why a number is missing: "Yours: Stack frame is not known here", "Yours was not run".
[[nodiscard]] std::string missing_words(const model::Experiment& experiment, const catalogue::MissingNumber& missing);

/// The correct answer to a question on the selected GPU.
struct LiveAnswer {
    catalogue::QuestionAnswer answer;
    bool is_pending = false;
};
[[nodiscard]] LiveAnswer live_answer(const session::SessionView& session, const model::Question& question);

}  // namespace spillway::teaching
