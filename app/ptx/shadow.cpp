// The threads that wrote and read each byte of shared memory, between which barriers.
#include "app/ptx/shadow.h"

#include <algorithm>

namespace spillway::ptx {
namespace {

constexpr std::uint32_t warp_bits = 10, warp_mask = (1U << warp_bits) - 1, several = warp_mask;

struct Stamp {
    std::uint32_t epoch, warp;  ///< the warp's number, plus 1
};
Stamp split(std::uint32_t stamp)
{
    return {stamp >> warp_bits, stamp & warp_mask};
}

Position thread_of(const Warp& w, int number)
{
    return w.block.warps[static_cast<std::size_t>(number / lane_count)]->position(number % lane_count);
}

void tell_race(Warp& w, const Instruction& in, const Access& access, int lane, std::uint64_t offset, int other,
               bool other_wrote)
{
    Fault fault;
    fault.kind = FaultKind::shared_race;
    fault.space = Space::shared;
    fault.bytes = access.bytes;
    fault.is_write = access.is_write;
    fault.offset = static_cast<std::int64_t>(offset);
    fault.other = thread_of(w, other);
    fault.other_wrote = other_wrote;
    w.fail(fault, in, lane);
}

void tell_unwritten(Warp& w, const Instruction& in, const Access& access, int lane, std::uint64_t offset)
{
    Fault fault;
    fault.kind = FaultKind::shared_not_written;
    fault.space = Space::shared;
    fault.bytes = access.bytes;
    fault.offset = static_cast<std::int64_t>(offset);
    w.fail(fault, in, lane);
}

}  // namespace

void note_shared(Warp& w, const Instruction& in, const Access& access, Mask lanes, const std::byte* written, int stride)
{
    Block& block = w.block;
    const std::uint32_t own = static_cast<std::uint32_t>(w.number) + 1, epoch = block.epoch & ((1U << 22) - 1);
    const std::uint32_t stamp = epoch << warp_bits | own;
    for (int lane = 0; lane < lane_count; ++lane) {
        if (!has(lanes, lane)) continue;
        const auto offset = static_cast<std::uint64_t>(access.at[lane] - block.shared.data());
        if (offset >= block.shadows.size()) continue;  // another block's of the cluster
        const auto thread = static_cast<std::uint16_t>(w.number * lane_count + lane);
        for (int i = 0; i < access.bytes; ++i) {
            const std::uint64_t byte = offset + static_cast<std::uint64_t>(i);
            Shadow& shadow = block.shadows[byte];
            const Stamp last_write = split(shadow.written), last_read = split(shadow.read);
            const bool is_others =
                last_write.epoch == epoch && last_write.warp != own && last_write.warp != 0 && block.checks_races;
            if (shadow.written == 0 && (!access.is_write || access.reads_first))
                tell_unwritten(w, in, access, lane, byte);
            if (access.is_write) {
                // Writing the same value once more is no race.
                const bool is_same = written != nullptr && written[lane * stride + i] == block.shared[byte];
                const bool is_read_by_others = last_read.epoch == epoch && last_read.warp != own && last_read.warp != 0;
                if (is_others && !is_same && !access.is_atomic)
                    tell_race(w, in, access, lane, byte, shadow.writer, true);
                else if (is_read_by_others && !is_same && block.checks_races && !access.is_atomic)
                    tell_race(w, in, access, lane, byte, shadow.reader, false);
                shadow.written = stamp;
                shadow.writer = thread;
                continue;
            }
            if (is_others) {
                tell_race(w, in, access, lane, byte, shadow.writer, true);
            }
            const bool is_read_already = last_read.epoch == epoch && last_read.warp != own && last_read.warp != 0;
            shadow.read = is_read_already ? epoch << warp_bits | several : stamp;
            shadow.reader = is_read_already && last_read.warp == several ? shadow.reader : thread;
        }
    }
}

}  // namespace spillway::ptx
