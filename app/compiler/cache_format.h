#pragma once

// The content of one file of the disk cache, of either kind.

#include <optional>
#include <string>
#include <string_view>

#include "app/compiler/compile.h"

namespace spillway::compiler {

/// How every cache file begins: a frame that zstd skips.
inline constexpr std::string_view cache_mark("\x50\x2a\x4d\x18\x08\0\0\0spillway", 16);

/// The content of a cache file and back. Exposed for the tests; unpack() takes hostile bytes.
[[nodiscard]] std::optional<std::string> pack(const std::string& key, const Compiled& compiled);
[[nodiscard]] std::optional<Compiled> unpack(const std::string& key, const std::string& content);

/// Likewise of a disassembler's texts.
[[nodiscard]] std::optional<std::string> pack_sass(const std::string& key, const SassTexts& texts);
[[nodiscard]] std::optional<SassTexts> unpack_sass(const std::string& key, const std::string& content);

}  // namespace spillway::compiler
