#pragma once

#include <set>
#include <string>
#include <string_view>

#include "app/lessons/markdown.h"

namespace spillway::lessons {

/// Escapes text for HTML content and attributes in double quotes. Drops characters that are not printable.
[[nodiscard]] std::string html_escaped(std::string_view text);

/// A lesson as HTML without scripts. Headings begin at <h2>, because the page's title is the <h1>. Links to web pages
/// and to lessons in `pages` (NAME.html) are kept; links that only the window can follow become plain text.
[[nodiscard]] std::string html_text(const markdown::Document& document, const std::set<std::string>& pages);

}  // namespace spillway::lessons
