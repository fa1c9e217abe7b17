#include "app/trace/kernel_rows.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <numeric>

#include "app/model/grouped.h"

namespace spillway::trace {
namespace {

enum Place : std::size_t { name, share, median, launches, grid, block, registers, local, shared, occupancy };

constexpr std::array table{
    Column{"name", "kernel", "As in the source."},
    Column{"share", "time %", "This kernel's share of all kernels' time on the GPU."},
    Column{"median", "median µs", "Of one launch, in microseconds."},
    Column{"launches", "launches", "Launches that ran to their end."},
    Column{"grid", "grid", "Blocks."},
    Column{"block", "block", "Threads per block."},
    Column{"registers", "registers", "Per thread, as the GPU gives them: in steps of 8, at least 16."},
    Column{"local", "stack B",
           "Stack frame of the compiled code in local memory, bytes per thread; – where its module was not kept."},
    Column{"shared", "shared B", "Static and dynamic shared memory, bytes per block."},
    Column{"occupancy", "occupancy %", "Theoretical, by NVIDIA's calculator for that GPU, block and resources."}};

std::string formatted(const char* format, double value)
{
    char text[40];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string microseconds(double seconds)
{
    const double us = seconds * 1e6;
    return model::grouped(formatted(us < 10 ? "%.2f" : us < 1e4 ? "%.1f" : "%.0f", us));
}

std::string extents(const std::int64_t (&counts)[3])
{
    std::string text = model::grouped(std::to_string(counts[0]));
    const bool is_flat = counts[1] == 1 && counts[2] == 1;
    if (!is_flat) text += " × " + model::grouped(std::to_string(counts[1]));
    if (counts[2] != 1) text += " × " + model::grouped(std::to_string(counts[2]));
    return text;
}

double product(const std::int64_t (&counts)[3])
{
    return static_cast<double>(counts[0]) * static_cast<double>(counts[1]) * static_cast<double>(counts[2]);
}

/// Sort value of a column; NaN for names.
double number_of(const TracedKernel& kernel, std::size_t column)
{
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    switch (column) {
        case share: return kernel.seconds.total;
        case launches: return static_cast<double>(kernel.launches);
        case median: return kernel.seconds.median;
        case grid: return product(kernel.grid);
        case block: return product(kernel.block);
        case registers: return static_cast<double>(kernel.registers);
        case shared: return static_cast<double>(kernel.static_shared_bytes + kernel.dynamic_shared_bytes);
        case local:
            return kernel.code && kernel.code->has_frame() ? static_cast<double>(kernel.code->stack_frame_bytes)
                                                           : unknown;
        case occupancy: return kernel.occupancy ? kernel.occupancy->theoretical : unknown;
        default: return 0;
    }
}

std::string launches_of(const UnseenKernel& kernel)
{
    return kernel.name + " (" + model::grouped(std::to_string(kernel.launches)) +
           (kernel.launches == 1 ? " launch" : " launches") + ", grid " + extents(kernel.grid) + ", block " +
           extents(kernel.block) + ")";
}

std::string end_words(const ProgramEnd& end)
{
    if (end.by_limit) return "ended by --limit";
    if (end.signal != 0) return "ended by signal " + std::to_string(end.signal);
    return end.status == 0 ? "" : "ended with status " + std::to_string(end.status);
}

}  // namespace

std::span<const Column> columns()
{
    return table;
}

double total_seconds(const Trace& trace)
{
    double all = 0;
    for (const TracedKernel& kernel : trace.kernels) all += kernel.seconds.total;
    return all;
}

std::string cell(const TracedKernel& kernel, std::size_t column, double all_seconds)
{
    switch (column) {
        case share: return formatted("%.1f", all_seconds > 0 ? 100 * kernel.seconds.total / all_seconds : 0.0);
        case launches: return model::grouped(std::to_string(kernel.launches));
        case median: return microseconds(kernel.seconds.median);
        case grid: return extents(kernel.grid);
        case block: return extents(kernel.block);
        case registers: return std::to_string(kernel.registers);
        case shared:
            return model::grouped(std::to_string(kernel.static_shared_bytes)) + " + " +
                   model::grouped(std::to_string(kernel.dynamic_shared_bytes));
        case local:
            return kernel.code && kernel.code->has_frame()
                       ? model::grouped(std::to_string(kernel.code->stack_frame_bytes))
                       : "–";
        case occupancy: return kernel.occupancy ? formatted("%.4g", 100 * kernel.occupancy->theoretical) : "–";
        default:
            return kernel.name + (kernel.in_graph ? " (in a graph)" : "") +
                   (kernel.gpu > 0 ? " (GPU " + std::to_string(kernel.gpu) + ")" : "");
    }
}

std::vector<std::size_t> sorted_by(const Trace& trace, std::size_t column, bool is_descending)
{
    std::vector<std::size_t> order(trace.kernels.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto comes_first = [&](std::size_t a, std::size_t b) {
        const TracedKernel &left = trace.kernels[a], &right = trace.kernels[b];
        if (column == name) return is_descending ? right.name < left.name : left.name < right.name;
        const double x = number_of(left, column), y = number_of(right, column);
        if (x != x || y != y) return x == x && y != y;
        return is_descending ? y < x : x < y;
    };
    std::stable_sort(order.begin(), order.end(), comes_first);
    return order;
}

std::string traffic_words(const std::map<std::string, double>& counters)
{
    constexpr double sector_bytes = 32;
    struct Part {
        const char* words;
        std::array<const char*, 2> names;  ///< on older and on newer GPUs
        double unit;
    };
    constexpr std::array parts{
        Part{"DRAM read", {"dram__bytes_read.sum", "dram__bytes_op_read.sum"}, 1},
        Part{"written", {"dram__bytes_write.sum", "dram__bytes_op_write.sum"}, 1},
        Part{"L2 read", {"lts__t_sectors_srcunit_tex_op_read.sum", ""}, sector_bytes},
        Part{"written", {"lts__t_sectors_srcunit_tex_op_write.sum", ""}, sector_bytes},
        Part{"local memory read", {"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", ""}, sector_bytes},
        Part{"written", {"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", ""}, sector_bytes}};
    std::string words;
    for (const Part& part : parts)
        for (const char* counter : part.names) {
            const auto found = counters.find(counter);
            if (found == counters.end()) continue;
            words += (words.empty() ? "" : ", ") + std::string(part.words) + " " +
                     formatted("%.3g", found->second * part.unit / 1e6) + " MB";
            break;
        }
    return words;
}

std::string headline(const Trace& trace)
{
    std::string words;
    for (const std::string& word : trace.command) words += (words.empty() ? "" : " ") + word;
    for (const TracedGpu& gpu : trace.gpus) words += " · " + gpu.gpu.label;
    if (!trace.date.empty()) words += " · " + trace.date.substr(0, 10);
    words += " · " + formatted("%.2f", trace.seconds) + " s";
    const std::string end = end_words(trace.end);
    return end.empty() ? words : words + " · " + end;
}

std::vector<std::string> remarks(const Trace& trace)
{
    std::vector<std::string> sentences;
    for (const UnseenKernel& kernel : trace.unfinished) sentences.push_back("End not seen: " + launches_of(kernel));
    for (const UnseenKernel& kernel : trace.refused)
        sentences.push_back("Refused: " + launches_of(kernel) + ": " + kernel.reason);
    sentences.insert(sentences.end(), trace.notices.begin(), trace.notices.end());
    return sentences;
}

}  // namespace spillway::trace
