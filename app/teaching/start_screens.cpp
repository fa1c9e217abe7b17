#include "app/teaching/start_screens.h"

#include <algorithm>
#include <cmath>

#include "app/model/metrics.h"

namespace spillway::teaching {
namespace {

std::string count(double number)
{
    return model::format_count(number);
}

std::string known_bytes(std::int64_t number)
{
    return number > 0 ? model::format_bytes(static_cast<double>(number)) : "size not known";
}

StartScreen threads_screen(const model::Gpu& gpu)
{
    const int warps = gpu.max_warps_per_sm(), threads = gpu.warp_size;
    StartScreen screen{"Threads, warps, blocks, SMs",
                       "A GPU runs one function, the kernel, in many threads at once. " + std::to_string(threads) +
                           " threads are a warp. Warps make a block, and a block runs on one streaming "
                           "multiprocessor, an SM. An SM of the " +
                           gpu.label + " holds up to " + std::to_string(warps) + " warps; this GPU has " +
                           std::to_string(gpu.sm_count) + " SMs.",
                       StartAct::answer,
                       "How many threads can the whole GPU hold at once?",
                       {},
                       0,
                       "",
                       ""};
    const double all = static_cast<double>(gpu.sm_count) * warps * threads;
    screen.choices = {count(all / threads), count(all), count(all / warps)};
    screen.right = 1;
    screen.done = "Yes: " + std::to_string(gpu.sm_count) + " SMs × " + std::to_string(warps) + " warps × " +
                  std::to_string(threads) + " threads are " + count(all) + ".";
    screen.not_so = "Not quite: it is SMs × warps of an SM × threads of a warp.";
    return screen;
}

StartScreen places_screen(const model::Gpu& gpu)
{
    StartScreen screen{"Where a thread keeps its data",
                       "A thread's own values are in registers; an SM has " + count(gpu.registers_per_sm) +
                           " of them, 4 bytes each, for all of its threads. The threads of a block share shared "
                           "memory. L2 serves all SMs, and behind it is DRAM. There is local memory too: a thread's "
                           "own, but not near it. It is a part of DRAM behind the caches, and what does not fit into "
                           "registers is spilled there.",
                       StartAct::place,
                       "Click the place where local memory is kept.",
                       {},
                       0,
                       "",
                       ""};
    screen.right = 3;
    screen.done = "Yes: DRAM. Local memory is local in its scope, not in its place.";
    screen.not_so = "Not there: a part of it may be cached on the way, but it is kept further out.";
    return screen;
}

StartScreen kernel_screen()
{
    const std::string index = std::to_string(start_index), block = std::to_string(start_block);
    StartScreen screen{"What a kernel is",
                       "Every thread runs the same lines. What differs is threadIdx, its number in its block, and "
                       "blockIdx, the number of its block. From them a thread computes which element is its own. "
                       "Here are " +
                           std::to_string(start_blocks) + " blocks of " + block + " threads.",
                       StartAct::slide,
                       "Slide to the thread that writes out[" + index + "], or click it.",
                       {},
                       0,
                       "",
                       ""};
    screen.done = "Yes: block " + std::to_string(start_index / start_block) + " × " + block + " + thread " +
                  std::to_string(start_index % start_block) + " is " + index + ".";
    return screen;
}

StartScreen charts_screen(const model::Gpu& gpu)
{
    StartScreen screen{"What the charts say",
                       "The charts share one slider. Throughput is measured, on a GPU or from a "
                       "recording. Occupancy is computed: the share of an SM's warp slots that can be taken. Stack "
                       "frame and registers are the compiler's. This is the occupancy of the " +
                           gpu.label + ", in blocks of " + std::to_string(start_chart_block) + " threads.",
                       StartAct::chart,
                       "Click in the chart where at most half of the warp slots are taken.",
                       {},
                       0,
                       "",
                       ""};
    screen.not_so = "More than half are taken there. Try further right.";
    return screen;
}

StartScreen slider_screen()
{
    return {
        "The first slider",
        "This is the first slider of the experiment behind this page. When it moves, the charts follow: every value "
        "is another compiled kernel. A \"?\" in a chart is what the lesson is about to ask: guess first. The "
        "lesson goes on in steps of a screen.",
        StartAct::move,
        "Move the slider.",
        {},
        0,
        "The charts behind this page have moved with it. Now begin the lessons.",
        ""};
}

}  // namespace

std::array<StartScreen, start_screen_count> start_screens(const model::Gpu& gpu)
{
    return {threads_screen(gpu), places_screen(gpu), kernel_screen(), charts_screen(gpu), slider_screen()};
}

std::array<StartPlace, 4> start_places(const model::Gpu& gpu)
{
    return {{{"Registers", known_bytes(std::int64_t{gpu.registers_per_sm} * 4) + " per SM"},
             {"Shared memory", "up to " + known_bytes(gpu.shared_bytes_per_sm) + " per SM"},
             {"L2", known_bytes(gpu.l2_bytes)},
             {"DRAM", known_bytes(gpu.memory_bytes)}}};
}

int warps_by_registers(const model::Gpu& gpu, int registers_per_thread)
{
    constexpr int unit = 256, partitions = 4;  // registers are allocated to a warp in units, in each quarter of the SM
    const int warps_of_block = start_chart_block / gpu.warp_size;
    const int of_warp = (registers_per_thread * gpu.warp_size + unit - 1) / unit * unit;
    const int fitting = gpu.registers_per_sm / partitions / std::max(of_warp, 1) * partitions;
    const int blocks =
        std::min({fitting / warps_of_block, gpu.max_warps_per_sm() / warps_of_block, gpu.max_blocks_per_sm});
    return blocks * warps_of_block;
}

bool is_half_full(const model::Gpu& gpu, int registers_per_thread)
{
    return 2 * warps_by_registers(gpu, registers_per_thread) <= gpu.max_warps_per_sm();
}

std::string start_chart_words(const model::Gpu& gpu, int registers_per_thread)
{
    const int warps = warps_by_registers(gpu, registers_per_thread), all = gpu.max_warps_per_sm();
    return "At " + std::to_string(registers_per_thread) + " registers per thread " + std::to_string(warps) + " of " +
           std::to_string(all) + " warps fit: " + std::to_string(static_cast<int>(std::lround(100.0 * warps / all))) +
           " %.";
}

}  // namespace spillway::teaching
