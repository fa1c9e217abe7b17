#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "app/charts/curve_facts.h"
#include "app/charts/layout.h"
#include "app/window/kit/chart_look.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// A chart with its position on the screen.
struct PlacedChart {
    charts::Chart chart;
    charts::Axis whole_x;  ///< the x axis without zoom
    charts::Drawing drawing;
    Rect card;

    [[nodiscard]] Rect to_screen(const charts::Rect& rect) const;
    [[nodiscard]] double x_under_mouse() const;
    [[nodiscard]] double y_under_mouse() const;
};

/// The charts on the screen, kept between frames. Their data is read again only after a change of the session or of a
/// choice; a chart's layout is computed again only after a change of its data, its size or the theme.
class ChartBoard {
public:
    /// The charts for these rectangles, one each, as far as there are charts. Valid until the next call.
    [[nodiscard]] std::span<const PlacedChart> update(const PanelContext& context, std::span<const Rect> places);
    /// The chart of that metric as of the last update(); null if there is none. With fewer rectangles than charts it
    /// may be one that is not on the screen.
    [[nodiscard]] const PlacedChart* find(std::string_view metric) const;
    /// Number of layouts computed since the start.
    [[nodiscard]] std::size_t layouts() const { return layouts_; }

private:
    /// Everything that the data depends on.
    struct DataKey {
        std::uint64_t revision = 0;
        std::set<std::string> hidden;
        std::vector<std::string> metrics;
        std::map<std::string, charts::AxisScale> y_scales;
        std::map<std::string, std::pair<double, double>> zoom;
        teaching::PinnedPointer pinned;
        std::optional<teaching::Sketch> sketch;
        bool shows_answers = false;
        std::string large_chart;
        int step = 1;  ///< step of the lesson: each question covers from its step on
        friend bool operator==(const DataKey&, const DataKey&) = default;
    };
    /// Everything that all layouts depend on, except data and size.
    struct LookKey {
        charts::ChartStyle style;
        charts::ChartFonts fonts;
        MeasuredWith measured;
        friend bool operator==(const LookKey&, const LookKey&) = default;
    };

    void read_data(const PanelContext& context);
    void lay_out(PlacedChart& placed);
    [[nodiscard]] std::size_t first_shown(const ViewState& view, std::size_t count) const;

    std::optional<DataKey> data_;
    std::optional<LookKey> look_;
    charts::CurveFacts facts_;
    std::vector<PlacedChart> placed_;
    std::vector<bool> is_stale_;  ///< per chart: the layout is older than the data
    std::size_t layouts_ = 0;
};

}  // namespace spillway::window
