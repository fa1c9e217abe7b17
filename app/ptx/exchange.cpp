// Exchange between the lanes of a warp: shfl, vote, match, redux, elect, activemask.
#include <algorithm>

#include "app/ptx/handlers.h"
#include "app/ptx/warp.h"

namespace spillway::ptx {
namespace {

using Word = std::uint32_t;

/// Lanes of `lanes` that pass the same member mask as its first lane.
Mask group_of(const Word* masks, Mask lanes)
{
    const Word first = masks[first_lane(lanes)];
    Mask group = 0;
    SPILLWAY_EACH_LANE group |= masks[i] == first ? lane_bits[static_cast<std::size_t>(i)] : 0;
    return group & lanes;
}

/// True if the lanes of each member mask are exactly those that it names, apart from ended ones. Else lets other lanes
/// run first, or reports a fault.
bool take_part(Warp& w, const Instruction& in, const Word* masks)
{
    Mask wrong = 0, unnamed = 0;
    for (Mask left = w.lanes; left != 0;) {
        const Mask group = group_of(masks, left);
        const Mask named = masks[first_lane(group)];
        if ((named & w.alive) != group) wrong |= group;
        unnamed |= group & ~named;
        left &= ~group;
    }
    if (wrong != 0) {
        if (!w.waits_for_others()) w.fail_of_mask(in, wrong, unnamed);
        return false;
    }
    w.came_together();
    return true;
}

/// Calls `act` for each group of lanes with the same member mask, with these as Warp::lanes.
template <typename Act>
void for_each_group(Warp& w, const Instruction& in, const Argument& member_masks, Act act)
{
    const Word* masks = w.values<Word>(member_masks);
    if (!take_part(w, in, masks)) return;
    const Mask all = w.lanes;
    for (Mask left = all; left != 0; left &= ~w.lanes) {
        w.lanes = group_of(masks, left);
        act(w, in);
    }
    w.lanes = all;
}

void shuffle_group(Warp& w, const Instruction& in)
{
    const Word *a = w.values<Word>(in.arguments[1]), *b = w.values<Word>(in.arguments[2]),
               *c = w.values<Word>(in.arguments[3]);
    Word made[lane_count];
    Mask inside = 0;
    for (int lane = 0; lane < lane_count; ++lane) {
        const int by = static_cast<int>(b[lane] & 31), clamp = static_cast<int>(c[lane] & 31);
        const int segment = static_cast<int>(c[lane] >> 8 & 31);
        const int last = (lane & segment) | (clamp & ~segment), first = lane & segment;
        int from = lane;
        bool is_inside = false;
        switch (static_cast<Shuffle>(in.mode)) {
            case Shuffle::up:
                from = lane - by;
                is_inside = from >= last;
                break;
            case Shuffle::down:
                from = lane + by;
                is_inside = from <= last;
                break;
            case Shuffle::butterfly:
                from = lane ^ by;
                is_inside = from <= last;
                break;
            case Shuffle::index:
                from = first | (by & ~segment);
                is_inside = from <= last;
                break;
        }
        if (!is_inside) from = lane;
        if (is_inside) inside |= bit(lane);
        made[lane] = a[from & 31];
    }
    keep(w, w.values<Word>(in.arguments[0]), made);
    w.set_predicate(in.arguments[max_arguments - 1], inside);
}

void shuffle(Warp& w, const Instruction& in)
{
    if (in.arguments[4].is_there()) return for_each_group(w, in, in.arguments[4], shuffle_group);
    shuffle_group(w, in);
}

void vote_group(Warp& w, const Instruction& in)
{
    const Mask holds = w.predicate(in.arguments[1]) & w.lanes;
    const auto mode = static_cast<Vote>(in.mode);
    if (mode == Vote::ballot) {
        Word made[lane_count];
        std::fill_n(made, lane_count, holds);
        return keep(w, w.values<Word>(in.arguments[0]), made);
    }
    const bool all = holds == w.lanes, any = holds != 0;
    const bool answer = mode == Vote::all ? all : mode == Vote::any ? any : all || !any;
    w.set_predicate(in.arguments[0], answer ? all_lanes : 0);
}

void vote(Warp& w, const Instruction& in)
{
    if (in.arguments[2].is_there()) return for_each_group(w, in, in.arguments[2], vote_group);
    vote_group(w, in);
}

void active_mask(Warp& w, const Instruction& in)
{
    Word made[lane_count];
    std::fill_n(made, lane_count, w.lanes);
    keep(w, w.values<Word>(in.arguments[0]), made);
}

void match_group(Warp& w, const Instruction& in)
{
    Word made[lane_count] = {};
    bool all_are_same = true;
    const std::uint64_t first = read_wide(w, in.arguments[1], first_lane(w.lanes));
    for (int lane = 0; lane < lane_count; ++lane) {
        if (!has(w.lanes, lane)) continue;
        const std::uint64_t own = read_wide(w, in.arguments[1], lane);
        all_are_same = all_are_same && own == first;
        for (int other = 0; other < lane_count; ++other)
            if (has(w.lanes, other) && read_wide(w, in.arguments[1], other) == own) made[lane] |= bit(other);
    }
    if (static_cast<Match>(in.mode) == Match::all) {
        std::fill_n(made, lane_count, all_are_same ? w.lanes : 0);
        w.set_predicate(in.arguments[max_arguments - 1], all_are_same ? all_lanes : 0);
    }
    keep(w, w.values<Word>(in.arguments[0]), made);
}

void match(Warp& w, const Instruction& in)
{
    for_each_group(w, in, in.arguments[2], match_group);
}

Word reduced(const Instruction& in, Word a, Word b)
{
    const bool signs = in.type == Type::s32;
    const auto less = [&](Word x, Word y) {
        return signs ? static_cast<std::int32_t>(x) < static_cast<std::int32_t>(y) : x < y;
    };
    switch (in.atomic) {
        case Atomic::add: return a + b;
        case Atomic::min: return less(a, b) ? a : b;
        case Atomic::max: return less(a, b) ? b : a;
        case Atomic::logic_and: return a & b;
        case Atomic::logic_or: return a | b;
        default: return a ^ b;
    }
}

void reduce_group(Warp& w, const Instruction& in)
{
    const Word* a = w.values<Word>(in.arguments[1]);
    Word all = a[first_lane(w.lanes)];
    for (int lane = first_lane(w.lanes) + 1; lane < lane_count; ++lane)
        if (has(w.lanes, lane)) all = reduced(in, all, a[lane]);
    Word made[lane_count];
    std::fill_n(made, lane_count, all);
    keep(w, w.values<Word>(in.arguments[0]), made);
}

void reduce(Warp& w, const Instruction& in)
{
    for_each_group(w, in, in.arguments[2], reduce_group);
}

void elect_group(Warp& w, const Instruction& in)
{
    const int first = first_lane(w.lanes);
    if (in.arguments[0].kind == Argument::Kind::values) {
        Word made[lane_count];
        std::fill_n(made, lane_count, static_cast<Word>(first));
        keep(w, w.values<Word>(in.arguments[0]), made);
    }
    w.set_predicate(in.arguments[max_arguments - 1], bit(first));
}

void elect(Warp& w, const Instruction& in)
{
    for_each_group(w, in, in.arguments[1], elect_group);
}

}  // namespace

Handler exchange_handler(const Instruction& in)
{
    switch (in.op) {
        case Op::shfl: return bytes_of(in.type) == 4 ? &shuffle : nullptr;
        case Op::vote: return &vote;
        case Op::activemask: return &active_mask;
        case Op::match: return bytes_of(in.type) == 4 || bytes_of(in.type) == 8 ? &match : nullptr;
        case Op::redux:
            return (in.type == Type::b32 || in.type == Type::u32 || in.type == Type::s32) &&
                           in.atomic != Atomic::none && in.atomic != Atomic::exchange &&
                           in.atomic != Atomic::compare_swap && in.atomic != Atomic::inc && in.atomic != Atomic::dec
                       ? &reduce
                       : nullptr;
        case Op::elect: return &elect;
        default: return nullptr;
    }
}

}  // namespace spillway::ptx
