#pragma once

#include <set>
#include <string>
#include <vector>

#include "app/lessons/markdown.h"
#include "app/lessons/terms.h"
#include "app/model/experiment.h"

namespace spillway::lessons {

/// Part of a lesson: text, then at most one question or exercise.
struct LessonPart {
    markdown::Document text;
    std::string question;  ///< id; empty: none
    std::string exercise;  ///< name; empty: none
};

/// The lesson as the window shows it. It is cut at each paragraph that contains only a question or an exercise.
/// Variants appear under their labels. Each term is marked at its first use. A question mark replaces the text of each
/// claim in `covered`.
[[nodiscard]] std::vector<LessonPart> lesson_parts(const model::Experiment& experiment, const Terms& terms,
                                                   const std::set<std::string>& covered);

}  // namespace spillway::lessons
