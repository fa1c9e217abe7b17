#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/catalogue/claims.h"
#include "app/catalogue/questions.h"
#include "app/session/session_view.h"

namespace spillway::teaching {

/// What a lesson says, compared with this machine's results.

/// Where a claim is looked at: the GPU that is selected where the claim speaks of it, else the first that it names, the
/// live one where it is that. Null where there is none of that name.
[[nodiscard]] const model::Gpu* claim_gpu(const session::SessionView& session, const model::Claim& claim);

/// Results that the selected lesson's claims and questions need, and an exercise's verdict, for
/// Session::request_in_background().
[[nodiscard]] std::vector<session::BackgroundRequest> lesson_requests(const session::SessionView& session);
/// Changes when that list may change: with the experiment, its text, the GPU and the worker.
[[nodiscard]] std::string lesson_requests_key(const session::SessionView& session);

/// A claim as it stands here and now.
struct LiveClaim {
    catalogue::ClaimCheck check;
    bool is_pending = false;                 ///< still being computed
    std::optional<std::string> why_unknown;  ///< why nothing can be checked here: no such GPU, no compiler, not trusted
    std::string gpu;                         ///< name of the GPU it was checked on

    [[nodiscard]] catalogue::ClaimVerdict verdict() const { return check.verdict; }
};
[[nodiscard]] LiveClaim live_claim(const session::SessionView& session, const model::Claim& claim);

/// The numbers of a claim in the window's words: "Array, run-time index: Stack frame 128 bytes"; or what is missing.
[[nodiscard]] std::string found_words(const model::Experiment& experiment, const LiveClaim& claim);
/// "Yours: Stack frame is not known here", "Yours was not run".
[[nodiscard]] std::string missing_words(const model::Experiment& experiment, const catalogue::MissingNumber& missing);

/// The truth of a question on the selected GPU.
struct LiveAnswer {
    catalogue::QuestionAnswer answer;
    bool is_pending = false;
};
[[nodiscard]] LiveAnswer live_answer(const session::SessionView& session, const model::Question& question);

}  // namespace spillway::teaching
