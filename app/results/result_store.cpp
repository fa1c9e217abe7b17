#include "app/results/result_store.h"

namespace spillway::results {

std::string result_key(const std::string& job_hash, const std::string& gpu)
{
    return job_hash + '@' + gpu;
}

void ResultStore::put(const std::string& key, model::RunResult result)
{
    if (entries_.size() >= max_entries) {
        ++replacements_;
        const std::uint64_t keep_from = sequence_ - max_entries / 2;
        std::erase_if(entries_, [keep_from](const auto& entry) { return entry.second.sequence < keep_from; });
    }
    ++changes_;
    const auto [entry, is_new] = entries_.try_emplace(key);
    if (!is_new) ++replacements_;
    entry->second = {std::make_shared<const model::RunResult>(std::move(result)), sequence_++};
}

ResultPointer ResultStore::find(const std::string& key) const
{
    const auto found = entries_.find(key);
    return found == entries_.end() ? nullptr : found->second.result;
}

void ResultStore::clear()
{
    ++changes_, ++replacements_;
    entries_.clear();
}

void ResultStore::forget(const std::string& key)
{
    ++changes_, ++replacements_;
    entries_.erase(key);
}

void ResultStore::forget_gpu(const std::string& gpu)
{
    ++changes_, ++replacements_;
    std::erase_if(entries_, [end = '@' + gpu](const auto& entry) { return entry.first.ends_with(end); });
}

}  // namespace spillway::results
