// How many million thread instructions a second the interpreter of PTX runs on one core: plain, with counts, with
// counts and the race check. Rounds of all three alternate; the fastest of each counts, and the ratios to plain.
//
//   ptx_bench [ROUNDS [NAME]]     5 rounds unless said; kernels whose name contains NAME

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string_view>

#include "app/ptx/machine.h"
#include "app/ptx/reader.h"
#include "bench/ptx_kernels.h"

namespace spillway::bench {
namespace {

struct Way {
    const char* name;
    bool counts, finds_races;
};
constexpr Way ways[] = {{"plain", false, false}, {"counts", true, false}, {"races", true, true}};

struct Speed {
    double millions = 0;  ///< thread instructions a second
    bool is_right = true;
};

ptx::LaunchArgument number(std::uint32_t value)
{
    ptx::LaunchArgument argument;
    argument.bytes.resize(sizeof value);
    std::memcpy(argument.bytes.data(), &value, sizeof value);
    return argument;
}
ptx::LaunchArgument buffer(int index)
{
    ptx::LaunchArgument argument;
    argument.kind = ptx::LaunchArgument::Kind::buffer;
    argument.number = index;
    return argument;
}

Speed run_once(const ptx::Module& module, const PtxKernel& kernel, const Way& way)
{
    std::vector<std::byte> input(4 * 4096), output(4 * 4096);
    ptx::Launch launch;
    launch.entry = "k";
    launch.grid[0] = kernel.blocks;
    launch.block[0] = kernel.threads;
    launch.buffers = {{"input", input}, {"output", output}};
    launch.arguments = {buffer(0), buffer(1), number(static_cast<std::uint32_t>(kernel.rounds))};
    launch.finds_races = way.finds_races;
    launch.counts_accesses = way.counts;
    const std::clock_t begin = std::clock();  // of the processor: others may run on the machine
    const auto done = ptx::run(module, launch);
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    if (!done || done->fault) return {0, false};
    return {static_cast<double>(done->counts.all.lanes) / seconds / 1e6, true};
}

bool measure(const PtxKernel& kernel, int rounds)
{
    const auto module = ptx::read_module(kernel.text);
    if (!module) {
        std::fprintf(stderr, "%s: %s\n", kernel.name, module.error().line().c_str());
        return false;
    }
    double best[std::size(ways)] = {};
    for (int round = 0; round < rounds; ++round)
        for (std::size_t i = 0; i < std::size(ways); ++i) {
            const Speed speed = run_once(*module, kernel, ways[i]);
            if (!speed.is_right) {
                std::fprintf(stderr, "%s: it did not run to its end\n", kernel.name);
                return false;
            }
            best[i] = std::max(best[i], speed.millions);
        }
    std::printf("%-26s", kernel.name);
    for (std::size_t i = 0; i < std::size(ways); ++i) std::printf(" %8.0f", best[i]);
    std::printf("   %5.2f %5.2f\n", best[1] / best[0], best[2] / best[0]);
    return true;
}

}  // namespace
}  // namespace spillway::bench

int main(int count, char** words)
{
    using namespace spillway::bench;
    const int rounds = count > 1 ? std::max(1, std::atoi(words[1])) : 5;
    std::printf("million thread instructions a second; ratios to plain\n%-26s %8s %8s %8s   %5s %5s\n", "kernel",
                "plain", "counts", "races", "c/p", "r/p");
    bool is_right = true;
    const std::string_view part = count > 2 ? words[2] : "";  // of the kernels' names
    for (const PtxKernel& kernel : ptx_kernels())
        if (std::string_view(kernel.name).find(part) != std::string::npos)
            is_right = measure(kernel, rounds) && is_right;
    return is_right ? 0 : 1;
}
