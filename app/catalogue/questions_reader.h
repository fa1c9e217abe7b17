#pragma once

#include "app/catalogue/member_reader.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// Reads "questions". Parameters, variants and claims must be read before.
void read_questions(model::Experiment& experiment, MemberReader& reader, Problems& problems);

}  // namespace spillway::catalogue
