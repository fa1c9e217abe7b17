#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "app/cli/lesson_numbers.h"

namespace spillway::cli {

/// A page without scripts or other files: `body` is HTML, `title` text.
[[nodiscard]] std::string plain_page(const std::string& title, const std::string& body);
/// True if plain_page() made this file.
[[nodiscard]] bool is_plain_page(const std::filesystem::path& file);

/// A lesson as such a page: text, questions with hidden answers, charts, tables of its curves, and its kernel's source.
/// `way_back`: HTML with links to other pages; `pages`: the lessons that have pages.
[[nodiscard]] std::string lesson_page(const LessonNumbers& lesson, const std::string& way_back,
                                      const std::set<std::string>& pages);

}  // namespace spillway::cli
