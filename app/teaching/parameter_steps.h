#pragma once

#include <string>

#include "app/model/experiment.h"

namespace spillway::teaching {

// Steps of sliders and arrow keys through a parameter's values. Parameters on a power-of-two scale step by doubling.
// Values for "none" lie left of the range.

/// Position of a value on its slider, 0 to 1.
[[nodiscard]] double slider_fraction(const model::Parameter& parameter, const model::Value& value);
/// The allowed value nearest to a slider position.
[[nodiscard]] model::Value value_at_fraction(const model::Parameter& parameter, double fraction);
/// Moves `steps` values up (down if negative), within the range. Choices step through their list.
[[nodiscard]] model::Value stepped_value(const model::Parameter& parameter, const model::Value& value, int steps);
/// Number of steps for Page Up: about an eighth of the range.
[[nodiscard]] int page_steps(const model::Parameter& parameter);
[[nodiscard]] model::Value lowest_value(const model::Parameter& parameter);
[[nodiscard]] model::Value highest_value(const model::Parameter& parameter);

/// "none", "256 threads", "1,024 bytes", "float4", "on".
[[nodiscard]] std::string value_label(const model::Parameter& parameter, const model::Value& value);
/// False if the parameter has only one value.
[[nodiscard]] bool is_adjustable(const model::Parameter& parameter);

}  // namespace spillway::teaching
