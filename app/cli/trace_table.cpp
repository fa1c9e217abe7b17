#include "app/cli/trace_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "app/base/counted.h"
#include "app/model/time_account.h"
#include "app/trace/kernel_rows.h"

namespace spillway::cli {
namespace {

constexpr std::size_t max_rows = 50;
constexpr std::size_t max_reasons = 4;
constexpr double least_share = 0.0005;  ///< shown as 0.0 %

std::string dimensions(const std::int64_t (&counts)[3])
{
    if (counts[1] == 1 && counts[2] == 1) return fmt::format("{}", counts[0]);
    if (counts[2] == 1) return fmt::format("{}x{}", counts[0], counts[1]);
    return fmt::format("{}x{}x{}", counts[0], counts[1], counts[2]);
}

std::string microseconds(double seconds)
{
    const double us = seconds * 1e6;
    return us < 10 ? fmt::format("{:.2f}", us) : us < 1e6 ? fmt::format("{:.1f}", us) : fmt::format("{:.0f}", us);
}

std::string percent(double part)
{
    return fmt::format("{:.1f}", part < least_share ? 0.0 : part * 100);
}

using Row = std::vector<std::string>;

Row row_of(const trace::TracedKernel& kernel, double all_seconds)
{
    const std::string occupancy = kernel.occupancy ? fmt::format("{:.4g}", kernel.occupancy->theoretical * 100) : "-";
    return {percent(all_seconds > 0 ? kernel.seconds.total / all_seconds : 0),
            microseconds(kernel.seconds.total),
            fmt::format("{}", kernel.launches),
            microseconds(kernel.seconds.min),
            microseconds(kernel.seconds.median),
            microseconds(kernel.seconds.max),
            dimensions(kernel.grid),
            dimensions(kernel.block),
            fmt::format("{}", kernel.registers),
            fmt::format("{}+{}", kernel.static_shared_bytes, kernel.dynamic_shared_bytes),
            kernel.code && kernel.code->has_frame() ? fmt::format("{}", kernel.code->stack_frame_bytes) : "-",
            occupancy,
            kernel.name + (kernel.in_graph ? "  (in a graph)" : "") +
                (kernel.gpu > 0 ? fmt::format("  (GPU {})", kernel.gpu) : "")};
}

/// Numbers right-aligned, and the name last, so that a long one breaks no column.
std::string lines_of(const std::vector<Row>& rows)
{
    std::vector<std::size_t> widths(rows.front().size(), 0);
    for (const Row& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    std::string text;
    for (const Row& row : rows) {
        for (std::size_t i = 0; i + 1 < row.size(); ++i) text += fmt::format("{:>{}}  ", row[i], widths[i]);
        text += row.back() + "\n";
    }
    return text;
}

std::string launches_of(const trace::UnseenKernel& kernel)
{
    return fmt::format("{} ({} {}, grid {}, block {})", kernel.name, kernel.launches,
                       kernel.launches == 1 ? "launch" : "launches", dimensions(kernel.grid), dimensions(kernel.block));
}

std::string kernels_table(const trace::Trace& trace)
{
    double all = 0;
    for (const trace::TracedKernel& kernel : trace.kernels) all += kernel.seconds.total;
    std::vector<Row> rows = {{"time %", "total us", "launches", "min us", "median us", "max us", "grid", "block",
                              "registers", "shared B", "stack B", "occupancy %", "kernel"}};
    const std::size_t shown = std::min(trace.kernels.size(), max_rows);
    for (std::size_t i = 0; i < shown; ++i) rows.push_back(row_of(trace.kernels[i], all));
    std::string text = lines_of(rows);
    if (shown < trace.kernels.size())
        text += fmt::format("... and {} more, with less time; --json has all of them\n", trace.kernels.size() - shown);
    return text;
}

/// The counters of one launch; stall reasons by ncu's names.
std::string counted_lines(const trace::TracedKernel& kernel)
{
    const std::string traffic = trace::traffic_words(*kernel.counters);
    std::string text = "  counted: " +
                       (traffic.empty() ? base::counted(kernel.counters->size(), "counter") + ", in --json" : traffic) +
                       "\n";
    std::vector<std::pair<double, std::string>> stalls;
    for (const auto& [reason, share] : model::stall_reasons(*kernel.counters)) stalls.emplace_back(share, reason);
    std::ranges::sort(stalls, std::greater<>());
    if (stalls.size() > max_reasons) stalls.resize(max_reasons);
    if (!stalls.empty()) text += "  warps: ";
    for (std::size_t i = 0; i < stalls.size(); ++i)
        text += fmt::format("{}{} {} %", i == 0 ? "" : ", ", stalls[i].second, percent(stalls[i].first));
    return stalls.empty() ? text : text + "\n";
}

std::string counts_of(const trace::Trace& trace)
{
    std::string text;
    for (const trace::TracedKernel& kernel : trace.kernels) {
        if (!kernel.counters && !kernel.counters_reason) continue;
        text += fmt::format("{}, grid {}, block {}:\n", kernel.name, dimensions(kernel.grid), dimensions(kernel.block));
        text += kernel.counters ? counted_lines(kernel) : "  " + *kernel.counters_reason + "\n";
    }
    return text;
}

}  // namespace

std::string trace_table(const trace::Trace& trace)
{
    std::string text;
    for (const trace::TracedGpu& gpu : trace.gpus)
        text += fmt::format("GPU {}: {} ({}, {} SMs)\n", gpu.index, gpu.gpu.label, gpu.gpu.arch(), gpu.gpu.sm_count);
    if (!trace.kernels.empty()) text += kernels_table(trace) + counts_of(trace);
    for (const trace::UnseenKernel& kernel : trace.unfinished) text += "end not seen: " + launches_of(kernel) + "\n";
    for (const trace::UnseenKernel& kernel : trace.refused)
        text += "refused: " + launches_of(kernel) + ": " + kernel.reason + "\n";
    for (const std::string& notice : trace.notices) text += notice + "\n";
    return text;
}

}  // namespace spillway::cli
