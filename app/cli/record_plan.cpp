#include "app/cli/record_plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "app/results/job_key_cache.h"

namespace spillway::cli {
namespace {

/// Whether counters were asked for, and what came of them is of an earlier version: it cannot be explained, or it has
/// no samples of waiting warps.
bool lacks_account(const BatchItem& item, const model::RunResult& result)
{
    const model::Measurement& measured = result.measurement;
    if (!item.count || !measured.seconds || measured.counters_reason) return false;
    return !measured.time_account || (!measured.stall_samples && !measured.stall_samples_reason);
}

/// The results by what is asked of them.
std::map<std::string, const model::RunResult*> by_key(const protocol::Recording& recording)
{
    std::map<std::string, const model::RunResult*> found;
    for (const model::RunResult& result : recording.results) found[protocol::recorded_key(result)] = &result;
    return found;
}

bool has_fewer_of(const model::Values& values, const model::Values& all)
{
    return values.size() < all.size() && std::ranges::all_of(values, [&](const auto& value) {
               const auto found = all.find(value.first);
               return found != all.end() && found->second == value.second;
           });
}

}  // namespace

std::vector<AskedLine> asked_lines(const std::vector<BatchItem>& items, const model::Gpu& gpu)
{
    std::vector<AskedLine> lines;
    lines.reserve(items.size());
    for (const BatchItem& item : items) {
        const auto question = results::hashed_job_of({*item.experiment, *item.variant, item.values, gpu});
        AskedLine& line = lines.emplace_back(AskedLine{item, {}, {}});
        if (!question) continue;
        model::RunResult asked = model::empty_result(question->job);
        asked.job_hash = line.job_hash = question->job_hash;
        line.key = protocol::recorded_key(asked);
    }
    return lines;
}

void give_todays_parameters(const std::vector<AskedLine>& asked, protocol::Recording& recording)
{
    const auto known = by_key(recording);
    std::multimap<std::string, model::RunResult*> launches;
    for (model::RunResult& result : recording.results)
        if (result.job_hash) launches.emplace(*result.job_hash, &result);
    for (const AskedLine& line : asked) {
        if (line.key.empty() || known.contains(line.key)) continue;
        const auto [first, last] = launches.equal_range(line.job_hash);
        const auto older = std::find_if(first, last, [&](const auto& launch) {
            const model::RunResult& result = *launch.second;
            return result.experiment == line.item.experiment->name && result.variant == line.item.variant->name &&
                   has_fewer_of(result.parameters, line.item.values);
        });
        if (older != last) older->second->parameters = line.item.values;
    }
}

void keep_what_is_asked_for(const std::vector<AskedLine>& asked, protocol::Recording& recording)
{
    std::set<std::string> experiments, keys;
    for (const AskedLine& line : asked) {
        experiments.insert(line.item.experiment->name);
        keys.insert(line.key);
    }
    std::erase_if(recording.results, [&](const model::RunResult& result) {
        return experiments.contains(result.experiment) && !keys.contains(protocol::recorded_key(result));
    });
}

std::vector<BatchItem> what_it_lacks(const std::vector<AskedLine>& asked, const protocol::Recording& recording,
                                     bool renew)
{
    const auto known = by_key(recording);
    std::vector<BatchItem> missing;
    for (const AskedLine& line : asked) {
        const auto found = known.find(line.key);
        if (found == known.end() || (renew && lacks_account(line.item, *found->second))) missing.push_back(line.item);
    }
    return missing;
}

}  // namespace spillway::cli
