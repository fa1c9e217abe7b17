#pragma once

#include <string>
#include <vector>

#include "app/model/error.h"
#include "app/model/experiment.h"

namespace spillway::cli {

/// A sweep axis: a parameter and its values, in the given order.
struct Axis {
    const model::Parameter* parameter = nullptr;
    std::vector<model::Value> values;
};

/// Parses an axis in nvbench's syntax: "NAME=[first:last]", "NAME=[first:last:step]", "NAME=[v1,v2,...]", "NAME=v", and
/// "NAME[pow2]=[a:b:step]" or "NAME[pow2]=[a,b]" with exponents of two, and "NAME=all" for every choice. Each value
/// must be valid for the parameter; the Error names the one that is not.
[[nodiscard]] model::Expected<Axis> parse_axis(const model::Experiment& experiment, const std::string& text);

}  // namespace spillway::cli
