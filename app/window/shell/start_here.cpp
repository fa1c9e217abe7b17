#include "app/window/shell/start_here.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/catalogue/course_map.h"
#include "app/learner/learner_progress.h"
#include "app/teaching/parameter_steps.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/page_window.h"
#include "app/window/kit/widgets.h"
#include "app/window/shell/start_pictures.h"

namespace spillway::window {
namespace {

using teaching::StartAct;
using teaching::StartScreen;

constexpr float narrow_width = 620;  ///< a narrower window is a phone's; times the scale

/// Draws a slider. Returns its position, 0 to 1, while the mouse drags it.
std::optional<double> draw_track(PanelContext& context, const std::string& key, const Rect& place, double at,
                                 bool& is_released)
{
    const Theme& theme = context.theme;
    const float radius = 7 * theme.scale, thick = 2 * theme.scale;
    const float left = place.min.x + radius, right = place.max.x - radius, y = place.centre().y;
    const Touch touch = touch_area(context, key, place);
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float x = left + static_cast<float>(at) * (right - left);
    fill_rounded(list, theme, {left, y - thick}, {right, y + thick}, theme.panel_border, thick);
    fill_rounded(list, theme, {left, y - thick}, {x, y + thick}, theme.accent, thick);
    fill_disc(list, theme, {x, y}, touch.held ? radius * 1.15f : radius, theme.dark ? theme.cursor : theme.accent);
    is_released = touch.released;
    if (!touch.held) return std::nullopt;
    return std::clamp((ImGui::GetMousePos().x - left) / std::max(right - left, 1.0f), 0.0f, 1.0f);
}

}  // namespace

void StartHere::open()
{
    is_open_ = true;
    done_.fill(false);
    slid_ = 0;
    at_.reset();
    turn_to(0);
}

void StartHere::turn_to(std::size_t page)
{
    page_ = page;
    is_wrong_ = false;
    clicked_.reset();
    began_ = -1;
}

void StartHere::say(bool is_right)
{
    done_[page_] |= is_right;
    is_wrong_ = !is_right && !done_[page_];
}

bool StartHere::is_animating(double now_seconds) const
{
    return is_open_ && (began_ < 0 || now_seconds - began_ < start_moving_seconds);
}

bool StartHere::take_key(const KeyPress& press)
{
    if (!is_open_) return false;
    const auto act = static_cast<StartAct>(page_);
    const int step = press.key == Key::right ? 1 : press.key == Key::left ? -1 : 0;
    const bool is_plain = !press.ctrl && !press.alt;
    if (press.key == Key::escape) return leave(), true;
    if (press.key == Key::page_down && done_[page_] && page_ + 1 < done_.size()) return turn_to(page_ + 1), true;
    if (press.key == Key::page_up && page_ > 0) return turn_to(page_ - 1), true;
    if (is_plain && step != 0 && act == StartAct::slide) {
        slid_ = std::clamp(slid_ + step, 0, teaching::start_block * teaching::start_blocks - 1);
        if (slid_ == teaching::start_index) say(true);
        return true;
    }
    if (is_plain && step != 0 && act == StartAct::chart) {
        clicked_ = std::clamp(clicked_.value_or(32) + step * (press.shift ? 1 : 8), 16, 255);
        return true;
    }
    if (is_plain && step != 0) return act != StartAct::move;
    const bool walks = press.key == Key::tab || press.key == Key::enter || press.key == Key::space ||
                       press.key == Key::up || press.key == Key::down;
    if (walks && !press.ctrl && !press.alt) return false;
    const bool is_of_window = press.key == Key::f11 || (press.key == Key::character && press.character == 'T') ||
                              (press.ctrl && press.key == Key::character &&
                               std::string_view("+-=0Q").find(press.character) != std::string_view::npos);
    return !is_of_window;
}

void StartHere::draw(PanelContext& context)
{
    if (!is_open_) return;
    if (began_ < 0) began_ = context.now_seconds;
    const Theme& theme = context.theme;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    // The last page leaves the charts visible that its slider changes.
    const bool shows_charts = static_cast<StartAct>(page_) == StartAct::move;
    const bool is_narrow = screen.x < narrow_width * theme.scale;
    const float height = shows_charts ? std::min((is_narrow ? 480 : 310) * theme.scale, screen.y * 0.67f)
                                      : std::min((is_narrow ? 720 : 560) * theme.scale, screen.y * 0.94f);
    const ImVec2 size{std::round(std::min(1000 * theme.scale, screen.x * 0.96f)), std::round(height)};
    begin_page("##start here", IM_COL32(0, 0, 0, shows_charts ? 40 : 170));
    context.items.begin_scope();
    const float margin = screen.y - size.y;
    const ImVec2 at{std::round((screen.x - size.x) / 2), std::round(shows_charts ? 0.93f * margin : margin / 2)};
    const Rect card{at, {at.x + size.x, at.y + size.y}};
    ImDrawList* list = ImGui::GetWindowDrawList();
    fill_rounded(list, theme, card.min, card.max, theme.panel, theme.rounding * 2);
    list->AddRect(card.min, card.max, theme.panel_border, theme.rounding * 2);
    context.items.note("start:page " + std::to_string(page_ + 1), card);
    push_font(theme.body);
    draw_page(context, card.inset(std::round(22 * theme.scale)));
    ImGui::PopFont();
    context.items.end_scope();
    end_page();
}

void StartHere::draw_page(PanelContext& context, const Rect& inside)
{
    const Theme& theme = context.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const StartScreen screen = teaching::start_screens(context.session.gpu())[page_];
    const std::string count = std::to_string(page_ + 1) + " of " + std::to_string(done_.size());
    const float right = inside.max.x - text_width(theme.body, count);
    draw_text_fitted(list, theme.heading, inside.min, theme.text, screen.title, right - inside.min.x);
    draw_text(list, theme.body, {right, inside.min.y}, theme.text_muted, count);
    const float top = inside.min.y + font_pixels(theme.heading) + 16 * theme.scale;
    const float foot = inside.max.y - button_size(theme, "0").y;
    const float bottom = foot - 16 * theme.scale, middle = std::round(inside.min.x + 0.44f * inside.width());
    // On a phone held upright the picture stands below the words.
    const bool is_narrow = ImGui::GetIO().DisplaySize.x < narrow_width * theme.scale;
    const float below = std::round(top + 0.58f * (bottom - top));
    ImGui::SetCursorScreenPos({inside.min.x, top});
    ImGui::BeginChild("##words",
                      {(is_narrow ? inside.max.x : middle) - inside.min.x, (is_narrow ? below : bottom) - top});
    draw_words(context, screen);
    ImGui::EndChild();
    if (is_narrow)
        draw_picture(context, {{inside.min.x, below + 12 * theme.scale}, {inside.max.x, bottom}});
    else
        draw_picture(context, {{middle + 26 * theme.scale, top}, {inside.max.x, bottom}});
    draw_foot(context, {{inside.min.x, foot}, inside.max});
}

void StartHere::draw_words(PanelContext& context, const StartScreen& screen)
{
    const Theme& theme = context.theme;
    draw_text(theme.body, theme.text, screen.text, true);
    ImGui::Dummy({0, 10 * theme.scale});
    draw_text(theme.body_bold, theme.text, screen.ask, true);
    ImGui::Dummy({0, 4 * theme.scale});
    for (std::size_t i = 0; i < screen.choices.size(); ++i) {
        const Rect row = take_row(button_size(theme, "0").y + 6 * theme.scale);
        if (button_at(context, "start:answer:" + std::to_string(i), {row.min.x + 3 * theme.scale, row.min.y},
                      screen.choices[i]))
            say(i == screen.right);
        if (!done_[page_] || i != screen.right) continue;
        const float size = button_size(theme, screen.choices[i]).x, line = font_pixels(theme.body);
        draw_tick(ImGui::GetWindowDrawList(), {row.min.x + size + line, row.min.y + button_size(theme, "0").y / 2},
                  line * 0.45f, theme.good);
    }
    const model::Gpu& gpu = context.session.gpu();
    std::string done = screen.done;
    if (screen.act == StartAct::chart && clicked_) done = teaching::start_chart_words(gpu, *clicked_);
    ImGui::Dummy({0, 6 * theme.scale});
    if (done_[page_])
        draw_text(theme.body_bold, theme.good, done, true);
    else if (is_wrong_)
        draw_text(theme.body_bold, theme.warning, screen.not_so, true);
}

void StartHere::draw_picture(PanelContext& context, const Rect& place)
{
    const model::Gpu& gpu = context.session.gpu();
    const double seconds = std::min(context.now_seconds - began_, start_moving_seconds);
    switch (static_cast<StartAct>(page_)) {
        case StartAct::answer: return draw_sm_picture(context, gpu, place, seconds);
        case StartAct::place: {
            const std::size_t right = teaching::start_screens(gpu)[page_].right;
            if (const auto clicked = draw_places_picture(context, gpu, place, seconds)) say(*clicked == right);
            return;
        }
        case StartAct::slide: return draw_slide(context, place);
        case StartAct::chart:
            if (const auto clicked = draw_occupancy_picture(context, gpu, place, clicked_, seconds)) {
                clicked_ = clicked;
                say(teaching::is_half_full(gpu, *clicked));
            }
            return;
        case StartAct::move: return draw_move(context, place);
    }
}

void StartHere::draw_slide(PanelContext& context, const Rect& place)
{
    const Theme& theme = context.theme;
    constexpr int last = teaching::start_block * teaching::start_blocks - 1;
    const float height = 22 * theme.scale, line = font_pixels(theme.body) + 8 * theme.scale;
    const float top = place.max.y - height - line;
    const auto clicked = draw_kernel_picture(context, {place.min, {place.max.x, top - 10 * theme.scale}}, slid_);
    if (clicked) slid_ = *clicked;
    bool is_released = false;
    const auto held = draw_track(context, "start:slide", {{place.min.x, top}, {place.max.x, top + height}},
                                 static_cast<double>(slid_) / last, is_released);
    if (held) slid_ = static_cast<int>(std::lround(*held * last));
    if ((held || clicked) && slid_ == teaching::start_index) say(true);
    const std::string block = std::to_string(slid_ / teaching::start_block);
    const std::string thread = std::to_string(slid_ % teaching::start_block);
    draw_text_fitted(ImGui::GetWindowDrawList(), theme.body_bold, {place.min.x, top + height + 4 * theme.scale},
                     theme.text,
                     "Block " + block + ", thread " + thread + ": i = " + block + " × " +
                         std::to_string(teaching::start_block) + " + " + thread + " = " + std::to_string(slid_),
                     place.width());
}

/// The experiment's own slider, and the number of points of its curves that have results.
void StartHere::draw_move(PanelContext& context, const Rect& place)
{
    const Theme& theme = context.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const model::Parameter& parameter = context.session.x_parameter();
    const model::Value value = context.session.selection().values.at(parameter.name);
    if (!at_) at_ = value;
    if (value != *at_) say(true);
    const float line = font_pixels(theme.body) + 8 * theme.scale;
    float y = place.min.y;
    draw_text_fitted(list, theme.body, {place.min.x, y}, theme.text_muted, context.session.experiment().title,
                     place.width());
    y += line;
    draw_text_fitted(list, theme.heading, {place.min.x, y}, theme.text,
                     parameter.label + ": " + teaching::value_label(parameter, value), place.width());
    y += line + 14 * theme.scale;
    bool is_released = false;
    const auto held = draw_track(context, "start:slider", {{place.min.x, y}, {place.max.x, y + 26 * theme.scale}},
                                 teaching::slider_fraction(parameter, value), is_released);
    const auto set = [&](const model::Value& to, session::Edit edit) {
        context.commands.post([name = parameter.name, to, edit](session::Session& session, ViewState& view) {
            set_parameter(session, view, name, to, edit);
        });
    };
    if (held) {
        if (const model::Value wanted = teaching::value_at_fraction(parameter, *held); wanted != value)
            set(wanted, session::Edit::dragging);
    } else if (is_released) {
        set(value, session::Edit::finished);
    }
    y += 26 * theme.scale + line;
    const session::Progress progress = context.session.progress();
    if (progress.total == 0) return;
    const float share = static_cast<float>(progress.done) / static_cast<float>(progress.total);
    draw_text_fitted(
        list, theme.body, {place.min.x, y}, theme.text,
        "Points of the curves so far: " + std::to_string(progress.done) + " of " + std::to_string(progress.total),
        place.width());
    y += line;
    const float thick = 5 * theme.scale;
    fill_rounded(list, theme, {place.min.x, y}, {place.max.x, y + thick}, theme.panel_border, thick / 2);
    fill_rounded(list, theme, {place.min.x, y}, {place.min.x + std::max(share * place.width(), thick), y + thick},
                 theme.accent, thick / 2);
}

namespace {

/// The lesson that the course map recommends next; null if all are read.
const model::Experiment* lesson_to_begin(const PanelContext& context)
{
    const session::SessionView& session = context.session;
    return catalogue::next_lesson(session.catalogue(), learner::lessons_read(session.learner()));
}

void begin_lesson(PanelContext& context)
{
    const model::Experiment* lesson = lesson_to_begin(context);
    if (lesson == nullptr) return;
    context.commands.post([name = lesson->name](session::Session& to, ViewState& view) {
        choose_experiment(to, view, name);
        view.tab = "lesson";
    });
}

}  // namespace

void StartHere::draw_foot(PanelContext& context, const Rect& foot)
{
    const Theme& theme = context.theme;
    const bool is_last = page_ + 1 == done_.size();
    float x = foot.min.x;
    if (page_ > 0 && button_at(context, "start:back", {x, foot.min.y}, "Back")) turn_to(page_ - 1);
    x += button_size(theme, "Back").x + 8 * theme.scale;
    const model::Experiment* lesson = is_last ? lesson_to_begin(context) : nullptr;
    const std::string next = !is_last ? "Next" : lesson != nullptr ? "Begin: " + lesson->title : "Done";
    // Enter goes on as soon as the page's task is done.
    if (done_[page_] && std::exchange(offered_, page_) != page_) context.items.focus("start:next", true);
    if (done_[page_] && button_at(context, "start:next", {x, foot.min.y}, next, ButtonLook::primary)) {
        if (!is_last) return turn_to(page_ + 1);
        begin_lesson(context);
        return leave();
    }
    const std::string_view words =
        for_input_device(context.view, "Leave (Esc). F1 opens it again.", "Leave. Help opens it again.");
    if (button_at(context, "start:leave", {foot.max.x - button_size(theme, words).x, foot.min.y}, words,
                  ButtonLook::quiet))
        leave();
}

}  // namespace spillway::window
