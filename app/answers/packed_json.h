#pragma once

// A file of what ships with the program: a mark, then one zstd frame with a checksum, over CBOR.

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace spillway::answers {

/// `mark`: 16 bytes, a frame that zstd skips. Empty where zstd has no memory.
[[nodiscard]] std::string pack_json(std::string_view mark, const nlohmann::json& json);
/// Nothing for bytes that are not a whole file of this mark, or hold more than what ships ever does.
[[nodiscard]] std::optional<nlohmann::json> unpack_json(std::string_view mark, const std::string& file);

/// A file's bytes; nothing where it is not there or too large.
[[nodiscard]] std::optional<std::string> packed_file(const std::filesystem::path& path);

}  // namespace spillway::answers
