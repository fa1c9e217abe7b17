#pragma once

#include <set>
#include <string>
#include <vector>

#include "app/cli/lesson_numbers.h"

namespace spillway::cli {

/// A page that needs neither a script nor another file: `body` is HTML, `title` text.
[[nodiscard]] std::string plain_page(const std::string& title, const std::string& body);

/// A lesson as such a page: its text, its questions with their answers folded away, its charts, the tables of its
/// curves and its kernel's text. `way_back` is HTML: where else one can go; `pages`: the lessons that have pages.
[[nodiscard]] std::string lesson_page(const LessonNumbers& lesson, const std::string& way_back,
                                      const std::set<std::string>& pages);

}  // namespace spillway::cli
