#pragma once

#include "app/window/kit/widgets.h"

namespace spillway::window {

/// Entries below the GPUs in their menu: this machine, machines reached by ssh, and one to add a machine.
void draw_machine_entries(PanelContext& context);
/// Entries that choose the NVRTC version, if this machine has several.
void draw_compiler_entries(PanelContext& context);
/// Text field for the name of another machine; open while ViewState::open_menu is its key.
void draw_machine_field(PanelContext& context, const Rect& anchor);
/// Status of the worker, such as "connecting to lab …"; empty if there is nothing to report.
[[nodiscard]] std::string worker_words(const worker_client::WorkerStatus& worker);

}  // namespace spillway::window
