#pragma once

#include "app/catalogue/member_reader.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// The "questions" of an experiment whose parameters, variants and claims have been read.
void read_questions(model::Experiment& experiment, MemberReader& reader, Problems& problems);

}  // namespace spillway::catalogue
