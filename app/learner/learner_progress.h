#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "app/model/error.h"

namespace spillway::learner {

/// What a learner says of a shown answer, in one click.
enum class Seen { not_said, as_guessed, otherwise, cannot_tell };

/// What became of a lesson's question. A skipped one is remembered as skipped and not asked again by itself.
struct Prediction {
    bool skipped = false;
    std::string guess;             ///< as it is shown: "64 bytes"; of a curve its points, "1:0 32:128"
    std::string answer;            ///< what the compiler or the recording said then
    std::optional<double> off_by;  ///< share of the answer; 0: right. Of a choice 0 or 1
    std::string where = {};        ///< of a curve: a sentence on where the guess was off
    Seen seen = Seen::not_said;
    friend bool operator==(const Prediction&, const Prediction&) = default;
};

/// An exercise whose goals were all reached.
struct Win {
    bool checked = false;  ///< a GPU compared the result with the reference: only then it is won
    friend bool operator==(const Win&, const Win&) = default;
};

struct LessonProgress {
    bool read = false;
    std::map<std::string, Prediction> predictions;  ///< by the question's id
    std::map<std::string, Win> won;                 ///< by the exercise's name
    friend bool operator==(const LessonProgress&, const LessonProgress&) = default;
};

/// What a learner has done here, by experiment. Nothing of it leaves the machine.
using LearnerProgress = std::map<std::string, LessonProgress>;

/// A larger file is none of ours.
constexpr std::size_t most_progress_bytes = 1 << 20;

/// Names of the lessons that were read to their end.
[[nodiscard]] std::set<std::string> lessons_read(const LearnerProgress& progress);

/// The text of progress.json (protocol/FORMAT.md); any text whatever. An Error where it is not one of ours: what is
/// wrong with it, for the code that keeps the file.
[[nodiscard]] model::Expected<LearnerProgress> parse_progress(std::string_view text);
/// Whether it is one that a newer Spillway has written: left alone then.
[[nodiscard]] bool is_newer_progress(std::string_view text);
[[nodiscard]] std::string print_progress(const LearnerProgress& progress);

/// What was done elsewhere is done here too. An answer of here stays, and is worth more than a skipped question.
void add(const LearnerProgress& other, LearnerProgress& here);

}  // namespace spillway::learner
