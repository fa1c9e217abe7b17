#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

#include "app/model/run_result.h"

namespace spillway::results {

using ResultPointer = std::shared_ptr<const model::RunResult>;

/// Every answer of this run of the program, by the hash of its job and the GPU. Bounded: the oldest half goes when
/// full.
class ResultStore {
public:
    void put(const std::string& key, model::RunResult result);
    [[nodiscard]] ResultPointer find(const std::string& key) const;  ///< null when unknown
    void forget_gpu(const std::string& gpu);
    void clear();
    /// Grows whenever what find() returns may be something else.
    [[nodiscard]] std::uint64_t changes() const { return changes_; }
    /// Grows whenever an answer that find() has given may be another by now, or gone.
    [[nodiscard]] std::uint64_t replacements() const { return replacements_; }
    [[nodiscard]] std::size_t size() const { return entries_.size(); }

    static constexpr std::size_t most_entries = 120000;

private:
    struct Entry {
        ResultPointer result;
        std::uint64_t sequence = 0;
    };
    std::unordered_map<std::string, Entry> entries_;
    std::uint64_t sequence_ = 0;
    std::uint64_t changes_ = 0, replacements_ = 0;
};

/// The store's key of an answer: a GPU's name never holds the sign between the two.
[[nodiscard]] std::string result_key(const std::string& job_hash, const std::string& gpu);

}  // namespace spillway::results
