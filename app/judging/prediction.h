#pragma once

// A learner's guess at a lesson's question beside the truth: how far off, and whether that is right. The window and
// `grade` decide with the same functions.

#include <cstddef>
#include <optional>
#include <string>

#include "app/judging/drawn_curve.h"
#include "app/model/experiment.h"

namespace spillway::judging {

/// The button that the learner clicked after the answer was shown.
enum class Seen { not_said, as_guessed, otherwise, cannot_tell };

/// Numbers of a number question, in the question's unit.
struct GuessedNumber {
    double guess = 0, answer = 0;
    std::string unit;
    friend bool operator==(const GuessedNumber&, const GuessedNumber&) = default;
};

/// A question that was answered or skipped. A skipped one is remembered as skipped and not asked again by itself.
struct Prediction {
    bool skipped = false;
    std::string guess;   ///< text shown: "64 bytes", a choice's text; of a curve its points, "1:0 32:128"
    std::string answer;  ///< text of the answer that was shown; empty for a curve
    /// Set for a number question. Files written before 1.0 have only the texts: see guessed_number.
    std::optional<GuessedNumber> numbers;
    std::optional<double> off_by = std::nullopt;  ///< share of the answer; 0: right. Of a choice 0 or 1
    std::string where = {};        ///< of a curve: a sentence on where the guess was furthest off
    Seen seen = Seen::not_said;
    friend bool operator==(const Prediction&, const Prediction&) = default;
};

/// The truth of a question on one GPU: a number, the index of a choice, or a curve.
struct Truth {
    std::optional<double> number;
    std::optional<std::size_t> choice;
    Curve curve;
    std::optional<std::string> why_unknown;

    [[nodiscard]] bool is_known() const { return number || choice || curve.size() > 1; }
};

/// The text of a known number or choice: "16,384 bytes", "62.5 %"; empty for a curve.
[[nodiscard]] std::string truth_text(const model::Question& question, const Truth& truth);

/// A guess judged against the truth.
[[nodiscard]] Prediction judge_number(const model::Question& question, double guess, double answer);
[[nodiscard]] Prediction judge_choice(const model::Question& question, std::size_t guess, std::size_t answer);
/// `off_by` is empty where the two curves have no x in common. Without the sentence `where`.
[[nodiscard]] Prediction judge_curve(const Curve& guess, const Curve& truth);

/// How far off a stored guess is from the truth; empty if the guess is no answer to this question.
[[nodiscard]] std::optional<double> off_by(const model::Question& question, const Prediction& said, const Truth& truth);

/// The guess of a number question, from its stored number or, in older files, its text; empty where it is none.
[[nodiscard]] std::optional<double> guessed_number(const model::Question& question, const Prediction& said);

/// The guess as text, made from its stored number where there is one: a forged text beside another number shows.
[[nodiscard]] std::string guess_text(const model::Question& question, const Prediction& said);

/// Whether the learner was shown this truth, of a number or a choice.
[[nodiscard]] bool was_shown(const model::Question& question, const Prediction& said, const Truth& truth);

/// The one rule of what is right: a choice exactly, a number or a curve within `tolerance`.
[[nodiscard]] bool is_right(const model::Question& question, double off_by);
/// So near that a sentence names no share: "Right."
[[nodiscard]] bool is_exact(double off_by);

}  // namespace spillway::judging
