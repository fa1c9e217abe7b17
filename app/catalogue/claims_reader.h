#pragma once

#include "app/catalogue/member_reader.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// The "claims" of an experiment whose parameters, variants, accesses and recording have been read.
void read_claims(model::Experiment& experiment, MemberReader& reader, Problems& problems);

}  // namespace spillway::catalogue
