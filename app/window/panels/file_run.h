#pragma once

// "Run this file": runs a trusted .cu like `spillway trace FILE.cu`, in a separate process.

#include <filesystem>

#include "app/window/kit/panel.h"

namespace spillway::window {

/// Starts the run and opens the trace tab, which shows the reason if the run cannot start. If a run is in progress,
/// only opens the tab.
void run_file(const session::SessionView& session, ViewState& view);
/// Reads a Nsight Compute report with NVIDIA's reader; its trace opens like that of a run.
void read_report(const std::filesystem::path& file, ViewState& view);
/// Stops the run and every process that it started, or forgets the reason of the last one. Closes the trace tab if no
/// trace is open.
void stop_file(ViewState& view);
/// True if the run has ended and take_end_of_run() has not handled it yet.
[[nodiscard]] bool has_run_ended(const ViewState& view);
/// After the end of the run: opens its trace, or stores the reason why there is none. True if anything changed.
bool take_end_of_run(ViewState& view);
/// True while the run is in progress: poll has_run_ended().
[[nodiscard]] bool is_file_running(const ViewState& view);

/// Content of the trace tab until the run has produced a trace.
void draw_file_run(PanelContext& context);

}  // namespace spillway::window
