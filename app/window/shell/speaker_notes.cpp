#include "app/window/shell/speaker_notes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <backends/imgui_impl_opengl3.h>

#include "app/lessons/markdown.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/steady_time.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/talk_steps.h"
#include "app/window/picture/renderer.h"
#include "app/window/shell/settings.h"

namespace spillway::window {
namespace {

/// Makes a Dear ImGui context current, then the previous one (the main window's) again.
class CurrentContext {
public:
    explicit CurrentContext(ImGuiContext* context) : before_(ImGui::GetCurrentContext())
    {
        ImGui::SetCurrentContext(context);
    }
    ~CurrentContext() { ImGui::SetCurrentContext(before_); }
    CurrentContext(const CurrentContext&) = delete;
    CurrentContext& operator=(const CurrentContext&) = delete;

private:
    ImGuiContext* before_;
};

const teaching::TalkStop* stop_at(const OpenTalk& open, int at)
{
    const auto& stops = open.talk.stops;
    return at >= 0 && at < static_cast<int>(stops.size()) ? &stops[static_cast<std::size_t>(at)] : nullptr;
}

/// "17 min", "1 h 03 min"
std::string time_words(long minutes)
{
    const std::string rest = std::to_string(minutes % 60);
    if (minutes < 60) return rest + " min";
    return std::to_string(minutes / 60) + " h " + (rest.size() < 2 ? "0" : "") + rest + " min";
}

}  // namespace

model::Expected<std::unique_ptr<SpeakerNotes>> SpeakerNotes::open(Surface& surface)
{
    std::unique_ptr<SpeakerNotes> notes(new SpeakerNotes(surface));
    const CurrentContext current(notes->imgui_);
    if (auto trouble = surface.attach()) return *trouble;
    notes->attached_ = true;
    using Extent = PicturePainter::Extent;
    notes->painter_ = PicturePainter(draws_by_software() ? Extent::pieces : Extent::whole);
    return notes;
}

SpeakerNotes::SpeakerNotes(Surface& surface) : surface_(surface)
{
    ImGuiContext* const before = ImGui::GetCurrentContext();
    imgui_ = ImGui::CreateContext();
    ImGui::SetCurrentContext(before);
}

SpeakerNotes::~SpeakerNotes()
{
    if (attached_) {
        const CurrentContext current(imgui_);
        surface_.bind();
        surface_.detach();
    }
    ImGui::DestroyContext(imgui_);
}

long SpeakerNotes::minutes() const
{
    return static_cast<long>(std::chrono::duration_cast<std::chrono::minutes>(Clock::now() - began_).count());
}

double SpeakerNotes::wait_seconds() const
{
    if (owed_frames_ > 0) return 0;
    const std::chrono::duration<double> left = began_ + std::chrono::minutes(minutes() + 1) - Clock::now();
    return std::max(left.count(), 0.0) + 0.01;
}

SpeakerNotes::Shown SpeakerNotes::shown_of(const ViewState& view) const
{
    Shown shown;
    shown.dark = view.dark;
    shown.minutes = minutes();
    if (!view.talk) return shown;
    shown.title = view.talk->talk.title.empty() ? view.talk->file.filename().string() : view.talk->talk.title;
    shown.at = view.talk->at;
    shown.count = view.talk->talk.stops.size();
    if (const auto* stop = stop_at(*view.talk, shown.at)) shown.stop = *stop;
    if (const auto* next = stop_at(*view.talk, shown.at + 1)) shown.next = *next;
    return shown;
}

bool SpeakerNotes::wants_frame(const ViewState& view) const
{
    return owed_frames_ > 0 || surface_.next_typed() != nullptr || shown_of(view) != shown_;
}

bool SpeakerNotes::take_own_key(const KeyPress& press, ViewState& view)
{
    if (press.alt) return false;
    const auto zoom = [&](float scale) {
        user_scale_ = std::clamp(std::round(scale * 20) / 20, smallest_scale, largest_scale);
        return true;
    };
    switch (press.key) {
        case Key::escape: view.shows_speaker_notes = false; return true;
        case Key::f11: surface_.toggle_full_screen(); return true;
        case Key::up: scroll_ -= 0.3f; return true;
        case Key::down: scroll_ += 0.3f; return true;
        case Key::character: break;
        default: return false;
    }
    if (!press.ctrl && press.character == 'R') began_ = Clock::now();
    if (!press.ctrl) return press.character == 'R';
    switch (press.character) {
        case '+':
        case '=': return zoom(user_scale_ * 1.1f);
        case '-': return zoom(user_scale_ / 1.1f);
        case '0': return zoom(1);
        default: return false;
    }
}

void SpeakerNotes::take_keys(ViewState& view, Surface& window)
{
    while (surface_.next_typed() != nullptr) {
        const Typed typed = surface_.take_typed();
        if (!typed.key) continue;
        owe_frames();
        const bool is_press = typed.kind == Typed::Kind::press;
        if (!is_press || !take_own_key(*typed.key, view)) window.put_typed(typed);
    }
}

void SpeakerNotes::refresh_theme(const session::SessionView& session, const ViewState& view)
{
    // A line of notes is a twentieth of the window's height, and has room for about sixty characters.
    constexpr float logical_height = 400, logical_width = 560;
    const float raster = surface_.raster_scale();
    const float height = static_cast<float>(surface_.height()) / raster;
    const float width = static_cast<float>(surface_.width()) / raster;
    const float fitting = std::min(height / logical_height, width / logical_width);
    const float scale = std::clamp(fitting * user_scale_, 0.5f, 6.0f);
    const bool has_new_characters = characters_.refresh(session, view);
    const Theme before = std::exchange(theme_, make_theme(view.dark, scale, true));
    keep_fonts(theme_, before);
    apply_style(theme_);
    if (has_new_characters || scale != built_scale_ || raster != built_raster_) {
        fonts_.build(theme_, raster, characters_.all());
#if IMGUI_VERSION_NUM < 19200
        ImGui_ImplOpenGL3_DestroyFontsTexture();
        ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
        built_scale_ = scale;
        built_raster_ = raster;
        painter_.forget();
    }
    set_raster_scale(raster);
    ImGui::GetIO().FontDefault = theme_.body;
}

void SpeakerNotes::frame(session::Session& session, ViewState& view, Surface& window)
{
    const CurrentContext current(imgui_);
    if (owed_frames_ > 0) --owed_frames_;
    surface_.begin_frame();
    take_keys(view, window);
    Shown now = shown_of(view);
    if (now.at != shown_.at || now.stop.view != shown_.stop.view) to_top_ = true;
    shown_ = std::move(now);
    refresh_theme(session.view(), view);
    ImGui::NewFrame();
    items_.begin_frame();
    PanelContext context{session.view(), view, theme_, commands_, items_, terms_, steady_seconds()};
    draw(context);
    ImGui::Render();
    if (surface_.take_lost_picture()) painter_.forget();
    const ImDrawData& drawn = *ImGui::GetDrawData();
    if (painter_.differs(drawn, theme_.background, 0)) {
        surface_.bind();
        painter_.paint(drawn);
        surface_.present();
    }
    if (commands_.apply(session, view)) owe_frames();
}

void SpeakerNotes::draw(PanelContext& context)
{
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::Begin("##speaker", nullptr,
                 ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleVar(2);
    const Theme& theme = context.theme;
    const float pad = std::round(20 * theme.scale), line = font_pixels(theme.body) + 8 * theme.scale;
    const float head = pad * 0.6f + line + font_pixels(theme.heading) + 8 * theme.scale, foot = line + pad;
    draw_head(context, {{pad, pad * 0.6f}, {size.x - pad, head}});
    draw_notes(context, {{pad, head + pad * 0.5f}, {size.x - pad, size.y - foot}});
    draw_foot(context, {{pad, size.y - foot}, {size.x - pad, size.y - pad * 0.4f}});
    ImGui::End();
}

/// The stop's number and the elapsed time; below them the title of the stop.
void SpeakerNotes::draw_head(PanelContext& context, const Rect& head)
{
    const Theme& theme = context.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const std::string time = time_words(shown_.minutes);
    const float width = text_width(theme.body_bold, time), x = head.max.x - width;
    const Rect clock{{x, head.min.y}, {head.max.x, head.min.y + font_pixels(theme.body_bold)}};
    const Touch touch = touch_area(context, "speaker:time", clock);
    draw_text(list, theme.body_bold, clock.min, touch.hovered ? theme.accent : theme.text, time);
    if (touch.hovered) tooltip(theme, "Time since this window was opened. A click, or R, restarts it.");
    if (touch.clicked) began_ = Clock::now();

    std::string place = std::to_string(shown_.count) + " stops";
    if (shown_.at >= 0) place = std::to_string(shown_.at + 1) + " of " + std::to_string(shown_.count);
    draw_text(list, theme.body_bold, head.min, theme.accent, place);
    const std::string title = shown_.at < 0 ? shown_.title : stop_title(context.session, shown_.stop);
    const float y = head.max.y - font_pixels(theme.heading) - 6 * theme.scale;
    draw_text_fitted(list, theme.heading, {head.min.x, y}, theme.text, title, head.width());
    list->AddLine({head.min.x, head.max.y}, head.max, theme.panel_border, std::max(1.0f, theme.scale));
}

void SpeakerNotes::draw_notes(PanelContext& context, const Rect& place)
{
    const Theme& theme = context.theme;
    ImGui::SetCursorScreenPos(place.min);
    ImGui::BeginChild("##notes", {place.width(), place.height()});
    if (std::exchange(to_top_, false)) ImGui::SetScrollY(0);
    if (const float pages = std::exchange(scroll_, 0.0f); pages != 0)
        ImGui::SetScrollY(std::clamp(ImGui::GetScrollY() + pages * place.height(), 0.0f, ImGui::GetScrollMaxY()));
    if (shown_.at < 0) {
        draw_text(theme.body, theme.text_muted, "Page Down, or a presenter's clicker, goes to the first stop.", true);
    } else if (shown_.stop.notes.empty()) {
        draw_text(theme.body, theme.text_muted, "This stop has no notes.", true);
    } else {
        if (parsed_ != shown_.stop.notes) notes_.set(lessons::markdown::parse(shown_.stop.notes));
        parsed_ = shown_.stop.notes;
        const float width = ImGui::GetContentRegionAvail().x;
        notes_.draw(context, {width, width}, {.clicked = [](int) {}});
    }
    fade_foot(theme);
    ImGui::EndChild();
}

/// The next stop's title, and buttons for the clicker's two keys.
void SpeakerNotes::draw_foot(PanelContext& context, const Rect& foot)
{
    const Theme& theme = context.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddLine(foot.min, {foot.max.x, foot.min.y}, theme.panel_border, std::max(1.0f, theme.scale));
    const float y = foot.min.y + 8 * theme.scale, gap = 8 * theme.scale;
    float right = foot.max.x;
    const auto button = [&](const char* key, std::string_view label, int step) {
        right -= button_size(theme, label).x;
        if (button_at(context, key, {right, y}, label))
            context.commands.post(
                [step](session::Session& session, ViewState& view) { step_talk(session, view, step); });
        right -= gap;
    };
    button("speaker:next", "Next", 1);
    button("speaker:back", "Back", -1);
    const ImVec2 at{foot.min.x, y + (button_size(theme, "Next").y - font_pixels(theme.body)) / 2};
    if (shown_.at + 1 >= static_cast<int>(shown_.count))
        return draw_text(list, theme.body, at, theme.text_muted, "This is the last stop.");
    const std::string_view label = "Next: ";
    draw_text(list, theme.body, at, theme.text_muted, label);
    const float begin = at.x + text_width(theme.body, label) + gap / 2;
    draw_text_fitted(list, theme.body_bold, {begin, at.y}, theme.text, stop_title(context.session, shown_.next),
                     right - begin);
}

}  // namespace spillway::window
