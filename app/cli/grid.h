#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/cli/batch.h"
#include "app/model/error.h"

namespace spillway::cli {

/// Part `index` of `count`, counted from 0.
struct Shard {
    std::size_t index = 0;
    std::size_t count = 1;
};

/// "3/8". The Error says that parts are counted from 0.
[[nodiscard]] model::Expected<Shard> parse_shard(const std::string& text);

/// Every configuration of the experiment's recording grid on a GPU, and those that its claims about speed there are
/// made for, once, all variants of one after another: they are compared, and so belong on the same GPU at nearly the
/// same time.
[[nodiscard]] std::vector<BatchItem> recording_items(const model::Experiment& experiment, const model::Gpu& gpu);

/// The order of what is recorded side by side. What a learner meets first goes first: where every experiment opens,
/// what its lesson claims, then the points of its x axis at defaults, coarse ones before fine ones and the experiments
/// in turns, then the rest. A recording that is interrupted is then useful everywhere. The variants of one
/// configuration stay together.
[[nodiscard]] std::vector<BatchItem> most_useful_first(const std::vector<BatchItem>& items, const model::Gpu& gpu);

/// The shard's part of all experiments' items. All variants of one configuration are in the same part;
/// the parts of one `count` are disjoint and together complete, and the same wherever they are made.
[[nodiscard]] std::vector<BatchItem> shard_of(const std::vector<BatchItem>& items, Shard shard);

}  // namespace spillway::cli
