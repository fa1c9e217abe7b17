#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/charts/imgui_shapes.h"
#include "app/window/kit/find_font.h"
#include "app/window/kit/theme.h"

namespace spillway::window {

/// Adds the non-ASCII code points of a UTF-8 text to `into`. Skips invalid bytes.
void collect_code_points(std::string_view utf8, std::set<char32_t>& into);

/// Loads the font files once; builds Dear ImGui's atlas for a scale and the characters in use.
class Fonts {
public:
    Fonts();
    /// Reads the font files again: in a page, files with more characters follow the first ones. Call build() before the
    /// next use of the atlas.
    void reload();
    /// Sets the theme's fonts and round shapes. Glyphs are rasterised at Theme::scale x `raster_scale` times the role's
    /// size and drawn at 1 / raster_scale. Needs a current Dear ImGui context; the renderer must upload the texture
    /// again.
    void build(Theme& theme, float raster_scale, const std::set<char32_t>& code_points);

    /// Font names for `doctor`: "Inter, JetBrains Mono, WenQuanYi Micro Hei".
    [[nodiscard]] std::string description() const;
    [[nodiscard]] bool has_chinese() const { return !chinese_.file.path.empty(); }

private:
    struct Loaded {
        FontFile file;
        std::vector<unsigned char> bytes;
    };
    [[nodiscard]] static Loaded load(FontRole role);
    ImFont* add(const Loaded& face, float pixels, const ImWchar* ranges, bool with_chinese);
    void merge(const Loaded& face, float pixels, const ImWchar* ranges);

    Loaded sans_, bold_, mono_, symbols_, chinese_;
    std::vector<ImWchar> ranges_;
    charts::RoundShapes round_;
    unsigned builds_ = 0;
};

}  // namespace spillway::window
