#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/room/vote.h"

namespace spillway::room {

/// Suggestion for the lecturer, from the share of right answers: below 35 % explain again, up to 70 % let the class
/// discuss and vote again, above go on (Crouch and Mazur, American Journal of Physics 69, 970, 2001).
enum class Hint { none, explain, discuss, go_on };
inline constexpr double least_for_discussion = 0.35, max_for_discussion = 0.70;

/// The round's answers, judged against the truth.
struct Verdict {
    std::size_t answers = 0;
    std::size_t right = 0;  ///< a choice exactly, a number or a curve within judging::tolerance
    Hint hint = Hint::none;
    /// Most frequent wrong answer, if any: text of the choice or number, and its count.
    std::string commonest_wrong;
    std::size_t commonest_count = 0;
    /// Id in assets/misconceptions.json with the most wrong answers; empty: no wrong answer has one.
    std::string misconception;
    [[nodiscard]] double share() const
    {
        return answers == 0 ? 0 : static_cast<double>(right) / static_cast<double>(answers);
    }
};
/// Empty if the truth is unknown.
[[nodiscard]] std::optional<Verdict> judge_round(const Asked& asked, const judging::Truth& truth, const Tally& tally);

/// One bar per choice, or per number or range of numbers, with the counts of every round.
struct Bar {
    std::string label;
    std::vector<std::size_t> counts;
    bool is_right = false;  ///< false for every bar if the truth is unknown
    friend bool operator==(const Bar&, const Bar&) = default;
};
/// Distribution of all rounds over common bars. At most ten bars; empty for a curve.
[[nodiscard]] std::vector<Bar> bars_of(const Asked& asked, const judging::Truth& truth,
                                       const std::vector<Tally>& rounds);

/// Quartiles of a class's curves at one x.
struct BandPoint {
    double x = 0, low = 0, middle = 0, high = 0;
};
/// At the x values of all curves, at most 64 of them; where at least two curves exist.
[[nodiscard]] std::vector<BandPoint> band_of(const Tally& tally);

}  // namespace spillway::room
