#include "app/emulate/interpretation.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>

#include "app/catalogue/buffer_contents.h"
#include "app/catalogue/plan_check.h"
#include "app/emulate/interpreted_counts.h"
#include "app/emulate/touched_buffers.h"
#include "app/model/grouped.h"
#include "app/ptx/reader.h"

namespace spillway::emulate {
namespace {

constexpr std::int64_t max_first_values = 8;
constexpr std::int64_t enough_instructions = 1'000'000;  ///< warp instructions; after more, no further block is sampled

/// Why the job cannot run here: no launch plan, no PTX, or a plan that fails the checks (it may be a stranger's).
std::optional<model::Error> why_no_launch(const model::Job& job)
{
    if (!job.plan)
        return model::Error{"the kernel has no launch plan, so its data is unknown", "run on this processor", ""};
    if (!job.plan->is_kernel())
        return model::Error{"a copy by the driver or a library's function has no PTX", "run on this processor", ""};
    return catalogue::check_plan(*job.plan);
}

std::optional<model::Error> why_too_large(const model::Job& job)
{
    double bytes = 0;
    for (const model::PlannedBuffer& buffer : job.plan->buffers) bytes += static_cast<double>(buffer.bytes());
    if (bytes <= static_cast<double>(max_interpreted_bytes)) return std::nullopt;
    return model::Error{"its buffers take " + model::grouped(std::to_string(static_cast<std::int64_t>(bytes))) +
                            " bytes, more than the 1 GiB that the interpreter allows",
                        "run on this processor", "choose smaller buffers"};
}

template <typename T>
std::string whole_number_at(const std::byte* at)
{
    T value{};
    std::memcpy(&value, at, sizeof value);
    return std::to_string(value);
}

/// "1.5", "-3", "nan".
std::string value_text(model::ScalarKind kind, const std::byte* at)
{
    using model::ScalarKind;
    switch (kind) {
        case ScalarKind::int32: return whole_number_at<std::int32_t>(at);
        case ScalarKind::uint32: return whole_number_at<std::uint32_t>(at);
        case ScalarKind::int64: return whole_number_at<std::int64_t>(at);
        case ScalarKind::uint64: return whole_number_at<std::uint64_t>(at);
        default: break;  // as floating point: nine digits are exact for the narrower types
    }
    const double value = catalogue::read_scalar(kind, at);
    if (std::isnan(value)) return std::string(model::nan_text);  // its sign says nothing
    char text[40];
    std::snprintf(text, sizeof text, kind == ScalarKind::float64 ? "%.17g" : "%.9g", value);
    return text;
}

std::vector<std::string> first_values(const model::PlannedBuffer& buffer, const std::vector<std::byte>& content)
{
    const auto step = static_cast<std::size_t>(std::max(1, catalogue::scalar_bytes(buffer.scalar)));
    std::vector<std::string> values;
    for (std::size_t at = 0; at + step <= content.size() && values.size() < max_first_values; at += step)
        values.push_back(value_text(buffer.scalar, content.data() + at));
    return values;
}

std::vector<model::InterpretedBuffer> interpreted_buffers(const model::LaunchPlan& plan, const KernelRun& run)
{
    std::vector<model::InterpretedBuffer> buffers;
    for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
        const ptx::BufferCount& count = run.result.counts.buffers[i];
        model::InterpretedBuffer& made = buffers.emplace_back();
        made.name = plan.buffers[i].name;
        made.read_bytes = static_cast<std::int64_t>(count.read_bytes);
        made.written_bytes = static_cast<std::int64_t>(count.written_bytes);
        made.sectors = static_cast<std::int64_t>(count.sectors);
        if (count.written_bytes > 0) made.first_values = first_values(plan.buffers[i], run.buffers[i]);
    }
    return buffers;
}

std::int64_t grid_blocks(const model::Job& job)
{
    return job.grid[0] * job.grid[1] * job.grid[2];
}

/// Races first, and one finding of a kind for each source line. Drops other findings on a line with a race, such as
/// reads of unwritten memory: another thread writes it, but too late.
std::vector<ptx::Fault> distinct_findings(std::vector<ptx::Fault> findings)
{
    const auto is_race = [](const ptx::Fault& fault) { return ptx::is_race(fault.kind); };
    const auto others = std::stable_partition(findings.begin(), findings.end(), is_race);
    const std::vector<ptx::Fault> races(findings.begin(), others);
    std::erase_if(findings, [&](const ptx::Fault& fault) {
        return !is_race(fault) && std::any_of(races.begin(), races.end(), [&](const ptx::Fault& race) {
            return race.source_line == fault.source_line && race.source_file == fault.source_file;
        });
    });
    const auto is_same_line = [](const ptx::Fault& a, const ptx::Fault& b) {
        return a.kind == b.kind && a.source_line > 0 && a.source_line == b.source_line &&
               a.source_file == b.source_file;
    };
    std::vector<ptx::Fault> distinct;
    for (ptx::Fault& fault : findings)
        if (std::none_of(distinct.begin(), distinct.end(),
                         [&](const ptx::Fault& known) { return is_same_line(known, fault); }))
            distinct.push_back(std::move(fault));
    return distinct;
}

/// A limit that is met after the first blocks have ended means that the grid is large, not that the kernel is endless.
void explain_met_limit(model::InterpretedRun& run, std::int64_t ended)
{
    for (model::InterpretedFault& fault : run.faults) {
        if (fault.kind != model::FaultKind::no_end || ended == 0) continue;
        fault.kind = model::FaultKind::stopped;
        fault.sentence = "stopped at the limit of the run: " + model::grouped(std::to_string(ended)) + " of " +
                         model::grouped(std::to_string(run.grid_blocks)) + " blocks had ended" +
                         (fault.line > 0 ? ", the next was at line " + std::to_string(fault.line) : "");
    }
}

/// Cluster at part / of of each side of the grid, away from the edges, whose blocks may have less to do.
std::int64_t cluster_at(const std::int64_t (&sides)[3], std::int64_t part, std::int64_t of)
{
    const auto along = [&](int axis) { return (sides[axis] - 1) * part / of; };
    return along(0) + sides[0] * (along(1) + sides[1] * along(2));
}

/// `most` clusters, spread over the grid. The first is in the middle and typical; the ends, which may differ, come
/// later.
std::vector<std::int64_t> sampled_clusters(const model::Job& job, std::int64_t most)
{
    const std::int64_t sides[3] = {job.grid[0] / job.plan->cluster, job.grid[1], job.grid[2]};
    const std::int64_t all = sides[0] * sides[1] * sides[2];
    std::vector<std::int64_t> spread;
    for (std::int64_t i = 0; i < most; ++i) {
        std::int64_t number = most == 1 ? 0 : i * (all - 1) / (most - 1);
        if (i > 0 && i < most - 1 && all > most) number = cluster_at(sides, i, most - 1);
        const bool is_taken = std::find(spread.begin(), spread.end(), number) != spread.end();
        spread.push_back(is_taken ? i * (all - 1) / (most - 1) : number);
    }
    std::rotate(spread.begin(), spread.begin() + static_cast<std::ptrdiff_t>(spread.size() / 2), spread.end());
    return spread;
}

}  // namespace

