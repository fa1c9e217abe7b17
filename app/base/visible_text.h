#pragma once

#include <string>
#include <string_view>

namespace spillway::base {

/// Escapes everything in `text` that a terminal interprets: control characters (except line feed and tab), characters
/// that change the writing direction, and invalid UTF-8 become \x1b, \u202e and the like. Names, messages and compiler
/// output may come from an untrusted source.
[[nodiscard]] std::string visible_text(std::string_view text);

/// The same for text on one line: also writes line feeds and tabs as \n and \t.
[[nodiscard]] std::string visible_line(std::string_view text);

/// Writes the control characters that JSON allows (DEL and C1) as \u007f to \u009f.
[[nodiscard]] std::string visible_json(std::string_view json);

}  // namespace spillway::base
