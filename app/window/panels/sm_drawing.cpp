#include "app/window/panels/sm_drawing.h"

#include <algorithm>
#include <cmath>

#include "app/charts/card_text.h"
#include "app/charts/launch_figure.h"
#include "app/teaching/advice.h"
#include "app/teaching/availability.h"
#include "app/teaching/next_step.h"
#include "app/teaching/parameter_labels.h"
#include "app/teaching/sm_scene.h"
#include "app/window/kit/flow.h"
#include "app/window/panels/code/code_texts.h"

namespace spillway::window {
namespace {

using charts::Anchor;
using charts::Box;
using charts::Colour;
using charts::ColourRole;
using charts::FontRole;
using charts::Point;
using charts::Polyline;
using teaching::SmLabelStyle;
using teaching::SmLook;

/// Draws the scene into a drawing; `origin` is its upper left corner.
class SmPainter {
public:
    SmPainter(charts::Drawing& drawing, Point origin, const charts::ChartStyle& style,
              const charts::TextMeasure& measure)
        : drawing_(drawing), origin_(origin), style_(style), measure_(measure)
    {
    }

    void draw(const teaching::SmShape& shape)
    {
        const charts::Rect rect{origin_.x + shape.x, origin_.y + shape.y, origin_.x + shape.x + shape.width,
                                origin_.y + shape.y + shape.height};
        switch (shape.look) {
            case SmLook::track: return fill(rect, {ColourRole::text, 0, 0.09});
            case SmLook::block: return fill_block(rect, shape.shade);
            case SmLook::vacant:
                fill(rect, {ColourRole::text, 0, 0.04});
                return outline(rect, {ColourRole::accent, 0, 0.8}, px(1), {});
            case SmLook::reserved: fill_block(rect, shape.shade); return fill(rect, {ColourRole::background, 0, 0.65});
            case SmLook::cache:
                fill(rect, {ColourRole::text, 0, 0.03});
                hatch(rect, px(9), {ColourRole::text, 0, 0.22});
                return outline(rect, {ColourRole::text, 0, 0.22}, px(1), {});
            case SmLook::next_fits:
                fill(rect, {ColourRole::accent, 0, 0.06});
                return outline(rect, {ColourRole::text_muted, 0, 0.75}, px(1), {px(4), px(4)});
            case SmLook::next_too_big:
                fill(rect, {ColourRole::cliff_text, 0, 0.16});
                hatch(rect, px(7), {ColourRole::cliff_text, 0, 0.8});
                return outline(rect, {ColourRole::cliff_text, 0, 1}, px(1.5), {});
            case SmLook::edge: return fill(rect, {ColourRole::text, 0, 1});
        }
    }

    void draw(const teaching::SmLabel& label)
    {
        const double x = origin_.x + label.x, y = origin_.y + label.y, line = line_height();
        const Colour muted{ColourRole::text_muted, 0, 1}, red{ColourRole::cliff_text, 0, 1};
        const Colour ink{ColourRole::text, 0, 1};
        switch (label.style) {
            case SmLabelStyle::title: title_end_ = write(label.text, x, y, Anchor::start, muted); return;
            case SmLabelStyle::limiting_title:
            case SmLabelStyle::full_title: {
                const bool is_full = label.style == SmLabelStyle::full_title;
                const double end = write(label.text, x, y, Anchor::start, ink) + px(8);
                title_end_ = write(is_full ? "full" : "limits", end, y, Anchor::start,
                                   is_full ? Colour{ColourRole::good, 0, 1} : red);
                return;
            }
            case SmLabelStyle::value: {
                const bool has_room = x - width(label.text) > title_end_ + px(10);
                write(has_room ? label.text : label.short_text, x, y, Anchor::end, muted);
                return;
            }
            case SmLabelStyle::problem: write(label.text, x, y, Anchor::end, red); return;
            case SmLabelStyle::number:
                return write_inside(label, x, y - line / 2,
                                    label.shade > 0.75F ? ink : Colour{ColourRole::background, 0, 1});
            case SmLabelStyle::inside: return write_inside(label, x, y - line / 2, muted);
        }
    }

