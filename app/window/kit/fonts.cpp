#include "app/window/kit/fonts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>

#include "app/window/kit/compat.h"

namespace spillway::window {
namespace {

bool is_font(const std::vector<unsigned char>& bytes)
{
    if (bytes.size() < 1024) return false;
    const std::string_view magic(reinterpret_cast<const char*>(bytes.data()), 4);
    using namespace std::string_view_literals;
    return magic == "\0\1\0\0"sv || magic == "OTTO"sv || magic == "ttcf"sv || magic == "true"sv;
}

/// Characters that any text may contain: Latin, Greek, punctuation, arrows, mathematical signs, shapes.
constexpr std::array<ImWchar, 33> base_ranges{0x0020, 0x00ff, 0x0391, 0x03c9, 0x2010, 0x2026, 0x2030, 0x203a, 0x2070,
                                              0x208e, 0x2126, 0x2126, 0x2190, 0x2199, 0x21d0, 0x21d5, 0x2200, 0x2211,
                                              0x221a, 0x221e, 0x2248, 0x2265, 0x22c5, 0x22c5, 0x2500, 0x254b, 0x2581,
                                              0x2593, 0x25a0, 0x25cf, 0x2713, 0x2717, 0};

}  // namespace

void collect_code_points(std::string_view utf8, std::set<char32_t>& into)
{
    for (std::size_t i = 0; i < utf8.size();) {
        const auto lead = static_cast<unsigned char>(utf8[i++]);
        const int more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : 0;
        if (more == 0) continue;
        char32_t code = lead & (0x3fu >> more);
        int taken = 0;
        for (; taken < more && i < utf8.size() && (static_cast<unsigned char>(utf8[i]) & 0xc0) == 0x80; ++taken)
            code = (code << 6) | (static_cast<unsigned char>(utf8[i++]) & 0x3f);
        if (taken == more && code >= 0x80) into.insert(code);
    }
}

Fonts::Fonts()
{
    reload();
}

void Fonts::reload()
{
    sans_ = load(FontRole::sans);
    bold_ = load(FontRole::sans_bold);
    mono_ = load(FontRole::mono);
    symbols_ = load(FontRole::symbols);
    chinese_ = {find_font(FontRole::chinese), {}};  // several megabytes: loaded only when a text needs it
}

Fonts::Loaded Fonts::load(FontRole role)
{
    Loaded loaded{find_font(role), {}};
    std::ifstream stream(loaded.file.path, std::ios::binary);
    loaded.bytes.assign(std::istreambuf_iterator<char>(stream), {});
    if (!is_font(loaded.bytes)) loaded = {};
    return loaded;
}

void Fonts::merge(const Loaded& face, float pixels, const ImWchar* ranges)
{
    ImFontConfig config;
    config.MergeMode = true;
    config.FontDataOwnedByAtlas = false;
    config.FontNo = face.file.face;
    config.PixelSnapH = false;
    ImGui::GetIO().Fonts->AddFontFromMemoryTTF(const_cast<unsigned char*>(face.bytes.data()),
                                               static_cast<int>(face.bytes.size()), pixels, &config, ranges);
}

ImFont* Fonts::add(const Loaded& face, float pixels, const ImWchar* ranges, bool with_chinese)
{
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.FontNo = face.file.face;
    config.OversampleH = pixels > 24 ? 1 : 2;
    config.OversampleV = 1;
    ImFont* font = nullptr;
    if (face.bytes.empty()) {
        config.SizePixels = std::round(pixels);
        font = ImGui::GetIO().Fonts->AddFontDefault(&config);
    } else {
        font = ImGui::GetIO().Fonts->AddFontFromMemoryTTF(const_cast<unsigned char*>(face.bytes.data()),
                                                          static_cast<int>(face.bytes.size()), pixels, &config, ranges);
    }
    if (!symbols_.bytes.empty()) merge(symbols_, pixels, ranges);
    if (with_chinese && !chinese_.bytes.empty()) merge(chinese_, pixels, ranges);
    return font;
}

void Fonts::build(Theme& theme, float raster_scale, const std::set<char32_t>& code_points)
{
    ImFontGlyphRangesBuilder glyphs;
    glyphs.AddRanges(base_ranges.data());
    bool with_chinese = false;
    for (const char32_t code : code_points) {
        if (code > 0xffff) continue;  // Dear ImGui's default character type has 16 bits
        glyphs.AddChar(static_cast<ImWchar>(code));
        with_chinese |= is_of_chinese_font(code);
    }
    ImVector<ImWchar> built;
    glyphs.BuildRanges(&built);
    ranges_.assign(built.begin(), built.end());  // the atlas keeps the pointer
    if (with_chinese && chinese_.bytes.empty() && !chinese_.file.path.empty()) chinese_ = load(FontRole::chinese);

    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
#if IMGUI_VERSION_NUM < 19200
    atlas.TexDesiredWidth = theme.scale * raster_scale > 1.4f ? 4096 : 2048;
#endif
    const float unit = theme.scale * raster_scale;
    const ImWchar* ranges = ranges_.data();
    theme.body = add(sans_, std::round(16 * unit), ranges, with_chinese);
    theme.body_bold = add(bold_.bytes.empty() ? sans_ : bold_, std::round(16 * unit), ranges, with_chinese);
    theme.small = add(sans_, std::round(13.5f * unit), ranges, with_chinese);
    theme.heading = add(bold_.bytes.empty() ? sans_ : bold_, std::round(19 * unit), ranges, with_chinese);
    const float larger = unit * theme.reading_magnification;
    theme.code = add(mono_, std::round(theme.code_pixels * raster_scale), ranges, with_chinese);
    theme.dense_code = theme.dense_code_pixels == theme.code_pixels
                           ? theme.code
                           : add(mono_, std::round(theme.dense_code_pixels * raster_scale), ranges, with_chinese);
    theme.plain = theme.reading = {theme.body, theme.body_bold, theme.small, theme.heading, theme.code};
    if (theme.reading_magnification > 1)
        theme.reading = {add(sans_, std::round(16 * larger), ranges, with_chinese),
                         add(bold_.bytes.empty() ? sans_ : bold_, std::round(16 * larger), ranges, with_chinese),
                         add(sans_, std::round(13.5f * larger), ranges, with_chinese),
                         add(bold_.bytes.empty() ? sans_ : bold_, std::round(19 * larger), ranges, with_chinese),
                         add(mono_, std::round(theme.code_pixels * raster_scale * theme.reading_magnification), ranges,
                             with_chinese)};
    set_raster_scale(raster_scale);
    theme.round = &round_;
    round_.reserve(atlas, raster_scale);
#if IMGUI_VERSION_NUM < 19200
    atlas.Build();
#endif
    round_.rasterise(atlas);
    theme.fonts_built = ++builds_;
}

std::string Fonts::description() const
{
    std::string text = sans_.file.family.empty() ? "Dear ImGui's built-in font" : sans_.file.family;
    for (const Loaded* face : {&mono_, &chinese_})
        if (!face->file.family.empty()) text += ", " + face->file.family;
    return text;
}

}  // namespace spillway::window
