#include "app/model/interpreted_words.h"

#include <algorithm>
#include <cstdio>

#include "app/model/grouped.h"

namespace spillway::model {
namespace {

std::string count_text(std::int64_t count)
{
    return grouped(std::to_string(count));
}

/// "1 request", "2 requests".
std::string counted_of(std::int64_t count, const char* what)
{
    return count_text(count) + " " + what + (count == 1 ? "" : "s");
}

/// Three digits.
std::string ratio_text(double part, double whole)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.3g", whole > 0 ? part / whole : 0);
    return text;
}

double real(std::int64_t count)
{
    return static_cast<double>(count);
}

void add_accesses(std::vector<CountRow>& rows, const char* label, const InterpretedAccesses& count)
{
    if (count.requests == 0) return;
    rows.push_back({label, counted_of(count.requests, "request") + ", " + counted_of(count.sectors, "sector") + " (" +
                               ratio_text(real(count.sectors), real(count.requests)) + " per request)"});
}

void add_shared_accesses(std::vector<CountRow>& rows, const char* label, const InterpretedAccesses& count)
{
    if (count.requests == 0) return;
    rows.push_back(
        {label, counted_of(count.requests, "request") + ", " + counted_of(count.conflicts, "bank conflict")});
}

void add_requests(std::vector<CountRow>& rows, const char* label, const InterpretedAccesses& count)
{
    if (count.requests > 0) rows.push_back({label, counted_of(count.requests, "request")});
}

std::string kind_words(std::string kind)
{
    std::replace(kind.begin(), kind.end(), '_', ' ');
    return kind;
}

}  // namespace

RunVerdict verdict_of(const InterpretedRun& run, bool is_launch_refused)
{
    if (run.faults.empty()) return is_launch_refused ? RunVerdict::launch_refused : RunVerdict::clean;
    const FaultKind first = run.faults.front().kind;  // what ended the run
    if (first == FaultKind::stopped) return RunVerdict::stopped;
    return is_interpreters(first) ? RunVerdict::not_run : RunVerdict::fault;
}

bool came_to_its_end(const InterpretedRun& run)
{
    return std::none_of(run.faults.begin(), run.faults.end(), [](const auto& fault) { return fault.is_fatal; });
}

std::vector<CountRow> count_rows(const InterpretedRun& run)
{
    const InterpretedCounts& counts = run.counts;
    std::vector<CountRow> rows;
    if (counts.instructions == 0) return rows;
    rows.push_back({"PTX instructions", count_text(counts.instructions) + " of warps, " +
                                            ratio_text(100 * real(counts.lanes), 32 * real(counts.instructions)) +
                                            " % of their lanes active"});
    std::string kinds;
    auto by_number = counts.kinds;
    std::ranges::stable_sort(by_number, [](const auto& a, const auto& b) { return a.issued > b.issued; });
    for (const InterpretedInstructions& kind : by_number)
        kinds += (kinds.empty() ? "" : ", ") + kind_words(kind.kind) + " " +
                 ratio_text(100 * real(kind.issued), real(counts.instructions)) + " %";
    rows.push_back({"By class", kinds});
    add_accesses(rows, "Global loads", counts.global_loads);
    add_accesses(rows, "Global stores", counts.global_stores);
    add_accesses(rows, "Global atomics", counts.global_atomics);
    add_accesses(rows, "Local loads", counts.local_loads);
    add_accesses(rows, "Local stores", counts.local_stores);
    add_shared_accesses(rows, "Shared loads", counts.shared_loads);
    add_shared_accesses(rows, "Shared stores", counts.shared_stores);
    add_requests(rows, "Shared atomics", counts.shared_atomics);  // their bank conflicts are not counted
    if (counts.atomics_on_one_address > 0)
        rows.push_back({"Atomics on one address", "lanes waited " + counted_of(counts.atomics_on_one_address, "time") +
                                                      " for another of their warp"});
    add_requests(rows, "Constant loads", counts.constant_loads);
    add_requests(rows, "Texture reads", counts.texture_loads);
    if (counts.branches > 0)
        rows.push_back({"Divergent branches", count_text(counts.divergent_branches) + " of " +
                                                  count_text(counts.branches) + " branches of warps"});
    if (run.local_bytes > 0)
        rows.push_back({"Local memory",
                        count_text(run.local_bytes) + " bytes per thread in the PTX; ptxas decides what stays there"});
    return rows;
}

bool wrote_nan(const InterpretedRun& run)
{
    return std::any_of(run.buffers.begin(), run.buffers.end(), [](const InterpretedBuffer& buffer) {
        return std::find(buffer.first_values.begin(), buffer.first_values.end(), nan_text) != buffer.first_values.end();
    });
}

std::string blocks_words(const InterpretedRun& run)
{
    return count_text(run.counts.blocks) + " of " + count_text(run.grid_blocks) +
           (run.grid_blocks == 1 ? " block ran" : " blocks ran");
}

double share_of(const InterpretedRun& run, const InterpretedLine& line)
{
    return run.counts.instructions > 0 ? real(line.instructions) / real(run.counts.instructions) : 0;
}

}  // namespace spillway::model
