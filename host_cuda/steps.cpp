#include "steps.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <vector>

#include "host_cuda.h"

namespace host_cuda {
namespace {

/// Where a step begins: the calls that lead there, the outermost first, and the place. A function that is called from
/// two places is two pieces of code, as where it is inlined.
using Place = std::vector<std::uintptr_t>;

constexpr std::size_t most_steps = std::size_t{1} << 22;  ///< of a block: more is more than any limit allows

bool is_counting = false;
std::uint64_t all = 0;

// Of the block that runs.
dim3 block_of_steps;
std::map<Place, unsigned> places;
std::vector<std::vector<unsigned>> steps_of;  ///< of each thread: numbers of places
std::size_t recorded = 0;

Place place_of(void** frame)
{
    Place place;
    while (is_on_stack(frame)) {
        place.push_back(reinterpret_cast<std::uintptr_t>(frame[1]));
        void** const next = static_cast<void**>(frame[0]);
        if (next <= frame) break;
        frame = next;
    }
    std::reverse(place.begin(), place.end());
    return place;
}

/// The numbers of places in the order of the program.
std::vector<std::size_t> order_of_places()
{
    std::vector<std::size_t> order(places.size());
    std::size_t next = 0;
    for (const auto& place : places) order[place.second] = next++;
    return order;
}

/// Of the lanes [first, last).
std::uint64_t steps_of_warp(std::size_t first, std::size_t last, const std::vector<std::size_t>& order)
{
    std::vector<std::size_t> at(last - first, 0);
    for (std::uint64_t steps = 0;; ++steps) {
        std::size_t next = order.size();
        for (std::size_t lane = first; lane < last; ++lane)
            if (at[lane - first] < steps_of[lane].size())
                next = std::min(next, order[steps_of[lane][at[lane - first]]]);
        if (next == order.size()) return steps;
        for (std::size_t lane = first; lane < last; ++lane)
            if (at[lane - first] < steps_of[lane].size() && order[steps_of[lane][at[lane - first]]] == next)
                ++at[lane - first];
    }
}

void end_block()
{
    const std::vector<std::size_t> order = order_of_places();
    for (std::size_t warp = 0; warp < steps_of.size(); warp += 32)
        all += steps_of_warp(warp, std::min(warp + 32, steps_of.size()), order);
    places.clear();
    steps_of.clear();
    recorded = 0;
}

void record(void** frame)
{
    const bool is_same =
        block_of_steps.x == blockIdx.x && block_of_steps.y == blockIdx.y && block_of_steps.z == blockIdx.z;
    if (!is_same) end_block();
    block_of_steps = blockIdx;
    if (++recorded > most_steps) {
        ++all;  // each counts alone
        return;
    }
    const std::size_t thread = threadIdx.x + std::size_t{blockDim.x} * (threadIdx.y + blockDim.y * threadIdx.z);
    if (steps_of.size() <= thread) steps_of.resize(thread + 1);
    steps_of[thread].push_back(places.try_emplace(place_of(frame), static_cast<unsigned>(places.size())).first->second);
}

/// What of the standard library is compiled with the kernel too may be what is called here.
bool is_busy = false;

void step(void** frame)
{
    if (is_busy || !is_counting || !is_in_a_kernel()) return;
    is_busy = true;
    record(frame);
    is_busy = false;
}

}  // namespace

void count_steps()
{
    places.clear();
    steps_of.clear();
    all = recorded = 0;
    is_counting = true;
}

std::uint64_t counted_steps()
{
    if (is_counting) end_block();
    is_counting = false;
    return all;
}

}  // namespace host_cuda

// What g++ and clang++ call, by a name that is theirs.
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" void __sanitizer_cov_trace_pc()
{
    host_cuda::step(static_cast<void**>(__builtin_frame_address(0)));
}
