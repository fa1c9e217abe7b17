#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "app/base/paths.h"
#include "app/teaching/advice.h"
#include "app/teaching/availability.h"
#include "app/teaching/sm_help.h"
#include "app/teaching/sm_scene.h"
#include "app/window/kit/cover.h"
#include "app/window/kit/flow.h"
#include "app/window/panels/gl_sm.h"
#include "app/window/panels/panels.h"
#include "app/window/panels/sentence.h"
#include "app/window/panels/sm_drawing.h"

namespace spillway::window {
namespace {

constexpr double animation_seconds = 0.2;

/// State kept between frames: the texture, and the animation's start and target.
struct Picture {
    std::optional<SmRenderer> renderer;
    std::optional<model::Error> trouble;
    std::vector<teaching::SmShape> shown, from, target;
    double started_seconds = 0;
    double changed_seconds = -animation_seconds;  ///< time of the last change of the target
    bool moving = false;
    bool is_new = true;
    unsigned revision = 0;  ///< changes with each redraw of the texture
    float width = 0;
    int pixel_width = 0, pixel_height = 0;
    bool dark = false;
    ImU32 background = 0, accent = 0;
};

std::array<float, 4> channels(ImU32 color)
{
    const ImVec4 c = ImGui::ColorConvertU32ToFloat4(color);
    return {c.x, c.y, c.z, c.w};
}

/// Blocks go from a deep to a pale shade of the accent colour, so that neighbours and order are visible without hue.
ImU32 block_color(const Theme& theme, float shade)
{
    const ImU32 deep = mixed(theme.accent, theme.dark ? theme.background : theme.text, theme.dark ? 0.42F : 0.30F);
    const ImU32 pale = mixed(theme.accent, theme.dark ? theme.text : theme.panel, 0.52F);
    return shade < 0.5F ? mixed(deep, theme.accent, shade * 2) : mixed(theme.accent, pale, shade * 2 - 1);
}

SmQuad make_quad(const teaching::SmShape& shape, const Theme& theme, float pixels)
{
    SmQuad quad;
    // Whole pixels keep edges sharp and gaps equal.
    const float left = std::round(shape.x * pixels), top = std::round(shape.y * pixels);
    quad.rect = {left, top, std::round((shape.x + shape.width) * pixels) - left,
                 std::round((shape.y + shape.height) * pixels) - top};
    const float unit = theme.scale * pixels;
    quad.radius = 3 * unit;
    quad.alpha = shape.alpha;
    const ImU32 track = mixed(theme.panel, theme.text, theme.dark ? 0.07F : 0.09F);
    ImU32 fill = track, stroke = theme.panel_border;
    switch (shape.look) {
        case teaching::SmLook::track: break;
        case teaching::SmLook::block:
            fill = block_color(theme, shape.shade);
            quad.bevel = 1;
            break;
        case teaching::SmLook::vacant:
            fill = mixed(theme.panel, theme.text, 0.04F);
            stroke = faded(theme.accent, 0.8F);
            quad.border = std::max(1.0F, unit);
            break;
        case teaching::SmLook::reserved:
            fill = mixed(block_color(theme, shape.shade), theme.panel, 0.65F);
            stroke = theme.text;
            quad.radius = unit;
            break;
        case teaching::SmLook::cache:
            fill = faded(track, 0.35F);
            stroke = mixed(theme.panel, theme.text, 0.22F);
            quad.hatch_period = 9 * unit;
            quad.border = unit;
            break;
        case teaching::SmLook::next_fits:
            fill = faded(theme.accent, 0.06F);
            stroke = faded(theme.text_muted, 0.75F);
            quad.border = std::max(1.0F, unit);
            quad.dash = 4 * unit;
            break;
        case teaching::SmLook::next_too_big:
            fill = faded(theme.error, 0.16F);
            stroke = theme.error;
            quad.border = 1.5F * unit;
            quad.hatch_period = 7 * unit;
            break;
        case teaching::SmLook::edge:
            fill = theme.text;
            quad.radius = unit;
            break;
    }
    quad.fill = channels(fill);
    quad.stroke = channels(stroke);
    return quad;
}

float eased(float t)
{
    return 1 - (1 - t) * (1 - t) * (1 - t);
}

/// Starts the animation to a new scene. It jumps there if the panel's width has changed, if nothing was shown before,
/// or if scenes follow each other quickly: during a drag the picture must not lag behind.
void set_target(Picture& state, const teaching::SmScene& scene, double now_seconds)
{
    const bool is_other = !state.is_new && scene.shapes != state.target;
    const bool is_dragged = now_seconds - state.changed_seconds < animation_seconds;
    if (is_other) state.changed_seconds = now_seconds;
    if (state.is_new || state.width != scene.width || (is_other && is_dragged)) {
        state.shown = state.target = scene.shapes;
        state.moving = false;
        state.is_new = true;
    } else if (is_other) {
        state.from = state.shown;
        state.target = scene.shapes;
        state.started_seconds = now_seconds;
        state.moving = true;
    }
    state.width = scene.width;
}

void advance(Picture& state, double now_seconds)
{
    if (!state.moving) return;
    const double passed = now_seconds - state.started_seconds;
    const auto t = static_cast<float>(std::min(1.0, passed / animation_seconds));
    state.shown = teaching::between(state.from, state.target, eased(t));
    state.moving = t < 1;
}

/// Redraws the texture if its content has changed.
void render(Picture& state, const teaching::SmScene& scene, const Theme& theme, double now_seconds)
{
    const float pixels = std::max(ImGui::GetIO().DisplayFramebufferScale.x, 0.1F);
    const int width = std::max(1, static_cast<int>(std::lround(scene.width * pixels)));
    const int height = std::max(1, static_cast<int>(std::lround(scene.height * pixels)));
    const bool was_moving = state.moving;
    set_target(state, scene, now_seconds);
    const bool same = !state.is_new && !was_moving && !state.moving && width == state.pixel_width &&
                      height == state.pixel_height && state.background == theme.panel && state.accent == theme.accent &&
                      state.dark == theme.dark;
    if (same) return;
    advance(state, now_seconds);
    std::vector<SmQuad> quads;
    quads.reserve(state.shown.size());
    for (const teaching::SmShape& shape : state.shown)
        if (shape.alpha > 0) quads.push_back(make_quad(shape, theme, pixels));
    state.trouble = state.renderer->render(quads, width, height, channels(theme.panel));
    ++state.revision;
    state.is_new = false;
    state.pixel_width = width;
    state.pixel_height = height;
    state.background = theme.panel;
    state.accent = theme.accent;
    state.dark = theme.dark;
}

void draw_centred(ImDrawList* draw, ImFont* font, ImVec2 centre, float room, ImU32 color,
                  const teaching::SmLabel& label)
{
    for (const std::string& text : {label.text, label.short_text}) {
        const ImVec2 size = text_size(font, text);
        if (text.empty() || size.x > room) continue;
        draw_text(draw, font, {centre.x - size.x / 2, centre.y - size.y / 2}, color, text);
        return;
    }
}

/// Draws a label. `left` becomes the end of the titles, so that values can keep clear of them.
void draw_label(ImDrawList* draw, const Theme& theme, ImVec2 origin, const teaching::SmLabel& label, float& left)
{
    const ImVec2 at{origin.x + label.x, origin.y + label.y};
    switch (label.style) {
        case teaching::SmLabelStyle::title:
        case teaching::SmLabelStyle::full_title:
        case teaching::SmLabelStyle::limiting_title: {
            const bool limits = label.style != teaching::SmLabelStyle::title;
            const bool full = label.style == teaching::SmLabelStyle::full_title;
            draw_text(draw, theme.small, at, limits ? theme.text : theme.text_muted, label.text);
            left = at.x + text_size(theme.small, label.text).x;
            if (limits) {
                const char* tag = full ? "\xe2\x97\x80 full" : "\xe2\x97\x80 limits";
                left += 8 * theme.scale;
                draw_text(draw, theme.small, {left, at.y}, full ? theme.good : theme.error, tag);
                left += text_size(theme.small, tag).x;
            }
            break;
        }
        case teaching::SmLabelStyle::value: {
            const float room = at.x - left - 10 * theme.scale;
            const std::string& text = text_size(theme.small, label.text).x <= room ? label.text : label.short_text;
            const float width = text_size(theme.small, text).x;
            if (width <= room) draw_text(draw, theme.small, {at.x - width, at.y}, theme.text_muted, text);
            break;
        }
        case teaching::SmLabelStyle::problem:
            draw_text(draw, theme.small, {at.x - text_size(theme.small, label.text).x, at.y}, theme.error, label.text);
            break;
        case teaching::SmLabelStyle::number: {
            const bool on_pale = theme.dark ? label.shade > 0.4F : label.shade > 0.75F;
            const ImU32 dark_ink = theme.dark ? theme.background : theme.text;
            const ImU32 light_ink = theme.dark ? theme.text : theme.panel;
            draw_centred(draw, theme.small, at, label.room, on_pale ? dark_ink : light_ink, label);
            break;
        }
        case teaching::SmLabelStyle::inside:
            draw_centred(draw, theme.small, at, label.room, theme.text_muted, label);
            break;
    }
}

/// Label of the variant whose blocks are shown.
std::string variant_label(const session::SessionView& session)
{
    const std::string& focus = session.selection().focus;
    const model::Variant* variant = session.experiment().find_variant(focus);
    return variant == nullptr || variant->label.empty() ? focus : variant->label;
}

void draw_heading(const PanelContext& context, const teaching::SmFacts& facts, const model::RunResult* result,
                  bool is_stale)
{
    const Theme& theme = context.theme;
    const bool is_short = context.view.present && context.view.filled == Part::none;  // the picture needs the space
    const std::string title = "One SM of " + context.session.gpu().label;
    if (!is_short) draw_text(theme.body_bold, theme.text, title, true);
    const bool will_be_none =
        result != nullptr ? result->message.has_value() : bool(teaching::why_no_answers(context.session));
    std::string what =
        will_be_none ? "Nothing to show of this configuration." : "No results for this configuration yet.";
    if (facts.known) what = variant_label(context.session) + ": " + teaching::blocks_words(facts);
    const bool is_of_earlier_text = context.session.experiment().origin.source_state != model::SourceState::current;
    if (is_stale) what += is_of_earlier_text ? " · of an earlier text" : " · in progress";
    draw_text(is_short ? theme.body : theme.small, theme.text_muted, what, true);
}

/// The largest scene that fits, but not smaller than readable.
teaching::SmScene fitting_scene(const teaching::SmFacts& facts, float width, float height, const Theme& theme,
                                bool is_present, bool may_grow)
{
    constexpr std::array sizes_of_grown{2.6F, 2.2F, 1.9F, 1.6F, 1.3F, 1.0F, 0.85F, 0.7F, 0.55F, 0.42F, 0.36F};
    const auto from = std::span(sizes_of_grown).subspan(may_grow ? 0 : 5);
    const auto sizes = is_present ? from : from.first(from.size() - 2);
    const float line = text_size(theme.small, "0").y;
    teaching::SmScene scene;
    for (const float size : sizes) {
        scene = teaching::layout_sm(facts, width, theme.scale * size, line);
        if (scene.height <= height) break;
    }
    return scene;
}

/// The picture, or the reason why there is none.
void draw_picture(const PanelContext& context, Picture& state, const teaching::SmFacts& facts, bool is_stale,
                  float below)
{
    const Theme& theme = context.theme;
    if (!state.renderer && !state.trouble) {
        model::Expected<SmRenderer> made = SmRenderer::create(base::data_folder() / "shaders");
        if (made)
            state.renderer.emplace(std::move(*made));
        else
            state.trouble = made.error();
    }
    const float width = std::floor(ImGui::GetContentRegionAvail().x);
    if (width < 40 * theme.scale) return;
    const bool may_grow = context.view.present && context.view.filled != Part::none;
    const teaching::SmScene scene =
        fitting_scene(facts, width, ImGui::GetContentRegionAvail().y - below, theme, context.view.present, may_grow);
    if (state.renderer) render(state, scene, theme, context.now_seconds);
    if (state.trouble) return draw_error(theme, *state.trouble);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 origin{std::floor(at.x), std::floor(at.y)};
    ImGui::Dummy({scene.width, scene.height});
    if (ImGui::IsItemHovered()) {
        const ImVec2 mouse = ImGui::GetMousePos();
        if (const auto help = teaching::sm_help_at(scene, facts, mouse.x - origin.x, mouse.y - origin.y))
            tooltip(theme, help->title, help->text);
    }
    const ImU32 tint = faded(IM_COL32_WHITE, is_stale ? 0.55F : 1.0F);
    // ImTextureID is a pointer in old versions of Dear ImGui and an integer in new ones.
    const auto texture = (ImTextureID)(std::intptr_t)state.renderer->texture();
    ImGui::GetWindowDrawList()->AddImage(texture, origin, {origin.x + scene.width, origin.y + scene.height}, {0, 0},
                                         {1, 1}, tint);
    float left = origin.x;
    for (const teaching::SmLabel& label : scene.labels) {
        // Numbers belong to the final positions of the blocks.
        if (state.moving && label.style == teaching::SmLabelStyle::number) continue;
        draw_label(ImGui::GetWindowDrawList(), theme, origin, label, left);
    }
}

/// Height of draw_next_step, reserved below the picture.
float next_step_height(const PanelContext& context, const teaching::NextStep& next)
{
    const Theme& theme = context.theme;
    const float width = ImGui::GetContentRegionAvail().x, gap = ImGui::GetStyle().ItemSpacing.y;
    // The gap that SmView::draw leaves below the picture, with spacing before and after it.
    float height = 4 * theme.scale + 2 * gap;
    if (!next.time.empty()) height += wrapped_height(theme.body_bold, next.time, width) + gap;
    if (!next.sentence.empty()) height += wrapped_height(theme.body_bold, next.sentence, width) + gap;
    if (next.offered)
        height += wrapped_height(theme.body, next.offered->what + ": " + next.price + ".", width) +
                  text_size(theme.body, "0").y + 2 * gap;
    if (!next.verdict.empty()) height += wrapped_height(theme.body, next.verdict, width) + gap;
    return height;
}

class SmView final : public PanelView {
public:
    void draw(PanelContext& context) override;
    [[nodiscard]] bool is_animating() const override { return picture_.moving; }
    [[nodiscard]] unsigned texture_revision() const override { return picture_.revision; }

private:
    Picture picture_;
    teaching::SmFacts facts_;
    std::optional<std::uint64_t> facts_revision_;  ///< session revision of the facts
    float step_height_ = 0;                        ///< reserved for the next step; does not shrink during a drag
};

void SmView::draw(PanelContext& context)
{
    const session::SessionView& session = context.session;
    const model::RunResult* result = focused_result(session);
    const bool is_stale = focused_is_stale(session);
    const teaching::Covers covers = covers_of(session, context.view);
    if (covers.hides_occupancy() || covers.hides_outcome()) {
        picture_.is_new = true;  // the next picture does not animate from the one before the cover
        draw_text(context.theme.body_bold, context.theme.text, "One SM of " + session.gpu().label, true);
        return draw_cover(context, "sm");
    }
    if (facts_revision_ != session.revision()) facts_ = launched_sm_facts(session, result);
    facts_revision_ = session.revision();
    const teaching::SmFacts& facts = facts_;
    draw_heading(context, facts, result, is_stale);
    const bool has_failed = result != nullptr && result->status != model::Status::ok;
    if (has_failed && !context.view.advice_in_strip) draw_sentence(context);
    const bool is_advised = result != nullptr && !context.view.advice_in_strip && result->occupancy;
    const teaching::NextStep& next = context.next_step;
    const float step_height = is_advised ? next_step_height(context, next) : next_step_height(context, {});
    // While things move, the picture does not grow into the space of a step that reappears at rest.
    step_height_ = context.is_still ? step_height : std::max(step_height, step_height_);
    draw_picture(context, picture_, facts, is_stale, step_height_);
    if (facts.why_no_split) draw_text(context.theme.small, context.theme.text_muted, *facts.why_no_split, true);
    ImGui::Dummy({0, 4 * context.theme.scale});
    // The strip above the tabs shows the advice if it has no room here.
    if (is_advised) draw_next_step(context, next);
    if (!has_failed && !context.view.advice_in_strip) draw_sentence(context);
}

}  // namespace

const Panel sm_panel{"sm", "SM", PanelPlace::right, open_view<SmView>, PresentHeight::from_controls};

}  // namespace spillway::window
