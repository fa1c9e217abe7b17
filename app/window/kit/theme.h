#pragma once

#include <array>

#include <imgui.h>

#include "app/charts/imgui_shapes.h"
#include "app/charts/palette.h"

namespace spillway::window {

/// Colours, fonts and sizes of the whole window. Sizes are pixels with every scale applied.
struct Theme {
    bool dark = true;
    float scale = 1;  ///< monitor times user times present mode: multiply every hard-coded length by it

    float reading_magnification = 1;           ///< of the type of what fills the window, beside all other
    float code_pixels = 14.5f;                 ///< height of the type of code
    const charts::Palette* palette = nullptr;  ///< where the colours come from; never null

    // The palette's colours, packed as Dear ImGui packs them.
    ImU32 background, panel, panel_border, text, text_muted, text_faint, accent, accent_soft;
    ImU32 grid, cursor, warning, error, good;
    ImU32 local_highlight, local_highlight_text;
    std::array<ImU32, 8> series;

    // Fonts; never null after the atlas is built.
    ImFont* body = nullptr;
    ImFont* body_bold = nullptr;
    ImFont* small = nullptr;  ///< labels, axis ticks
    ImFont* heading = nullptr;
    ImFont* code = nullptr;
    /// The same magnified, for what fills the window, and as they were; where nothing is magnified the fonts above.
    struct Fonts {
        ImFont *body = nullptr, *body_bold = nullptr, *small = nullptr, *heading = nullptr, *code = nullptr;
    } reading, plain;

    const charts::RoundShapes* round = nullptr;  ///< in the fonts' atlas, and as long there as they are
    unsigned fonts_built = 0;                    ///< how many times: each build frees the fonts of the one before

    float line_width = 2;
    float marker_radius = 4;
    float rounding = 4;
    float padding = 10;
};

/// Colours and sizes; fonts are filled in by build_fonts (fonts.h). Present mode has thicker lines, and code as large
/// as all else that is read.
[[nodiscard]] Theme make_theme(bool dark, float scale, bool present);

/// The fonts of a theme of before, which are as they were until the next build.
void keep_fonts(Theme& theme, const Theme& before);

/// What a text was measured with. A font's address tells nothing alone: the next build may put another font there.
struct MeasuredWith {
    unsigned fonts_built = 0;  ///< 0: nothing was measured yet
    const ImFont* body = nullptr;
    float scale = 0, body_pixels = 0;

    friend bool operator==(const MeasuredWith&, const MeasuredWith&) = default;
};
[[nodiscard]] MeasuredWith measured_with(const Theme& theme);

/// For what is read from the last row: fonts, and lengths with them, as large as the code beside it.
[[nodiscard]] Theme reading_theme(const Theme& theme);
/// The theme that a reading_theme() was made of, for what needs the room rather than the size.
[[nodiscard]] Theme plain_theme(const Theme& reading);

/// Dear ImGui's own widgets in the theme's colours and sizes.
void apply_style(const Theme& theme);

/// The colour with another opacity, 0 to 1.
[[nodiscard]] ImU32 with_alpha(ImU32 colour, float alpha);

}  // namespace spillway::window
