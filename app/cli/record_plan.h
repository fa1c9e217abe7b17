#pragma once

// What a recording is to hold, and what the one that is there lacks of it.

#include <map>
#include <string>
#include <vector>

#include "app/cli/batch.h"
#include "app/protocol/recording.h"

namespace spillway::cli {

/// An item and the line that a recording has for it.
struct AskedLine {
    BatchItem item;
    std::string job_hash;
    std::string key;  ///< see protocol::recorded_key; empty where the item is refused
};

[[nodiscard]] std::vector<AskedLine> asked_lines(const std::vector<BatchItem>& items, const model::Gpu& gpu);

/// The results by protocol::recorded_key, of the same key the last.
[[nodiscard]] std::map<std::string, const model::RunResult*> results_by_key(const protocol::Recording& recording);

/// Results of a time when an experiment had fewer parameters are answers still where the launch is the same: they get
/// the parameters of today.
void give_todays_parameters(const std::vector<AskedLine>& asked, protocol::Recording& recording);

/// Of the experiments that are asked for, only the results that are asked for stay.
void keep_what_is_asked_for(const std::vector<AskedLine>& asked, protocol::Recording& recording);

/// What the recording has no result of; with `renew` also what timed out, and what was counted by an earlier version,
/// which has no account of the time, or no samples of waiting warps: then these alone are asked for.
[[nodiscard]] std::vector<BatchItem> what_it_lacks(const std::vector<AskedLine>& asked,
                                                   const protocol::Recording& recording, bool renew);

/// A recorded result with the samples of waiting warps that a later launch of the same code gave.
[[nodiscard]] model::RunResult with_samples_of(model::RunResult known, const model::RunResult& sampled);

}  // namespace spillway::cli
