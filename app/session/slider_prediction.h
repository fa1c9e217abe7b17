#pragma once

#include <vector>

#include "app/model/experiment.h"

namespace spillway::session {

/// Probable next values of a slider that moved from `previous` to `current`: up to `most` allowed values further in the
/// same stride, nearest first. Empty if it did not move.
[[nodiscard]] std::vector<model::Value> guess_ahead(const model::Parameter& parameter, const model::Value& previous,
                                                    const model::Value& current, int most);

/// Values 1 to `most` steps away on both sides, nearest first. Steps double if the slider's steps do.
[[nodiscard]] std::vector<model::Value> neighbours(const model::Parameter& parameter, const model::Value& current,
                                                   int most);

}  // namespace spillway::session
