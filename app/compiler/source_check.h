#pragma once

// What a kernel's text may include. NVRTC prints the text of a file it cannot parse into its log, so an
// `#include "/etc/passwd"` would show that file to whoever reads the log: such a text is refused before
// NVRTC sees it. The check knows no state (strings, comments, #if), so that nothing can hide from it there;
// it would rather refuse one text too many.

#include <optional>
#include <string_view>

#include "app/model/error.h"

namespace spillway::compiler {

/// Longest kernel text taken.
inline constexpr std::size_t max_source_bytes = std::size_t{2} << 20;

/// Nothing, or the first reason not to compile the text: an include, import, embed or __has_include of an absolute
/// path, of one with "..", or of a macro; a #line; a lone carriage return or a NUL. `name` is shown as the file.
[[nodiscard]] std::optional<model::Error> check_source(std::string_view name, std::string_view text);

}  // namespace spillway::compiler
