#include "app/charts/picture_look.h"

#include <algorithm>
#include <cmath>

#include "app/charts/svg.h"

namespace spillway::charts {

Size PictureLook::sheet_chart(std::size_t charts) const
{
    if (!is_for_slides || charts < 2) return least_sheet_chart;
    constexpr double wide = 16.0 / 9;
    const double gap = SvgOptions{}.gap, caption = 2.2 * footer_pixels;
    const auto across = static_cast<double>(columns(charts)), down = std::ceil(static_cast<double>(charts) / across);
    const double frame_width = (across + 1) * gap, frame_height = (down + 1) * gap + caption;
    const double width = across * least_sheet_chart.width + frame_width;
    const double height = down * least_sheet_chart.height + frame_height;
    return {(std::max(width, height * wide) - frame_width) / across,
            (std::max(height, width / wide) - frame_height) / down};
}

PictureLook picture_look(Purpose purpose)
{
    const ChartStyle print = ChartStyle::document();
    if (purpose == Purpose::print)
        return {print, print, print, {600, 420}, {480, 380}, {720, 480}, {860, 420}, {1240, 680}, 560, 11, false};
    if (purpose == Purpose::column) {
        // At the 374 pixels of a phone text has 12 pixels or more.
        ChartStyle column = print.scaled(1.2);
        column.curve_names = false;
        column.narrow = true;
        return {column, column, column, {400, 360}, {400, 360}, {400, 360}, {400, 420}, {400, 360}, 400, 12.7, false};
    }
    ChartStyle alone = print.scaled(2), beside = print.scaled(1.6), dense = print.scaled(1.6);
    alone.line_width = 4.5;
    beside.line_width = 4;
    return {alone, beside, dense, {1280, 720}, {622, 440}, {1280, 720}, {1280, 720}, {1920, 1040}, 1280, 17, true};
}

}  // namespace spillway::charts
