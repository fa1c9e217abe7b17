#pragma once

#include <string>
#include <vector>

#include "app/model/error.h"
#include "app/model/experiment.h"

namespace spillway::cli {

/// One axis of a sweep: the parameter and its values in the order given.
struct Axis {
    const model::Parameter* parameter = nullptr;
    std::vector<model::Value> values;
};

/// nvbench's axis words: "NAME=[first:last]", "NAME=[first:last:step]", "NAME=[v1,v2,...]", "NAME=v", and
/// "NAME[pow2]=[a:b:step]" or "NAME[pow2]=[a,b]", whose numbers are exponents of two. Every value must be
/// allowed for the parameter; the Error says which is not.
[[nodiscard]] model::Expected<Axis> parse_axis(const model::Experiment& experiment, const std::string& text);

}  // namespace spillway::cli
