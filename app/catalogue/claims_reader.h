#pragma once

#include "app/catalogue/member_reader.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// Reads "claims". Parameters, variants, accesses and recording must be read before.
void read_claims(model::Experiment& experiment, MemberReader& reader, Problems& problems);

}  // namespace spillway::catalogue
