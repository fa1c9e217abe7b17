#pragma once

#include <cstddef>
#include <string_view>

#include "app/charts/style.h"

namespace spillway::charts {

/// What a picture is for: a page that is held in the hand, or a slide of 1280 x 720 that a room reads.
enum class Purpose { print, slides };

/// Sizes of the pictures for a purpose; both are light. A picture whose words need more room is larger.
struct PictureLook {
    ChartStyle style;        ///< of a picture that stands alone
    ChartStyle sheet_style;  ///< of several beside each other
    ChartStyle dense_style;  ///< of pictures with much text: memory, code
    Size chart, sheet_chart, roofline, memory, map;
    double sm_width = 0;
    double footer_pixels = 11;
    bool is_for_slides = false;

    /// How many of so many charts stand beside each other.
    [[nodiscard]] std::size_t columns(std::size_t charts) const { return charts <= 3 ? charts : 2; }
    [[nodiscard]] std::size_t memory_columns() const { return is_for_slides ? 1 : 2; }
};

[[nodiscard]] PictureLook picture_look(Purpose purpose);

}  // namespace spillway::charts
