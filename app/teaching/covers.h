#pragma once

#include <set>
#include <string>
#include <string_view>

#include "app/model/experiment.h"
#include "app/session/session_view.h"

namespace spillway::teaching {

/// What stands where an answer would.
inline constexpr std::string_view asked_words = "The lesson asks this. Answer or skip its question to see it.";
inline constexpr std::string_view shorter_asked_words = "The lesson asks this.";

/// A question is asked where its answer is not: facts that nothing on the screen may tell while a question of the
/// selected lesson that was asked is neither answered nor skipped.
class Covers {
public:
    /// Nothing is covered.
    Covers() = default;
    /// `asked`: ids of the questions that the lesson has asked so far. Those asked later cover nothing yet.
    Covers(const session::SessionView& session, const std::set<std::string>& asked);

    [[nodiscard]] bool any() const { return !asked_.empty(); }
    /// The number itself is asked for, or it follows from one that is.
    [[nodiscard]] bool hides(std::string_view metric) const { return hidden_.contains(std::string(metric)); }
    /// Whether a variant compiles or can be launched.
    [[nodiscard]] bool hides_outcome() const { return hides_outcome_; }
    /// Which variable is in local memory, where, and how much of it.
    [[nodiscard]] bool hides_local_memory() const { return hides("stack_frame_bytes"); }
    /// How many blocks fit on an SM, and what limits them.
    [[nodiscard]] bool hides_occupancy() const { return hides("theoretical_occupancy"); }
    /// Something that the generated code or the compiler's log would tell.
    [[nodiscard]] bool hides_code() const { return hides_code_; }
    /// What a claim was found to be would tell something that is covered.
    [[nodiscard]] bool hides(const model::Claim& claim) const;

private:
    friend const model::Question* question_that_hides(const session::SessionView& session,
                                                      const std::set<std::string>& asked, std::string_view metric);
    void add(const model::Question& question);
    void add(const std::string& key);

    std::set<std::string> asked_, hidden_;
    bool hides_outcome_ = false, hides_code_ = false;
};

/// Whether the selected lesson's question has been neither answered nor skipped.
[[nodiscard]] bool is_open(const session::SessionView& session, const model::Question& question);

/// In the lesson's order the first open question of `asked` that covers a metric, or without one, anything; null: none
/// does.
[[nodiscard]] const model::Question* question_that_hides(const session::SessionView& session,
                                                         const std::set<std::string>& asked,
                                                         std::string_view metric = {});

}  // namespace spillway::teaching
