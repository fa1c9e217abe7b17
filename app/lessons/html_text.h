#pragma once

#include <set>
#include <string>
#include <string_view>

#include "app/lessons/markdown.h"

namespace spillway::lessons {

/// Text for HTML's content and its attributes in double quotes. What is no printable character is left out.
[[nodiscard]] std::string html_escaped(std::string_view text);

/// A lesson as HTML that needs no script: headings begin at <h2>, for the page's title is the <h1>. Links to web pages
/// and to the lessons that have pages (NAME.html) lead there; what only the window can do is its words.
[[nodiscard]] std::string html_text(const markdown::Document& document, const std::set<std::string>& pages);

}  // namespace spillway::lessons
