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

/// An exercise with all goals reached.
struct Win {
    bool checked = false;  ///< a GPU compared the output with the reference; the exercise counts as won only then
    friend bool operator==(const Win&, const Win&) = default;
};

struct LessonProgress {
    bool read = false;
    std::map<std::string, Prediction> predictions;  ///< by question id
    std::map<std::string, Win> won;                 ///< by exercise name
    friend bool operator==(const LessonProgress&, const LessonProgress&) = default;
};

/// The learner's progress by experiment. It never leaves the machine.
using LearnerProgress = std::map<std::string, LessonProgress>;

/// Larger files are not ours and are refused.
constexpr std::size_t max_progress_bytes = 1 << 20;

/// Names of the lessons read to their end.
[[nodiscard]] std::set<std::string> lessons_read(const LearnerProgress& progress);

/// Parses progress.json (protocol/FORMAT.md). Safe for any input text. Error: why it is not a progress file; its
/// `where` is empty, because only the caller knows the path.
[[nodiscard]] model::Expected<LearnerProgress> parse_progress(std::string_view text);
/// Whether a newer Spillway wrote it; such a file is left unchanged.
[[nodiscard]] bool is_newer_progress(std::string_view text);
[[nodiscard]] std::string print_progress(const LearnerProgress& progress);

/// Merges progress from elsewhere into `here`. An answer in `here` wins, and any answer wins over a skipped question.
void add(const LearnerProgress& other, LearnerProgress& here);

}  // namespace spillway::learner
