#pragma once

#include <string>
#include <vector>

#include "app/cli/asked_claims.h"
#include "app/cli/mutations.h"

namespace spillway::cli {

/// Mutations of mechanism: the machine code, the counters or the account of time of one variant, or of one case of a
/// claim, exchanged with another's.
[[nodiscard]] std::vector<Mutation> mechanism_mutations(const model::Experiment& experiment,
                                                        const std::vector<const AskedClaim*>& asked);

/// Claims on a cause that stay true if the cause changes nothing: every variant or case has the numbers of one of them,
/// or every point of the axis those of the first.
[[nodiscard]] std::vector<std::string> causeless_claims(const model::Experiment& experiment,
                                                        const std::vector<const AskedClaim*>& asked);

}  // namespace spillway::cli
