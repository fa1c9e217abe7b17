#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"
#include "app/model/experiment.h"
#include "app/model/gpu.h"

namespace spillway::catalogue {

/// Initial value of a parameter on a GPU: its formula's number, clamped to its range, or its fixed initial value.
[[nodiscard]] model::Value initial_value(const model::Parameter& parameter, const model::Gpu& gpu);
/// Every parameter and knob at its initial value.
[[nodiscard]] model::Values initial_values(const model::Experiment& experiment, const model::Gpu& gpu);

/// Changes values that still have the initial value of `from` to the initial value of `to`.
void move_initial_values(const model::Experiment& experiment, const model::Gpu& from, const model::Gpu& to,
                         model::Values& values);

/// Parses and checks the text of `--set NAME=VALUE` ("32", "0x20", "float4", "true"; not "4k"). Error: the allowed
/// range or choices.
[[nodiscard]] model::Expected<model::Value> parse_value(const model::Parameter& parameter, std::string_view text);

/// Error with the allowed range if the value is outside it.
[[nodiscard]] std::optional<model::Error> check_value(const model::Parameter& parameter, const model::Value& value);

/// Values on a chart's axis or a slider, ascending. On a linear scale all if there are at most `max_points`, else about
/// that many, evenly spread, ends included. Powers of two and choices are complete, whatever `max_points` is.
[[nodiscard]] std::vector<model::Value> axis_values(const model::Parameter& parameter, int max_points);

/// Names of the parameters, then the knobs.
[[nodiscard]] std::vector<std::string> parameter_names(const model::Experiment& experiment);

/// Position of a value on an axis: the number, the index of a choice, 0 or 1 of a flag.
[[nodiscard]] double axis_position(const model::Parameter& parameter, const model::Value& value);

/// The allowed value nearest to a position.
[[nodiscard]] model::Value nearest_value(const model::Parameter& parameter, double position);

}  // namespace spillway::catalogue
