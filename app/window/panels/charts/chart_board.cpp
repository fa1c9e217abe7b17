#include "app/window/panels/charts/chart_board.h"

#include <algorithm>
#include <utility>

#include "app/window/kit/lesson_turning.h"
#include "app/window/kit/step_view.h"
#include "app/window/panels/charts/shown_charts.h"

namespace spillway::window {
namespace {

charts::Size size_of(const Rect& rect)
{
    return {static_cast<double>(rect.width()), static_cast<double>(rect.height())};
}

}  // namespace

Rect PlacedChart::to_screen(const charts::Rect& rect) const
{
    const auto x = [&](double at) { return card.min.x + static_cast<float>(at); };
    const auto y = [&](double at) { return card.min.y + static_cast<float>(at); };
    return {{x(rect.left), y(rect.top)}, {x(rect.right), y(rect.bottom)}};
}

double PlacedChart::x_under_mouse() const
{
    return drawing.x_value_at(static_cast<double>(ImGui::GetMousePos().x - card.min.x));
}

double PlacedChart::y_under_mouse() const
{
    return drawing.y.to_value(static_cast<double>(ImGui::GetMousePos().y - card.min.y));
}

void ChartBoard::read_data(const PanelContext& context)
{
    std::vector<charts::Chart> charts = whole_charts(context.session, context.view, facts_);
    placed_.resize(charts.size());
    is_stale_.resize(charts.size(), true);
    for (std::size_t i = 0; i < charts.size(); ++i) {
        placed_[i].whole_x = charts[i].x;
        zoom(charts[i], context.session, context.view);
        if (placed_[i].chart == charts[i]) continue;
        placed_[i].chart = std::move(charts[i]);
        is_stale_[i] = true;
    }
}

void ChartBoard::lay_out(PlacedChart& placed)
{
    const charts::ImFontTextMeasure measure(look_->fonts);
    placed.drawing = charts::layout(placed.chart, size_of(placed.card), look_->style, measure);
    ++layouts_;
}

const PlacedChart* ChartBoard::find(std::string_view metric) const
{
    const auto found = std::ranges::find_if(placed_, [&](const PlacedChart& each) { return each.chart.key == metric; });
    return found == placed_.end() ? nullptr : &*found;
}

/// A phone has room for one chart: the one that a question asks the learner to draw, else the first.
std::size_t ChartBoard::first_shown(const ViewState& view, std::size_t count) const
{
    const PlacedChart* asked = view.sketch ? find(view.sketch->metric) : nullptr;
    if (asked == nullptr) return 0;
    const auto at = static_cast<std::size_t>(asked - placed_.data());
    return at < count ? 0 : std::min(at, placed_.size() - count);
}

std::span<const PlacedChart> ChartBoard::update(const PanelContext& context, std::span<const Rect> places)
{
    const ViewState& view = context.view;
    DataKey data{context.session.revision(),
                 view.hidden_variants,
                 shown_metrics(context.session, view),
                 view.y_scales,
                 view.zoom,
                 view.pinned,
                 view.sketch,
                 tells_answers(view),
                 large_chart(context.session, view),
                 shown_step(view, context.session.selection().experiment)};
    if (data_ != data) {
        data_ = std::move(data);
        read_data(context);
    }
    charts::ChartStyle style = chart_style(context.theme, view.present);
    style.curve_names = view.present || view.filled == Part::charts || is_curve_revealed(context.session, view);
    LookKey look{style, chart_fonts(context.theme), measured_with(context.theme)};
    const bool is_new_look = look_ != look;
    look_ = look;
    const std::size_t count = std::min(placed_.size(), places.size()), first = first_shown(view, count);
    for (std::size_t i = 0; i < count; ++i) {
        PlacedChart& placed = placed_[first + i];
        const bool is_resized = size_of(placed.card) != size_of(places[i]);
        placed.card = places[i];
        if (is_new_look || is_resized || is_stale_[first + i]) lay_out(placed);
        is_stale_[first + i] = false;
    }
    return std::span(placed_).subspan(first, count);
}

}  // namespace spillway::window
