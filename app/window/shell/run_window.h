#pragma once

#include <optional>

#include "app/model/error.h"
#include "app/session/session.h"

namespace spillway::window {

struct WindowOptions {
    bool present = false;
    int width = 0, height = 0;  ///< 0: as it was last time
    /// False where the command line named an experiment: then the last one is not brought back.
    bool restore_experiment = true;
    /// False where the command line chose a GPU or values: then those of the last time stay where they are.
    bool restore_place = true;
    std::string view;              ///< a view's text: shown instead of the place of the last time
    std::string trace;             ///< a trace's file: what it holds is shown
    std::string talk;              ///< a talk's file: its first stop is shown
    bool talk_is_shipped = false;  ///< a change to it begins a file of one's own
    bool show_code = false;        ///< a file was named: its code comes first
};

/// Opens the window and returns when it is closed. An Error where no window can be had.
/// Give window_wake as session::Options::wake, so that answers are drawn when they come.
[[nodiscard]] std::optional<model::Error> run_window(const WindowOptions& options, session::Session& session);

class App;

/// The keys as keys.json has them; the window reports an error there.
void take_users_keys(App& app);

/// Wakes the window from any thread; does nothing while there is none.
void window_wake();

}  // namespace spillway::window
