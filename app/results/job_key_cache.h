#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>

#include "app/model/error.h"
#include "app/model/experiment.h"
#include "app/model/gpu.h"
#include "app/model/job.h"
#include "app/results/result_store.h"

namespace spillway::results {

/// One requested configuration of one variant on one GPU.
struct Configuration {
    const model::Experiment& experiment;
    const model::Variant& variant;
    const model::Values& values;
    const model::Gpu& gpu;
};

/// A configuration with its formulas evaluated, and its cache key.
struct HashedJob {
    model::Job job;
    std::string job_hash;
};

/// Error: the formula that gives no size, or the value out of range.
[[nodiscard]] model::Expected<HashedJob> hashed_job_of(const Configuration& configuration);

/// Caches the job and cache key of each configuration, so that a curve's formulas are evaluated once and not in every
/// frame. Valid only for one catalogue and one list of GPUs: call clear() when they change, and drop all kept entries.
class JobKeyCache {
public:
    struct Entry {
        std::string job_hash;            ///< empty if refused
        std::string key;                 ///< cache key of the result, see result_key; empty if refused
        ResultPointer refusal;           ///< the result, if no job can be built
        ResultPointer found;             ///< cached store lookup; valid while found_at equals the store's
        std::uint64_t found_at = never;  ///< replacements() if `found` is set, else its changes()
        ResultPointer stored;            ///< the result labelled last
        ResultPointer labelled;          ///< `stored` with this configuration's names
        static constexpr std::uint64_t never = ~std::uint64_t{0};
    };

    using Pointer = std::shared_ptr<Entry>;
    using HashedJobPointer = std::shared_ptr<const HashedJob>;

    Entry& of(const Configuration& configuration);
    /// The same with an evaluation budget: null if the configuration is not cached and the budget is used up.
    Pointer of(const Configuration& configuration, int& evaluations_left);
    /// Job to request from a worker; null if refused. Keeps the most recent ones, since sliders return to them.
    HashedJobPointer question(const Configuration& configuration);
    void clear();
    /// Change counter: number of clear() calls.
    [[nodiscard]] std::uint64_t clearings() const { return clearings_; }

private:
    Pointer evaluated(std::string name, const Configuration& configuration);
    void keep(const std::string& name, HashedJobPointer question);

    std::unordered_map<std::string, Pointer> known_;
    std::unordered_map<std::string, HashedJobPointer> hashed_jobs_;
    std::deque<std::string> hashed_job_order_;  ///< names, oldest first
    std::uint64_t clearings_ = 0;
};

/// The result with the request's names: another variant or setting may share the same job.
[[nodiscard]] ResultPointer labelled(const ResultPointer& answer, const Configuration& configuration,
                                     JobKeyCache::Entry& identity);

}  // namespace spillway::results
