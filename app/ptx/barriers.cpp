// bar, barrier, bar.red, bar.warp.sync, barrier.cluster.
#include "app/ptx/handlers.h"
#include "app/ptx/warp.h"

namespace spillway::ptx {
namespace {

constexpr int max_barriers = 16;

/// True if all live lanes of the warp are here. Else lets the others run first or, if they cannot come, reports a
/// fault.
bool is_whole(Warp& w, const Instruction& in)
{
    if (w.lanes == w.alive) {
        w.came_together();
        return true;
    }
    if (w.waits_for_others()) return false;
    Fault fault;
    fault.kind = FaultKind::barrier_in_divergence;
    fault.lanes = w.lanes;
    fault.memory_bytes = std::popcount(w.alive);
    w.fail(fault, in, first_lane(w.lanes));
    return false;
}

/// Operands of a barrier instruction.
struct BarrierOperands {
    int barrier = 0;        ///< its number
    int warps = 0;          ///< that it waits for; 0: all of the block
    bool is_valid = false;  ///< else reported as a fault
};
BarrierOperands read_operands(Warp& w, const Instruction& in, std::size_t number_at, bool has_count)
{
    const int lane = first_lane(w.lanes);
    BarrierOperands made;
    const std::uint32_t number = w.values<std::uint32_t>(in.arguments[number_at])[lane];
    std::uint32_t threads = 0;
    if (has_count) threads = w.values<std::uint32_t>(in.arguments[number_at + 1])[lane];
    made.barrier = static_cast<int>(number);
    made.warps = static_cast<int>(threads / lane_count);
    made.is_valid = number < max_barriers && threads <= 1024 && threads % lane_count == 0;
    if (made.is_valid) return made;
    Fault fault;
    fault.kind = FaultKind::not_supported;
    fault.detail = "barrier " + std::to_string(number) + " for " + std::to_string(threads) + " threads";
    w.fail(fault, in, lane);
    return made;
}

void synchronise(Warp& w, const Instruction& in)
{
    if (!is_whole(w, in)) return;
    const BarrierOperands barrier = read_operands(w, in, 0, in.argument_count > 1);
    if (barrier.is_valid) w.block.arrive(w, in, barrier.barrier, barrier.warps, in.mode == 0);
}

void reduce(Warp& w, const Instruction& in)
{
    if (!is_whole(w, in)) return;
    const bool has_count = in.argument_count == 4;
    const BarrierOperands barrier = read_operands(w, in, 1, has_count);
    if (!barrier.is_valid) return;
    const Mask holds = w.predicate(in.arguments[has_count ? 3 : 2]) & w.lanes;
    Barrier& at = w.block.barriers[static_cast<std::size_t>(barrier.barrier)];
    at.counted += static_cast<std::uint32_t>(std::popcount(holds));
    at.all_hold = at.all_hold && holds == w.lanes;
    w.pending = &in;
    w.pending_lanes = w.lanes;
    w.block.arrive(w, in, barrier.barrier, barrier.warps, true);
}

/// Releases the lanes of `waiting` whose named lanes have all arrived. Returns those that still wait.
Mask release_complete(Warp& w, Mask waiting)
{
    WarpBarrier& barrier = w.warp_barrier;
    Mask blocked = 0;
    while (waiting != 0) {
        const Mask named = barrier.named[static_cast<std::size_t>(first_lane(waiting))];
        Mask group = 0;
        for (int lane = 0; lane < lane_count; ++lane)
            if (has(barrier.arrived, lane) && barrier.named[static_cast<std::size_t>(lane)] == named)
                group |= bit(lane);
        if ((named & w.alive) == (group & w.alive)) {
            barrier.arrived &= ~group;
            barrier.released |= group;
            w.first_since_sync = w.together.size();  // orders the accesses of separate paths
        } else {
            blocked |= waiting & group;
        }
        waiting &= ~group;
    }
    return blocked;
}

/// __syncwarp: lanes on other paths may arrive at another instruction.
void synchronise_warp(Warp& w, const Instruction& in)
{
    WarpBarrier& barrier = w.warp_barrier;
    const auto* named = w.values<std::uint32_t>(in.arguments[0]);
    const Mask arriving = w.lanes & ~barrier.released;
    Mask unnamed = 0;
    for (int lane = 0; lane < lane_count; ++lane) {
        if (!has(arriving, lane)) continue;
        barrier.named[static_cast<std::size_t>(lane)] = named[lane];
        if (!has(named[lane], lane)) unnamed |= bit(lane);
    }
    barrier.arrived |= arriving;
    if (const Mask blocked = release_complete(w, arriving); blocked != 0) {
        if (!w.waits_for_others()) w.fail_of_mask(in, blocked, unnamed);
        return;
    }
    barrier.released &= ~w.lanes;
    w.came_together();
}

void synchronise_cluster(Warp& w, const Instruction& in)
{
    const bool arrives = in.mode == 1;
    if (!is_whole(w, in)) return;
    if (arrives) return w.block.arrive_at_cluster(w);
    if (w.block.first_of_cluster().cluster_barrier.phase <= w.cluster_phase) w.try_again();
}

}  // namespace

Handler barrier_handler(const Instruction& in)
{
    switch (in.op) {
        case Op::bar: return in.mode <= 1 && (in.mode == 0 || in.argument_count == 2) ? &synchronise : nullptr;
        case Op::bar_red: {
            const bool has_count = in.argument_count == 4;
            const Argument& holds = in.arguments[has_count ? 3 : 2];
            const bool is_count_fitting =
                !has_count || (in.arguments[2].kind == Argument::Kind::values && in.arguments[2].width == 4);
            return holds.is_predicate() && is_count_fitting ? &reduce : nullptr;
        }
        case Op::bar_warp: return &synchronise_warp;
        case Op::barrier_cluster: return in.mode == 1 || in.mode == 2 ? &synchronise_cluster : nullptr;
        default: return nullptr;
    }
}

}  // namespace spillway::ptx
