#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/catalogue/member_reader.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// Reads "cause" and "cases" of a claim. The kernels of cases become claim_kernels of the experiment.
void read_cause(model::Experiment& experiment, MemberReader& reader, model::Claim& claim, Problems& problems);

/// Names that a claim with cases may use in place of variants: "two_calls.registers".
[[nodiscard]] std::vector<std::string> case_names(const model::Claim& claim);

/// Problems of a claim on a cause, once its formula and its axis are read: it must compare two variants, two cases or
/// the points of an axis.
void check_cause(const model::Experiment& experiment, const MemberReader& reader, const model::Claim& claim,
                 Problems& problems);

/// Takes causes.cu, the text of the claims' kernels. Error: a claim names a kernel that the text lacks.
[[nodiscard]] std::optional<model::Error> take_claim_kernels(model::Experiment& experiment, const std::string& text);

}  // namespace spillway::catalogue
