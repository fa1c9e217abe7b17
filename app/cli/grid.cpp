#include "app/cli/grid.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <span>
#include <utility>

#include "app/catalogue/axis_claims.h"
#include "app/catalogue/catalogue.h"
#include "app/catalogue/claims.h"
#include "app/catalogue/coarse_first.h"
#include "app/catalogue/formula/parameter_values.h"

namespace spillway::cli {
namespace {

bool parse_number(std::string_view text, std::size_t& number)
{
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && end == text.data() + text.size();
}

/// All combinations of one grid; the last axis varies fastest.
std::vector<model::Values> expand(const model::Experiment& experiment, const model::Grid& grid, const model::Gpu& gpu)
{
    std::vector<model::Values> all;
    model::Values values = catalogue::initial_values(experiment, gpu);
    for (const auto& [name, value] : grid.set) values[name] = value;
    for (const model::GridAxis& axis : grid.axes)
        if (axis.values.empty()) return all;
    std::vector<std::size_t> at(grid.axes.size(), 0);
    for (;;) {
        for (std::size_t i = 0; i < at.size(); ++i) values[grid.axes[i].parameter] = grid.axes[i].values[at[i]];
        all.push_back(values);
        std::size_t moving = at.size();
        while (moving > 0 && ++at[moving - 1] == grid.axes[moving - 1].values.size()) at[--moving] = 0;
        if (moving == 0) return all;
    }
}

/// True if only the x axis may differ from the initial values: a learner sees these settings first.
bool is_default_but_for_x(const model::Experiment& experiment, const model::Gpu& gpu, model::Values values)
{
    const model::Values initial = catalogue::initial_values(experiment, gpu);
    if (const auto x = initial.find(experiment.x_axis); x != initial.end()) values[x->first] = x->second;
    return values == initial;
}

/// A coarse part of the grids' settings along the x axis at defaults, because counting takes several times as long as
/// timing.
std::set<model::Values> counted_along_x(const model::Experiment& experiment, const model::Gpu& gpu)
{
    constexpr std::size_t max_counted = 33;  // 32 steps along the axis
    std::set<model::Values> along;           // differ in x only, so they are in its order
    for (const model::Grid& grid : experiment.recording)
        for (const model::Values& values : expand(experiment, grid, gpu))
            if (is_default_but_for_x(experiment, gpu, values)) along.insert(values);
    if (along.size() <= max_counted) return along;
    const std::vector<model::Values> points(along.begin(), along.end());
    std::vector<std::size_t> order = catalogue::coarse_first(points.size());
    order.resize(max_counted);
    std::set<model::Values> counted{catalogue::initial_values(experiment, gpu)};
    for (const std::size_t i : order) counted.insert(points[i]);
    return counted;
}

using Configuration = std::span<const BatchItem>;

/// Groups adjacent items into configurations: the variants of each.
std::vector<Configuration> configurations(const std::vector<BatchItem>& items)
{
    std::vector<Configuration> all;
    for (std::size_t first = 0, last = 0; first < items.size(); first = last) {
        const auto is_same = [&](const BatchItem& other) {
            return other.experiment == items[first].experiment && other.values == items[first].values;
        };
        for (last = first + 1; last < items.size() && is_same(items[last]);) ++last;
        all.push_back(std::span(items).subspan(first, last - first));
    }
    return all;
}

/// Coarse points before fine ones in each row, with the rows in turns.
std::vector<Configuration> coarse_first_in_turns(const std::vector<std::vector<Configuration>>& rows)
{
    std::vector<std::vector<std::size_t>> orders;
    for (const auto& row : rows) orders.push_back(catalogue::coarse_first(row.size()));
    std::vector<Configuration> ordered;
    bool any = true;
    for (std::size_t turn = 0; std::exchange(any, false); ++turn)
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (turn >= rows[i].size()) continue;
            ordered.push_back(rows[i][orders[i][turn]]);
            any = true;
        }
    return ordered;
}

}  // namespace

model::Expected<Shard> parse_shard(const std::string& text)
{
    Shard shard;
    const std::size_t slash = text.find('/');
    const std::string_view all = text;
    if (slash == std::string::npos || !parse_number(all.substr(0, slash), shard.index) ||
        !parse_number(all.substr(slash + 1), shard.count) || shard.count == 0)
        return model::Error{"'" + text + "' is not a shard", "--shard",
                            "write i/n, for example 0/8 for the first of eight"};
    if (shard.index >= shard.count)
        return model::Error{"there is no shard '" + text + "'", "--shard",
                            "shards count from 0: the last of " + std::to_string(shard.count) + " is " +
                                std::to_string(shard.count - 1) + "/" + std::to_string(shard.count)};
    return shard;
}

std::vector<BatchItem> recording_items(const model::Experiment& experiment, const model::Gpu& gpu)
{
    std::vector<BatchItem> items;
    std::set<model::Values> seen;  // the grids of an experiment overlap
    std::set<model::Values> counted = counted_along_x(experiment, gpu);
    std::vector<model::Values> claimed;
    const auto add = [&](const model::Values& values, bool is_claimed) {
        if (!seen.insert(values).second) return;
        for (const model::Variant& variant : experiment.variants)
            items.push_back({&experiment, &variant, values, counted.contains(values), is_claimed});
    };
    // Two claims may be about one setting, and only the later one need counters.
    for (const model::Claim& claim : experiment.claims) {
        if (!claim.needs_measurement || catalogue::claim_gpus(claim, {gpu}).empty()) continue;
        for (const catalogue::ClaimRun& run : catalogue::claim_runs(experiment, claim)) {
            if (run.variant->is_of_claim) continue;
            model::Values values = catalogue::initial_values(experiment, gpu);
            for (const auto& [name, value] : run.set) values[name] = value;
            if (catalogue::needs_counters(claim)) counted.insert(values);
            claimed.push_back(std::move(values));
        }
    }
    for (const model::Values& values : claimed) add(values, true);
    for (const model::Grid& grid : experiment.recording)
        for (const model::Values& values : expand(experiment, grid, gpu)) add(values, false);
    return items;
}

std::vector<BatchItem> most_useful_first(const std::vector<BatchItem>& items, const model::Gpu& gpu)
{
    std::vector<Configuration> openings, claimed, rest;
    std::vector<std::vector<Configuration>> along_x;  // per experiment
    for (const Configuration& one : configurations(items)) {
        const BatchItem& item = one.front();
        if (item.values == catalogue::initial_values(*item.experiment, gpu)) {
            openings.push_back(one);
        } else if (item.is_claimed) {
            claimed.push_back(one);
        } else if (!item.count) {
            rest.push_back(one);
        } else if (along_x.empty() || along_x.back().front().front().experiment != item.experiment) {
            along_x.push_back({one});
        } else {
            along_x.back().push_back(one);
        }
    }
    std::vector<BatchItem> ordered;
    const auto add = [&](const Configuration& one) { ordered.insert(ordered.end(), one.begin(), one.end()); };
    std::ranges::for_each(openings, add);
    std::ranges::for_each(claimed, add);
    std::ranges::for_each(coarse_first_in_turns(along_x), add);
    std::ranges::for_each(rest, add);
    return ordered;
}

std::vector<BatchItem> shard_of(const std::vector<BatchItem>& items, Shard shard)
{
    std::vector<BatchItem> part;
    std::size_t configuration = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const bool begins_another =
            i > 0 && (items[i].experiment != items[i - 1].experiment || items[i].values != items[i - 1].values);
        if (begins_another) ++configuration;
        if (configuration % shard.count == shard.index) part.push_back(items[i]);
    }
    return part;
}

}  // namespace spillway::cli
