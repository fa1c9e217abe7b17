#include "app/answers/packed_json.h"

#include <zstd.h>

#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/answers/cbor_bounds.h"

namespace spillway::answers {
namespace {

constexpr std::uintmax_t max_file_bytes = 16 << 20;
constexpr unsigned long long max_plain_bytes = 64ULL << 20;
constexpr std::size_t max_values = 2'000'000;

}  // namespace

std::string pack_json(std::string_view magic, const nlohmann::json& json)
{
    std::string plain;
    nlohmann::json::to_cbor(json, nlohmann::detail::output_adapter<char>(plain));
    const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, 19);
    std::string packed(ZSTD_compressBound(plain.size()), '\0');
    const size_t bytes = ZSTD_compress2(context.get(), packed.data(), packed.size(), plain.data(), plain.size());
    if (ZSTD_isError(bytes)) return "";
    packed.resize(bytes);
    return std::string(magic) + packed;
}

std::optional<nlohmann::json> unpack_json(std::string_view magic, const std::string& file)
{
    if (!file.starts_with(magic)) return std::nullopt;
    const std::string_view compressed = std::string_view(file).substr(magic.size());
    const unsigned long long plain_bytes = ZSTD_getFrameContentSize(compressed.data(), compressed.size());
    if (plain_bytes == ZSTD_CONTENTSIZE_ERROR || plain_bytes == ZSTD_CONTENTSIZE_UNKNOWN) return std::nullopt;
    if (plain_bytes > max_plain_bytes) return std::nullopt;
    std::string plain(plain_bytes, '\0');
    const size_t bytes = ZSTD_decompress(plain.data(), plain.size(), compressed.data(), compressed.size());
    if (ZSTD_isError(bytes) || bytes != plain_bytes || !is_bounded_cbor(plain, max_values)) return std::nullopt;
    try {
        return nlohmann::json::from_cbor(plain);
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

std::optional<std::string> read_packed_file(const std::filesystem::path& path)
{
    std::error_code error;
    const auto bytes = std::filesystem::file_size(path, error);
    if (error || bytes > max_file_bytes) return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) return std::nullopt;
    return std::move(text).str();
}

}  // namespace spillway::answers
