#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/lessons/markdown.h"

namespace spillway::lessons {

inline constexpr std::size_t text_columns = 80;

/// Words in lines of at most `columns` characters (not bytes), each line behind `indent`. Hard breaks stay.
[[nodiscard]] std::string wrapped(const std::string& text, const std::string& indent = {},
                                  std::size_t columns = text_columns);

/// Cells in columns as wide as their widest, numbers at the right; the first row is underlined. A table that is wider
/// than `columns` is printed row by row, each cell after its column's name.
[[nodiscard]] std::string text_table(const std::vector<std::vector<std::string>>& rows,
                                     std::size_t columns = text_columns);

/// A lesson for a terminal, a printer and a screen reader: headings underlined, code indented, addresses of web links
/// in brackets. Ends with a line break where it is not empty.
[[nodiscard]] std::string plain_text(const markdown::Document& document);

}  // namespace spillway::lessons