    [[nodiscard]] double line_height() const
    {
        return measure_.line_height(FontRole::tick, style_.font(FontRole::tick));
    }

private:
    [[nodiscard]] double px(double length) const { return length * style_.scale; }
    [[nodiscard]] double width(const std::string& text) const
    {
        return measure_.width(text, FontRole::tick, style_.font(FontRole::tick));
    }
    void fill(const charts::Rect& rect, Colour colour)
    {
        drawing_.primitives.emplace_back(Box{rect, std::min(px(3), rect.width() / 3), colour});
    }
    /// From a deep to a pale shade of the accent colour: neighbours differ without hue.
    void fill_block(const charts::Rect& rect, float shade)
    {
        fill(rect, {ColourRole::accent, 0, 1});
        if (shade < 0.5F)
            fill(rect, {ColourRole::text, 0, 0.30 * (1 - 2 * shade)});
        else
            fill(rect, {ColourRole::background, 0, 0.52 * (2 * shade - 1)});
    }
    void outline(const charts::Rect& rect, Colour colour, double thick, std::vector<double> dash)
    {
        drawing_.primitives.emplace_back(Polyline{{{rect.left, rect.top},
                                                   {rect.right, rect.top},
                                                   {rect.right, rect.bottom},
                                                   {rect.left, rect.bottom},
                                                   {rect.left, rect.top}},
                                                  thick,
                                                  std::move(dash),
                                                  0,
                                                  colour,
                                                  ""});
    }
    void hatch(const charts::Rect& rect, double period, Colour colour)
    {
        drawing_.primitives.emplace_back(charts::ClipBegin{rect});
        for (double x = rect.left - rect.height(); x < rect.right; x += period)
            drawing_.primitives.emplace_back(
                Polyline{{{x, rect.bottom}, {x + rect.height(), rect.top}}, px(1), {}, 0, colour, ""});
        drawing_.primitives.emplace_back(charts::ClipEnd{});
    }
    /// Returns the right end of the text.
    double write(const std::string& text, double x, double top, Anchor anchor, Colour colour)
    {
        const double pixels = style_.font(FontRole::tick), wide = width(text);
        const double left = anchor == Anchor::start ? x : anchor == Anchor::middle ? x - wide / 2 : x - wide;
        if (!text.empty())
            drawing_.primitives.emplace_back(charts::Text{text,
                                                          {x, top + measure_.ascent(FontRole::tick, pixels)},
                                                          anchor,
                                                          FontRole::tick,
                                                          pixels,
                                                          colour,
                                                          {left, top, left + wide, top + line_height()}});
        return left + wide;
    }
    void write_inside(const teaching::SmLabel& label, double x, double top, Colour colour)
    {
        for (const std::string& text : {label.text, label.short_text})
            if (!text.empty() && width(text) <= label.room) {
                write(text, x, top, Anchor::middle, colour);
                return;
            }
    }

    charts::Drawing& drawing_;
    Point origin_;
    const charts::ChartStyle& style_;
    const charts::TextMeasure& measure_;
    double title_end_ = 0;
};

/// The limiter and a possible improvement; for a configuration that does not run, the reason.
std::vector<std::string> words_below(const session::SessionView& session, const model::RunResult& result)
{
    std::vector<std::string> words;
    const auto add = [&](const std::string& text) {
        if (!text.empty()) words.push_back(text);
    };
    const auto with_labels = [&](const std::string& text) {
        return text.empty() ? text : teaching::as_sentence(teaching::with_labels(text, session.experiment()));
    };
    if (result.status == model::Status::ok && result.occupancy) {
        const teaching::NextStep next = teaching::next_step(session);
        add(next.time);
        add(next.sentence);
        if (next.offered) add(next.offered->what + ": " + next.price + ".");
        add(next.verdict);
    }
    if (result.status != model::Status::ok) add(result.message.value_or(""));
    add(with_labels(result.advice.value_or("")));
    return words;
}

}  // namespace

teaching::SmFacts launched_sm_facts(const session::SessionView& session, const model::RunResult* result)
{
    std::optional<std::int64_t> blocks;
    // The launch of a plain file's kernels is often unknown.
    if (result != nullptr && !session.experiment().is_plain())
        if (const auto launch = charts::launch_figure(session.experiment(), session.gpu(), *result))
            blocks = launch->blocks;
    return teaching::sm_facts(result, session.gpu(), session.gpus(), blocks);
}

charts::Drawing sm_drawing(const session::SessionView& session, double width, const charts::ChartStyle& style,
                           const charts::TextMeasure& measure)
{
    const model::RunResult* result = focused_result(session);
    const teaching::SmFacts facts = launched_sm_facts(session, result);
    charts::Drawing drawing;
    drawing.size.width = width;
    drawing.primitives.emplace_back(Box{});  // the background; its height is set at the end
    charts::CardText text(drawing, style, measure);
    const model::Variant* variant = session.experiment().find_variant(session.selection().focus);
    const std::string name = variant == nullptr ? session.selection().focus : shown_name(*variant);
    text.add_wrapped("One SM of " + session.gpu().label, FontRole::title, ColourRole::text);
    text.add_wrapped(
        name + ": " + (facts.known ? teaching::blocks_words(facts) : "nothing to show of this configuration"),
        FontRole::subtitle, ColourRole::text_muted);
    SmPainter painter(drawing, {style.padding, text.top + 4 * style.scale}, style, measure);
    const teaching::SmScene scene =
        teaching::layout_sm(facts, static_cast<float>(width - 2 * style.padding), static_cast<float>(style.scale),
                            static_cast<float>(painter.line_height()));
    for (const teaching::SmShape& shape : scene.shapes)
        if (shape.alpha > 0) painter.draw(shape);
    for (const teaching::SmLabel& label : scene.labels) painter.draw(label);
    text.top += scene.height + 12 * style.scale;
    if (facts.why_no_split) text.add_wrapped(*facts.why_no_split, FontRole::annotation, ColourRole::text_muted);
    if (result != nullptr)
        for (const std::string& words : words_below(session, *result))
            text.add_wrapped(words, FontRole::readout, ColourRole::text);
    drawing.size.height = std::ceil(text.top + style.padding);
    drawing.primitives.front() =
        Box{{0, 0, drawing.size.width, drawing.size.height}, style.rounding, {ColourRole::background, 0, 1}};
    return drawing;
}

}  // namespace spillway::window
