// cp.async, bulk copies, mbarrier. Data of cp.async arrives only at the wait for it, so that a missing wait shows.
#include <algorithm>

#include "app/ptx/handlers.h"
#include "app/ptx/shadow.h"

namespace spillway::ptx {
namespace {

constexpr std::int64_t max_bulk_bytes = std::int64_t{1} << 20;

void arrive_copies(Warp& w, std::size_t groups_to_keep)
{
    while (w.copies.size() > groups_to_keep + 1) {
        for (const Copy& copy : w.copies.front()) std::memcpy(copy.to, copy.content.data(), copy.bytes);
        w.copies.erase(w.copies.begin());
    }
}

/// Locates the bytes that lanes read fewer of than `from` has; all lanes of `partial` do. Changes Warp::lanes.
bool locate_partial(Warp& w, const Instruction& in, Access& from, const std::uint32_t* wanted, Mask partial)
{
    for (std::uint32_t piece = static_cast<std::uint32_t>(from.bytes) / 2; piece > 0; piece /= 2)
        for (const bool is_first : {true, false}) {
            Access part = from;
            part.bytes = static_cast<int>(piece);
            part.is_counted = is_first;
            w.lanes = 0;
            for (int lane = 0; lane < lane_count; ++lane) {
                if (!has(partial, lane) || (wanted[lane] & piece) == 0) continue;
                const std::uint32_t before = wanted[lane] & ~(2 * piece - 1);
                if ((before == 0) != is_first) continue;
                part.addresses[lane] += before;
                w.lanes |= bit(lane);
            }
            if (w.lanes == 0) continue;
            if (!locate(w, in, in.from_space, part)) return false;
            for (int lane = 0; is_first && lane < lane_count; ++lane)
                if (has(w.lanes, lane)) from.at[lane] = part.at[lane];
        }
    return true;
}

/// Locates the source of a copy. It need not have more than the bytes that are read; `wanted`: per lane, null for all
/// of them. Changes Warp::lanes.
bool locate_source(Warp& w, const Instruction& in, Access& from, const std::uint32_t* wanted)
{
    const auto bytes = static_cast<std::uint32_t>(from.bytes);
    Mask whole = w.lanes, partial = 0;
    for (int lane = 0; wanted != nullptr && lane < lane_count; ++lane) {
        if (!has(w.lanes, lane) || wanted[lane] >= bytes) continue;
        const bool is_aligned = (from.addresses[lane] & (bytes - 1)) == 0;
        if (is_aligned || wanted[lane] == 0) whole &= ~bit(lane);
        if (is_aligned && wanted[lane] > 0) partial |= bit(lane);
    }
    w.lanes = whole;
    if (whole != 0 && !locate(w, in, in.from_space, from)) return false;
    return locate_partial(w, in, from, wanted, partial);
}

void copy(Warp& w, const Instruction& in)
{
    const std::uint32_t bytes = w.values<std::uint32_t>(in.arguments[2])[first_lane(w.lanes)];
    if (bytes != 4 && bytes != 8 && bytes != 16) {
        Fault fault;
        fault.kind = FaultKind::not_supported;
        fault.detail = "cp.async of " + std::to_string(bytes) + " bytes";
        return w.fail(fault, in, first_lane(w.lanes));
    }
    Access to, from;
    to.bytes = from.bytes = static_cast<int>(bytes);
    to.is_write = true;
    set_addresses(w, in.arguments[0], to);
    set_addresses(w, in.arguments[1], from);
    const std::uint32_t* wanted = in.arguments[3].is_there() ? w.values<std::uint32_t>(in.arguments[3]) : nullptr;
    const Mask lanes = w.lanes;
    const bool is_source_there = locate_source(w, in, from, wanted);
    w.lanes = lanes;
    to.is_counted = false;
    if (!is_source_there || !locate(w, in, in.space, to)) return;
    if (!w.block.shadows.empty()) note_shared(w, in, to, lanes, nullptr, 0);
    for (int lane = 0; lane < lane_count; ++lane) {
        if (!has(lanes, lane)) continue;
        Copy one;
        one.to = to.at[lane];
        one.bytes = static_cast<std::uint8_t>(bytes);
        one.lane = lane;
        const std::uint32_t read = wanted == nullptr ? bytes : std::min(wanted[lane], bytes);
        if (read > 0) std::memcpy(one.content.data(), from.at[lane], read);
        w.copies.back().push_back(one);
    }
}

void wait_for_copies(Warp& w, const Instruction& in)
{
    const bool is_bulk = in.is_transposed;  // bulk copies arrive at once
    if (is_bulk) return;
    if (in.mode == copy_wait_all || in.mode == copy_commit) w.copies.emplace_back();
    if (in.mode == copy_commit) return;
    const std::uint32_t keep = in.mode == copy_wait_all || !in.arguments[0].is_there()
                                   ? 0
                                   : w.values<std::uint32_t>(in.arguments[0])[first_lane(w.lanes)];
    arrive_copies(w, keep);
}

/// State of an mbarrier in its 8 bytes.
struct MbarrierState {
    std::uint64_t bits = 0;
    [[nodiscard]] std::uint32_t expected() const { return static_cast<std::uint32_t>(bits & 0xfffff); }
    [[nodiscard]] std::uint32_t pending() const { return static_cast<std::uint32_t>(bits >> 20 & 0xfffff); }
    [[nodiscard]] std::int32_t bytes() const
    {
        return static_cast<std::int32_t>(static_cast<std::int64_t>(bits << 1) >> 41);
    }
    [[nodiscard]] std::uint32_t phase() const { return static_cast<std::uint32_t>(bits >> 63); }
    void set(std::uint32_t expected, std::uint32_t pending, std::int32_t bytes, std::uint32_t phase)
    {
        bits = (expected & 0xfffff) | static_cast<std::uint64_t>(pending & 0xfffff) << 20 |
               (static_cast<std::uint64_t>(static_cast<std::uint32_t>(bytes)) & 0x7fffff) << 40 |
               static_cast<std::uint64_t>(phase & 1) << 63;
    }
    void complete_if_done()
    {
        if (pending() == 0 && bytes() == 0) set(expected(), expected(), 0, phase() ^ 1);
    }
};
MbarrierState read(const std::byte* at)
{
    MbarrierState state;
    std::memcpy(&state.bits, at, 8);
    return state;
}
void write(std::byte* at, const MbarrierState& state)
{
    std::memcpy(at, &state.bits, 8);
}

/// Calls `f` with the state of each lane's barrier, one lane after another, and writes the state back.
template <typename F>
void each_barrier(Warp& w, const Instruction& in, std::size_t address_at, F f)
{
    Access access;
    access.bytes = 8;
    access.is_write = access.is_atomic = true;
    access.is_counted = false;
    set_addresses(w, in.arguments[address_at], access);
    if (!locate(w, in, in.space, access)) return;
    for (Block* block : w.block.cluster) block->checks_races = false;  // not only bar.sync orders the warps now
    if (!w.block.shadows.empty()) note_shared(w, in, access, w.lanes, nullptr, 0);
    for (int lane = 0; lane < lane_count; ++lane) {
        if (!has(w.lanes, lane)) continue;
        MbarrierState state = read(access.at[lane]);
        f(lane, state);
        write(access.at[lane], state);
    }
}

void initialise_barrier(Warp& w, const Instruction& in)
{
    const auto* count = w.values<std::uint32_t>(in.arguments[1]);
    each_barrier(w, in, 0, [&](int lane, MbarrierState& state) { state.set(count[lane], count[lane], 0, 0); });
}
void invalidate_barrier(Warp& w, const Instruction& in)
{
    each_barrier(w, in, 0, [](int, MbarrierState&) {});
}
void expect_bytes(Warp& w, const Instruction& in)
{
    const auto* bytes = w.values<std::uint32_t>(in.arguments[1]);
    each_barrier(w, in, 0, [&](int lane, MbarrierState& state) {
        state.set(state.expected(), state.pending(), state.bytes() + static_cast<std::int32_t>(bytes[lane]),
                  state.phase());
    });
}
void arrive(Warp& w, const Instruction& in)
{
    const bool expects = (in.mode & 1) != 0, drops = (in.mode & 2) != 0;
    const std::uint32_t* number = in.argument_count > 2 ? w.values<std::uint32_t>(in.arguments[2]) : nullptr;
    each_barrier(w, in, 1, [&](int lane, MbarrierState& state) {
        const std::uint64_t before = state.bits;
        const std::int32_t bytes = expects && number != nullptr ? static_cast<std::int32_t>(number[lane]) : 0;
        const std::uint32_t count = !expects && number != nullptr ? number[lane] : 1;
        state.set(state.expected() - (drops ? std::min(count, state.expected()) : 0),
                  state.pending() - std::min(count, state.pending()), state.bytes() + bytes, state.phase());
        state.complete_if_done();
        if (in.arguments[0].kind == Argument::Kind::values) write_wide(w, in.arguments[0], lane, before);
    });
}
/// If the phase is not complete, the other warps run before the kernel tests again.
void test_phase(Warp& w, const Instruction& in)
{
    const bool by_parity = in.mode == 1;
    Mask done = 0;
    each_barrier(w, in, 1, [&](int lane, MbarrierState& state) {
        const std::uint64_t of = read_wide(w, in.arguments[2], lane);
        const std::uint32_t phase =
            by_parity ? static_cast<std::uint32_t>(of & 1) : static_cast<std::uint32_t>(of >> 63);
        if (state.phase() != phase) done |= bit(lane);
    });
    if (w.machine.is_stopped) return;
    w.set_predicate(in.arguments[0], done);
    if ((done & w.lanes) != w.lanes) w.state = WarpState::yields;
}
void arrive_after_copies(Warp& w, const Instruction& in)
{
    w.copies.emplace_back();
    arrive_copies(w, 0);
    const bool is_noinc = in.mode == 1;
    each_barrier(w, in, 0, [&](int, MbarrierState& state) {
        // Without .noinc the instruction first adds the arrival that it then makes: the pending count stays.
        if (!is_noinc) return;
        state.set(state.expected(), state.pending() - std::min<std::uint32_t>(1, state.pending()), state.bytes(),
                  state.phase());
        state.complete_if_done();
    });
}

/// Between global and shared memory, or the shared memories of a cluster, in pieces of 16 bytes.
void copy_bulk(Warp& w, const Instruction& in)
{
    Access to, from;
    to.bytes = from.bytes = 16;
    to.is_write = true;
    to.is_counted = from.is_counted = false;
    const Mask lanes = w.lanes;
    for (int lane = 0; lane < lane_count && !w.machine.is_stopped; ++lane) {
        if (!has(lanes, lane)) continue;
        w.lanes = bit(lane);
        const std::int64_t bytes = w.values<std::uint32_t>(in.arguments[2])[lane];
        if (bytes % 16 != 0 || bytes > max_bulk_bytes) {
            Fault fault;
            fault.kind = FaultKind::not_supported;
            fault.detail = "a bulk copy of " + std::to_string(bytes) + " bytes";
            w.fail(fault, in, lane);
            break;
        }
        for (std::int64_t at = 0; at < bytes && !w.machine.is_stopped; at += 16) {
            set_addresses(w, in.arguments[0], to);
            set_addresses(w, in.arguments[1], from);
            to.addresses[lane] += static_cast<std::uint64_t>(at);
            from.addresses[lane] += static_cast<std::uint64_t>(at);
            if (!locate(w, in, in.from_space, from) || !locate(w, in, in.space, to)) break;
            const auto& shared = w.block.shared;
            if (!w.block.shadows.empty() && to.at[lane] >= shared.data() && to.at[lane] < shared.data() + shared.size())
                note_shared(w, in, to, w.lanes, nullptr, 0);
            std::memmove(to.at[lane], from.at[lane], 16);
        }
        if (in.mode != 1 || w.machine.is_stopped) continue;
        each_barrier(w, in, 3, [&](int, MbarrierState& state) {
            state.set(state.expected(), state.pending(), state.bytes() - static_cast<std::int32_t>(bytes),
                      state.phase());
            state.complete_if_done();
        });
    }
    w.lanes = lanes;
}

}  // namespace

Handler copy_handler(const Instruction& in)
{
    switch (in.op) {
        case Op::cp_async: return in.space == Space::shared && in.from_space == Space::global ? &copy : nullptr;
        case Op::cp_async_wait: return &wait_for_copies;
        case Op::cp_async_bulk:
            return in.mode != 1 || in.arguments[3].kind == Argument::Kind::address ? &copy_bulk : nullptr;
        case Op::cp_async_mbarrier: return &arrive_after_copies;
        case Op::mbarrier_init: return &initialise_barrier;
        case Op::mbarrier_inval: return &invalidate_barrier;
        case Op::mbarrier_expect: return &expect_bytes;
        case Op::mbarrier_arrive: return &arrive;
        case Op::mbarrier_wait: return &test_phase;
        default: return nullptr;
    }
}

}  // namespace spillway::ptx
