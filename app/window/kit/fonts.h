#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/charts/imgui_shapes.h"
#include "app/window/kit/find_font.h"
#include "app/window/kit/theme.h"

namespace spillway::window {

/// Code points of UTF-8 text beyond ASCII, added to `into`. Invalid bytes are skipped.
void collect_code_points(std::string_view utf8, std::set<char32_t>& into);

/// Loads the font files once; builds Dear ImGui's atlas for a scale and the characters that occur.
class Fonts {
public:
    Fonts();
    /// Sets the theme's fonts and round shapes, fonts each `scale` x `raster_scale` pixels tall times its role's size,
    /// drawn at 1 / raster_scale. Needs a current Dear ImGui context; a renderer must take the texture anew.
    void build(Theme& theme, float raster_scale, const std::set<char32_t>& code_points);

    /// "Inter, JetBrains Mono, WenQuanYi Micro Hei", for `doctor`.
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
