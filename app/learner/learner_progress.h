#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "app/judging/prediction.h"
#include "app/model/error.h"

namespace spillway::learner {

using judging::Prediction;
using judging::Seen;

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
