#pragma once

// Checks the includes of a kernel source. NVRTC prints lines of unparsable files into its log, so an
// `#include "/etc/passwd"` would reveal that file to a reader of the log. Such a source is rejected before NVRTC runs.
// The check reads strings, comments and skipped #if branches like code, so that nothing can hide in them. It may
// therefore reject a harmless source.

#include <optional>
#include <string_view>

#include "app/model/error.h"

namespace spillway::compiler {

/// Maximum length of a kernel source.
inline constexpr std::size_t max_source_bytes = std::size_t{2} << 20;

/// Returns the first reason to reject the source: an include, import, embed or __has_include of an absolute path, of a
/// path with "..", or of a macro; a #line; a lone carriage return or a NUL. `name` is the file name in the Error.
[[nodiscard]] std::optional<model::Error> check_source(std::string_view name, std::string_view text);

}  // namespace spillway::compiler
