#pragma once

// "Run this file": a trusted .cu as `spillway trace FILE.cu` runs it, in a process of its own.

#include <filesystem>

#include "app/window/kit/panel.h"

namespace spillway::window {

/// Starts it and turns to the tab of the trace; where one runs already, that one goes on and is shown.
void run_file(const session::SessionView& session, ViewState& view);
/// A report of Nsight Compute, which takes NVIDIA's reader: its trace is opened as that of a run is.
void read_report(const std::filesystem::path& file, ViewState& view);
/// Ends it with all that it started.
void stop_file(ViewState& view);
/// It has ended, and its end is still to be taken.
[[nodiscard]] bool has_run_ended(const ViewState& view);
/// Once it has ended: opens its trace, or keeps why there is none. True when something changed.
bool take_end_of_run(ViewState& view);
/// It runs, and its end is to be looked for.
[[nodiscard]] bool is_file_running(const ViewState& view);

/// On the tab of the trace, while no trace has come of it.
void draw_file_run(PanelContext& context);

}  // namespace spillway::window
