#include "app/session/result_store.h"

namespace spillway::session {

std::string configuration_key(const std::string& experiment, const std::string& variant, const model::Values& values,
                              const std::string& gpu)
{
    std::string key = experiment + '|' + variant + '|' + gpu;
    for (const auto& [name, value] : values) key += '|' + name + '=' + model::to_string(value);
    return key;
}

void ResultStore::put(const std::string& key, model::RunResult result)
{
    if (entries_.size() >= most_entries) {
        const std::uint64_t keep_from = sequence_ - most_entries / 2;
        std::erase_if(entries_, [keep_from](const auto& entry) { return entry.second.sequence < keep_from; });
    }
    entries_[key] = {std::make_shared<const model::RunResult>(std::move(result)), sequence_++};
}

ResultStore::ResultPointer ResultStore::find(const std::string& key) const
{
    const auto found = entries_.find(key);
    return found == entries_.end() ? nullptr : found->second.result;
}

void ResultStore::forget_experiment(const std::string& experiment)
{
    std::erase_if(entries_, [start = experiment + '|'](const auto& entry) { return entry.first.starts_with(start); });
}

}  // namespace spillway::session
