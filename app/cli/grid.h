#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/cli/batch.h"
#include "app/model/error.h"

namespace spillway::cli {

/// Part `index` of `count`, from 0.
struct Shard {
    std::size_t index = 0;
    std::size_t count = 1;
};

/// Parses "3/8". The Error says that parts count from 0.
[[nodiscard]] model::Expected<Shard> parse_shard(const std::string& text);

/// Every configuration of the experiment's recording grid on a GPU, and those that its speed claims for that GPU need,
/// each once. Variants of one configuration are adjacent, because they are compared and should run on the same GPU at
/// nearly the same time.
[[nodiscard]] std::vector<BatchItem> recording_items(const model::Experiment& experiment, const model::Gpu& gpu);

/// Recording order with the most used configurations first, so that an interrupted recording is useful for every
/// experiment: initial settings, then claims, then the x axis at defaults (coarse before fine points, experiments in
/// turns), then the rest. The variants of one configuration stay together.
[[nodiscard]] std::vector<BatchItem> most_useful_first(const std::vector<BatchItem>& items, const model::Gpu& gpu);

/// The shard's part of all experiments' items. All variants of one configuration are in the same part. The parts of one
/// `count` are disjoint and complete, and the same on every machine.
[[nodiscard]] std::vector<BatchItem> shard_of(const std::vector<BatchItem>& items, Shard shard);

}  // namespace spillway::cli
