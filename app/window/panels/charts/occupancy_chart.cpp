#include "app/window/panels/charts/occupancy_chart.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "app/model/metrics.h"
#include "app/teaching/advice.h"
#include "app/window/kit/flow.h"

namespace spillway::window {
namespace {

using model::OccupancyPoint;

struct Frame {
    ImVec2 from, to;
    double first, last;
    int max_warps;

    [[nodiscard]] float x(double value) const
    {
        return from.x + static_cast<float>((value - first) / std::max(1.0, last - first)) * (to.x - from.x);
    }
    [[nodiscard]] float y(int warps) const
    {
        return to.y - static_cast<float>(warps) / static_cast<float>(std::max(1, max_warps)) * (to.y - from.y);
    }
};

std::string x_text(const WhatIfChart& chart, std::int64_t value)
{
    return chart.is_bytes ? model::format_bytes(static_cast<double>(value))
                          : teaching::grouped(value) + " " + chart.unit;
}

std::string tick_text(const WhatIfChart& chart, std::int64_t value)
{
    return chart.is_bytes ? model::format_bytes(static_cast<double>(value / 1024 * 1024)) : teaching::grouped(value);
}

void draw_grid(ImDrawList* draw, const Theme& theme, const WhatIfChart& chart, const Frame& frame)
{
    for (int quarter = 0; quarter <= 4; quarter += 2) {
        const int warps = chart.max_warps * quarter / 4;
        const float y = std::round(frame.y(warps));
        draw->AddLine({frame.from.x, y}, {frame.to.x, y}, theme.grid, theme.scale);
        const std::string text = teaching::grouped(warps);
        const ImVec2 size = text_size(theme.small, text);
        draw_text(draw, theme.small, {frame.from.x - size.x - 5 * theme.scale, y - size.y / 2}, theme.text_muted, text);
    }
    const auto middle = static_cast<std::int64_t>((frame.first + frame.last) / 2);
    const std::int64_t ticks[] = {static_cast<std::int64_t>(frame.first), middle,
                                  static_cast<std::int64_t>(frame.last)};
    for (int i = 0; i < 3; ++i) {
        const std::string text = tick_text(chart, ticks[i]);
        const float width = text_size(theme.small, text).x;
        const float shift = i == 0 ? 0 : i == 1 ? width / 2 : width;
        draw_text(draw, theme.small, {frame.x(static_cast<double>(ticks[i])) - shift, frame.to.y + 3 * theme.scale},
                  theme.text_muted, text);
    }
}

/// The curve as steps, filled below; each flat step with enough room shows its blocks per SM.
void draw_curve(ImDrawList* draw, const Theme& theme, const WhatIfChart& chart, const Frame& frame)
{
    const std::vector<OccupancyPoint>& points = *chart.points;
    float label_end = frame.from.x - 100 * theme.scale;
    int step_warps = points.front().warps_per_sm;
    bool is_flat = true;  // blocks per SM are written only on flat steps
    float step_start = frame.x(static_cast<double>(points.front().x));
    for (std::size_t i = 0; i < points.size(); ++i) {
        const float x = frame.x(static_cast<double>(points[i].x)), y = frame.y(points[i].warps_per_sm);
        const bool is_last = i + 1 == points.size();
        const float next = is_last ? frame.to.x : frame.x(static_cast<double>(points[i + 1].x));
        draw->AddRectFilled({x, y}, {next, frame.to.y}, faded(theme.accent, 0.12F));
        draw->AddLine({x, y}, {next, y}, theme.accent, theme.line_width * 0.8F);
        is_flat = is_flat && points[i].warps_per_sm == step_warps;
        const bool jumps = is_last || points[i + 1].blocks_per_sm != points[i].blocks_per_sm;
        if (!is_last && points[i + 1].warps_per_sm != points[i].warps_per_sm)
            draw->AddLine({next, y}, {next, frame.y(points[i + 1].warps_per_sm)}, theme.accent,
                          theme.line_width * 0.8F);
        if (!jumps) continue;
        const std::string text = teaching::grouped(points[i].blocks_per_sm);
        const ImVec2 size = text_size(theme.small, text);
        const float middle = (step_start + next) / 2 - size.x / 2;
        const bool has_room = next - step_start > size.x + 6 * theme.scale && middle > label_end + 4 * theme.scale;
        if (has_room && is_flat && y + size.y < frame.to.y) {
            draw_text(draw, theme.small, {middle, y + 2 * theme.scale}, theme.text_muted, text);
            label_end = middle + size.x;
        }
        step_start = next;
        step_warps = is_last ? 0 : points[i + 1].warps_per_sm;
        is_flat = true;
    }
}

const OccupancyPoint& nearest(const std::vector<OccupancyPoint>& points, double x)
{
    return *std::min_element(points.begin(), points.end(), [x](const OccupancyPoint& a, const OccupancyPoint& b) {
        return std::abs(static_cast<double>(a.x) - x) < std::abs(static_cast<double>(b.x) - x);
    });
}

/// The step that contains x: the last point at or before it.
const OccupancyPoint& step_at(const std::vector<OccupancyPoint>& points, std::int64_t x)
{
    const OccupancyPoint* best = &points.front();
    for (const OccupancyPoint& point : points)
        if (point.x <= x) best = &point;
    return *best;
}

void draw_current(ImDrawList* draw, const Theme& theme, const WhatIfChart& chart, const Frame& frame)
{
    if (!chart.current) return;
    const float x = std::clamp(frame.x(static_cast<double>(*chart.current)), frame.from.x, frame.to.x);
    const float y = frame.y(step_at(*chart.points, *chart.current).warps_per_sm);
    draw->AddLine({x, frame.from.y}, {x, frame.to.y}, theme.cursor, theme.scale);
    fill_disc(draw, theme, {x, y}, theme.marker_radius + theme.scale, theme.panel);
    fill_disc(draw, theme, {x, y}, theme.marker_radius, theme.accent);
}

std::optional<std::int64_t> handle_mouse(const PanelContext& context, const WhatIfChart& chart, const Frame& frame)
{
    if (!ImGui::IsItemHovered()) return std::nullopt;
    const double share = (ImGui::GetMousePos().x - frame.from.x) / std::max(1.0F, frame.to.x - frame.from.x);
    const OccupancyPoint& point = nearest(*chart.points, frame.first + share * (frame.last - frame.first));
    const Theme& theme = context.theme;
    const float x = frame.x(static_cast<double>(point.x));
    ImGui::GetWindowDrawList()->AddLine({x, frame.from.y}, {x, frame.to.y}, faded(theme.cursor, 0.4F), theme.scale);
    std::string text = x_text(chart, point.x) + ": " + teaching::counted(point.blocks_per_sm, "block") + " per SM, " +
                       teaching::counted(point.warps_per_sm, "warp");
    if (chart.click_words) text += ". Click: " + chart.click_words(point.x) + ".";
    tooltip(theme, text);
    if (!chart.click_words) return std::nullopt;
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return point.x;
    return std::nullopt;
}

}  // namespace

std::optional<std::int64_t> draw_what_if(const PanelContext& context, const WhatIfChart& chart, ImVec2 size)
{
    const Theme& theme = context.theme;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton(chart.key.c_str(), size);
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const float line = text_size(theme.small, "0").y;
    draw_text(draw, theme.body_bold, corner, theme.text, chart.title);
    if (chart.points == nullptr || chart.points->empty()) {
        draw_text(draw, theme.small, {corner.x, corner.y + 2 * line}, theme.text_muted, "no result yet");
        return std::nullopt;
    }
    const float left = text_size(theme.small, "000").x + 6 * theme.scale;
    const Frame frame{{corner.x + left, corner.y + 2 * line},
                      {corner.x + size.x - 4 * theme.scale, corner.y + size.y - line - 5 * theme.scale},
                      static_cast<double>(chart.points->front().x),
                      static_cast<double>(chart.points->back().x),
                      chart.max_warps};
    draw_grid(draw, theme, chart, frame);
    draw_curve(draw, theme, chart, frame);
    draw_current(draw, theme, chart, frame);
    return handle_mouse(context, chart, frame);
}

}  // namespace spillway::window
