#include "app/ptx/block.h"

#include <algorithm>

#include "app/ptx/warp.h"

namespace spillway::ptx {
namespace {

constexpr std::uint64_t slice = 50'000;  ///< instructions that a warp runs before the next warp's turn

/// False if a source line is unknown.
bool is_of_another_line(const Instruction& one, const Instruction& other)
{
    return one.source_line > 0 && other.source_line > 0 &&
           (one.source_line != other.source_line || one.source_file != other.source_file);
}

/// `__syncthreads()` on both paths of a branch: the hardware counts them as one barrier, but CUDA forbids it.
void report_mismatch(Warp& warp, const Instruction& in, const Barrier& at)
{
    Fault fault;
    fault.kind = FaultKind::barriers_mismatched;
    fault.other = warp.block.warps[static_cast<std::size_t>(at.first_warp)]->position(0);
    if (at.first->source_file == in.source_file) fault.other_line = at.first->source_line;
    warp.fail(fault, in, first_lane(warp.lanes));
}

}  // namespace

Block::Block(Machine& of_machine, Position its_index, int its_rank)
    : machine(of_machine),
      index(its_index),
      rank(its_rank),
      shared(static_cast<std::size_t>(of_machine.shared_bytes), of_machine.launch.unwritten_shared),
      checks_races(of_machine.launch.finds_races && of_machine.launch.cluster == 1)
{
    if (machine.launch.finds_races) shadows.resize((shared.size() + 3) / 4);
    // One shadow for each word, and one for each of its 4 bytes, which may be allocated later.
    machine.used_bytes += static_cast<std::int64_t>(shared.size() + 5 * shadows.size() * bytes_of_shadow);
}

Block::~Block()
{
    machine.used_bytes -= static_cast<std::int64_t>(shared.size() + 5 * shadows.size() * bytes_of_shadow);
}

bool Block::start()
{
    const auto& size = machine.launch.block;
    const std::int64_t threads = size[0] * size[1] * size[2];
    for (std::int64_t first = 0; first < threads; first += lane_count) {
        const std::int64_t count = std::min<std::int64_t>(lane_count, threads - first);
        const Mask lanes = count == lane_count ? all_lanes : (Mask{1} << count) - 1;
        warps.push_back(std::make_unique<Warp>(machine, *this, static_cast<int>(first / lane_count), lanes));
    }
    return std::all_of(warps.begin(), warps.end(), [](const auto& warp) { return warp->start(); });
}

int Block::running() const
{
    return static_cast<int>(
        std::count_if(warps.begin(), warps.end(), [](const auto& warp) { return warp->state != WarpState::ended; }));
}

void Block::arrive(Warp& warp, const Instruction& in, int barrier, int expected, bool waits)
{
    Barrier& at = barriers[static_cast<std::size_t>(barrier)];
    if (at.first == nullptr) {
        at.first = &in;
        at.first_warp = warp.number;
    } else if (expected == 0 && waits && is_of_another_line(in, *at.first)) {
        report_mismatch(warp, in, at);
    }
    at.expected = expected;
    ++at.arrived;
    ++machine.result.counts.barriers;
    if (waits) {
        warp.state = WarpState::waits_at_barrier;
        warp.barrier = barrier;
    } else {
        checks_races = false;  // the count of barriers no longer orders the warps
    }
    open_if_all_are_there(barrier);
}

void Block::open_if_all_are_there(int barrier)
{
    const Barrier& at = barriers[static_cast<std::size_t>(barrier)];
    const int wanted = at.expected > 0 ? at.expected : running();
    if (at.arrived > 0 && at.arrived >= wanted) open(barrier);
}

void Block::open(int barrier)
{
    Barrier& at = barriers[static_cast<std::size_t>(barrier)];
    if (at.arrived < running()) checks_races = false;
    for (const auto& warp : warps) {
        if (warp->state != WarpState::waits_at_barrier || warp->barrier != barrier) continue;
        warp->state = WarpState::runs;
        if (warp->pending == nullptr) continue;
        const Instruction& in = *warp->pending;
        const Argument& to = in.arguments[0];
        warp->lanes = warp->pending_lanes;
        const bool holds = in.join == Join::with_or ? at.counted > 0 : at.all_hold;
        if (to.is_predicate())
            warp->set_predicate(to, holds ? all_lanes : 0);
        else
            for (int lane = 0; lane < lane_count; ++lane)
                if (has(warp->lanes, lane)) write_wide(*warp, to, lane, at.counted);
        warp->pending = nullptr;
    }
    at = {};
    ++epoch;
}

void Block::arrive_at_cluster(Warp& warp)
{
    ClusterBarrier& at = first_of_cluster().cluster_barrier;
    warp.cluster_phase = at.phase;
    ++at.arrived;
    ++machine.result.counts.barriers;
    open_cluster_if_all_are_there();
}

void Block::open_cluster_if_all_are_there()
{
    ClusterBarrier& at = first_of_cluster().cluster_barrier;
    int wanted = 0;
    for (const Block* each : cluster) wanted += each->running();
    if (at.arrived == 0 || at.arrived < wanted) return;
    at.arrived = 0;
    ++at.phase;
    for (Block* each : cluster) ++each->epoch;
}

void Block::count_out()
{
    for (int barrier = 0; barrier < 16; ++barrier) open_if_all_are_there(barrier);
    open_cluster_if_all_are_there();
}

bool Block::run_warps()
{
    bool made_progress = false;
    const auto run_one = [&](Warp& warp) {
        if (warp.state == WarpState::yields) warp.state = WarpState::runs;
        if (warp.state != WarpState::runs || machine.is_stopped) return;
        const std::uint64_t before = warp.issued;
        warp.run(slice);
        // A warp that only polls in a short loop makes no progress.
        made_progress = made_progress || warp.state != WarpState::yields || warp.issued - before > 64;
        if (!machine.is_stopped) static_cast<void>(machine.is_over(warp));
    };
    if (machine.launch.order == Order::forwards)
        for (const auto& warp : warps) run_one(*warp);
    else
        for (auto warp = warps.rbegin(); warp != warps.rend(); ++warp) run_one(**warp);
    return made_progress;
}

}  // namespace spillway::ptx