model::Expected<model::InterpretedRun> interpret(const model::Job& job, const Code& code,
                                                 const std::string& source_name, const RunOptions& options)
{
    if (auto why = why_no_launch(job)) return *why;
    if (auto why = why_too_large(job)) return *why;
    const auto module = ptx::read_module(code.ptx);
    if (!module) return module.error();
    if (const ptx::Function* entry = module->find_entry(code.entry))
        if (auto why = ptx::why_beyond_bound(*entry, {job.block[0], job.block[1], job.block[2]})) return *why;
    auto done = run_kernel(job, Which::variant, *module, code.entry, initial_buffers(*job.plan), options);
    if (!done) return done.error();
    const ptx::RunResult& result = done->result;
    model::InterpretedRun run;
    run.grid_blocks = grid_blocks(job);
    if (result.fault) run.faults.push_back(interpreted_fault(*result.fault, *module, source_name));
    for (const ptx::Fault& finding : distinct_findings(result.findings))
        run.faults.push_back(interpreted_fault(finding, *module, source_name));
    run.counts = interpreted_counts(result.counts);
    explain_met_limit(run, result.ended_blocks);
    run.lines = interpreted_lines(result.counts, *module);
    run.buffers = interpreted_buffers(*job.plan, *done);
    run.printed = result.printed;
    run.is_print_cut = result.is_print_cut;
    if (const ptx::Function* entry = module->find_entry(code.entry)) run.local_bytes = entry->declared_local_bytes;
    return run;
}

model::Expected<model::CountedBlocks> count_blocks(const model::Job& job, const Code& code, std::int64_t blocks,
                                                   const RunOptions& options)
{
    if (auto why = why_no_launch(job)) return *why;
    const auto module = ptx::read_module(code.ptx);
    if (!module) return module.error();
    model::CountedBlocks counted;
    counted.grid_blocks = grid_blocks(job);
    const std::int64_t cluster = job.plan->cluster, clusters = counted.grid_blocks / std::max<std::int64_t>(1, cluster);
    blocks = std::clamp<std::int64_t>(blocks, 1, std::min(max_sampled_blocks, clusters));
    auto buffers = TouchedBuffers::make(*job.plan);
    if (!buffers) return buffers.error();
    RunOptions sampled = options;
    sampled.before_access = [&](int buffer, std::uint64_t first, std::uint64_t bytes) {
        buffers->prepare(buffer, first, bytes);
    };
    sampled.finds_races = false;
    sampled.max_blocks = 1;
    const auto start = std::chrono::steady_clock::now();
    std::map<std::int64_t, model::InterpretedCounts> found;  // in the grid's order
    std::int64_t instructions = 0;
    for (const std::int64_t cluster_number : sampled_clusters(job, blocks)) {
        if (instructions > enough_instructions) break;
        if (options.limits.time != std::chrono::milliseconds::max())
            sampled.limits.time = options.limits.time - std::chrono::duration_cast<std::chrono::milliseconds>(
                                                            std::chrono::steady_clock::now() - start);
        sampled.first_block = cluster_number * cluster;
        const auto done = run_on(job, Which::variant, *module, code.entry, buffers->bytes(), sampled);
        if (!done) return done.error();
        if (const auto& fault = done->fault)
            return model::Error{ptx::sentence(*fault), "run on this processor", "a GPU can run it"};
        found[cluster_number] = interpreted_counts(done->counts);
        instructions += found[cluster_number].instructions;
    }
    for (auto& [number, counts] : found) counted.blocks.push_back(std::move(counts));
    return counted;
}

}  // namespace spillway::emulate
