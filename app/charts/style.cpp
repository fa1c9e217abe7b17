#include "app/charts/style.h"

namespace spillway::charts {

ChartStyle ChartStyle::scaled(double factor) const
{
    ChartStyle style = *this;
    style.scale *= factor;
    style.line_width *= factor;
    style.marker_radius *= factor;
    style.padding *= factor;
    style.rounding *= factor;
    for (double& pixels : style.font_pixels) pixels *= factor;
    return style;
}

ChartStyle ChartStyle::present()
{
    ChartStyle style = ChartStyle{}.scaled(1.5);
    style.line_width = 4;
    style.marker_radius = 6.5;
    style.padding = 16;
    return style;
}

ChartStyle ChartStyle::document()
{
    ChartStyle style;
    style.readout_labels = true;
    style.curve_names = true;
    style.tooltips = true;
    style.whole = true;
    return style;
}

}  // namespace spillway::charts
