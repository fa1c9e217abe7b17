#include "app/cli/record_plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "app/model/time_account.h"
#include "app/results/job_key_cache.h"

namespace spillway::cli {
namespace {

enum class Lacking { nothing, measurement, samples };

/// Missing parts of a result with counters: earlier versions wrote no time account, one of fewer pipes, or no samples
/// of waiting warps. A timeout is repeated, because the machine may have been busy.
Lacking lacking(const BatchItem& item, const model::RunResult& result)
{
    if (result.status == model::Status::timed_out) return Lacking::measurement;
    const model::Measurement& measured = result.measurement;
    if (!item.count || !measured.seconds || measured.counters_reason) return Lacking::nothing;
    if (!measured.time_account || !model::counts_all_pipes(measured)) return Lacking::measurement;
    return measured.stall_samples || measured.stall_samples_reason ? Lacking::nothing : Lacking::samples;
}

bool has_fewer_of(const model::Values& values, const model::Values& all)
{
    return values.size() < all.size() && std::ranges::all_of(values, [&](const auto& value) {
               const auto found = all.find(value.first);
               return found != all.end() && found->second == value.second;
           });
}

}  // namespace

std::map<std::string, const model::RunResult*> results_by_key(const protocol::Recording& recording)
{
    std::map<std::string, const model::RunResult*> found;
    for (const model::RunResult& result : recording.results) found[protocol::recorded_key(result)] = &result;
    return found;
}

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
    const auto known = results_by_key(recording);
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
    const auto known = results_by_key(recording);
    std::vector<BatchItem> missing;
    for (const AskedLine& line : asked) {
        const auto found = known.find(line.key);
        const Lacking lacks = found == known.end() ? Lacking::measurement
                              : renew              ? lacking(line.item, *found->second)
                                                   : Lacking::nothing;
        if (lacks == Lacking::nothing) continue;
        missing.push_back(line.item);
        missing.back().samples_only = lacks == Lacking::samples;
    }
    return missing;
}

model::RunResult with_samples_of(model::RunResult known, const model::RunResult& sampled)
{
    known.measurement.stall_samples = sampled.measurement.stall_samples;
    known.measurement.stall_samples_reason = sampled.measurement.stall_samples_reason;
    return known;
}

}  // namespace spillway::cli
