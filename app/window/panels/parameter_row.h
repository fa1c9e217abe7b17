#pragma once

#include "app/window/kit/panel.h"

namespace spillway::window {

/// One parameter or knob: name, value with typed entry, x-axis radio, and slider, segments or switch.
void draw_parameter_row(PanelContext& context, const model::Parameter& parameter);

/// Begins typing the parameter's value.
void begin_typed_entry(const session::SessionView& session, ViewState& view, const std::string& parameter);

}  // namespace spillway::window
