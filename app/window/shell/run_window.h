#pragma once

#include <optional>

#include "app/model/error.h"
#include "app/session/session.h"

namespace spillway::window {

struct WindowOptions {
    bool present = false;
    int width = 0, height = 0;  ///< 0: the size of the last session
    /// False if the command line names an experiment: the last one is then not restored.
    bool restore_experiment = true;
    /// False if the command line chooses a GPU or values: the last place is then not restored.
    bool restore_place = true;
    std::string view;              ///< a view's text; replaces the last place
    std::string trace;             ///< a trace file to show
    std::string talk;              ///< a talk file; its first stop is shown
    bool talk_is_shipped = false;  ///< a change to it creates the user's own file
    bool show_code = false;        ///< the command line names a source file: show its code first
};

/// Opens the window and returns when the user closes it; returns an Error if no window can be opened. Pass window_wake
/// as session::Options::wake, so that the window draws results as they arrive.
[[nodiscard]] std::optional<model::Error> run_window(const WindowOptions& options, session::Session& session);

class App;

/// Loads keys.json; the window reports an error in it.
void take_users_keys(App& app);

/// Wakes the window from any thread; does nothing if no window is open.
void window_wake();

}  // namespace spillway::window
