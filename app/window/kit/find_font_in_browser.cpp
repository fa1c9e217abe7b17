#include "app/window/kit/find_font.h"

#include <filesystem>

namespace spillway::window {
namespace {

/// scripts/build-web.sh packs the fonts under these names.
FontFile packed(FontRole role)
{
    switch (role) {
        case FontRole::sans: return {"/fonts/sans", 0, "Inter"};
        case FontRole::sans_bold: return {"/fonts/sans-bold", 0, "Inter"};
        case FontRole::mono: return {"/fonts/mono", 0, "JetBrains Mono"};
        case FontRole::symbols: return {"/fonts/symbols", 0, "DejaVu Sans"};
        case FontRole::chinese: return {"/fonts/chinese", 0, "WenQuanYi Micro Hei"};
    }
    return {};
}

}  // namespace

FontFile find_font(FontRole role)
{
    FontFile file = packed(role);
    std::error_code ignored;
    return std::filesystem::exists(file.path, ignored) ? file : FontFile{};
}

}  // namespace spillway::window
