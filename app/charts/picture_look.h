#pragma once

#include <cstddef>
#include <string_view>

#include "app/charts/style.h"

namespace spillway::charts {

/// Purpose of a picture: a printed page, a slide of 1280 x 720 for a lecture hall, or a column of a web page, which is
/// as narrow as a phone.
enum class Purpose { print, slides, column };

/// Sizes for a purpose. Slides are 16:9. A picture grows if its text needs more space.
struct PictureLook {
    ChartStyle style;        ///< single pictures
    ChartStyle sheet_style;  ///< several pictures side by side
    ChartStyle dense_style;  ///< pictures with much text: memory, code
    Size chart, least_sheet_chart, roofline, memory, map;
    double sm_width = 0;
    double footer_pixels = 11;
    bool is_for_slides = false;

    /// Number of charts per row.
    [[nodiscard]] std::size_t columns(std::size_t charts) const { return charts <= 3 ? charts : 2; }
    /// Size of each chart of a sheet. A slide's charts together fill 16:9, with a line of caption below.
    [[nodiscard]] Size sheet_chart(std::size_t charts) const;
    [[nodiscard]] std::size_t memory_columns() const { return is_for_slides ? 1 : 2; }
};

[[nodiscard]] PictureLook picture_look(Purpose purpose);

}  // namespace spillway::charts
