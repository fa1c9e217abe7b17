#pragma once

#include <array>

#include <imgui.h>

#include "app/charts/imgui_shapes.h"
#include "app/charts/palette.h"

namespace spillway::window {

/// Colours, fonts and sizes of the whole window. Sizes are in pixels with every scale applied.
struct Theme {
    bool dark = true;
    float scale = 1;  ///< monitor x user x present mode: multiply every hard-coded length by it

    float reading_magnification = 1;           ///< extra factor for the text of the part that fills the window
    float code_pixels = 14.5f;                 ///< font height of code
    float dense_code_pixels = 14.5f;           ///< the same where 20 rows of code must fit, in present mode
    float code_row = 1.32f;                    ///< height of a row of code, in font heights
    const charts::Palette* palette = nullptr;  ///< source of the colours; never null

    // The palette's colours in Dear ImGui's packed format.
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
    ImFont* dense_code = nullptr;
    /// Fonts for the part that fills the window (magnified) and the originals. Without magnification both equal the
    /// fonts above.
    struct Fonts {
        ImFont *body = nullptr, *body_bold = nullptr, *small = nullptr, *heading = nullptr, *code = nullptr;
    } reading, plain;

    const charts::RoundShapes* round = nullptr;  ///< in the font atlas, with the same lifetime
    unsigned fonts_built = 0;                    ///< number of builds so far: each build frees the fonts of the
                                                 ///< previous one

    float line_width = 2;
    float marker_radius = 4;
    float rounding = 4;
    float padding = 10;
};

/// Colours and sizes; Fonts::build (fonts.h) fills in the fonts. Present mode has thicker lines, and code as large as
/// the rest of the text.
[[nodiscard]] Theme make_theme(bool dark, float scale, bool present);

/// Copies the fonts of an earlier theme; they stay valid until the next build.
void keep_fonts(Theme& theme, const Theme& before);

/// Fonts and scale used for a measurement. A font's address alone is not enough: the next build may reuse the address.
struct MeasuredWith {
    unsigned fonts_built = 0;  ///< 0: nothing measured yet
    const ImFont* body = nullptr;
    float scale = 0, body_pixels = 0;

    friend bool operator==(const MeasuredWith&, const MeasuredWith&) = default;
};
[[nodiscard]] MeasuredWith measured_with(const Theme& theme);

/// The theme for the part that fills the window: fonts and lengths magnified by `reading_magnification`.
[[nodiscard]] Theme reading_theme(const Theme& theme);
/// The theme that reading_theme() started from, for parts that need the space more than the size.
[[nodiscard]] Theme plain_theme(const Theme& reading);

/// The theme with small code in low rows, for the code pane of present mode.
[[nodiscard]] Theme dense_theme(const Theme& theme);

/// Applies the theme's colours and sizes to Dear ImGui's own widgets.
void apply_style(const Theme& theme);

/// The colour with another opacity, 0 to 1.
[[nodiscard]] ImU32 with_alpha(ImU32 colour, float alpha);

}  // namespace spillway::window
