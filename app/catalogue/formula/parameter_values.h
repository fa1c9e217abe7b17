#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"
#include "app/model/experiment.h"
#include "app/model/gpu.h"

namespace spillway::catalogue {

/// Where a parameter begins on a GPU: its formula's number, brought into its range, or what it is everywhere.
[[nodiscard]] model::Value initial_value(const model::Parameter& parameter, const model::Gpu& gpu);
/// Every parameter and knob at its initial value.
[[nodiscard]] model::Values initial_values(const model::Experiment& experiment, const model::Gpu& gpu);

/// Lets values that nobody moved follow from one GPU to another.
void move_initial_values(const model::Experiment& experiment, const model::Gpu& from, const model::Gpu& to,
                         model::Values& values);

/// Checks and converts the text of `--set NAME=VALUE` ("32", "0x20", "4k" is not accepted, "float4",
/// "true"). The Error says the range or the choices.
[[nodiscard]] model::Expected<model::Value> parse_value(const model::Parameter& parameter, std::string_view text);

/// Whether the value lies in the parameter's range; the Error says the range.
[[nodiscard]] std::optional<model::Error> check_value(const model::Parameter& parameter, const model::Value& value);

/// The values a chart or slider steps through, ascending: all where there are at most `most`,
/// otherwise about that many evenly spread (on the parameter's scale), ends included.
[[nodiscard]] std::vector<model::Value> axis_values(const model::Parameter& parameter, int most);

/// Names of the parameters, then of the knobs.
[[nodiscard]] std::vector<std::string> parameter_names(const model::Experiment& experiment);

/// A value as a position on an axis: the number itself, the index of a choice, 0 or 1 of a flag.
[[nodiscard]] double axis_position(const model::Parameter& parameter, const model::Value& value);

/// The allowed value nearest to a position.
[[nodiscard]] model::Value nearest_value(const model::Parameter& parameter, double position);

}  // namespace spillway::catalogue
