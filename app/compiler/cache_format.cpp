#include "app/compiler/cache_format.h"

#include <zstd.h>

#include "app/answers/cbor_bounds.h"
#include "app/protocol/json_visitors.h"
#include "app/protocol/plausibility.h"

namespace spillway::compiler {
namespace {

using protocol::Json;

constexpr int format = 21;
constexpr unsigned long long max_content_bytes = 64ULL << 20;
constexpr std::int64_t max_local_bytes = std::int64_t{1} << 40;  ///< per function
constexpr std::size_t max_values = 200'000;  ///< each becomes an object in memory: 60 MB of small values took gigabytes

Json bytes_of(const std::string& text)
{
    return Json::binary(std::vector<std::uint8_t>(text.begin(), text.end()));
}

std::string text_of(const Json& json)
{
    const auto& bytes = json.get_binary();
    return {bytes.begin(), bytes.end()};
}

/// Packs an entry: the magic number, then one zstd frame with a checksum over format, key and content.
std::optional<std::string> sealed(const std::string& key, Json content)
{
    content["format"] = format;
    content["key"] = key;
    std::string plain;
    Json::to_cbor(content, nlohmann::detail::output_adapter<char>(plain));
    if (plain.size() > max_content_bytes) return std::nullopt;

    const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, 1);
    std::string packed(ZSTD_compressBound(plain.size()), '\0');
    const size_t bytes = ZSTD_compress2(context.get(), packed.data(), packed.size(), plain.data(), plain.size());
    if (ZSTD_isError(bytes)) return std::nullopt;
    packed.resize(bytes);
    return std::string(cache_magic) + packed;
}

/// Unpacks an entry of sealed() and decodes it with `read`, which may throw Json exceptions.
template <typename Content>
std::optional<Content> opened(const std::string& key, const std::string& file,
                              std::optional<Content> (*read)(const Json&))
{
    if (!file.starts_with(cache_magic)) return std::nullopt;
    const std::string_view content = std::string_view(file).substr(cache_magic.size());
    const unsigned long long plain_bytes = ZSTD_getFrameContentSize(content.data(), content.size());
    if (plain_bytes == ZSTD_CONTENTSIZE_ERROR || plain_bytes == ZSTD_CONTENTSIZE_UNKNOWN) return std::nullopt;
    if (plain_bytes > max_content_bytes) return std::nullopt;
    std::string plain(plain_bytes, '\0');
    const size_t bytes = ZSTD_decompress(plain.data(), plain.size(), content.data(), content.size());
    if (ZSTD_isError(bytes) || bytes != plain_bytes || !answers::is_bounded_cbor(plain, max_values))
        return std::nullopt;
    try {
        const Json json = Json::from_cbor(plain);
        if (json.at("format") != format || json.at("key") != key) return std::nullopt;
        return read(json);
    } catch (const Json::exception&) {
        return std::nullopt;  // another version or kind, or another program's file: treat it as absent
    }
}

std::optional<Compiled> read_compiled(const Json& json)
{
    Compiled compiled;
    protocol::JsonReader reader(json, "entry");
    reader("report", compiled.report);
    if (reader.problem()) return std::nullopt;
    compiled.ptx_inspection.local_bytes_by_function =
        json.at("ptx_local_bytes").get<std::map<std::string, std::int64_t>>();
    for (const auto& [name, local] : compiled.ptx_inspection.local_bytes_by_function) {
        if (local < 0 || local > max_local_bytes) return std::nullopt;
        compiled.ptx_inspection.local_bytes += local;
    }
    compiled.advice = json.at("advice");
    compiled.entry = json.at("entry");
    compiled.ptx = text_of(json.at("ptx"));
    compiled.cubin = text_of(json.at("cubin"));
    std::vector<OutsideFile> outside;
    for (const Json& file : json.at("outside")) outside.push_back({file.at(0), file.at(1), file.at(2)});
    if (!outside.empty()) compiled.outside = std::make_shared<OutsideFiles>(std::move(outside));
    return compiled;
}

std::optional<SassTexts> read_sass(const Json& json)
{
    const Json& why = json.at("why_no_life");
    return SassTexts{text_of(json.at("sass")), text_of(json.at("life")),
                     why.is_null() ? std::nullopt : std::optional(why.get<std::string>())};
}

std::optional<std::vector<model::Cause>> read_causes(const Json& json)
{
    std::vector<model::Cause> causes;
    protocol::JsonReader reader(json, "entry");
    reader("causes", causes);
    if (reader.problem() || protocol::why_implausible(causes)) return std::nullopt;
    return causes;
}

}  // namespace

std::optional<std::string> pack_causes(const std::string& key, const std::vector<model::Cause>& causes)
{
    return sealed(key, {{"causes", protocol::to_json(causes)}});
}

std::optional<std::vector<model::Cause>> unpack_causes(const std::string& key, const std::string& content)
{
    return opened(key, content, read_causes);
}

std::optional<std::string> pack(const std::string& key, const Compiled& compiled)
{
    Json outside = Json::array();
    if (compiled.outside)
        for (const OutsideFile& file : compiled.outside->files())
            outside.push_back({file.path, file.bytes, file.changed_ns});
    return sealed(key, {{"report", protocol::to_json(compiled.report)},
                        {"ptx_local_bytes", compiled.ptx_inspection.local_bytes_by_function},
                        {"advice", compiled.advice},
                        {"entry", compiled.entry},
                        {"ptx", bytes_of(compiled.ptx)},
                        {"cubin", bytes_of(compiled.cubin)},
                        {"outside", std::move(outside)}});
}

std::optional<Compiled> unpack(const std::string& key, const std::string& file)
{
    return opened(key, file, read_compiled);
}

std::optional<std::string> pack_sass(const std::string& key, const SassTexts& texts)
{
    return sealed(key, {{"sass", bytes_of(texts.code)},
                        {"life", bytes_of(texts.life)},
                        {"why_no_life", texts.why_no_life ? Json(*texts.why_no_life) : Json(nullptr)}});
}

std::optional<SassTexts> unpack_sass(const std::string& key, const std::string& file)
{
    return opened(key, file, read_sass);
}

}  // namespace spillway::compiler
