#include "app/ptx/warp.h"

#include <algorithm>

namespace spillway::ptx {
namespace {

/// Instructions on one path while other lanes wait. Then those get their turn, as on GPUs since Volta.
constexpr std::uint64_t turn_after = 100'000;
constexpr std::size_t max_frames = 20'000;
constexpr std::size_t max_local = std::size_t{512} << 10;  ///< of a thread, like a GPU's limit
constexpr int max_turns = 10'000;

std::size_t rounded_up(std::size_t value, std::size_t to)
{
    return (value + to - 1) / to * to;
}

#if defined(__x86_64__) && defined(__GNUC__)
const bool has_popcnt = __builtin_cpu_supports("popcnt") != 0;
#endif

/// std::popcount is a function call if the compiler may not use popcnt, which not every processor has.
inline std::uint64_t count_bits(Mask mask)
{
#if defined(__x86_64__) && defined(__GNUC__)
    if (has_popcnt) {
        asm("popcntl %1, %0" : "=r"(mask) : "r"(mask) : "cc");
        return mask;
    }
#endif
    mask -= mask >> 1 & 0x55555555U;
    mask = (mask & 0x33333333U) + (mask >> 2 & 0x33333333U);
    mask = (mask + (mask >> 4)) & 0x0f0f0f0fU;
    return mask * 0x01010101U >> 24;
}

}  // namespace

Warp::Warp(Machine& of_machine, Block& of_block, int its_number, Mask its_lanes)
    : machine(of_machine),
      block(of_block),
      number(its_number),
      active(its_lanes),
      alive(its_lanes),
      read_bytes(of_machine.launch.buffers.size() * lane_count, 0),
      specials_(static_cast<std::size_t>(Special::count) * lane_count * 4)
{
}

Warp::~Warp()
{
    machine.used_bytes -= static_cast<std::int64_t>(registers_.size() + local_.size());
}

bool Warp::start()
{
    const Launch& launch = machine.launch;
    const auto set = [&](Special special, int lane, std::uint32_t value) {
        std::memcpy(specials_.data() + special_offset(special) + lane * 4, &value, sizeof value);
    };
    const std::uint64_t grid_barrier = machine.grid_barrier > 0 ? variable_address(machine.grid_barrier) : 0;
    for (int lane = 0; lane < lane_count; ++lane) {
        const Position thread = position(lane);
        const auto own = static_cast<std::uint32_t>(lane);
        for (std::uint32_t axis = 0; axis < 3; ++axis) {
            const auto on = [axis](Special x) { return static_cast<Special>(static_cast<std::uint32_t>(x) + axis); };
            const std::uint32_t cluster = axis == 0 ? static_cast<std::uint32_t>(launch.cluster) : 1;
            const auto grid = static_cast<std::uint32_t>(launch.grid[axis]);
            set(on(Special::tid_x), lane, thread[axis]);
            set(on(Special::ntid_x), lane, static_cast<std::uint32_t>(launch.block[axis]));
            set(on(Special::ctaid_x), lane, block.index[axis]);
            set(on(Special::nctaid_x), lane, grid);
            set(on(Special::clusterid_x), lane, block.index[axis] / cluster);
            set(on(Special::nclusterid_x), lane, grid / cluster);
            set(on(Special::cluster_ctaid_x), lane, block.index[axis] % cluster);
            set(on(Special::cluster_nctaid_x), lane, cluster);
        }
        set(Special::laneid, lane, own);
        set(Special::warpid, lane, static_cast<std::uint32_t>(number));
        set(Special::nwarpid, lane, static_cast<std::uint32_t>(block.warps.size()));
        set(Special::nsmid, lane, 1);
        set(Special::lanemask_eq, lane, bit(lane));
        set(Special::lanemask_lt, lane, bit(lane) - 1);
        set(Special::lanemask_le, lane, bit(lane) | (bit(lane) - 1));
        set(Special::lanemask_gt, lane, ~(bit(lane) | (bit(lane) - 1)));
        set(Special::lanemask_ge, lane, ~(bit(lane) - 1));
        set(Special::cluster_ctarank, lane, static_cast<std::uint32_t>(block.rank));
        set(Special::cluster_nctarank, lane, static_cast<std::uint32_t>(launch.cluster));
        set(Special::dynamic_smem_size, lane, static_cast<std::uint32_t>(launch.dynamic_shared_bytes));
        set(Special::envreg1, lane, static_cast<std::uint32_t>(grid_barrier >> 32));
        set(Special::envreg2, lane, static_cast<std::uint32_t>(grid_barrier));
        set(Special::total_smem_size, lane, static_cast<std::uint32_t>(machine.shared_bytes));
    }
    banks_[1] = machine.constants.data();
    banks_[2] = specials_.data();
    const Function& entry = *machine.entry;
    if (!grow(static_cast<std::size_t>(entry.register_bytes), static_cast<std::size_t>(entry.local_bytes)))
        return false;
    frames.push_back({&entry, 0, 0, 0, nullptr, active, active, 0, 0});
    meets = -1;
    set_bank();
    return true;
}

Position Warp::position(int lane) const
{
    const auto thread = static_cast<std::uint32_t>(number * lane_count + lane);
    const auto x = static_cast<std::uint32_t>(machine.launch.block[0]),
               y = static_cast<std::uint32_t>(machine.launch.block[1]);
    return {thread % x, thread / x % y, thread / x / y};
}

/// Inline, because diverged lanes run most of their instructions here.
inline void Warp::run_one(const Instruction& in)
{
    ++at;
    lanes = active;
    if (in.guard >= 0) {
        Mask guard = 0;
        std::memcpy(&guard, banks_[0] + in.guard, sizeof guard);
        lanes &= in.guard_is_negated ? ~guard : guard;
    }
    InstructionCount& count = machine.tally.instructions[in.index];
    ++count.issued;
    count.lanes += count_bits(active);  // a guard that does not hold makes no lane inactive
    ++issued;
    if (lanes == 0) return;
    if (in.op == Op::bra) return branch(in, in.target);
    in.handler(*this, in);
}

void Warp::run_straight(const Instruction* in, std::uint64_t count)
{
    InstructionCount* const tally = machine.tally.instructions.data();
    const std::uint64_t active_lanes = count_bits(active);
    lanes = active;
    since_change_ += count - 1;  // run() counts the last one
    const Instruction* const first = in;
    for (const Instruction* const end = in + count; in != end && state == WarpState::runs; ++in) {
        InstructionCount& counted = tally[in->index];
        ++counted.issued;
        counted.lanes += active_lanes;
        ++issued;
        in->handler(*this, *in);
    }
    at += static_cast<std::int32_t>(in - first);
}

void Warp::run(std::uint64_t most)
{
    const std::uint64_t before = issued;
    while (state == WarpState::runs && issued - before < most) {
        if (at >= code_end_) {
            leave(active);
            continue;
        }
        const Instruction& in = code_[at];
        if (in.straight > 1) {
            std::uint64_t count =
                std::min({std::uint64_t{in.straight}, most - (issued - before), turn_after + 1 - since_change_});
            if (meets > at) count = std::min(count, static_cast<std::uint64_t>(meets - at));
            run_straight(&in, count);
        } else {
            run_one(in);
        }
        while (at == meets && paths.size() > frames.back().paths) pop();
        if (++since_change_ > turn_after) take_turns();
    }
    machine.issued += issued - before;
}

void Warp::pop()
{
    at = paths.back().at;
    meets = paths.back().meets;
    active = paths.back().lanes;
    paths.pop_back();
    since_change_ = 0;
}

bool Warp::is_end(std::int32_t place) const
{
    const auto& code = frames.back().function->code;
    if (frames.size() > 1) return false;
    if (place >= static_cast<std::int32_t>(code.size())) return true;
    const Instruction& in = code[static_cast<std::size_t>(place)];
    return (in.op == Op::ret || in.op == Op::exit) && in.guard < 0;
}

std::int32_t Warp::meeting_of(const Instruction& branch) const
{
    return branch.sheds_lanes && meets >= 0 ? meets : branch.reconverge;
}

void Warp::branch(const Instruction& in, std::int32_t target)
{
    const Mask others = active & ~lanes;
    if (others == 0) {
        at = target;
        return;
    }
    ++machine.result.counts.divergent_branches;
    since_change_ = 0;
    const std::int32_t next = at, meeting = meeting_of(in);
    if (const bool ends_there = is_end(target); ends_there != is_end(next)) {
        // Lanes whose path only ends the thread end first, as on a GPU, so that barriers do not count them.
        at = ends_there ? next : target;
        return end(ends_there ? lanes : others);
    }
    if (meeting != meets) paths.push_back({meeting, meets, active});
    if (target == meeting) {
        active = others;
    } else if (next == meeting) {
        at = target;
        active = lanes;
    } else {
        paths.push_back({next, meeting, others});
        at = target;
        active = lanes;
    }
    meets = meeting;
}

void Warp::branch_apart(const Instruction& in, const std::array<std::int32_t, lane_count>& targets)
{
    const std::int32_t next = at, meeting = meeting_of(in);
    if (meeting != meets) paths.push_back({meeting, meets, active});
    Mask left = active;
    std::size_t ways = 0;
    while (left != 0) {
        const int first = first_lane(left);
        const auto target_of = [&](int lane) {
            return has(lanes, lane) ? targets[static_cast<std::size_t>(lane)] : next;
        };
        Mask same = 0;
        for (int lane = first; lane < lane_count; ++lane)
            if (has(left, lane) && target_of(lane) == target_of(first)) same |= bit(lane);
        left &= ~same;
        if (target_of(first) == meeting) continue;
        paths.push_back({target_of(first), meeting, same});
        ++ways;
    }
    if (ways > 1) ++machine.result.counts.divergent_branches;
    if (ways == 0 && meeting == meets)
        at = meeting;
    else
        pop();
}

void Warp::set_apart(Mask first)
{
    const std::int32_t next = at;
    paths.push_back({next, meets, active});
    paths.push_back({next - 1, next, lanes & ~first});
    meets = next;
    active = lanes = first;
    since_change_ = 0;
}

void Warp::call(const Instruction& in, int function_number, Mask callers)
{
    const Function& callee = machine.module.functions[static_cast<std::size_t>(function_number)];
    const Frame& caller = frames.back();
    const CallSite& site = caller.function->calls[static_cast<std::size_t>(in.target)];
    bool fits = site.arguments.size() == callee.params.size() && site.results.size() == callee.results.size();
    for (std::size_t i = 0; fits && i < site.arguments.size(); ++i)
        fits = site.arguments[i].bytes == callee.params[i].bytes;
    for (std::size_t i = 0; fits && i < site.results.size(); ++i)
        fits = site.results[i].bytes == callee.results[i].bytes;
    if (!fits) {
        Fault fault;
        fault.kind = FaultKind::not_supported;
        fault.detail = "a call of " + callee.name.substr(0, 80) + " with other parameters than it has";
        return fail(fault, in, first_lane(callers));
    }
    const std::size_t registers =
        caller.registers + rounded_up(static_cast<std::size_t>(caller.function->register_bytes), 64);
    const std::size_t local = rounded_up(static_cast<std::size_t>(caller.local + caller.function->local_bytes), 16);
    const std::int32_t caller_local = caller.local;
    if (frames.size() >= max_frames || !grow(registers + static_cast<std::size_t>(callee.register_bytes),
                                             local + static_cast<std::size_t>(callee.local_bytes)))
        return fail(FaultKind::too_deep, in, first_lane(callers));
    for (std::size_t i = 0; i < site.arguments.size(); ++i)
        for (int lane = 0; lane < lane_count; ++lane)
            if (has(callers, lane))
                std::memcpy(local_memory(lane, static_cast<std::int64_t>(local) + callee.params[i].offset),
                            local_memory(lane, caller_local + site.arguments[i].offset),
                            static_cast<std::size_t>(callee.params[i].bytes));
    frames.push_back(
        {&callee, registers, static_cast<std::int32_t>(local), paths.size(), &site, callers, active, at, meets});
    std::memset(registers_.data() + registers, 0, static_cast<std::size_t>(callee.register_bytes));
    set_bank();
    active = callers;
    at = 0;
    meets = -1;
    since_change_ = 0;
}

void Warp::return_to_caller()
{
    const Frame frame = frames.back();
    frames.pop_back();
    const Frame& caller = frames.back();
    for (std::size_t i = 0; i < frame.site->results.size(); ++i)
        for (int lane = 0; lane < lane_count; ++lane)
            if (has(frame.lanes & alive, lane))
                std::memcpy(local_memory(lane, caller.local + frame.site->results[i].offset),
                            local_memory(lane, frame.local + frame.function->results[i].offset),
                            static_cast<std::size_t>(frame.site->results[i].bytes));
    set_bank();
    at = frame.caller_at;
    meets = frame.caller_meets;
    active = frame.caller_active & alive;
}

void Warp::settle()
{
    since_change_ = 0;
    while (active == 0) {
        if (paths.size() > frames.back().paths) {
            pop();
        } else if (frames.size() > 1) {
            return_to_caller();
        } else {
            state = WarpState::ended;
            block.count_out();
            return;
        }
    }
}

void Warp::leave(Mask lanes_that_return)
{
    if (frames.size() == 1) return end(lanes_that_return);
    for (std::size_t i = frames.back().paths; i < paths.size(); ++i) paths[i].lanes &= ~lanes_that_return;
    active &= ~lanes_that_return;
    settle();
}

void Warp::end(Mask lanes_that_end)
{
    alive &= ~lanes_that_end;
    active &= ~lanes_that_end;
    for (Path& path : paths) path.lanes &= ~lanes_that_end;
    settle();
}

bool Warp::may_join(const Path& other) const
{
    // Lanes that a __syncwarp has released pass it before they wait at the next one.
    return other.at == at && other.meets == meets && (warp_barrier.released & (active | other.lanes)) == 0;
}

void Warp::take_turns()
{
    since_change_ = 0;
    if (paths.size() == frames.back().paths) return;
    Path& other = paths.back();
    const Mask waiting = other.lanes & ~active;
    if (waiting == 0) {  // that path waits only for these lanes
        meets = other.meets;
        paths.pop_back();
        return;
    }
    has_split_ = true;
    const bool waits_for_these = (other.lanes & active) != 0;
    const Path own{at, waits_for_these ? other.meets : meets, active};
    at = other.at;
    meets = other.meets;
    active = waiting;
    other = own;
    if (!may_join(other)) return;
    active |= other.lanes;
    paths.pop_back();
}

void Warp::try_again()
{
    --at;
    state = WarpState::yields;
    if (paths.size() > frames.back().paths && ++turns_ < max_turns) take_turns();
}

bool Warp::join_path_here()
{
    for (std::size_t i = frames.back().paths; i < paths.size(); ++i) {
        const Path& other = paths[i];
        if (other.lanes == 0 || (other.lanes & active) != 0 || !may_join(other)) continue;
        active |= other.lanes;
        paths.erase(paths.begin() + static_cast<std::ptrdiff_t>(i));
        return true;
    }
    return false;
}

bool Warp::run_path_that_is_not_stuck()
{
    Mask covered = active;  // a path whose lanes are on later paths is where those meet
    for (std::size_t i = paths.size(); i-- > frames.back().paths;) {
        const Path other = paths[i];
        const bool runs = (other.lanes & covered) == 0 && (other.lanes & ~stuck_) != 0;
        covered |= other.lanes;
        if (!runs) continue;
        // This path goes to the top: below its own meeting point it would run after it.
        paths.erase(paths.begin() + static_cast<std::ptrdiff_t>(i));
        paths.push_back({at, meets, active});
        at = other.at;
        meets = other.meets;
        active = other.lanes;
        return true;
    }
    return false;
}

bool Warp::waits_for_others()
{
    stuck_ |= active;
    --at;
    if (join_path_here() || run_path_that_is_not_stuck()) {
        since_change_ = 0;
        return true;
    }
    if (has_split_ && paths.size() > frames.back().paths && ++turns_ < max_turns) {
        take_turns();
        return true;
    }
    ++at;
    return false;
}

bool Warp::grow(std::size_t registers, std::size_t local)
{
    const std::size_t wanted_registers = std::max(registers_.size(), rounded_up(registers, 64));
    std::size_t wanted_local = local_size_;
    if (local > local_size_) wanted_local = rounded_up(std::max(local, 2 * local_size_), 16);
    if (local > max_local) return false;
    wanted_local = std::min(wanted_local, max_local);
    const auto more =
        static_cast<std::int64_t>(wanted_registers - registers_.size() + (wanted_local - local_size_) * lane_count);
    if (machine.used_bytes + more > machine.launch.limits.bytes) return false;
    machine.used_bytes += more;
    registers_.resize(wanted_registers);
    if (wanted_local > local_size_) {
        std::vector<std::byte> wider(wanted_local * lane_count);
        for (std::size_t lane = 0; lane < lane_count && local_size_ > 0; ++lane)
            std::memcpy(wider.data() + lane * wanted_local, local_.data() + lane * local_size_, local_size_);
        local_ = std::move(wider);
        local_size_ = wanted_local;
    }
    return true;
}

void Warp::fail(Fault fault, const Instruction& in, int lane)
{
    fault.thread = position(lane);
    fault.block = block.index;
    fault.line = in.line;
    fault.source_file = in.source_file;
    fault.source_line = in.source_line;
    fault.warp = number;
    fault.at = issued;
    if (is_of_access(fault.kind) && fault.lanes == 0) fault.lanes = bit(lane);
    if (is_of_access(fault.kind) && fault.space == Space::shared) machine.name_shared(fault);
    machine.report(fault);
    if (machine.is_stopped) state = WarpState::yields;
}

void Warp::fail_of_mask(const Instruction& in, Mask wrong, Mask unnamed)
{
    Fault fault;
    fault.kind = FaultKind::bad_lane_mask;
    fault.lanes = wrong;
    fault.detail = machine.module.mnemonics[static_cast<std::size_t>(in.mnemonic)].substr(0, 80);
    fault.is_unnamed_lane = unnamed != 0;
    fail(std::move(fault), in, first_lane(unnamed != 0 ? unnamed : wrong));
}

void Warp::fail(FaultKind kind, const Instruction& in, int lane)
{
    Fault fault;
    fault.kind = kind;
    fail(std::move(fault), in, lane);
}

}  // namespace spillway::ptx
