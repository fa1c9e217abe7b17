#pragma once

// Compares the planned contents of a recording with an existing one.

#include <map>
#include <string>
#include <vector>

#include "app/cli/batch.h"
#include "app/protocol/recording.h"

namespace spillway::cli {

/// A planned item and its key in the recording.
struct AskedLine {
    BatchItem item;
    std::string job_hash;
    std::string key;  ///< see protocol::recorded_key; empty if the item is refused
};

[[nodiscard]] std::vector<AskedLine> asked_lines(const std::vector<BatchItem>& items, const model::Gpu& gpu);

/// Results by protocol::recorded_key; of duplicates, the last.
[[nodiscard]] std::map<std::string, const model::RunResult*> results_by_key(const protocol::Recording& recording);

/// Results from before an experiment gained parameters stay valid if the launch is the same. Adds the new parameters to
/// them.
void give_todays_parameters(const std::vector<AskedLine>& asked, protocol::Recording& recording);

/// Drops results that are no longer planned, of the planned experiments only.
void keep_what_is_asked_for(const std::vector<AskedLine>& asked, protocol::Recording& recording);

/// Items without a result in the recording. With `renew` also items that timed out, and items counted by an earlier
/// version without a time account or without samples of waiting warps (then only the samples are requested).
[[nodiscard]] std::vector<BatchItem> what_it_lacks(const std::vector<AskedLine>& asked,
                                                   const protocol::Recording& recording, bool renew);

/// A recorded result with the samples of waiting warps from a later launch of the same code.
[[nodiscard]] model::RunResult with_samples_of(model::RunResult known, const model::RunResult& sampled);

}  // namespace spillway::cli
