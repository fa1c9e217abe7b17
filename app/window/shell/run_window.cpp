#include "app/window/shell/run_window.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

#include "app/window/kit/actions.h"
#include "app/window/panels/talk_steps.h"
#include "app/window/panels/trace_page.h"
#include "app/window/panels/views.h"
#include "app/window/shell/app.h"
#include "app/window/shell/dropped.h"
#include "app/window/shell/first_window.h"
#include "app/window/shell/place.h"
#include "app/window/shell/settings_keeper.h"
#include "app/window/shell/speaker_window.h"
#include "app/window/surface/window_surface.h"

namespace spillway::window {
namespace {

using FrameClock = std::chrono::steady_clock;
constexpr std::chrono::duration<double> shortest_frame{1.0 / 144};

std::atomic<bool> window_is_open = false;

Settings settings_of(const App& app, const WindowSurface& surface, bool is_running)
{
    Settings settings = app.settings(surface.window_width(), surface.window_height());
    settings.is_running = is_running;
    settings.start_here = is_running && app.start_here().is_open();  // closing the window counts as leaving it
    return settings;
}

/// The shorter of two waits; a negative one is infinite.
double shorter_wait(double a, double b)
{
    return a < 0 ? b : b < 0 ? a : std::min(a, b);
}

/// Draws when something has changed; otherwise sleeps until there is input or a result.
void run_loop(WindowSurface& surface, App& app, session::Session& session, SettingsKeeper& keeper, FirstWindow& first)
{
    SpeakerWindow speaker;
    FrameClock::time_point looked = FrameClock::now();
    while (!surface.should_close() && !app.wants_quit()) {
        session.update();
        if (surface.take_had_input()) app.owe_frames();
        speaker.follow(session, app, surface);
        if (!app.wants_frame()) {
            const double unwritten = keeper.keep(settings_of(app, surface, true), app.view());
            surface.wait_events(shorter_wait(shorter_wait(app.wait_seconds(), unwritten), speaker.wait_seconds()));
            app.owe_blink();
            continue;
        }
        const auto began = FrameClock::now();
        app.frame();
        // During a continuous drag the branch above never runs, so save here too.
        if (began - looked >= std::chrono::milliseconds(500)) {
            looked = began;
            first.retry();
            keeper.keep(settings_of(app, surface, true), app.view());
        }
        // Limit the frame rate if the driver does not wait for the screen.
        if (const auto left = shortest_frame - (FrameClock::now() - began); left.count() > 0)
            std::this_thread::sleep_for(left);
        surface.poll_events();
    }
    keeper.keep(settings_of(app, surface, false), app.view());
    if (const auto kept = app.close()) std::fprintf(stderr, "%s\n", kept->c_str());
}

}  // namespace

void take_users_keys(App& app)
{
    std::optional<model::Error> wrong;
    app.bind_keys(KeyBindings::load(keys_file(), wrong));
    if (wrong) app.view().status_notice = wrong->line();
}

ViewState view_at_start(const WindowOptions& options, const Settings& settings, session::Session& session)
{
    const bool is_back = options.restore_experiment && options.restore_place;
    if (is_back && session.view().catalogue().find(settings.experiment) != nullptr)
        session.select_experiment(settings.experiment);
    ViewState view = initial_view(settings);
    view.present = options.present;
    if (is_back && session.view().selection().experiment == settings.experiment) go_to(settings.place, session, view);
    session.forget_undo_steps();
    // Reopens the editor of an exercise that was open at the last exit.
    if (is_back && view.tab == "code" && session.view().experiment().exercise && session.view().is_own())
        open_editor(view);
    view.room_words = options.room_words;
    if (!options.opened.empty()) view.tab = tab_of_opened(session.view().experiment());
    for (const std::string& path : options.opened) remember_file(view, path);
    return view;
}

void window_wake()
{
    if (window_is_open) WindowSurface::wake();
}

std::optional<model::Error> run_window(const WindowOptions& options, session::Session& session)
{
    SettingsKeeper keeper;
    FirstWindow first(settings_file().parent_path());
    const Settings& settings = keeper.settings();
    ViewState view = view_at_start(options, settings, session);
    const bool is_back = options.restore_experiment && options.restore_place;
    if (keeper.was_cut_off() && first.is_it() && is_back)
        view.status_notice = "Spillway was not closed properly last time. You are back where you were.";
    if (keeper.notice()) view.status_notice = keeper.notice()->line();
    if (!options.view.empty())
        if (const auto refused = show_view(options.view, session, view)) return refused;
    if (!options.talk.empty()) {
        if (const auto refused = open_talk(options.talk, view)) return refused;
        if (options.talk_is_shipped) make_own(*view.talk);
        if (!options.present) view.tab = "talk";
        show_stop(session, view, 0);
    }
    session.forget_undo_steps();
    if (!options.trace.empty())
        if (const auto refused = open_trace(options.trace, view)) return refused;
    // After the files, so that their errors are reported even on a machine without a display.
    auto surface = WindowSurface::open({.width = options.width > 0 ? options.width : settings.window_width,
                                        .height = options.height > 0 ? options.height : settings.window_height,
                                        .title = "Spillway",
                                        .full_screen = false});
    if (!surface) return surface.error();
    auto app = App::create(**surface, session, std::move(view));
    if (!app) return app.error();
    const bool is_plain_start = options.restore_experiment && options.restore_place && !options.present &&
                                options.opened.empty() && options.view.empty() && options.talk.empty() &&
                                options.trace.empty();
    if (is_plain_start && (keeper.is_first() || settings.start_here)) (*app)->start_here().open();
    take_users_keys(**app);
    window_is_open = true;
    run_loop(**surface, **app, session, keeper, first);
    window_is_open = false;
    return std::nullopt;
}

}  // namespace spillway::window
