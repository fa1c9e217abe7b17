#pragma once

#include <set>
#include <string>
#include <vector>

#include "app/lessons/markdown.h"
#include "app/lessons/terms.h"
#include "app/model/experiment.h"

namespace spillway::lessons {

/// A stretch of a lesson: text, then perhaps something that is asked or to be mended.
struct LessonPart {
    markdown::Document text;
    std::string question;  ///< id; empty: none
    std::string exercise;  ///< name; empty: none
};

/// The lesson as the window shows it: cut where a paragraph is nothing but a question or an exercise; variants under
/// their labels, as everywhere in the window; each term marked where it is first used; the words of `covered` claims
/// replaced by a question mark.
[[nodiscard]] std::vector<LessonPart> lesson_parts(const model::Experiment& experiment, const Terms& terms,
                                                   const std::set<std::string>& covered);

}  // namespace spillway::lessons
