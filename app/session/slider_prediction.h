#pragma once

#include <vector>

#include "app/model/experiment.h"

namespace spillway::session {

/// Where a slider that went from `previous` to `current` will probably be next: up to `most` allowed
/// values onwards in the same stride, nearest first. Empty where it did not move.
[[nodiscard]] std::vector<model::Value> guess_ahead(const model::Parameter& parameter, const model::Value& previous,
                                                    const model::Value& current, int most);

/// The values one step away on either side, two steps, up to `most` steps, nearest first; in doublings where the
/// slider doubles.
[[nodiscard]] std::vector<model::Value> neighbours(const model::Parameter& parameter, const model::Value& current,
                                                   int most);

}  // namespace spillway::session
