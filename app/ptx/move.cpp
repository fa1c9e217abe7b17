// mov, cvta, isspacep, mapa, getctarank.
#include "app/ptx/fastest.h"
#include "app/ptx/handlers.h"
#include "app/ptx/warp.h"

namespace spillway::ptx {
namespace {

template <typename T>
void copy(Warp& w, const Instruction& in)
{
    const T* from = w.values<T>(in.arguments[1]);
    T* to = w.values<T>(in.arguments[0]);
    if (w.lanes == all_lanes) {
        std::memmove(to, from, sizeof(T) * lane_count);
        return;
    }
    const Mask lanes = w.lanes;
    SPILLWAY_EACH_LANE to[i] = (lanes & lane_bits[static_cast<std::size_t>(i)]) != 0 ? from[i] : to[i];
}
void copy_predicate(Warp& w, const Instruction& in)
{
    w.set_predicate(in.arguments[0], w.predicate(in.arguments[1]));
}
void copy_16_bytes(Warp& w, const Instruction& in)
{
    for (int i = 0; i < lane_count; ++i)
        if (has(w.lanes, i))
            std::memmove(w.values<std::byte>(in.arguments[0]) + 16 * i, w.values<std::byte>(in.arguments[1]) + 16 * i,
                         16);
}

/// Several registers to one: {a, b} to c, the first in the lowest bits.
void pack(Warp& w, const Instruction& in)
{
    const Argument &list = in.arguments[1], &to = in.arguments[0];
    for (int lane = 0; lane < lane_count; ++lane) {
        if (!has(w.lanes, lane)) continue;
        std::byte made[16] = {};
        int at = 0;
        for (int i = 0; i < list.extra; ++i) {
            const Argument& part = w.listed(list, i);
            std::memcpy(made + at, w.values<std::byte>(part) + part.width * lane, part.width);
            at += part.width;
        }
        std::memcpy(w.values<std::byte>(to) + to.width * lane, made, to.width);
    }
}
void unpack(Warp& w, const Instruction& in)
{
    const Argument &list = in.arguments[0], &from = in.arguments[1];
    const int width = from.width / list.extra;
    for (int lane = 0; lane < lane_count; ++lane) {
        if (!has(w.lanes, lane)) continue;
        std::byte whole[16] = {};
        std::memcpy(whole, w.values<std::byte>(from) + from.width * lane, from.width);
        for (int i = 0; i < list.extra; ++i) {
            const Argument& part = w.listed(list, i);
            if (part.kind == Argument::Kind::sink) continue;
            std::memcpy(w.values<std::byte>(part) + part.width * lane, whole + width * i, part.width);
        }
    }
}

void frame_address(Warp& w, const Instruction& in)
{
    const Argument& from = in.arguments[1];
    const auto address = static_cast<std::uint64_t>(w.local_base() + from.offset + from.extra);
    for (int lane = 0; lane < lane_count; ++lane)
        if (has(w.lanes, lane)) write_wide(w, in.arguments[0], lane, address);
}

void read_clock(Warp& w, const Instruction& in)
{
    const auto special = static_cast<Special>(in.mode);
    const bool is_high = special == Special::clock_hi || special == Special::globaltimer_hi;
    const std::uint64_t now = w.machine.clock() + w.issued;
    for (int lane = 0; lane < lane_count; ++lane)
        if (has(w.lanes, lane)) write_wide(w, in.arguments[0], lane, is_high ? now >> 32 : now);
}

std::uint64_t window_of(Space space)
{
    if (space == Space::shared || space == Space::shared_cluster) return shared_window;
    return space == Space::local ? local_window : 0;
}
/// Buffers, variables and parameters have the same address in their own space and in the generic one.
void change_space(Warp& w, const Instruction& in)
{
    const std::uint64_t window = window_of(in.space), step = in.to_space ? ~window + 1 : window;
    for (int lane = 0; lane < lane_count; ++lane)
        if (has(w.lanes, lane)) write_wide(w, in.arguments[0], lane, read_wide(w, in.arguments[1], lane) + step);
}

bool is_in(Space space, std::uint64_t address)
{
    const std::uint64_t stretch = address >> stretch_bits;
    const bool is_shared = stretch == shared_window >> stretch_bits, is_local = stretch == local_window >> stretch_bits,
               is_param = stretch == param_window >> stretch_bits;
    switch (space) {
        case Space::shared:
        case Space::shared_cluster: return is_shared;
        case Space::local: return is_local;
        case Space::param: return is_param;
        case Space::constant: return false;
        default: return !is_shared && !is_local && !is_param;
    }
}
void test_space(Warp& w, const Instruction& in)
{
    Mask made = 0;
    for (int lane = 0; lane < lane_count; ++lane)
        if (is_in(in.space, read_wide(w, in.arguments[1], lane))) made |= bit(lane);
    w.set_predicate(in.arguments[0], made);
}

/// The address of the same variable in another block of the cluster.
void map_to_block(Warp& w, const Instruction& in)
{
    const bool is_generic = in.space == Space::generic;
    for (int lane = 0; lane < lane_count; ++lane) {
        if (!has(w.lanes, lane)) continue;
        const std::uint64_t own = read_wide(w, in.arguments[1], lane) - (is_generic ? shared_window : 0);
        const std::uint64_t rank = w.values<std::uint32_t>(in.arguments[2])[lane];
        const std::uint64_t offset = own & ((std::uint64_t{1} << shared_rank_shift) - 1);
        if (rank >= w.block.cluster.size()) {
            Fault fault;
            fault.kind = FaultKind::no_memory_there;
            fault.space = Space::shared_cluster;
            for (int other = lane; other < lane_count; ++other)
                if (has(w.lanes, other) && w.values<std::uint32_t>(in.arguments[2])[other] >= w.block.cluster.size())
                    fault.lanes |= bit(other);
            return w.fail(fault, in, lane);
        }
        write_wide(w, in.arguments[0], lane,
                   (is_generic ? shared_window : 0) + ((rank + 1) << shared_rank_shift) + offset);
    }
}
void rank_of_address(Warp& w, const Instruction& in)
{
    for (int lane = 0; lane < lane_count; ++lane) {
        if (!has(w.lanes, lane)) continue;
        const std::uint64_t rank = (read_wide(w, in.arguments[1], lane) >> shared_rank_shift) & 0xff;
        write_wide(w, in.arguments[0], lane, rank == 0 ? static_cast<std::uint64_t>(w.block.rank) : rank - 1);
    }
}

int width_of_list(const Function& function, const Argument& list)
{
    int width = 0;
    for (int i = 0; i < list.extra; ++i) {
        const Argument& part = function.lists[static_cast<std::size_t>(list.offset + i)];
        if (part.kind == Argument::Kind::sink) return -1;
        width += part.width;
    }
    return width;
}
bool parts_are(const Function& function, const Argument& list, int width)
{
    for (int i = 0; i < list.extra; ++i) {
        const Argument& part = function.lists[static_cast<std::size_t>(list.offset + i)];
        if (part.kind != Argument::Kind::sink && part.width != width) return false;
    }
    return true;
}

Handler mov_handler(const Instruction& in, const Function& function)
{
    const Argument &to = in.arguments[0], &from = in.arguments[1];
    if (in.mode != 0 && to.kind == Argument::Kind::values) return to.width >= 4 ? fastest<&read_clock>() : nullptr;
    if (from.kind == Argument::Kind::list)
        return to.kind == Argument::Kind::values && from.extra > 0 && to.width == width_of_list(function, from)
                   ? fastest<&pack>()
                   : nullptr;
    if (to.kind == Argument::Kind::list) {
        const bool fits = from.kind == Argument::Kind::values && to.extra > 0 && from.width % to.extra == 0 &&
                          parts_are(function, to, from.width / to.extra);
        return fits && from.width > 0 ? fastest<&unpack>() : nullptr;
    }
    if (to.kind != Argument::Kind::values) return nullptr;
    if (from.kind == Argument::Kind::frame_address) return to.width >= 4 ? fastest<&frame_address>() : nullptr;
    if (from.kind != Argument::Kind::values || from.width != to.width) return nullptr;
    switch (to.width) {
        case 0: return fastest<&copy_predicate>();
        case 1: return fastest<&copy<std::uint8_t>>();
        case 2: return fastest<&copy<std::uint16_t>>();
        case 4: return fastest<&copy<std::uint32_t>>();
        case 8: return fastest<&copy<std::uint64_t>>();
        default: return fastest<&copy_16_bytes>();
    }
}

}  // namespace

Handler move_handler(const Instruction& in, const Function& function)
{
    const int width = in.arguments[0].width;
    switch (in.op) {
        case Op::mov: return mov_handler(in, function);
        case Op::cvta:
            return width == in.arguments[1].width && (width == 4 || width == 8) ? fastest<&change_space>() : nullptr;
        case Op::isspacep: return fastest<&test_space>();
        case Op::mapa: return width == 4 || width == 8 ? fastest<&map_to_block>() : nullptr;
        case Op::getctarank: return fastest<&rank_of_address>();
        default: return nullptr;
    }
}

}  // namespace spillway::ptx
