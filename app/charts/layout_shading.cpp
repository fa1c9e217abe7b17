#include "app/charts/layout_shading.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/charts/layout_guess.h"

namespace spillway::charts::parts {
namespace {

constexpr double shade = 0.11;  ///< of one band; overlapping bands are darker
constexpr double row_shade = 0.24;
constexpr double cover = 0.85;  ///< opacity of the background of text

/// Opacity that restores a shade of this opacity on top of a cover, which already lets a little of it through.
double restored_opacity(double opacity)
{
    return 1 - (1 - opacity) / (1 - (1 - cover) * opacity);
}
double restored_shade(std::size_t bands)
{
    return restored_opacity(1 - std::pow(1 - shade, static_cast<double>(bands)));
}

bool is_variant(const Series& series)
{
    return !series.hidden && !series.is_ghost && !series.is_secondary;
}

bool covers_all_variants(const Chart& chart, const FailureBand& band)
{
    return band.series_key.empty() || std::ranges::count_if(chart.series, is_variant) == 1;
}

bool has_failed(const Series& series)
{
    return std::ranges::any_of(series.points, [](const DataPoint& point) { return point.look == PointLook::failed; });
}

}  // namespace

double cross_radius(const Sheet& sheet)
{
    return sheet.style.marker_radius * 0.95;
}

double cross_row(const Sheet& sheet, const std::string& series_key)
{
    const double radius = cross_radius(sheet);
    double middle = sheet.drawing.plot.bottom - 1.6 * radius;
    for (const Series& series : sheet.chart.series) {
        if (!is_variant(series)) continue;
        if (series.key == series_key) break;
        if (has_failed(series)) middle -= 3 * radius;
    }
    return std::max(middle, sheet.drawing.plot.top + radius);
}

Span band_span(const Sheet& sheet, const FailureBand& band)
{
    if (!is_shown(sheet.chart, band.series_key)) return {};
    const AxisMapping& x = sheet.drawing.x;
    const Rect& plot = sheet.drawing.plot;
    double left = x.to_pixel(band.first), right = x.to_pixel(band.last);
    if (sheet.chart.x.categorical && sheet.chart.x.last > sheet.chart.x.first) {
        const double half = plot.width() / (sheet.chart.x.last - sheet.chart.x.first + 1) / 2;
        left -= half;
        right += half;
    } else if (right - left < sheet.px(4)) {
        left -= sheet.px(2);
        right += sheet.px(2);
    }
    return {std::max(left, plot.left), std::min(right, plot.right)};
}

void add_failure_shading(Sheet& sheet)
{
    const Rect& plot = sheet.drawing.plot;
    for (const FailureBand& band : sheet.chart.failures)
        if (const Span span = band_span(sheet, band); !span.empty()) {
            const double middle = cross_row(sheet, band.series_key), half = 1.45 * cross_radius(sheet);
            const Rect row{span.left, middle - half, span.right, middle + half};
            const bool is_whole = covers_all_variants(sheet.chart, band);
            sheet.add(Box{is_whole ? Rect{span.left, plot.top, span.right, plot.bottom} : row,
                          0,
                          {ColourRole::cliff, 0, is_whole ? shade : row_shade}});
        }
}

void add_label_ground(Sheet& sheet, const Rect& rect)
{
    const double rounding = sheet.px(3);
    sheet.add(Box{rect, rounding, {ColourRole::background, 0, cover}});
    if (auto tint = guess_tint(sheet.chart)) {
        tint->opacity = restored_opacity(tint->opacity);
        sheet.add(Box{rect, rounding, *tint});
    }
    std::vector<Span> bands;
    std::vector<double> edges{rect.left, rect.right};
    for (const FailureBand& band : sheet.chart.failures) {
        const Span span = band_span(sheet, band);
        if (span.empty() || !covers_all_variants(sheet.chart, band)) continue;
        bands.push_back(span);
        for (const double edge : {span.left, span.right})
            if (edge > rect.left && edge < rect.right) edges.push_back(edge);
    }
    std::sort(edges.begin(), edges.end());
    for (std::size_t i = 1; i < edges.size(); ++i) {
        const double middle = (edges[i - 1] + edges[i]) / 2;
        const auto here = static_cast<std::size_t>(std::count_if(
            bands.begin(), bands.end(), [&](const Span& span) { return span.left < middle && middle < span.right; }));
        const Rect part{edges[i - 1], rect.top, edges[i], rect.bottom};
        if (here > 0)
            sheet.add(Box{part, edges.size() == 2 ? rounding : 0, {ColourRole::cliff, 0, restored_shade(here)}});
    }
}

}  // namespace spillway::charts::parts
