#pragma once

#include <array>

#include "app/charts/drawing.h"

namespace spillway::charts {

struct Rgba {
    unsigned char r = 0, g = 0, b = 0;
    double a = 1;
    friend bool operator==(const Rgba&, const Rgba&) = default;
};

/// All colours of the program, in the window and in files. Series colours are Okabe and Ito's, lightened or darkened
/// until they contrast with a panel (at least 3:1; text at least 4.5:1).
struct Palette {
    Rgba ground;  ///< between the panels
    Rgba panel, panel_border;
    Rgba text, text_muted, text_faint;
    Rgba accent, accent_soft;
    Rgba warning, error, good;
    Rgba local_highlight, local_highlight_text;  ///< line of code that accesses local memory
    Rgba grid, axis, cursor, cursor_label, cliff, reference;
    std::array<Rgba, 8> series;

    [[nodiscard]] Rgba resolve(const Colour& colour) const;
    [[nodiscard]] static const Palette& dark();
    [[nodiscard]] static const Palette& light();
};

/// WCAG 2 contrast ratio of two opaque colours, 1 to 21.
[[nodiscard]] double contrast(const Rgba& a, const Rgba& b);

}  // namespace spillway::charts
