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

/// One configuration of one variant on one GPU, as it is asked for.
struct Configuration {
    const model::Experiment& experiment;
    const model::Variant& variant;
    const model::Values& values;
    const model::Gpu& gpu;
};

/// A configuration with its formulas evaluated, and the key of its answer.
struct HashedJob {
    model::Job job;
    std::string job_hash;
};

/// The Error says which formula gives no size there, or which value is out of range.
[[nodiscard]] model::Expected<HashedJob> hashed_job_of(const Configuration& configuration);

/// What each configuration comes to, so that the formulas of a curve are evaluated once and not at every frame.
/// Right only for the catalogue and the GPUs it was asked with: to be cleared when these change, and what was kept of
/// them with it.
class JobKeyCache {
public:
    struct Entry {
        std::string job_hash;            ///< empty where it is refused
        std::string key;                 ///< of the answer, see result_key; empty where it is refused
        ResultPointer refusal;           ///< the answer, where no job can be made
        ResultPointer found;             ///< in the store by the key, when that had seen so many changes;
        std::uint64_t found_at = never;  ///< replacements, where it is not null
        ResultPointer stored;            ///< the answer last labelled,
        ResultPointer labelled;          ///< and the same under this configuration's names
        static constexpr std::uint64_t never = ~std::uint64_t{0};
    };

    using Pointer = std::shared_ptr<Entry>;
    using HashedJobPointer = std::shared_ptr<const HashedJob>;

    Entry& of(const Configuration& configuration);
    /// The same, with at most so many evaluations: null where it is not known yet and none is left.
    Pointer of(const Configuration& configuration, int& evaluations_left);
    /// What is asked there; null where it is refused. Those last asked for are kept: a hand comes back to them.
    HashedJobPointer question(const Configuration& configuration);
    void clear();
    /// How often they were cleared.
    [[nodiscard]] std::uint64_t clearings() const { return clearings_; }

private:
    Pointer evaluated(std::string name, const Configuration& configuration);
    void keep(const std::string& name, HashedJobPointer question);

    std::unordered_map<std::string, Pointer> known_;
    std::unordered_map<std::string, HashedJobPointer> hashed_jobs_;
    std::deque<std::string> hashed_job_order_;  ///< their names, the oldest first
    std::uint64_t clearings_ = 0;
};

/// The answer under the request's names: another variant or setting may come to the same job.
[[nodiscard]] ResultPointer labelled(const ResultPointer& answer, const Configuration& configuration,
                                     JobKeyCache::Entry& identity);

}  // namespace spillway::results
