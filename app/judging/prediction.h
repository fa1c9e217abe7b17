#pragma once

// Judges a learner's guess at a lesson's question against the truth. The window and `grade` use the same functions.

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

/// A question that was answered or skipped. The window does not repeat a skipped question on its own.
struct Prediction {
    bool skipped = false;
    std::string guess;   ///< displayed text: "64 bytes", a choice's text; for a curve its points, "1:0 32:128"
    std::string answer;  ///< text of the shown answer; empty for a curve
    /// Set for a number question. Files written before 1.0 have only the texts: see guessed_number.
    std::optional<GuessedNumber> numbers;
    std::optional<double> off_by = std::nullopt;  ///< share of the answer; 0: right. For a choice 0 or 1
    std::string where = {};                       ///< for a curve: sentence about the point with the largest error
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

/// Judges a guess against the truth.
[[nodiscard]] Prediction judge_number(const model::Question& question, double guess, double answer);
[[nodiscard]] Prediction judge_choice(const model::Question& question, std::size_t guess, std::size_t answer);
/// `off_by` is empty if the guess does not cover the truth. Does not set `where`.
[[nodiscard]] Prediction judge_curve(const Curve& guess, const Curve& truth);

/// Error of a stored guess; empty if the guess does not answer this question.
[[nodiscard]] std::optional<double> off_by(const model::Question& question, const Prediction& prediction,
                                           const Truth& truth);

/// Guess of a number question, from its stored number or, in older files, from its text; empty if there is none.
[[nodiscard]] std::optional<double> guessed_number(const model::Question& question, const Prediction& prediction);

/// Text of the guess, made from its stored number if there is one, so that a forged text cannot differ from the number.
[[nodiscard]] std::string guess_text(const model::Question& question, const Prediction& prediction);

/// Whether the learner saw this truth, for a number or a choice.
[[nodiscard]] bool was_shown(const model::Question& question, const Prediction& prediction, const Truth& truth);

/// The only rule for a right answer: a choice exactly, a number or a curve within `tolerance`.
[[nodiscard]] bool is_right(const model::Question& question, double off_by);
/// Close enough that a message names no error: "Right."
[[nodiscard]] bool is_exact(double off_by);
/// The error of a number: "50 % off", "5 times too large", "2,000 times too small". It names a direction from a factor
/// of 2 on; not if the guess or the answer is 0, or their signs differ.
[[nodiscard]] std::string number_off_text(const GuessedNumber& numbers, double off_by);

}  // namespace spillway::judging
