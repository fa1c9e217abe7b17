#pragma once

#include <set>
#include <string>
#include <string_view>

#include "app/model/experiment.h"
#include "app/session/session_view.h"

namespace spillway::teaching {

/// Text shown in place of a covered answer.
inline constexpr std::string_view asked_words = "The lesson asks this. Answer or skip its question to see it.";
inline constexpr std::string_view shorter_asked_words = "The lesson asks this.";

/// Facts that the window must hide, because they would reveal the answer to an open question. A question is open while
/// it was asked but neither answered nor skipped.
class Covers {
public:
    /// Covers nothing.
    Covers() = default;
    /// `asked`: ids of the questions asked so far in the lesson. Later questions cover nothing yet.
    Covers(const session::SessionView& session, const std::set<std::string>& asked);

    [[nodiscard]] bool any() const { return !asked_.empty(); }
    /// True if an open question asks for the metric, or if the metric reveals one that it asks for.
    [[nodiscard]] bool hides(std::string_view metric) const { return hidden_.contains(std::string(metric)); }
    /// True if a question asks whether a variant compiles or launches.
    [[nodiscard]] bool hides_outcome() const { return hides_outcome_; }
    /// True if a question asks which variable is in local memory, where, or how much of it.
    [[nodiscard]] bool hides_local_memory() const { return hides("stack_frame_bytes"); }
    /// True if a question asks how many blocks fit on an SM, or what limits them.
    [[nodiscard]] bool hides_occupancy() const { return hides("theoretical_occupancy"); }
    /// True if the generated code or the compiler's log would reveal an answer.
    [[nodiscard]] bool hides_code() const { return hides_code_; }
    /// True if the claim's check would reveal a covered metric.
    [[nodiscard]] bool hides(const model::Claim& claim) const;

private:
    friend const model::Question* question_that_hides(const session::SessionView& session,
                                                      const std::set<std::string>& asked, std::string_view metric);
    void add(const model::Question& question);
    void add(const std::string& key);

    std::set<std::string> asked_, hidden_;
    bool hides_outcome_ = false, hides_code_ = false;
};

/// True if the question of the selected lesson is neither answered nor skipped.
[[nodiscard]] bool is_open(const session::SessionView& session, const model::Question& question);

/// First open question of `asked`, in the lesson's order, that covers `metric` (any metric if empty); null if there is
/// none.
[[nodiscard]] const model::Question* question_that_hides(const session::SessionView& session,
                                                         const std::set<std::string>& asked,
                                                         std::string_view metric = {});

}  // namespace spillway::teaching
