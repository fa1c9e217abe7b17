#pragma once

#include "app/catalogue/member_reader.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// The key "accesses": its formulas are tried for every lane. Wants parameters, knobs and variants to be there.
void read_accesses(model::Experiment& experiment, MemberReader& reader, Problems& problems);

}  // namespace spillway::catalogue
