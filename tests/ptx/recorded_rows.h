#pragma once

// The interpreter's counters beside those of a recording: requests, sectors and bank conflicts of a variant at one
// setting. The first and the last block run; the blocks between are sampled and scaled.

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/model/error.h"
#include "app/model/experiment.h"
#include "app/model/run_result.h"
#include "app/results/recorded_results.h"

namespace spillway::tests {

/// By ncu's names.
using Counters = std::map<std::string, double>;

struct Counted {
    Counters counters;
    bool is_homogeneous = true;   ///< the first block, the last, and those between count the same
    bool declares_local = false;  ///< the PTX has .local memory
};

/// One variant at one setting, as recorded on a GPU and as counted here.
struct Comparison {
    std::string variant, setting;
    results::ResultPointer recorded;
    Counted here;
};

/// Counts settings of one experiment, each once, and keeps its buffers between them.
class Counter {
public:
    explicit Counter(const model::Experiment& experiment) : experiment_(experiment) {}
    /// The default setting, and the last one along the x axis that both are recorded at, of each variant that is a
    /// kernel, beside the first recording.
    [[nodiscard]] model::Expected<std::vector<Comparison>> compare(results::RecordedResults& recording,
                                                                   results::RecordedResults& other);

private:
    class Memory;
    [[nodiscard]] model::Expected<Counted> counted(const model::Job& job);
    [[nodiscard]] std::span<std::byte> contents(const model::PlannedBuffer& buffer);

    const model::Experiment& experiment_;
    std::vector<std::pair<model::Job, Counted>> known_;
    std::vector<std::pair<model::PlannedBuffer, std::shared_ptr<Memory>>> memory_;
};

}  // namespace spillway::tests
