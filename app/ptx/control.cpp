// Branches, calls and ends.
#include "app/ptx/callees.h"
#include "app/ptx/handlers.h"
#include "app/ptx/warp.h"

namespace spillway::ptx {
namespace {

void branch(Warp& w, const Instruction& in)
{
    w.branch(in, in.target);
}

void branch_by_index(Warp& w, const Instruction& in)
{
    const auto& targets = w.function().branch_targets[static_cast<std::size_t>(in.target)];
    std::array<std::int32_t, lane_count> chosen{};
    chosen.fill(-1);
    for (int lane = 0; lane < lane_count; ++lane) {
        if (!has(w.lanes, lane)) continue;
        const std::uint32_t index = w.values<std::uint32_t>(in.arguments[0])[lane];
        if (index >= targets.size()) {
            Fault fault;
            fault.kind = FaultKind::not_supported;
            fault.detail = "brx.idx beyond its list of labels";
            return w.fail(fault, in, lane);
        }
        chosen[static_cast<std::size_t>(lane)] = targets[index];
    }
    w.branch_apart(in, chosen);
}

/// Calls the function, or runs it here if it is one of CUDA's own, such as printf().
void call_function(Warp& w, const Instruction& in, int number, Mask callers)
{
    const auto& functions = w.machine.module.functions;
    const Function& callee = functions[static_cast<std::size_t>(number)];
    if (callee.has_body && !callee.is_entry) return w.call(in, number, callers);
    if (call_of_system(w, in, callee.name)) return;
    Fault fault;
    fault.kind = FaultKind::unknown_function;
    fault.detail = callee.name.substr(0, 80);
    if (callee.why_refused) fault.why = callee.why_refused->what;
    w.fail(fault, in, first_lane(callers));
}

void call(Warp& w, const Instruction& in)
{
    const Argument& target = in.arguments[0];
    if (target.kind == Argument::Kind::function) return call_function(w, in, target.offset, w.lanes);
    // Through a pointer: lanes with the same target call it together, one group after another.
    const int lane = first_lane(w.lanes);
    const auto* addresses = w.values<std::uint64_t>(target);
    const std::uint64_t address = addresses[lane];
    const std::uint64_t number = (address - function_window) / 16;
    if (address < function_window || number >= w.machine.module.functions.size()) {
        Fault fault;
        fault.kind = FaultKind::unknown_function;
        fault.detail = "an address that is not a function's";
        return w.fail(fault, in, lane);
    }
    Mask same = 0;
    for (int i = 0; i < lane_count; ++i)
        if (has(w.lanes, i) && addresses[i] == address) same |= bit(i);
    if (same != w.lanes) w.set_apart(same);
    call_function(w, in, static_cast<int>(number), same);
}

void leave(Warp& w, const Instruction&)
{
    w.leave(w.lanes);
}
void end(Warp& w, const Instruction&)
{
    w.end(w.lanes);
}
void trap(Warp& w, const Instruction& in)
{
    Fault fault;
    fault.kind = FaultKind::trapped;
    if (w.machine.asks_for_grid_barrier && w.machine.grid_barrier == 0)
        fault.detail = w.machine.runs_whole_grid ? "grid.sync() needs a launch by cudaLaunchCooperativeKernel"
                                                 : "grid.sync() waits for blocks that do not run here";
    w.fail(fault, in, first_lane(w.lanes));
}
void nothing(Warp&, const Instruction&) {}

}  // namespace

Handler control_handler(const Instruction& in)
{
    switch (in.op) {
        case Op::bra: return &branch;
        case Op::brx: return &branch_by_index;
        case Op::call: return &call;
        case Op::ret: return &leave;
        case Op::exit: return &end;
        case Op::trap: return &trap;
        case Op::nothing:
        case Op::membar:
        case Op::nanosleep: return &nothing;
        default: return nullptr;
    }
}

}  // namespace spillway::ptx
