#include "app/charts/layout_annotations.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/charts/layout_roofs.h"
#include "app/charts/layout_shading.h"

namespace spillway::charts::parts {
namespace {

/// Text to place beside a vertical line or in a corner of the plot.
struct Label {
    std::string text;
    Colour colour;
    const Series* series = nullptr;  ///< its marker precedes the text
    bool points_up = false;          ///< an arrow precedes the text: the line is above the plot
    std::size_t max_lines = 4;
    double max_crossed = 24;  ///< maximum length of curves that it may cover, in pixels
};

/// The label, then shorter forms: without the reason after the colon, then without " from here", which the line at its
/// left end already shows.
std::vector<std::string> shorter_forms(const std::string& text)
{
    std::vector<std::string> forms{text};
    if (const std::size_t end = text.find(": "); end != std::string::npos) forms.push_back(text.substr(0, end));
    constexpr std::string_view start = " from here";
    if (forms.back().ends_with(start)) forms.push_back(forms.back().substr(0, forms.back().size() - start.size()));
    return forms;
}

struct Block {
    std::vector<std::string> lines;
    double width = 0, height = 0;
};

bool has_sign(const Label& label)
{
    return label.series != nullptr || label.points_up;
}

Block break_into(const Sheet& sheet, const Label& label, double room, std::size_t max_lines)
{
    const double swatch = has_sign(label) ? sheet.swatch_width(FontRole::annotation) : 0;
    Block block;
    block.lines = wrapped(label.text, room - swatch, max_lines, FontRole::annotation,
                          sheet.style.font(FontRole::annotation), sheet.measure);
    for (const std::string& line : block.lines)
        block.width = std::max(block.width, sheet.width(line, FontRole::annotation) + swatch);
    block.height = static_cast<double>(block.lines.size()) * sheet.line_height(FontRole::annotation);
    return block;
}

/// How much of the label a block shows. Cut: only a short part at its end is missing. Torn: more is missing.
enum class Wholeness { whole, cut, torn };
Wholeness wholeness(const Label& label, const Block& block)
{
    const auto is_cut = [](const std::string& line) { return line.ends_with("…"); };
    std::size_t length = 0;
    for (const std::string& line : block.lines) length += line.size();
    // wrapped() drops a word that does not fit at all.
    if (std::none_of(block.lines.begin(), block.lines.end(), is_cut))
        return length + block.lines.size() > label.text.size() ? Wholeness::whole : Wholeness::torn;
    const bool only_at_end = std::none_of(block.lines.begin(), block.lines.end() - 1, is_cut);
    const bool is_long = label.text.size() > 40;
    return only_at_end && is_long && length * 4 > label.text.size() * 3 ? Wholeness::cut : Wholeness::torn;
}

/// Breaks the label into `lines` lines, as narrow as possible with whole words. `whole`: width of the label on one
/// line.
Block broken_into(const Sheet& sheet, const Label& label, double whole, double room, std::size_t lines)
{
    const double even = whole / static_cast<double>(lines);
    Block block;
    for (const double slack : {1.25, 1.5, 1.75}) {
        const double width = lines == 1 ? whole : slack * even;
        block = break_into(sheet, label, std::min(room, width) + 0.5, lines);
        const bool is_done = lines == 1 || lines > 3 || width >= room;  // try no wider block for four lines or more
        if (is_done || (!block.lines.empty() && wholeness(label, block) == Wholeness::whole)) break;
    }
    return block;
}

/// Draws an arrow at the block's left edge, as high as its first line.
void add_arrow_up(Sheet& sheet, const Rect& block)
{
    const double height = sheet.line_height(FontRole::annotation), head = 0.16 * height;
    const double x = block.left + 1.5 * head, top = block.top + 0.16 * height, foot = block.top + 0.84 * height;
    const Colour colour{ColourRole::text_muted, 0, 1};
    sheet.add(Polyline{{{x, foot}, {x, top}}, sheet.px(1.4), {}, 0, colour, ""});
    sheet.add(Polyline{{{x - 1.3 * head, top + 1.5 * head}, {x, top}, {x + 1.3 * head, top + 1.5 * head}},
                       sheet.px(1.4),
                       {},
                       0,
                       colour,
                       ""});
}

void add_block(Sheet& sheet, const Label& label, const Block& block, const Rect& rect)
{
    add_label_ground(sheet, rect.grown(sheet.px(1)));
    const double swatch = has_sign(label) ? sheet.swatch_width(FontRole::annotation) : 0;
    if (label.series) sheet.add_swatch(*label.series, rect.left, rect.top, FontRole::annotation);
    if (label.points_up) add_arrow_up(sheet, rect);
    double top = rect.top;
    for (const std::string& line : block.lines)
        top = sheet.add_text(line, rect.left + swatch, top, Anchor::start, FontRole::annotation, label.colour).bottom;
}

/// Tries ever narrower shapes of the label until one fits: one line, then two, three, four.
template <typename CandidatesOf>
bool place_label(Sheet& sheet, LabelPlacer& placer, const Label& label, double room, CandidatesOf candidates_of)
{
    std::vector<Block> shapes;
    const double whole = break_into(sheet, label, 1e9, 1).width;
    const std::size_t max_lines = label.max_lines + (sheet.style.whole ? 3 : 0);
    for (std::size_t lines = 1; lines <= max_lines; ++lines) {
        shapes.push_back(broken_into(sheet, label, whole, room, lines));
        if (shapes.back().lines.empty()) shapes.pop_back();
    }
    std::vector<Candidate> candidates;
    std::vector<std::size_t> shape_of;
    for (std::size_t s = 0; s < shapes.size(); ++s) {
        const Wholeness state = wholeness(label, shapes[s]);
        if (state == Wholeness::torn || (state == Wholeness::cut && sheet.style.whole)) continue;
        for (Candidate candidate : candidates_of(shapes[s])) {
            candidate.penalty +=
                (state == Wholeness::cut ? 120 : 0) + 6 * static_cast<double>(shapes[s].lines.size() - 1);
            candidates.push_back(candidate);
            shape_of.push_back(s);
        }
    }
    const auto chosen = placer.place(candidates, sheet.px(label.max_crossed));
    if (!chosen) return false;
    add_block(sheet, label, shapes[shape_of[*chosen]], candidates[*chosen].rect);
    return true;
}

/// True if a label from `left` to the line at x begins beside another cliff's line, where that cliff's label belongs.
bool begins_at_another_cliff(const Sheet& sheet, double left, double x)
{
    const double near = sheet.px(24);
    return std::any_of(sheet.chart.cliffs.begin(), sheet.chart.cliffs.end(), [&](const Cliff& cliff) {
        const double other = sheet.drawing.x.to_pixel(cliff.x);
        return other < x - 0.5 && left > other && left < other + near;
    });
}

/// Candidates beside a vertical line at x; prefers the right side and the bottom.
std::vector<Candidate> beside(const Sheet& sheet, double x, const Block& block)
{
    const Rect& plot = sheet.drawing.plot;
    const double gap = sheet.px(5), step = sheet.line_height(FontRole::annotation) / 2;
    std::vector<Candidate> candidates;
    for (const bool right : {true, false}) {
        const double left = right ? x + gap : x - gap - block.width;
        if (!right && begins_at_another_cliff(sheet, left, x)) continue;
        double penalty = right ? 0 : 4;
        for (double bottom = plot.bottom - gap; bottom - block.height > plot.top; bottom -= step, penalty += 0.6)
            candidates.push_back({{left, bottom - block.height, left + block.width, bottom}, penalty});
    }
    return candidates;
}

/// Candidates above or below a horizontal line at y; prefers its right end.
std::vector<Candidate> along(const Sheet& sheet, double y, const Block& block)
{
    const Rect& plot = sheet.drawing.plot;
    const double gap = sheet.px(2);
    std::vector<Candidate> candidates;
    for (const bool above : {true, false}) {
        const double top = above ? y - gap - block.height : y + gap;
        double penalty = above ? 0 : 3;
        for (double right = plot.right; right - block.width >= plot.left; right -= sheet.px(16), penalty += 2)
            candidates.push_back({{right - block.width, top, right, top + block.height}, penalty});
    }
    return candidates;
}

/// Candidates at the upper edge; lower ones have a penalty.
std::vector<Candidate> below_upper_edge(const Sheet& sheet, const Block& block)
{
    const Rect& plot = sheet.drawing.plot;
    std::vector<Candidate> candidates;
    double penalty = 0;
    for (const double rows : {0.0, 0.5, 1.0, 1.5, 2.0}) {
        const double top = plot.top + sheet.px(2) + rows * sheet.line_height(FontRole::annotation);
        for (double right = plot.right; right - block.width >= plot.left; right -= sheet.px(16), penalty += 1)
            candidates.push_back({{right - block.width, top, right, top + block.height}, penalty});
    }
    return candidates;
}

/// Candidates above and below a point of a curve: to its left, centred, to its right.
std::vector<Candidate> around(const Sheet& sheet, Point at, const Block& block)
{
    const double gap = sheet.px(6);
    std::vector<Candidate> candidates;
    for (const double shift : {-1.0, -0.5, 0.0})
        for (const bool above : {true, false}) {
            // Two names at one x, left and right of it, must not touch.
            const double left = at.x + shift * block.width + (shift + 0.5) * gap;
            const double top = above ? at.y - gap - block.height : at.y + gap;
            candidates.push_back({{left, top, left + block.width, top + block.height}, above ? 0.0 : 1.0});
        }
    return candidates;
}

std::vector<Candidate> inside_band(const Sheet& sheet, double left, double right, const Block& block)
{
    const Rect& plot = sheet.drawing.plot;
    std::vector<Candidate> candidates = beside(sheet, left, block);
    const double gap = sheet.px(5);
    for (double bottom = plot.bottom - gap; bottom - block.height > plot.top; bottom -= gap)
        candidates.push_back({{right - gap - block.width, bottom - block.height, right - gap, bottom}, 3});
    // A label of the band should be inside it.
    for (Candidate& candidate : candidates)
        if (candidate.rect.left < left || candidate.rect.right > right) candidate.penalty += 30;
    return candidates;
}

void avoid_curves(const Sheet& sheet, const std::vector<Trace>& traces, LabelPlacer& placer)
{
    const auto avoid = [&](std::vector<Point>& line) {
        for (std::size_t i = 1; i < line.size(); ++i) placer.avoid(line[i - 1], line[i], 1);
        line.clear();
    };
    std::vector<Point> line;
    for (const Trace& trace : traces) {
        for (const std::optional<Point>& at : trace.pixels) at ? append_step(line, *trace.series, *at) : avoid(line);
        avoid(line);
    }
    const Rect& plot = sheet.drawing.plot;
    for (const Cliff& cliff : sheet.chart.cliffs) {
        const double x = sheet.drawing.x.to_pixel(cliff.x);
        placer.avoid({x, plot.top}, {x, plot.bottom}, 2);
    }
    for (const ReferenceLine& reference : sheet.chart.references) {
        const double y = sheet.drawing.y.to_pixel(reference.y);
        placer.avoid({plot.left, y}, {plot.right, y}, 1);
    }
    if (!sheet.chart.guess) return;
    const auto& guessed = sheet.chart.guess->points;
    const auto pixel = [&](const auto& point) {
        return Point{sheet.drawing.x.to_pixel(point.first), sheet.drawing.y.to_pixel(point.second)};
    };
    for (std::size_t i = 1; i < guessed.size(); ++i) placer.avoid(pixel(guessed[i - 1]), pixel(guessed[i]), 1);
}

/// Adds the label of a reference line; above the plot, an arrow at the upper edge.
void add_reference_name(Sheet& sheet, const ReferenceLine& line, LabelPlacer& placer)
{
    const Rect& plot = sheet.drawing.plot;
    const double y = sheet.drawing.y.to_pixel(line.y);
    const bool is_above = y < plot.top - 0.5;
    Label label{line.label, {ColourRole::text_muted, 0, 1}, nullptr, is_above};
    // Omit the label if it would cover curves: the line alone is enough.
    if (!is_above) label.max_lines = 2, label.max_crossed = 4;
    place_label(sheet, placer, label, plot.width(),
                [&](const Block& block) { return is_above ? below_upper_edge(sheet, block) : along(sheet, y, block); });
}

/// Keeps labels off the cursor line, the crosses at the bottom, and markers with a halo (at the cursor).
void block_cursor_and_crosses(const Sheet& sheet, LabelPlacer& placer)
{
    const Rect& plot = sheet.drawing.plot;
    if (sheet.chart.cursor) {
        const double x = sheet.drawing.x.to_pixel(*sheet.chart.cursor), half = sheet.px(3);
        placer.block({x - half, plot.top, x + half, plot.bottom});
    }
    for (const Primitive& primitive : sheet.drawing.primitives) {
        const auto* marker = std::get_if<MarkerShape>(&primitive);
        if (!marker || (marker->marker != Marker::cross && !marker->halo)) continue;
        const double r = marker->radius + sheet.px(1);
        placer.block({marker->centre.x - r, marker->centre.y - r, marker->centre.x + r, marker->centre.y + r});
    }
}

/// True if the series' name stands at its end: always for companions, which have no value in the header.
bool has_name(const Sheet& sheet, const Series& series)
{
    if (series.is_secondary) return true;
    return sheet.style.curve_names && !series.hidden && !series.is_ghost && !series.is_dim && !series.is_spot;
}

/// The pixel y of the rightmost point. Without points the largest number, so that the trace sorts last.
double end_height(const Trace& trace)
{
    for (std::size_t i = trace.pixels.size(); i-- > 0;)
        if (trace.pixels[i]) return trace.pixels[i]->y;
    return std::numeric_limits<double>::max();
}

/// Series with a name; companions last, from the upper to the lower one. A name is placed above its curve if there is
/// room, so the upper curve's name must be placed first.
std::vector<const Trace*> named_traces(const Sheet& sheet, const std::vector<Trace>& traces)
{
    std::vector<const Trace*> named;
    for (const Trace& trace : traces)
        if (has_name(sheet, *trace.series)) named.push_back(&trace);
    const auto rank = [](const Trace* trace) {
        return trace->series->is_secondary ? end_height(*trace) : std::numeric_limits<double>::lowest();
    };
    std::stable_sort(named.begin(), named.end(), [&](const Trace* a, const Trace* b) { return rank(a) < rank(b); });
    return named;
}

void add_curve_names(Sheet& sheet, const std::vector<Trace>& traces, LabelPlacer& placer)
{
    for (const Trace* named : named_traces(sheet, traces)) {
        const Trace& trace = *named;
        const Colour own{ColourRole::series, trace.series->palette_index, 1};
        Label label{trace.series->label, own, nullptr, false, 2, 8};
        if (!trace.series->is_secondary) label.series = trace.series;
        for (std::size_t i = trace.pixels.size(); i-- > 0;) {
            if (!trace.pixels[i] || !sheet.drawing.plot.contains(*trace.pixels[i])) continue;
            const Point at = *trace.pixels[i];
            if (trace.series->is_secondary && *trace.series->points[i].y <= 0) continue;
            // Try the right end first, then points further left.
            if (place_label(sheet, placer, label, sheet.drawing.plot.width(),
                            [&](const Block& block) { return around(sheet, at, block); }))
                break;
        }
    }
}

void add_guess_name(Sheet& sheet, LabelPlacer& placer)
{
    if (!sheet.chart.guess) return;
    const auto& points = sheet.chart.guess->points;
    const Label label{sheet.chart.guess->label, {ColourRole::text, 0, 1}, nullptr, false, 2, 8};
    // Try the right end first, then points further left.
    for (std::size_t i = points.size(); i-- > 0;) {
        const Point at{sheet.drawing.x.to_pixel(points[i].first), sheet.drawing.y.to_pixel(points[i].second)};
        if (sheet.drawing.plot.contains(at) &&
            place_label(sheet, placer, label, sheet.drawing.plot.width(),
                        [&](const Block& block) { return around(sheet, at, block); }))
            return;
    }
}

void add_empty_message(Sheet& sheet)
{
    const Rect& plot = sheet.drawing.plot;
    const double line_height = sheet.line_height(FontRole::subtitle), inset = sheet.px(10);
    const auto max_lines = static_cast<std::size_t>(std::max(1.0, (plot.height() - inset) / line_height));
    const auto lines_of = [&](const std::string& text, std::size_t limit) {
        return wrapped(text, std::min(plot.width() - 2 * inset, sheet.px(420)), limit, FontRole::subtitle,
                       sheet.style.font(FontRole::subtitle), sheet.measure);
    };
    const bool is_cut = lines_of(sheet.chart.empty_message, max_lines + 1).size() > max_lines;
    const std::string& shorter = sheet.chart.shorter_empty_message;
    const std::vector<std::string> lines =
        lines_of(is_cut && !shorter.empty() ? shorter : sheet.chart.empty_message, max_lines);
    double widest = 0;
    for (const std::string& line : lines) widest = std::max(widest, sheet.width(line, FontRole::subtitle));
    const double height = static_cast<double>(lines.size()) * line_height;
    const double centre = (plot.left + plot.right) / 2;
    double top = (plot.top + plot.bottom - height) / 2;
    const Rect box{centre - widest / 2, top, centre + widest / 2, top + height};
    if (!lines.empty()) sheet.drawing.message = box;
    if (!lines.empty()) sheet.add(Box{box.grown(sheet.px(4)), sheet.px(3), {ColourRole::background, 0, 0.92}});
    for (const std::string& line : lines)
        top = sheet.add_text(line, centre, top, Anchor::middle, FontRole::subtitle, {ColourRole::text_muted, 0, 1})
                  .bottom;
}

/// Removes a cliff's line, because a line without a label explains nothing.
void remove_rule(Sheet& sheet, const Cliff& cliff)
{
    const double x = sheet.drawing.x.to_pixel(cliff.x);
    std::erase_if(sheet.drawing.primitives, [&](const Primitive& primitive) {
        const auto* line = std::get_if<Polyline>(&primitive);
        return line && line->colour.role == ColourRole::cliff && line->tooltip == cliff.text && line->points[0].x == x;
    });
}

}  // namespace

void add_rules(Sheet& sheet)
{
    const Rect& plot = sheet.drawing.plot;
    const std::vector<double> dash{sheet.px(3.5), sheet.px(3.5)};
    const auto vertical = [&](double x, const std::string& tooltip) {
        if (x < plot.left - 0.5 || x > plot.right + 0.5) return;
        sheet.add(
            Polyline{{{x, plot.top}, {x, plot.bottom}}, sheet.px(1.2), dash, 0, {ColourRole::cliff, 0, 1}, tooltip});
    };
    for (const FailureBand& band : sheet.chart.failures)
        if (const Span span = band_span(sheet, band); !span.empty()) vertical(span.left, band.text);
    for (const Cliff& cliff : sheet.chart.cliffs)
        if (is_shown(sheet.chart, cliff.series_key)) vertical(sheet.drawing.x.to_pixel(cliff.x), cliff.text);
    for (const ReferenceLine& line : sheet.chart.references) {
        const double y = sheet.drawing.y.to_pixel(line.y);
        if (y < plot.top - 0.5 || y > plot.bottom + 0.5) continue;
        sheet.add(Polyline{{{plot.left, y}, {plot.right, y}},
                           sheet.px(1.2),
                           {sheet.px(6), sheet.px(4)},
                           0,
                           {ColourRole::reference, 0, 1},
                           line.label});
    }
}

void add_annotations(Sheet& sheet, const std::vector<Trace>& traces)
{
    if (!sheet.chart.empty_message.empty()) return add_empty_message(sheet);
    const Chart& chart = sheet.chart;
    const Rect& plot = sheet.drawing.plot;
    LabelPlacer placer(plot);
    avoid_curves(sheet, traces, placer);
    block_cursor_and_crosses(sheet, placer);
    add_roof_names(sheet, placer);

    const Colour red{ColourRole::cliff_text, 0, 1};
    for (const FailureBand& band : chart.failures) {
        const Span span = band_span(sheet, band);
        if (span.empty()) continue;
        for (const std::string& words : shorter_forms(band.text))
            if (place_label(sheet, placer, {words, red, visible_series(chart, band.series_key)}, plot.width(),
                            [&](const Block& block) { return inside_band(sheet, span.left, span.right, block); }))
                break;
    }
    for (const Cliff& cliff : chart.cliffs) {
        const double x = sheet.drawing.x.to_pixel(cliff.x);
        if (!is_shown(chart, cliff.series_key) || x < plot.left - 0.5 || x > plot.right + 0.5) continue;
        if (!place_label(sheet, placer, {cliff.text, red, visible_series(chart, cliff.series_key)}, plot.width(),
                         [&](const Block& block) { return beside(sheet, x, block); }))
            remove_rule(sheet, cliff);
    }
    for (const ReferenceLine& line : chart.references) add_reference_name(sheet, line, placer);
    add_guess_name(sheet, placer);
    add_curve_names(sheet, traces, placer);
}

}  // namespace spillway::charts::parts
