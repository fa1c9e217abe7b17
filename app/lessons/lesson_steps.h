#pragma once

#include <set>
#include <string>
#include <vector>

#include "app/lessons/lesson_text.h"
#include "app/model/experiment.h"

namespace spillway::lessons {

/// What is read at a time: as much text as stands on a screen without scrolling, then perhaps what is asked or to be
/// mended.
struct LessonStep : LessonPart {
    std::vector<std::string> asked_before;  ///< ids of the questions before it: the text may tell their answers
};

/// The lesson's parts in steps. A step begins at a heading of the first two levels, behind a question or an exercise,
/// and where a screen would be full, at a paragraph. Where it is cut depends on the text alone, so that a step keeps
/// its number on every screen and whatever is covered. At least one.
[[nodiscard]] std::vector<LessonStep> lesson_steps(const model::Experiment& experiment, const Terms& terms,
                                                   const std::set<std::string>& covered);

/// How many there are.
[[nodiscard]] int count_steps(const model::Experiment& experiment);

/// The step, from 1, in which a question is asked or an exercise offered; 0 where none does.
[[nodiscard]] int step_of_question(const std::vector<LessonStep>& steps, const std::string& question);
[[nodiscard]] int step_of_exercise(const std::vector<LessonStep>& steps, const std::string& exercise);

}  // namespace spillway::lessons
