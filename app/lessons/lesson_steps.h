#pragma once

#include <set>
#include <string>
#include <vector>

#include "app/lessons/lesson_text.h"
#include "app/model/experiment.h"

namespace spillway::lessons {

/// One screen of a lesson: as much text as fits without scrolling, then at most one question or exercise. Its `show` is
/// that of its part, or of the last part before with a show line.
struct LessonStep : LessonPart {
    bool begins_show = false;               ///< its show line stands directly above it
    std::vector<std::string> asked_before;  ///< ids of all earlier questions: this step's text may reveal their answers
};

/// Splits the lesson into steps; at least one. A step begins at a heading of level 1 or 2, at a show line, after a
/// question or an exercise, and at the paragraph where a screen would be full. The cuts depend on the text alone, so a
/// step keeps its number on every screen and with any set of covered claims.
[[nodiscard]] std::vector<LessonStep> lesson_steps(const model::Experiment& experiment, const Terms& terms,
                                                   const std::set<std::string>& covered);

[[nodiscard]] int count_steps(const model::Experiment& experiment);

/// The step, from 1, that contains the question or the exercise; 0 if none does.
[[nodiscard]] int step_of_question(const std::vector<LessonStep>& steps, const std::string& question);
[[nodiscard]] int step_of_exercise(const std::vector<LessonStep>& steps, const std::string& exercise);

}  // namespace spillway::lessons
