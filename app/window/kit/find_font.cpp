#include "app/window/kit/find_font.h"

#include <array>
#include <memory>
#include <span>

#include <fontconfig/fontconfig.h>

namespace spillway::window {
namespace {

struct PatternDeleter {
    void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
};
using Pattern = std::unique_ptr<FcPattern, PatternDeleter>;

/// Font families, best first; the last is fontconfig's own choice for the generic family.
std::span<const char* const> families(FontRole role)
{
    static constexpr std::array sans{"Inter", "Noto Sans", "Ubuntu", "Cantarell", "DejaVu Sans", "sans-serif"};
    static constexpr std::array mono{"JetBrains Mono",   "Noto Sans Mono",  "Ubuntu Mono",
                                     "DejaVu Sans Mono", "Liberation Mono", "monospace"};
    static constexpr std::array symbols{"DejaVu Sans", "Noto Sans Symbols2", "Noto Sans Math", "sans-serif"};
    static constexpr std::array chinese{"Noto Sans CJK SC", "Source Han Sans SC", "WenQuanYi Micro Hei",
                                        "WenQuanYi Zen Hei", "sans-serif"};
    switch (role) {
        case FontRole::sans:
        case FontRole::sans_bold: return sans;
        case FontRole::mono: return mono;
        case FontRole::symbols: return symbols;
        case FontRole::chinese: return chinese;
    }
    return sans;
}

Pattern pattern_for(const char* family, FontRole role)
{
    Pattern pattern(FcPatternCreate());
    FcPatternAddString(pattern.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>(family));
    FcPatternAddInteger(pattern.get(), FC_WEIGHT, role == FontRole::sans_bold ? FC_WEIGHT_DEMIBOLD : FC_WEIGHT_REGULAR);
    FcPatternAddInteger(pattern.get(), FC_SLANT, FC_SLANT_ROMAN);
    FcPatternAddBool(pattern.get(), FC_SCALABLE, FcTrue);
    if (role == FontRole::chinese)
        FcPatternAddString(pattern.get(), FC_LANG, reinterpret_cast<const FcChar8*>("zh-cn"));
    return pattern;
}

std::string text_of(FcPattern* pattern, const char* object)
{
    FcChar8* text = nullptr;
    return FcPatternGetString(pattern, object, 0, &text) == FcResultMatch ? reinterpret_cast<const char*>(text) : "";
}

bool covers_chinese(FcPattern* pattern)
{
    FcCharSet* characters = nullptr;
    return FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters) == FcResultMatch &&
           FcCharSetHasChar(characters, 0x4e2d);
}

/// Fontconfig's best match if it is the requested family (any family for a generic one).
FontFile match(const char* family, FontRole role, bool generic)
{
    Pattern pattern = pattern_for(family, role);
    FcConfigSubstitute(nullptr, pattern.get(), FcMatchPattern);
    FcDefaultSubstitute(pattern.get());
    FcResult result = FcResultNoMatch;
    const Pattern found(FcFontMatch(nullptr, pattern.get(), &result));
    if (!found) return {};
    const std::string format = text_of(found.get(), FC_FONTFORMAT);
    if (format != "TrueType" && format != "CFF") return {};
    FontFile file{text_of(found.get(), FC_FILE), 0, text_of(found.get(), FC_FAMILY)};
    if (!generic && file.family != family) return {};
    if (role == FontRole::chinese && !covers_chinese(found.get())) return {};
    FcPatternGetInteger(found.get(), FC_INDEX, 0, &file.face);
    file.face &= 0xffff;  // the upper half selects an instance of a variable font
    return file;
}

}  // namespace

std::set<char32_t> characters_that_ship()
{
    return {};
}

bool is_of_chinese_font(char32_t code)
{
    return code >= 0x2e80;
}

FontFile find_font(FontRole role)
{
    const auto list = families(role);
    for (const char* family : list)
        if (FontFile file = match(family, role, family == list.back()); !file.path.empty()) return file;
    return {};
}

}  // namespace spillway::window
