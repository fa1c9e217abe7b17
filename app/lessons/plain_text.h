#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/lessons/markdown.h"

namespace spillway::lessons {

inline constexpr std::size_t text_columns = 80;

/// Wraps text at `columns` characters (not bytes) and starts each line with `indent`. Keeps hard breaks.
[[nodiscard]] std::string wrapped(const std::string& text, const std::string& indent = {},
                                  std::size_t columns = text_columns);

/// A text table: each column as wide as its widest cell, numbers right-aligned, the first row underlined. A table wider
/// than `columns` is printed row by row, with the column's name before each cell.
[[nodiscard]] std::string text_table(const std::vector<std::vector<std::string>>& rows,
                                     std::size_t columns = text_columns);

/// A lesson as plain text for a terminal, a printer or a screen reader: headings underlined, code indented, web
/// addresses in parentheses. Ends with a line break unless it is empty.
[[nodiscard]] std::string plain_text(const markdown::Document& document);

}  // namespace spillway::lessons
