#include "app/window/shell/app.h"

#include <time.h>

#include <algorithm>
#include <chrono>

#include <backends/imgui_impl_opengl3.h>

#include "app/teaching/lesson_facts.h"
#include "app/teaching/next_step.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/steady_time.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/charts/shown_charts.h"
#include "app/window/panels/file_run.h"
#include "app/window/panels/saving.h"
#include "app/window/panels/talk_steps.h"
#include "app/window/panels/views.h"
#include "app/window/picture/renderer.h"
#include "app/window/shell/borders.h"
#include "app/window/shell/dropped.h"
#include "app/window/shell/hosted_room.h"
#include "app/window/shell/keyboard.h"
#include "app/window/shell/layout.h"
#include "app/window/shell/less_motion.h"
#include "app/window/shell/place.h"
#include "app/window/shell/scales.h"

namespace spillway::window {
namespace {

/// In present mode, a part that fills the window has larger type, because everyone reads it.
float reading_magnification(const ViewState& view)
{
    return view.present && view.filled != Part::none ? 1.35f : 1;
}

/// Adapts the filled part to present mode, where the SM is a tab and the sliders cannot fill the window: the tabs fill
/// it instead. Closes the QR code where it cannot be shown.
void adopt_present_parts(ViewState& view)
{
    if (!view.present || view.page_address.empty()) view.shows_qr_code = false;
    if (!view.present) return;
    view.right_in_tabs = true;
    if (view.filled == Part::right) view.tab = "sm";
    if (view.filled == Part::right || view.filled == Part::left) view.filled = Part::tabs;
}

/// CPU time of this thread: the cost of a frame, independent of other load on the machine.
double thread_seconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Keys that act on the help page even while its search field has the keyboard: a field of one line needs none of them.
bool is_for_page(Key key)
{
    return key == Key::up || key == Key::down || key == Key::page_up || key == Key::page_down || key == Key::tab ||
           key == Key::enter;
}

}  // namespace

ViewState initial_view(const Settings& settings)
{
    ViewState view;
    static_cast<KeptView&>(view) = settings;
    view.experiment = settings.experiment;
    view.dark = settings.prefers_dark.value_or(view.dark);
    if (is_beside_views(view.tab)) view.tab = "lesson";  // the talk or trace is not opened again
    return view;
}

model::Expected<std::unique_ptr<App>> App::create(Surface& surface, session::Session& session, ViewState view)
{
    std::unique_ptr<App> app(new App(surface, session, std::move(view)));
    if (auto trouble = surface.attach()) return *trouble;
    app->attached_ = true;
    using Extent = PicturePainter::Extent;
    app->painter_ = PicturePainter(draws_by_software() ? Extent::pieces : Extent::whole);
    return app;
}

App::App(Surface& surface, session::Session& session, ViewState view)
    : surface_(surface), session_(session), view_(std::move(view))
{
    IMGUI_CHECKVERSION();
    imgui_ = ImGui::CreateContext();
    ImGui::SetCurrentContext(imgui_);
    ImGui::GetIO().ConfigWindowsMoveFromTitleBarOnly = true;
    view_.system_wants_less_motion = system_wants_less_motion();
    adopt_present_parts(view_);
    const auto tabs = visible_tabs(view_);
    const bool known =
        std::any_of(tabs.begin(), tabs.end(), [&](const Panel* panel) { return view_.tab == panel->key; });
    if (!known) view_.tab = "lesson";
    surface_.set_painter([this] {
        ImGuiContext* const before = ImGui::GetCurrentContext();
        ImGui::SetCurrentContext(imgui_);
        if (ImGui::GetDrawData() != nullptr && paint()) surface_.present();
        ImGui::SetCurrentContext(before);
    });
}

App::~App()
{
    surface_.set_painter({});
    ImGui::SetCurrentContext(imgui_);
    if (attached_) {
        surface_.bind();
        panels_.close_all();
        surface_.detach();
    }
    ImGui::DestroyContext(imgui_);
}

std::optional<std::string> App::close()
{
    view_.status_notice.clear();
    panels_.leave_all(commands_);
    commands_.apply(session_, view_);
    keep_unsaved_talk(view_);
    return view_.status_notice.empty() ? std::nullopt : std::optional(view_.status_notice);
}

void App::reload_fonts()
{
    fonts_.reload();
    characters_ = ShownCharacters();
    fonts_are_stale_ = true;
}

Settings App::settings(int window_width, int window_height) const
{
    Settings settings;
    static_cast<KeptView&>(settings) = view_;
    settings.window_width = std::clamp(window_width, 640, 16384);
    settings.window_height = std::clamp(window_height, 400, 16384);
    settings.experiment = session_.view().selection().experiment;
    settings.place = place_of(session_.view(), view_);
    return settings;
}

bool App::wants_frame() const
{
    return owed_frames_ > 0 || !is_still_ || drawn_revision_ != session_.view().revision() || panels_.is_animating() ||
           start_here_.is_animating(steady_seconds()) || surface_.next_typed() != nullptr || has_run_ended(view_) ||
           has_room_news(view_);
}

bool App::wants_text() const
{
    return ImGui::GetIO().WantTextInput;
}

void App::owe_blink()
{
    if (wants_text()) owed_frames_ = std::max(owed_frames_, 1);
    age_notice();
}

/// Removes the status line's notice after ten seconds.
void App::age_notice()
{
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::seconds shown_for{10};
    if (view_.status_notice != notice_) {
        notice_ = view_.status_notice;
        notice_ends_ = Clock::now() + shown_for;
    } else if (!notice_.empty() && Clock::now() >= notice_ends_) {
        notice_.clear();
        view_.status_notice.clear();
        owed_frames_ = std::max(owed_frames_, 1);
    }
}

double App::wait_seconds() const
{
    if (wants_text()) return 0.25;  // the text cursor blinks
    const bool working = session_.view().progress().in_flight > 0 ||
                         session_.view().worker().state == worker_client::WorkerState::starting ||
                         session_.view().worker().state == worker_client::WorkerState::restarting;
    if (working || is_file_running(view_)) return 0.1;
    double wait = session_.seconds_to_update().value_or(-1);
    if (is_room_running(view_)) wait = wait < 0 ? 0.5 : std::min(wait, 0.5);
    if (notice_.empty()) return wait;
    const std::chrono::duration<double> left = notice_ends_ - std::chrono::steady_clock::now();
    const double to_notice = std::max(left.count(), 0.0) + 0.01;
    return wait < 0 ? to_notice : std::min(wait, to_notice);
}

void App::frame()
{
    const double began = thread_seconds();
    ImGui::SetCurrentContext(imgui_);
    if (owed_frames_ > 0) --owed_frames_;
    follow_talk_file(view_);
    age_notice();
    // Before the renderer's first frame: without fonts it would build and upload its own.
    if (!std::exchange(has_theme_, true)) refresh_theme();
    surface_.begin_frame();
    view_.is_by_touch = surface_.is_by_touch();
    take_input();
    adopt_present_parts(view_);
    refresh_theme();
    ImGui::NewFrame();
    // Results already cached appear in this frame.
    if (commands_.apply_following(session_, view_)) session_.update();
    is_still_ = drawn_revision_ == session_.view().revision();
    drawn_revision_ = session_.view().revision();
    items_.begin_frame();
    draw();
    ImGui::Render();
    const bool is_painted = !surface_.is_painted_when_asked() && paint();
    if (take_end_of_run(view_) || take_room_news(view_)) owed_frames_ = std::max(owed_frames_, 2);
    if (commands_.apply(session_, view_)) owed_frames_ = std::max(owed_frames_, 2);
    follow_experiment(session_.view(), view_);  // after Undo, and after a file was opened
    if (pin_a_of_view(session_, view_)) owed_frames_ = std::max(owed_frames_, 2);
    if (view_.tab == "talk" && view_.present && !view_.tab_behind.empty()) view_.tab = view_.tab_behind;
    view_.has_own_file = session_.view().experiment().is_plain();
    if (view_.tab == "run_here" && !view_.has_own_file) view_.tab = view_.tab_behind;
    if (!is_beside_views(view_.tab)) view_.tab_behind = view_.tab;
    request_visible_results();
    frame_times_.add(thread_seconds() - began);
    if (is_painted) surface_.present();
}

/// Paints the last frame if it differs from the last painted picture. False if it does not.
bool App::paint()
{
    if (surface_.take_lost_picture()) painter_.forget();
    const ImDrawData& drawn = *ImGui::GetDrawData();
    if (!painter_.differs(drawn, theme_.background, panels_.texture_revision())) return false;
    surface_.bind();
    painter_.paint(drawn);
    return true;
}

/// Requests results for a lesson's claims while the lesson is open, and for an exercise whichever tab is open.
void App::request_lesson_results()
{
    const bool is_read = view_.tab.empty() || view_.tab == "lesson" || session_.view().experiment().exercise;
    if (!is_read) return;
    if (std::string key = teaching::lesson_requests_key(session_.view()); key != lesson_requests_key_) {
        lesson_requests_key_ = std::move(key);
        session_.request_in_background(session::Requester::lesson, teaching::lesson_requests(session_.view()));
    }
}

/// Requests the results that the visible panels need, besides those of the sliders' setting.
void App::request_visible_results()
{
    session_.show({.counters = are_counters_shown(session_.view(), view_),
                   .code = are_code_metrics_shown(session_.view(), view_),
                   .counts = are_counts_shown(session_.view(), view_),
                   .ptx = are_ptx_counts_shown(session_.view(), view_)});
    request_lesson_results();
    if (!is_still_ || interest_revision_ == session_.view().revision()) return;
    interest_revision_ = session_.view().revision();
    session_.request_in_background(session::Requester::next_step, teaching::requests_for_next_step(session_.view()));
}

std::optional<KeyPress> App::act_on(const KeyPress& pressed, bool to_field, KeyTarget& target)
{
    owe_frames();
    const std::optional<KeyPress> meant = bindings_.meant(pressed);
    if (!meant) return std::nullopt;
    const KeyPress& press = *meant;
    // While the user types, only keys that a text field does not need act on the window.
    const bool is_command = press.ctrl || press.key == Key::f1 || press.key == Key::f11 || press.key == Key::escape;
    const bool is_for_help = view_.show_help && !view_.finder.is_open && is_for_page(press.key);
    const bool for_text = to_field && !is_command && !is_for_help;
    const bool edits_text = to_field && press.ctrl && press.key == Key::character &&
                            std::string_view("ACVXYZ").find(press.character) != std::string_view::npos;
    if (!for_text && !edits_text && !start_here_.take_key(press)) handle_key(press, target);
    return meant;
}

void App::take_input()
{
    KeyTarget target{session_, view_, items_};
    if (const auto chosen = find_page_.take_press()) handle_key(*chosen, target);
    const bool is_field_requested = view_.entry.is_new || view_.finder.is_new || view_.find_is_new ||
                                    view_.saving_page.is_new || view_.machine_entry.is_new ||
                                    items_.is_keyboard_asked_for();
    typing_.take(surface_, is_field_requested,
                 [&](const KeyPress& press, bool to_field) { return act_on(press, to_field, target); });
    open_all_dropped(surface_.take_dropped(), session_, view_);
    if (target.toggle_full_screen) surface_.toggle_full_screen();
    if (target.ask_what_to_save) open_saving_page(session_.view(), view_);
    if (target.save) save_as_chosen(session_.view(), view_);
    if (target.quit) wants_quit_ = true;
    if (target.scroll_tab != 0) panels_.scroll(target.scroll_tab);
    if (target.toggle_fill) toggle_fill();
    if (target.drag_border != Part::none) move_border(target.drag_border, target.drag_by);
}

/// Fills the window with the part under the mouse, else with the part that has the visible focus, else with the tabs.
/// If a part fills it already, shows all parts again.
void App::toggle_fill()
{
    if (view_.filled != Part::none) {
        view_.filled = Part::none;
        return;
    }
    ImVec2 place = ImGui::GetIO().MousePos;
    Part part = part_at(layout_, place);
    const auto focused = items_.focus_is_visible() ? items_.find(items_.focused()) : std::nullopt;
    if (part == Part::none && focused) part = part_at(layout_, place = focused->centre());
    if (view_.present && part == Part::charts) view_.filled_chart = metric_at(place);
    view_.filled = part == Part::none ? Part::tabs : part;
}

/// Metric of the chart at this position in the last frame's layout; empty if there is none.
std::string App::metric_at(ImVec2 place) const
{
    const std::vector<std::string> metrics = shown_metrics(session_.view(), view_);
    for (std::size_t i = 0; i < std::min(metrics.size(), layout_.charts.size()); ++i)
        if (layout_.charts[i].contains(place)) return metrics[i];
    return {};
}

void App::move_border(Part beside, float steps)
{
    if (has_border(layout_, beside))
        view_.borders = dragged_border(layout_, view_.borders, beside, steps * 20 * theme_.scale);
}

void App::refresh_theme()
{
    if (characters_.refresh(session_.view(), view_)) fonts_are_stale_ = true;
    const float raster = surface_.raster_scale();
    const ZoomRange zooms = zoom_range(surface_, view_.present);
    view_.least_scale = zooms.least;
    view_.max_scale = zooms.most;
    const float zoom = std::clamp(view_.scale, zooms.least, zooms.most);
    const float scale = std::clamp(fitting_scale(surface_, view_.present) * zoom, 0.5f, 6.0f);
    const float reading = reading_magnification(view_);
    if (scale != built_scale_ || raster != built_raster_ || reading != built_reading_) fonts_are_stale_ = true;
    const Theme before = theme_;
    theme_ = make_theme(view_.dark, scale, view_.present);
    theme_.reading_magnification = reading;
    keep_fonts(theme_, before);
    apply_style(theme_);
    if (fonts_are_stale_) {
#if IMGUI_VERSION_NUM < 19200
        const bool is_uploaded = ImGui::GetIO().Fonts->TexID;  // the renderer uploads the first one when it begins
        fonts_.build(theme_, raster, characters_.all());
        if (is_uploaded) {
            ImGui_ImplOpenGL3_DestroyFontsTexture();
            ImGui_ImplOpenGL3_CreateFontsTexture();
        }
#else
        fonts_.build(theme_, raster, characters_.all());
#endif
        built_scale_ = scale;
        built_raster_ = raster;
        built_reading_ = reading;
        fonts_are_stale_ = false;
        painter_.forget();
    }
    set_raster_scale(raster);
    ImGui::GetIO().FontDefault = theme_.body;
}

/// Empty while a question covers results, because the costs of the next step would give the answer away.
teaching::NextStep App::visible_next_step()
{
    return covers_of(session_.view(), view_).any() ? teaching::NextStep() : next_step_.of(session_.view(), is_still_);
}

}  // namespace spillway::window
