#include "app/web/page.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <emscripten.h>

#include "app/catalogue/catalogue.h"
#include "app/learner/progress_store.h"
#include "app/learner/typing_journal.h"
#include "app/teaching/view_fit.h"
#include "app/web/browser_socket.h"
#include "app/web/lesson_beside.h"
#include "app/window/shell/place.h"
#include "app/window/shell/status_line.h"
#include "app/window/shell/touch_scroll.h"
#include "app/worker_client/room_link.h"

namespace spillway::web {
namespace {

// clang-format off
EM_JS(void, page_is_ready, (), { Module.showWindow(); });
EM_JS(void, page_has_chart, (), { Module.hasChart(); });
EM_JS(void, page_rests, (), { Module.rest(); });
EM_JS(void, page_reads_out, (const char* line), { Module.readOut(UTF8ToString(line)); });
EM_JS(void, page_shows_beside, (const char* html), { Module.showBeside(UTF8ToString(html)); });
EM_JS(void, page_has_all, (), { Module.areAllHere(); });
EM_JS(void, page_keeps_files, (), { Module.keepFiles(); });
EM_JS(void, page_shows_link, (const char* fragment, const char* experiment), {
    Module.showLink(UTF8ToString(fragment), UTF8ToString(experiment));
});
// The objects of a lost context are gone. Deleting them in the restored one is an error in the browser's console.
EM_JS(void, page_forgets_graphics_objects, (), {
    for (const held of [GL.buffers, GL.framebuffers, GL.programs, GL.renderbuffers, GL.shaders, GL.textures, GL.vaos])
        held.fill(null);
});
EM_JS(void, page_forgets, (const char* experiment), { Module.forgets(UTF8ToString(experiment)); });
EM_JS(void, page_looks_at, (const char* experiment), { Module.looksAt(UTF8ToString(experiment)); });
// The fragment of the address, without its "#"; the caller frees it.
EM_JS(char*, page_fragment, (), {
    const text = Module.fragment();
    const bytes = lengthBytesUTF8(text) + 1;
    const at = _malloc(bytes);
    stringToUTF8(text, at, bytes);
    return at;
});
EM_JS(char*, page_address, (), {
    const text = location.href.split('#')[0];
    const bytes = lengthBytesUTF8(text) + 1;
    const at = _malloc(bytes);
    stringToUTF8(text, at, bytes);
    return at;
});
EM_JS(bool, page_prefers_light, (), { return matchMedia('(prefers-color-scheme: light)').matches; });
// clang-format on

/// Copies a text of the page and frees the original.
std::string taken(char* text)
{
    std::string copy(text);
    std::free(text);
    return copy;
}

/// Opens the recordings that `spillway publish` added to the page, over the shipped ones. The log lists unreadable
/// ones.
void open_own_recordings(session::Session& session)
{
    std::error_code ignored;
    for (const auto& file : std::filesystem::directory_iterator("/spillway/own", ignored))
        if (file.path().extension() == ".spillway") (void)session.lay_recording(file.path());
}

}  // namespace

std::unique_ptr<Page> page;

void Page::open_view(const std::string& fragment)
{
    // Do not compare with shown_link_, which is written a frame later and may still hold the previous view.
    const auto shown = fragment_of_view(session_->view(), app_->view());
    if (shown && *shown == fragment) return;
    std::optional<model::Error> refused;
    if (!fragment.empty()) refused = show_fragment(fragment, *session_, app_->view());
    if (refused) app_->view().status_notice = refused->line();
    if (refused || fragment.empty()) shown_link_.clear();  // the address gets the view that is shown
    wake();
}

void Page::take_keeping(bool keeps)
{
    ViewState& view = app_->view();
    if (keeps)
        view.why_not_kept.reset();
    else
        view.why_not_kept =
            "What you do is kept only until you close the page: this browser has no more storage for it. Free "
            "some, or take your progress along as a file.";
    say(view.why_not_kept.value_or("What you do is saved again."));
}

void Page::act(const std::string& act)
{
    if (const auto refused = act_beside(act, *session_, app_->view())) app_->view().status_notice = *refused;
    wake();
}

void Page::hide()
{
    keeper_.keep(settings(false), app_->view());
    if (const auto kept = app_->close()) app_->view().status_notice = *kept;
    page_keeps_files();
}

/// Loads an experiment's recorded results, which take some megabytes. Only the shown experiment's stay loaded; others
/// load again on their next visit.
void Page::look_at(const std::string& experiment)
{
    if (looked_at_ == experiment) return;
    if (!looked_at_.empty()) {
        session_->forget_recorded_parts(looked_at_);
        page_forgets(looked_at_.c_str());
    }
    looked_at_ = experiment;
    page_looks_at(experiment.c_str());
}

/// Until the first charts are complete, adds all known points before the page draws; a step of that takes a tenth of a
/// frame. If it takes longer than a second, the page draws what it has.
void Page::update()
{
    constexpr double max_milliseconds = 1000;
    const double began = emscripten_get_now();
    bool has_changed = true;
    while (has_changed) {
        has_changed = session_->update();
        const session::Progress progress = session_->view().progress();
        if (had_chart_ || (progress.total > 0 && progress.done >= progress.total)) return;
        if (emscripten_get_now() - began > max_milliseconds) return;
    }
}

void Page::frame()
{
    is_frame_requested_ = false;
    if (!has_graphics_) return;
    update();
    look_at(session_->view().selection().experiment);
    if (std::exchange(had_input_, false)) {
        app_->owe_frames();
        last_input_ = emscripten_get_now();
    }
    const session::Progress progress = session_->view().progress();
    if (app_->wants_frame()) app_->frame();
    // Every curve of the first lesson is drawn with all its points: page.js loads the rest now, and marks the time.
    if (!had_chart_ && progress.total > 0 && progress.done >= progress.total) {
        had_chart_ = true;
        page_has_chart();
    }
    if (!std::exchange(was_ready_, true)) page_is_ready();
    // Write the address at once, so that each lesson is a step of the browser's history even if the next one follows
    // quickly.
    if (has_all_ && shown_experiment_ != session_->view().selection().experiment) show_link();
    if (app_->wants_frame() || surface_->has_input()) {
        ask_for_frame();
        write_while_animating();
    } else if (has_all_) {
        rest();
    }
}

/// An animation must not delay writing for long.
void Page::write_while_animating()
{
    constexpr double min_milliseconds = 1000;
    if (has_all_ && emscripten_get_now() - std::max(last_input_, written_at_) > min_milliseconds) write();
}

/// Draws at once unless the page has just painted, so that the browser's next picture includes the change. Waiting for
/// the browser's frame request would only start the drawing then.
void Page::hurry()
{
    constexpr double min_milliseconds = 8;
    wake();
    if (emscripten_get_now() - surface_->painted_at() < min_milliseconds) return;
    emscripten_cancel_animation_frame(frame_);
    frame();
    is_hurried_ = true;
}

/// Draws no frame for the browser's next picture if an event has drawn one for it (hurry()): another would delay it.
void Page::frame_of_browser()
{
    if (std::exchange(is_hurried_, false) && !had_input_) {
        is_frame_requested_ = false;
        return ask_for_frame();
    }
    frame();
}

void Page::read_on()
{
    constexpr double max_milliseconds = 12;
    const auto go_on = [](void* self) { static_cast<Page*>(self)->read_on(); };
    const double began = emscripten_get_now();
    while (emscripten_get_now() - began < max_milliseconds)
        if (!session_->read_on()) {
            app_->reload_fonts();  // rest.bin has more characters
            return has_all();
        }
    emscripten_set_timeout(go_on, 0, this);
}

void Page::has_all()
{
    has_all_ = true;
    surface_->hold_input(false);
    session_->request_only_charts(false);
    page_has_all();
    BrowserSocket::begin();
    wake();
}

/// Stops drawing until there is input or until something is due.
void Page::rest()
{
    write_after(0.12);
    const double due = app_->wait_seconds();
    if (timer_ != 0) emscripten_clear_timeout(timer_);
    timer_ = 0;
    if (due < 0) return;
    const auto on_time = [](void* self) {
        Page& woken = *static_cast<Page*>(self);
        woken.timer_ = 0;
        woken.app_->owe_blink();
        woken.ask_for_frame();
    };
    timer_ = emscripten_set_timeout(on_time, due * 1e3, this);
}

std::optional<model::Error> Page::regain_graphics()
{
    ViewState view = app_->view();
    const bool is_beginning = app_->start_here().is_open();
    page_forgets_graphics_objects();
    app_.reset();
    auto app = App::create(*surface_, *session_, std::move(view));
    if (!app) return app.error();
    app_ = std::move(*app);
    if (is_beginning) app_->start_here().open();
    has_graphics_ = true;
    wake();
    return std::nullopt;
}

/// Delays writing while input goes on, because it takes half a frame; but not for long, because a room's answers may
/// come for minutes.
void Page::write_after(double seconds)
{
    constexpr double max_milliseconds = 1000;
    const double now = emscripten_get_now();
    if (writing_timer_ == 0) unwritten_since_ = now;
    if (now - unwritten_since_ > max_milliseconds) return;
    if (writing_timer_ != 0) emscripten_clear_timeout(writing_timer_);
    const auto on_time = [](void* self) {
        Page& woken = *static_cast<Page*>(self);
        woken.writing_timer_ = 0;
        woken.write();
    };
    writing_timer_ = emscripten_set_timeout(on_time, seconds * 1e3, this);
}

/// Saves the progress, and updates the address and the text for screen readers.
void Page::write()
{
    written_at_ = emscripten_get_now();
    const double unwritten = keeper_.keep(settings(true), app_->view());
    page_keeps_files();
    show_link();
    if (const std::string line = notice_words(session_->view(), app_->view()); line != read_out_) {
        read_out_ = line;
        page_reads_out(line.c_str());
    }
    if (std::string beside = lesson_beside(session_->view(), app_->view()); beside != beside_) {
        beside_ = std::move(beside);
        page_shows_beside(beside_.c_str());
    }
    page_rests();
    if (unwritten >= 0) write_after(unwritten);
}

/// Puts the view into the address: always current, and shareable by copying.
void Page::show_link()
{
    const auto fragment = fragment_of_view(session_->view(), app_->view());
    if (!fragment) return;
    shown_experiment_ = session_->view().selection().experiment;
    if (*fragment == shown_link_) return;
    shown_link_ = *fragment;
    page_shows_link(shown_link_.c_str(), shown_experiment_.c_str());
}

std::optional<model::Error> Page::open()
{
    page.reset(new Page);
    session::Options options;
    options.installed_experiments = "/spillway/kernels";
    options.gpus_file = "/spillway/assets/gpus.json";
    // The tests checked the shipped experiments, `spillway publish` the published ones.
    options.installed_are_tried = true;
    options.worker_command = "none";
    if (BrowserSocket::has_room())
        options.open_link = [](const std::function<void()>& wake) {
            return std::make_unique<worker_client::RoomLink>(std::make_unique<BrowserSocket>(), wake);
        };
    options.recordings_come_in_parts = true;  // scripts/pack_web.py
    options.guess_ahead = false;              // shipped results arrive within a step; guesses would only make it longer
    options.progress_file = learner::progress_file();
    options.typing_folder = learner::typing_folder();
    options.wake = [] {
        if (page && page->app_) page->ask_for_frame();
    };
    auto session = session::Session::open(std::move(options));
    if (!session) return session.error();
    page->session_ = std::move(*session);
    page->session_->request_only_charts(true);
    open_own_recordings(*page->session_);
    auto surface = BrowserSurface::open(
        [] {
            if (page && page->app_) page->wake();
        },
        [] {
            if (page && page->app_) page->hurry();
        });
    if (!surface) return surface.error();
    page->surface_ = std::move(*surface);
    page->surface_->ask_where_it_scrolls([](Fingers::Point at, bool is_upright) {
        return page && page->app_ && scrolls_at(page->app_->items(), {at.x, at.y}, is_upright);
    });

    const Settings& settings = page->keeper_.settings();
    ViewState view = initial_view(settings);
    if (!settings.prefers_dark) view.dark = !page_prefers_light();
    session::Session& opened = *page->session_;
    view.page_address = taken(page_address());
    const teaching::ViewSetting first = teaching::setting_of(opened.view().selection(), opened.view());
    view.page_defaults = {first.gpu, first.recording,
                          page_prefers_light() ? teaching::ViewTheme::light : teaching::ViewTheme::dark};
    if (opened.view().catalogue().find(settings.experiment) != nullptr) {
        opened.select_experiment(settings.experiment);
        go_to(settings.place, opened, view);
    }
    if (page->keeper_.notice()) view.status_notice = page->keeper_.notice()->line();
    const std::string fragment = taken(page_fragment());
    if (!fragment.empty())
        if (const auto refused = show_fragment(fragment, opened, view)) view.status_notice = refused->line();
    auto app = App::create(*page->surface_, opened, std::move(view));
    if (!app) return app.error();
    page->app_ = std::move(*app);
    // A link's reader wants to see the linked view.
    if (fragment.empty() && (page->keeper_.is_first() || settings.start_here)) page->app_->start_here().open();
    if (std::ranges::any_of(opened.view().catalogue().experiments, catalogue::is_outline))
        page->surface_->hold_input(true);
    else
        page->has_all();
    page->ask_for_frame();
    return std::nullopt;
}

}  // namespace spillway::web
