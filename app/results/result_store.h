#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

#include "app/model/run_result.h"

namespace spillway::results {

using ResultPointer = std::shared_ptr<const model::RunResult>;

/// All results of this run of the program, by the hash of their job and the GPU. Bounded: at max_entries, only the
/// results of the last max_entries / 2 calls of put() stay.
class ResultStore {
public:
    void put(const std::string& key, model::RunResult result);
    [[nodiscard]] ResultPointer find(const std::string& key) const;  ///< null when unknown
    void forget(const std::string& key);
    void forget_gpu(const std::string& gpu);
    void clear();
    /// Change counter: grows whenever find() may return something else.
    [[nodiscard]] std::uint64_t changes() const { return changes_; }
    /// Change counter: grows whenever a result returned by find() may be replaced or removed.
    [[nodiscard]] std::uint64_t replacements() const { return replacements_; }
    [[nodiscard]] std::size_t size() const { return entries_.size(); }

    static constexpr std::size_t max_entries = 120000;

private:
    struct Entry {
        ResultPointer result;
        std::uint64_t sequence = 0;
    };
    std::unordered_map<std::string, Entry> entries_;
    std::uint64_t sequence_ = 0;
    std::uint64_t changes_ = 0, replacements_ = 0;
};

/// Store key of a result. A GPU's name never contains the separator.
[[nodiscard]] std::string result_key(const std::string& job_hash, const std::string& gpu);

}  // namespace spillway::results
