#pragma once

#include <string>

#include "app/model/experiment.h"

namespace spillway::teaching {

// How a slider and the arrow keys walk through the values of a parameter. Parameters on a
// power-of-two scale step by doubling; values for "none" lie left of the range.

/// Where a value stands on its slider, 0 to 1.
[[nodiscard]] double slider_fraction(const model::Parameter& parameter, const model::Value& value);
/// The allowed value nearest to a place on the slider.
[[nodiscard]] model::Value value_at_fraction(const model::Parameter& parameter, double fraction);
/// So many steps up (or down, negative); stays within the range. Choices step through their list.
[[nodiscard]] model::Value stepped_value(const model::Parameter& parameter, const model::Value& value, int steps);
/// Steps of a Page Up: about an eighth of the range.
[[nodiscard]] int page_steps(const model::Parameter& parameter);
[[nodiscard]] model::Value lowest_value(const model::Parameter& parameter);
[[nodiscard]] model::Value highest_value(const model::Parameter& parameter);

/// "none", "256 threads", "1,024 bytes", "float4", "on".
[[nodiscard]] std::string value_label(const model::Parameter& parameter, const model::Value& value);
/// False where there is nothing to choose.
[[nodiscard]] bool is_adjustable(const model::Parameter& parameter);

}  // namespace spillway::teaching
