// The threads that wrote and read each word of shared memory, between which barriers. A word has bytes of its own once
// one of them is touched alone.
#include "app/ptx/shadow.h"

#include <algorithm>
#include <optional>
#include <span>

namespace spillway::ptx {
namespace {

constexpr std::uint32_t warp_bits = 10, warp_mask = (1U << warp_bits) - 1, several = warp_mask;
constexpr std::uint32_t by_bytes = ~std::uint32_t{0};  ///< Shadow::written of a word whose bytes differ
constexpr std::size_t most_together = 0xffff;

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

/// The earlier access of a race.
struct Other {
    int thread = 0;  ///< its number in the block
    bool wrote = false;
    bool is_in_another_warp = false;  ///< else on another way of a branch
};

void tell_race(Warp& w, const Instruction& in, const Access& access, int lane, std::uint64_t offset, Other other)
{
    Fault fault;
    fault.kind = other.is_in_another_warp ? FaultKind::shared_race : FaultKind::shared_race_in_warp;
    fault.space = Space::shared;
    fault.bytes = access.bytes;
    fault.is_write = access.is_write;
    fault.offset = static_cast<std::int64_t>(offset);
    fault.other = thread_of(w, other.thread);
    fault.other_wrote = other.wrote;
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

/// One access, as it is for all its bytes.
struct Noted {
    Warp& w;
    const Instruction& in;
    const Access& access;
    std::uint32_t own, epoch, stamp;
    std::uint16_t together;  ///< in Warp::together, the lanes that go now

    /// Whether a thread of this warp touched it while this lane went another way, with no __syncwarp since.
    [[nodiscard]] bool went_apart(Stamp last, std::uint16_t last_together, int lane) const
    {
        return last.epoch == epoch && last.warp == own && last_together >= w.first_since_sync &&
               !has(w.together[last_together], lane);
    }
    [[nodiscard]] bool is_own(int thread) const { return thread / lane_count == w.number; }
    [[nodiscard]] int another_writer(const Shadow& shadow) const
    {
        return is_own(shadow.writer) ? shadow.earlier_writer : shadow.writer;
    }
    void note(Shadow& shadow, std::uint64_t offset, int lane, std::span<const std::byte> written) const;
    void write(Shadow& shadow, std::uint64_t offset, int lane, std::span<const std::byte> written) const;
    void read(Shadow& shadow, std::uint64_t offset, int lane) const;
};

/// `written`: the bytes, where writing the same ones once more is no race; else empty.
void Noted::write(Shadow& shadow, std::uint64_t offset, int lane, std::span<const std::byte> written) const
{
    const Stamp last_write = split(shadow.written), last_read = split(shadow.read);
    const bool is_of_now = last_write.epoch == epoch || last_read.epoch == epoch;
    if (is_of_now && w.block.checks_races) {
        const auto is_others = [&](Stamp last) { return last.epoch == epoch && last.warp != own && last.warp != 0; };
        std::optional<Other> other;
        if (access.is_atomic) {  // atomics do not race with each other
            if (is_others(split(shadow.plainly_written)))
                other = {shadow.plain_writer, true, true};
            else if (is_others(last_read))
                other = {is_own(shadow.reader) ? shadow.earlier_reader : shadow.reader, false, true};
        } else if (is_others(last_write))
            other = {another_writer(shadow), true, true};
        else if (is_others(last_read))
            other = {is_own(shadow.reader) ? shadow.earlier_reader : shadow.reader, false, true};
        else if (went_apart(last_write, shadow.written_together, lane))
            other = {shadow.writer, true, false};
        else if (went_apart(last_read, shadow.read_together, lane))
            other = {shadow.reader, false, false};
        const auto is_same = [&] {
            return !written.empty() && std::equal(written.begin(), written.end(),
                                                  w.block.shared.begin() + static_cast<std::ptrdiff_t>(offset));
        };
        if (other && !is_same()) tell_race(w, in, access, lane, offset, *other);
    }
    const bool is_written_already = last_write.epoch == epoch && last_write.warp != own && last_write.warp != 0;
    if (is_written_already && !is_own(shadow.writer)) shadow.earlier_writer = shadow.writer;
    shadow.written = access.is_atomic && is_written_already ? epoch << warp_bits | several : stamp;
    shadow.writer = static_cast<std::uint16_t>(w.number * lane_count + lane);
    shadow.written_together = together;
    if (access.is_atomic) return;
    shadow.plainly_written = shadow.written;
    shadow.plain_writer = shadow.writer;
}

void Noted::read(Shadow& shadow, std::uint64_t offset, int lane) const
{
    const Stamp last_write = split(shadow.written), last_read = split(shadow.read);
    const bool is_others = last_write.epoch == epoch && last_write.warp != own && last_write.warp != 0;
    if (w.block.checks_races && (is_others || went_apart(last_write, shadow.written_together, lane)))
        tell_race(w, in, access, lane, offset, {is_others ? another_writer(shadow) : shadow.writer, true, is_others});
    const bool is_read_already = last_read.epoch == epoch && last_read.warp != own && last_read.warp != 0;
    if (is_read_already && !is_own(shadow.reader)) shadow.earlier_reader = shadow.reader;
    shadow.reader = static_cast<std::uint16_t>(w.number * lane_count + lane);
    shadow.read = is_read_already ? epoch << warp_bits | several : stamp;
    shadow.read_together = together;
}

void Noted::note(Shadow& shadow, std::uint64_t offset, int lane, std::span<const std::byte> written) const
{
    if (shadow.written == 0 && (!access.is_write || access.reads_first)) tell_unwritten(w, in, access, lane, offset);
    if (access.is_write)
        write(shadow, offset, lane, written);
    else
        read(shadow, offset, lane);
}

/// The place of the lanes that go now among those that went together.
std::uint16_t together_now(Warp& w)
{
    if (w.together_epoch != w.block.epoch || w.together.size() >= most_together) {
        w.together.clear();
        w.first_since_sync = 0;
        w.together_epoch = w.block.epoch;
    }
    if (w.together.size() == w.first_since_sync || w.together.back() != w.active) w.together.push_back(w.active);
    return static_cast<std::uint16_t>(w.together.size() - 1);
}

/// The shadows of a word's bytes.
Shadow* bytes_of_word(Block& block, std::uint64_t word)
{
    if (block.byte_shadows.empty()) block.byte_shadows.resize(block.shadows.size() * 4);
    Shadow* const bytes = block.byte_shadows.data() + 4 * word;
    if (block.shadows[word].written != by_bytes) {
        std::fill_n(bytes, 4, block.shadows[word]);
        block.shadows[word].written = by_bytes;
    }
    return bytes;
}

}  // namespace

void note_shared(Warp& w, const Instruction& in, const Access& access, Mask lanes, const std::byte* written, int stride)
{
    Block& block = w.block;
    const std::uint32_t own = static_cast<std::uint32_t>(w.number) + 1, epoch = block.epoch & ((1U << 22) - 1);
    const Noted noted{w, in, access, own, epoch, epoch << warp_bits | own, together_now(w)};
    const auto bytes = static_cast<std::uint64_t>(access.bytes);
    const auto bytes_at = [&](int lane, std::uint64_t at, std::size_t count) -> std::span<const std::byte> {
        if (written == nullptr) return {};
        return {written + lane * stride + static_cast<std::ptrdiff_t>(at), count};
    };
    for (int lane = 0; lane < lane_count; ++lane) {
        if (!has(lanes, lane)) continue;
        const auto offset = static_cast<std::uint64_t>(access.at[lane] - block.shared.data());
        if (offset >= block.shared.size()) continue;  // another block's of the cluster
        for (std::uint64_t i = 0; i < bytes;) {
            const std::uint64_t place = offset + i, word = place / 4;
            if (bytes >= 4 && place % 4 == 0 && block.shadows[word].written != by_bytes) {
                noted.note(block.shadows[word], place, lane, bytes_at(lane, i, 4));
                i += 4;
                continue;
            }
            noted.note(bytes_of_word(block, word)[place % 4], place, lane, bytes_at(lane, i, 1));
            ++i;
        }
    }
}

}  // namespace spillway::ptx
