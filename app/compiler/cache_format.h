#pragma once

// File format of the disk cache, for its three kinds of entries: compiled code, causes and disassembly.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/compiler/compile.h"
#include "app/model/cause.h"

namespace spillway::compiler {

/// First bytes of every cache file: a frame that zstd skips.
inline constexpr std::string_view cache_magic("\x50\x2a\x4d\x18\x08\0\0\0spillway", 16);

/// Converts between an entry and the content of its file. pack() returns nothing for an entry above 64 MiB. unpack()
/// accepts untrusted bytes; it returns nothing for a damaged file, another format version or another key. Public for
/// the tests.
[[nodiscard]] std::optional<std::string> pack(const std::string& key, const Compiled& compiled);
[[nodiscard]] std::optional<Compiled> unpack(const std::string& key, const std::string& content);

/// Same for the causes of local memory.
[[nodiscard]] std::optional<std::string> pack_causes(const std::string& key, const std::vector<model::Cause>& causes);
[[nodiscard]] std::optional<std::vector<model::Cause>> unpack_causes(const std::string& key,
                                                                     const std::string& content);

/// Same for the output of a disassembler.
[[nodiscard]] std::optional<std::string> pack_sass(const std::string& key, const SassTexts& texts);
[[nodiscard]] std::optional<SassTexts> unpack_sass(const std::string& key, const std::string& content);

}  // namespace spillway::compiler
