#pragma once

#include <imgui.h>

#include <array>

#include "app/charts/drawing.h"
#include "app/charts/imgui_shapes.h"
#include "app/charts/palette.h"
#include "app/charts/style.h"
#include "app/charts/text_measure.h"

namespace spillway::charts {

/// A font of Dear ImGui and its size in pixels, the one it was rasterised for, so that it stays crisp. Never null.
struct ChartFont {
    ImFont* font = nullptr;
    float pixels = 13;
    friend bool operator==(const ChartFont&, const ChartFont&) = default;
};

/// By FontRole: title, subtitle, readout, tick, annotation, code.
using ChartFonts = std::array<ChartFont, font_role_count>;

/// The style with the fonts' sizes.
[[nodiscard]] ChartStyle with_fonts(ChartStyle style, const ChartFonts& fonts);

/// Measures text with the real fonts.
class ImFontTextMeasure final : public TextMeasure {
public:
    explicit ImFontTextMeasure(const ChartFonts& fonts) : fonts_(fonts) {}
    [[nodiscard]] double width(std::string_view text, FontRole font, double pixels) const override;
    [[nodiscard]] double line_height(FontRole font, double pixels) const override;
    [[nodiscard]] double ascent(FontRole font, double pixels) const override;

private:
    ChartFonts fonts_;
};

[[nodiscard]] ImU32 to_imgui(const Rgba& colour);

/// Paints a drawing with its upper left corner at `origin`, inside the list's current clip rectangle. The caller
/// handles tooltips (Drawing::nearest). Needs a Dear ImGui context.
void paint(const Drawing& drawing, ImDrawList& list, ImVec2 origin, const Palette& palette, const ChartFonts& fonts,
           const RoundShapes& shapes);

}  // namespace spillway::charts
