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
    std::string show;  ///< text of the show line above it (catalogue/show_line.h); empty: none
    markdown::Document text;
    std::string question;  ///< id; empty: none
    std::string exercise;  ///< name; empty: none
};

/// The lesson as the window shows it. It is cut at each show line, and at each paragraph that contains only a question
/// or an exercise. A heading directly above a show line belongs to the part below.
/// Variants appear under their labels. Each term is marked at its first use. A question mark replaces the text of each
/// claim in `covered`.
[[nodiscard]] std::vector<LessonPart> lesson_parts(const model::Experiment& experiment, const Terms& terms,
                                                   const std::set<std::string>& covered);

}  // namespace spillway::lessons
