#pragma once

#include <vector>

#include "app/model/experiment.h"

namespace spillway::session {

/// Probable next values of a slider that moved from `previous` to `current`: up to `max_count` allowed values further
/// in the same stride, nearest first. Empty if it did not move.
[[nodiscard]] std::vector<model::Value> guess_ahead(const model::Parameter& parameter, const model::Value& previous,
                                                    const model::Value& current, int max_count);

/// Values 1 to `max_count` steps away on both sides, nearest first. Steps double if the slider's steps do.
[[nodiscard]] std::vector<model::Value> neighbours(const model::Parameter& parameter, const model::Value& current,
                                                   int max_count);

}  // namespace spillway::session
