#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/model/error.h"
#include "app/session/session.h"
#include "app/window/kit/panel.h"
#include "app/window/shell/settings.h"

namespace spillway::window {

struct WindowOptions {
    bool present = false;
    int width = 0, height = 0;  ///< 0: the size of the last session
    // The last experiment and the place in it are restored only if both are true.
    bool restore_experiment = true;       ///< false if the command line names an experiment
    bool restore_place = true;            ///< false if the command line chooses a GPU or values
    std::string view;                     ///< a view's text; replaces the last place
    std::string trace;                    ///< a trace file to show
    std::string talk;                     ///< a talk file; its first stop is shown
    bool talk_is_shipped = false;         ///< a change to it creates the user's own file
    std::vector<std::string> room_words;  ///< options of 'spillway serve' for the window's own room
    std::vector<std::string> opened;      ///< source files of the command line: shows tab_of_opened()
};

/// Opens the window and returns when the user closes it. Returns an Error if the view, talk or trace of the options
/// cannot be shown or no window can be opened. Pass window_wake as session::Options::wake, so that the window draws
/// results as they arrive.
[[nodiscard]] std::optional<model::Error> run_window(const WindowOptions& options, session::Session& session);

class App;

/// The view at the start: as it was left, unless the options name something else. Selects the experiment.
[[nodiscard]] ViewState view_at_start(const WindowOptions& options, const Settings& settings,
                                      session::Session& session);

/// Loads keys.json; the window's status line reports an error in it.
void take_users_keys(App& app);

/// Wakes the window from any thread; does nothing if no window is open.
void window_wake();

}  // namespace spillway::window
