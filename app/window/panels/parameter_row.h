#pragma once

#include "app/window/kit/panel.h"

namespace spillway::window {

/// Least height of a control that a finger can hit, before the scale.
inline constexpr float finger_height = 44;

/// The row of a parameter or knob: name, value with typed entry, x-axis button, and slider, segments or switch.
/// `min_control_height`: of the slider or the segments, in pixels.
void draw_parameter_row(PanelContext& context, const model::Parameter& parameter, float min_control_height = 0);

/// Opens the field to type the parameter's value.
void begin_typed_entry(const session::SessionView& session, ViewState& view, const std::string& parameter);

}  // namespace spillway::window
