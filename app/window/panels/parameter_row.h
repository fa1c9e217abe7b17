#pragma once

#include "app/window/kit/panel.h"

namespace spillway::window {

/// The row of a parameter or knob: name, value with typed entry, x-axis button, and slider, segments or switch.
void draw_parameter_row(PanelContext& context, const model::Parameter& parameter);

/// Opens the field to type the parameter's value.
void begin_typed_entry(const session::SessionView& session, ViewState& view, const std::string& parameter);

}  // namespace spillway::window
