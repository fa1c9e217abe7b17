#include "app/charts/memory_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/model/metrics.h"

namespace spillway::charts {
namespace {

/// A level's box: its row, and its part of the row's width.
struct Place {
    MemoryLevel level;
    int row;
    double from, to;
};

constexpr std::array places{Place{MemoryLevel::registers, 0, 0, 1},   Place{MemoryLevel::shared, 1, 0, 0.22},
                            Place{MemoryLevel::l1, 1, 0.24, 0.66},    Place{MemoryLevel::texture, 1, 0.68, 0.83},
                            Place{MemoryLevel::constant, 1, 0.85, 1}, Place{MemoryLevel::l2, 2, 0, 1},
                            Place{MemoryLevel::dram, 3, 0, 1},        Place{MemoryLevel::host, 3, 0.66, 1}};
constexpr int rows = 4;
constexpr double dram_beside_host = 0.62;  ///< right end of DRAM if host memory is drawn

/// Input and sizes of the layout.
struct Plan {
    const MemoryFlow& flow;
    const ChartStyle& style;
    const TextMeasure& measure;
    Drawing& drawing;
    double box_height, gap, left, width, top, max_bytes, thickest;
    bool has_host;

    [[nodiscard]] Rect box_of(MemoryLevel level) const
    {
        const Place& place = *std::ranges::find(places, level, &Place::level);
        const double y = top + place.row * (box_height + gap);
        const double to = level == MemoryLevel::dram && has_host ? dram_beside_host : place.to;
        return {left + place.from * width, y, left + to * width, y + box_height};
    }
    [[nodiscard]] double px(double length) const { return length * style.scale; }
    template <typename P>
    void add(P primitive) const
    {
        drawing.primitives.push_back(std::move(primitive));
    }
    /// Adds the first form that fits, at x with its top at y; nothing if none fits.
    void add_text(const std::vector<std::string>& forms, double x, double y, Anchor anchor, FontRole font,
                  Colour colour, double room) const
    {
        const double pixels = style.font(font), height = measure.line_height(font, pixels);
        for (const std::string& text : forms) {
            const double length = measure.width(text, font, pixels);
            if (length > room) continue;
            const double start = anchor == Anchor::start ? x : anchor == Anchor::middle ? x - length / 2 : x - length;
            add(Text{text,
                     {x, y + measure.ascent(font, pixels)},
                     anchor,
                     font,
                     pixels,
                     colour,
                     {start, y, start + length, y + height}});
            return;
        }
    }
};

std::string share_words(const std::optional<double>& share)
{
    if (!share) return {};
    const double percent = 100 * *share;
    return (percent < 0.1 ? "< 0.1" : fmt::format("{:.{}f}", percent, percent < 10 ? 1 : 0)) + " %";
}

/// Names of a box, from long to short.
std::vector<std::string> box_words(const MemoryFlow& flow, MemoryLevel level)
{
    const std::string name = level_name(level);
    if (level == MemoryLevel::shared) return {name, "Shared"};
    if (level == MemoryLevel::texture) return {name, "Tex"};
    if (level == MemoryLevel::constant) return {name, "Const"};
    const bool is_dram = level == MemoryLevel::dram;
    const std::optional<double> time_share = is_dram                    ? flow.dram_share
                                             : level == MemoryLevel::l1 ? flow.l1_share
                                                                        : std::nullopt;
    if (!time_share) return {name};
    const std::string share = share_words(time_share);
    if (is_dram ? flow.limited_by.starts_with("dram_") : flow.limited_by == "l1")
        return {name + ": " + share + " of the time, the limit", name + ": " + share, name};
    return {name + ": " + share + " of the time", name + ": " + share, name};
}

void add_boxes(const Plan& plan)
{
    for (const Place& place : places) {
        if (place.level == MemoryLevel::host && !plan.has_host) continue;
        const Rect rect = plan.box_of(place.level);
        plan.add(Box{rect, plan.style.rounding, {ColourRole::grid, 0, 0.9}});
        const double height = plan.measure.line_height(FontRole::readout, plan.style.font(FontRole::readout));
        plan.add_text(box_words(plan.flow, place.level), (rect.left + rect.right) / 2,
                      (rect.top + rect.bottom - height) / 2, Anchor::middle, FontRole::readout,
                      {ColourRole::text, 0, 1}, rect.width() - plan.px(8));
    }
}

bool is_upwards(const MemoryArrow& arrow)
{
    return arrow.from > arrow.to;
}

/// Draws a shaft between two boxes, with a head at its end. Returns the shaft without its head.
Rect add_shaft(const Plan& plan, double centre, double half, double low, double high, bool upwards, Colour colour)
{
    const double head = std::min(std::max(half * 0.9, plan.px(6)), (low - high) * 0.45);
    const double wing = half + plan.px(4);
    const double neck = upwards ? high + head : low - head, tip = upwards ? high : low;
    const double tail = upwards ? low : high;
    const Rect shaft{centre - half, std::min(neck, tail), centre + half, std::max(neck, tail)};
    plan.add(Box{shaft, 0, colour});
    const std::vector<Point> base{{centre - wing, neck}, {centre, neck}, {centre + wing, neck}};
    const std::vector<Point> point{{centre - wing, neck}, {centre, tip}, {centre + wing, neck}};
    plan.add(Area{upwards ? point : base, upwards ? base : point, colour});
    return shaft;
}

/// Adds up to three lines beside an arrow: bytes, share of the time, local memory's part.
void add_words(const Plan& plan, const MemoryArrow& arrow, double x, double middle, double room, Anchor side)
{
    const double line = plan.measure.line_height(FontRole::annotation, plan.style.font(FontRole::annotation));
    const bool is_limit = !arrow.resource.empty() && arrow.resource == plan.flow.limited_by;
    const Colour ink{is_limit ? ColourRole::cliff_text : ColourRole::text, 0, 1}, muted{ColourRole::text_muted, 0, 1};
    const bool is_one_line = plan.gap < 2 * line;
    double y = middle - line * (is_one_line ? 0.5 : plan.gap < 3 * line ? 1 : 1.5);
    const auto add = [&](const std::vector<std::string>& forms, Colour colour) {
        plan.add_text(forms, x, y, side, FontRole::annotation, colour, room);
        y += line;
    };
    if (arrow.bytes == 0) return add({"nothing"}, muted);
    const std::string what = arrow.is_both_ways ? " moved" : is_upwards(arrow) ? " read" : " written";
    const std::string bytes = model::format_bytes(arrow.bytes), share = share_words(arrow.roof_share);
    if (is_one_line && !share.empty()) {
        const std::string both = (arrow.is_upper_bound ? "≤ " : "") + bytes + ", " + share;
        return add({both + (is_limit ? " of the time: the limit" : " of the time"),
                    both + (is_limit ? ": the limit" : ""), both, (arrow.is_upper_bound ? "≤ " : "") + bytes},
                   ink);
    }
    add({(arrow.is_upper_bound ? "up to " : "") + bytes + what, (arrow.is_upper_bound ? "≤ " : "") + bytes}, ink);
    if (is_one_line) return;
    if (arrow.bytes_per_second)
        add({fmt::format("{:.0f} GB/s over the bus", *arrow.bytes_per_second / 1e9),
             fmt::format("{:.0f} GB/s", *arrow.bytes_per_second / 1e9)},
            muted);
    const std::string part =
        arrow.local_bytes == 0 ? "" : fmt::format("{:.0f} % local", 100 * arrow.local_bytes / arrow.bytes);
    const Colour local_ink{ColourRole::series, local_series, 1};
    if (!share.empty() && !part.empty() && plan.gap < 3 * line)  // one line for both
        return add({share + (is_limit ? ": the limit, " : ", ") + part, share + ", " + part, share},
                   is_limit                              ? ink
                   : 2 * arrow.local_bytes > arrow.bytes ? local_ink
                                                         : muted);
    if (is_limit)
        add({share + " of the time: the limit", share + ": the limit", share}, ink);
    else if (!share.empty())
        add({share + " of the time", share}, muted);
    if (!part.empty()) add({part + " memory", part}, local_ink);
}

void add_arrow(const Plan& plan, const MemoryArrow& arrow, double centre, double room, Anchor side)
{
    const Rect from = plan.box_of(arrow.from), to = plan.box_of(arrow.to);
    const bool upwards = is_upwards(arrow);
    const double low = (upwards ? from.top : to.top) - plan.px(2);
    const double high = (upwards ? to.bottom : from.bottom) + plan.px(2);
    const double reach = plan.thickest / 2 + plan.px(8);
    add_words(plan, arrow, side == Anchor::start ? centre + reach : centre - reach, (low + high) / 2, room, side);
    if (arrow.bytes == 0) return;
    const Colour other{ColourRole::series, other_series, 1}, local{ColourRole::series, local_series, 1};
    const double half = std::max(plan.thickest * arrow.bytes / plan.max_bytes, plan.px(1.5)) / 2;
    const double part = arrow.local_bytes / arrow.bytes;
    const Rect shaft = add_shaft(plan, centre, half, low, high, upwards, part > 0.5 ? local : other);
    // The smaller part is a strip along the shaft, as wide as its share.
    const double rest = 2 * half * std::min(part, 1 - part);
    if (rest >= 1)
        plan.add(Box{{shaft.left, shaft.top, shaft.left + rest, shaft.bottom}, 0, part > 0.5 ? other : local});
}

/// Draws reads to the left of the lower box's centre, writes to the right; a single arrow at the box's left edge.
void add_arrows(const Plan& plan)
{
    for (const MemoryArrow& arrow : plan.flow.arrows) {
        const MemoryLevel lower = std::max(arrow.from, arrow.to);
        const bool is_paired = lower == MemoryLevel::l1 || lower == MemoryLevel::l2 || lower == MemoryLevel::dram;
        const Rect box = plan.box_of(lower);
        const double middle = (box.left + box.right) / 2;
        if (!is_paired) {  // a single arrow in a narrow column: text beside it
            add_arrow(plan, arrow, box.left + plan.thickest / 2 + plan.px(4), box.width() - plan.thickest - plan.px(12),
                      Anchor::start);
            continue;
        }
        const double apart = plan.thickest / 2 + plan.px(3);
        const double room = box.width() / 2 - plan.thickest - plan.px(11);
        add_arrow(plan, arrow, is_upwards(arrow) ? middle - apart : middle + apart, std::max(room, 0.0),
                  is_upwards(arrow) ? Anchor::end : Anchor::start);
    }
}

double box_height(const ChartStyle& style, const TextMeasure& measure)
{
    return std::max(measure.line_height(FontRole::readout, style.font(FontRole::readout)) + 8 * style.scale, 1.0);
}

}  // namespace

double least_memory_height(const ChartStyle& style, const TextMeasure& measure)
{
    const double line = measure.line_height(FontRole::annotation, style.font(FontRole::annotation));
    return rows * box_height(style, measure) + (rows - 1) * (line + 5 * style.scale) + 2 * style.padding;
}

double comfortable_memory_height(const ChartStyle& style, const TextMeasure& measure)
{
    const double line = measure.line_height(FontRole::annotation, style.font(FontRole::annotation));
    return rows * box_height(style, measure) + (rows - 1) * (2 * line + 4 * style.scale) + 2 * style.padding;
}

Drawing memory_drawing(const MemoryFlow& flow, Size size, const ChartStyle& style, const TextMeasure& measure,
                       double widest_bytes)
{
    Drawing drawing;
    drawing.size = size;
    if (flow.arrows.empty()) return drawing;
    const double padding = style.padding;
    const double box = box_height(style, measure);
    const double gap = (size.height - 2 * padding - rows * box) / (rows - 1);
    if (gap < 12 * style.scale || size.width < 4 * padding) return drawing;
    double max_bytes = std::max(widest_bytes, 1.0);
    for (const MemoryArrow& arrow : flow.arrows) max_bytes = std::max(max_bytes, arrow.bytes);
    const Plan plan{flow,
                    style,
                    measure,
                    drawing,
                    box,
                    gap,
                    padding,
                    size.width - 2 * padding,
                    padding,
                    max_bytes,
                    std::clamp((size.width - 2 * padding) * 0.05, 12 * style.scale, 72 * style.scale),
                    std::ranges::any_of(flow.arrows, [](const MemoryArrow& arrow) {
                        return arrow.from == MemoryLevel::host || arrow.to == MemoryLevel::host;
                    })};
    drawing.plot = {padding, padding, size.width - padding, size.height - padding};
    add_boxes(plan);
    add_arrows(plan);
    return drawing;
}

}  // namespace spillway::charts
