#pragma once

#include "app/window/kit/widgets.h"

namespace spillway::window {

/// Below the GPUs in their menu: this machine, others that ssh reaches, and a way to name one.
void draw_machine_entries(PanelContext& context);
/// Which NVRTC compiles, where this machine has several.
void draw_compiler_entries(PanelContext& context);
/// Where another machine is named; open while ViewState::open_menu says so.
void draw_machine_field(PanelContext& context, const Rect& anchor);
/// "connecting to lab …"; empty while there is nothing to say.
[[nodiscard]] std::string worker_words(const worker_client::WorkerStatus& worker);

}  // namespace spillway::window
