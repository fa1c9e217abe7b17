#pragma once

#include "app/catalogue/member_reader.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// Reads the key "accesses" and tries its formulas for every lane. Parameters, knobs and variants must be read before.
void read_accesses(model::Experiment& experiment, MemberReader& reader, Problems& problems);

}  // namespace spillway::catalogue
