#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

#include "app/model/run_result.h"
#include "app/model/value.h"

namespace spillway::session {

/// Names one configuration of one variant on one GPU.
[[nodiscard]] std::string configuration_key(const std::string& experiment, const std::string& variant,
                                            const model::Values& values, const std::string& gpu);

/// Every answer of this run of the program, by configuration. Bounded: the oldest half goes when full.
class ResultStore {
public:
    using ResultPointer = std::shared_ptr<const model::RunResult>;

    void put(const std::string& key, model::RunResult result);
    [[nodiscard]] ResultPointer find(const std::string& key) const;  ///< null when unknown
    void forget_experiment(const std::string& experiment);
    [[nodiscard]] std::size_t size() const { return entries_.size(); }

    static constexpr std::size_t most_entries = 40000;

private:
    struct Entry {
        ResultPointer result;
        std::uint64_t sequence = 0;
    };
    std::unordered_map<std::string, Entry> entries_;
    std::uint64_t sequence_ = 0;
};

}  // namespace spillway::session
