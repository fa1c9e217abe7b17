#pragma once

#include <string>
#include <string_view>

namespace spillway::base {

/// `text` with nothing in it that a terminal obeys: control characters (all but line feed and tab), those that turn the
/// direction of writing, and bytes that are no UTF-8 become \x1b, \u202e and the like. Names, messages and compilers'
/// words may come from a stranger.
[[nodiscard]] std::string visible_text(std::string_view text);

/// The same for text that is to stay on one line: line feeds and tabs become \n and \t.
[[nodiscard]] std::string visible_line(std::string_view text);

/// JSON text with the control characters that JSON lets stand (DEL and C1) written as \u007f to \u009f.
[[nodiscard]] std::string visible_json(std::string_view json);

}  // namespace spillway::base
