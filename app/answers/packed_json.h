#pragma once

// Format of the data files that ship with the program: 16 magic bytes, then CBOR in one zstd frame with a checksum.

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace spillway::answers {

/// `magic`: 16 bytes, a skippable zstd frame. Empty if zstd fails.
[[nodiscard]] std::string pack_json(std::string_view magic, const nlohmann::json& json);
/// Empty for bytes that are not a whole file with this magic, or that hold more than any shipped file.
[[nodiscard]] std::optional<nlohmann::json> unpack_json(std::string_view magic, const std::string& file);

/// A file's bytes; std::nullopt if it is missing or larger than 16 MiB. In the web page, an empty text stands for a
/// file that has not been downloaded yet.
[[nodiscard]] std::optional<std::string> read_packed_file(const std::filesystem::path& path);

}  // namespace spillway::answers
