// Tracks the threads that last wrote and read each word of shared memory, and between which barriers. A word gets a
// shadow for each byte once one of them is accessed alone.
#include "app/ptx/shadow.h"

#include <algorithm>
#include <optional>
#include <span>

namespace spillway::ptx {
namespace {

constexpr std::uint32_t warp_bits = 10, warp_mask = (1U << warp_bits) - 1, several = warp_mask;
constexpr std::uint32_t by_bytes = ~std::uint32_t{0};  ///< Shadow::written of a word whose bytes differ
constexpr std::size_t max_together = 0xffff;

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
    bool is_in_another_warp = false;  ///< else on another path of a branch
};

void report_race(Warp& w, const Instruction& in, const Access& access, int lane, std::uint64_t offset, Other other)
{
    Fault fault;
    fault.kind = other.is_in_another_warp ? FaultKind::shared_race : FaultKind::shared_race_in_warp;
    fault.space = Space::shared;
    fault.bytes = access.bytes;
    fault.is_write = access.is_write;
    fault.offset = static_cast<std::int64_t>(offset);
    fault.other = thread_of(w, other.thread);
    fault.other_wrote = other.wrote;
    const Warp& others = *w.block.warps[static_cast<std::size_t>(other.thread / lane_count)];
    fault.other_line = others.shared_lines.only_line(other.wrote, w.block.epoch, in.source_file);
    w.fail(fault, in, lane);
}

void report_unwritten(Warp& w, const Instruction& in, const Access& access, int lane, std::uint64_t offset)
{
    Fault fault;
    fault.kind = FaultKind::shared_not_written;
    fault.space = Space::shared;
    fault.bytes = access.bytes;
    fault.offset = static_cast<std::int64_t>(offset);
    w.fail(fault, in, lane);
}

/// The shadow of a word or a byte.
struct Place {
    Shadow& last;
    EarlierShadow& earlier;
};

/// The values of one access that are the same for all its bytes.
struct Noted {
    Warp& w;
    const Instruction& in;
    const Access& access;
    std::uint32_t own, epoch, stamp;
    std::uint16_t together;  ///< index in Warp::together of the lanes that run now

    /// True if this warp touched it on a path without this lane, with no __syncwarp since.
    [[nodiscard]] bool went_apart(Stamp last, std::uint16_t last_together, int lane) const
    {
        return last.epoch == epoch && last.warp == own && last_together >= w.first_since_sync &&
               !has(w.together[last_together], lane);
    }
    [[nodiscard]] bool is_own(int thread) const { return thread / lane_count == w.number; }
    [[nodiscard]] int another_writer(const Place& place) const
    {
        const int writer = place.last.writer & ~written_by_atomic;
        return is_own(writer) ? place.earlier.writer : writer;
    }
    [[nodiscard]] int another_reader(const Place& place) const
    {
        return is_own(place.last.reader) ? place.earlier.reader : place.last.reader;
    }
    void note(Place place, std::uint64_t offset, int lane, std::span<const std::byte> written) const;
    void write(Place place, std::uint64_t offset, int lane, std::span<const std::byte> written) const;
    void read(Place place, std::uint64_t offset, int lane) const;
};

/// `written`: the bytes of a store, because writing the same value again is not a race; else empty.
void Noted::write(Place place, std::uint64_t offset, int lane, std::span<const std::byte> written) const
{
    auto& [shadow, earlier] = place;
    const Stamp last_write = split(shadow.written), last_read = split(shadow.read);
    const bool was_atomic = (shadow.writer & written_by_atomic) != 0;
    const int last_writer = shadow.writer & ~written_by_atomic;
    const bool is_of_now = last_write.epoch == epoch || last_read.epoch == epoch;
    if (is_of_now && w.block.checks_races) {
        const auto is_others = [&](Stamp last) { return last.epoch == epoch && last.warp != own && last.warp != 0; };
        std::optional<Other> other;
        if (access.is_atomic) {  // atomics do not race with each other
            if (is_others(split(was_atomic ? earlier.plain_written : shadow.written)))
                other = {was_atomic ? earlier.plain_writer : last_writer, true, true};
            else if (is_others(last_read))
                other = {another_reader(place), false, true};
        } else if (is_others(last_write))
            other = {another_writer(place), true, true};
        else if (is_others(last_read))
            other = {another_reader(place), false, true};
        else if (went_apart(last_write, shadow.written_together, lane))
            other = {last_writer, true, false};
        else if (went_apart(last_read, shadow.read_together, lane))
            other = {shadow.reader, false, false};
        const auto is_same = [&] {
            return !written.empty() && std::equal(written.begin(), written.end(),
                                                  w.block.shared.begin() + static_cast<std::ptrdiff_t>(offset));
        };
        if (other && !is_same()) report_race(w, in, access, lane, offset, *other);
    }
    const bool is_written_already = last_write.epoch == epoch && last_write.warp != own && last_write.warp != 0;
    if (is_written_already && !is_own(last_writer)) earlier.writer = static_cast<std::uint16_t>(last_writer);
    if (access.is_atomic && !was_atomic) {
        earlier.plain_written = shadow.written;
        earlier.plain_writer = shadow.writer;
    }
    shadow.written = access.is_atomic && is_written_already ? epoch << warp_bits | several : stamp;
    shadow.writer = static_cast<std::uint16_t>(w.number * lane_count + lane);
    if (access.is_atomic) shadow.writer |= written_by_atomic;
    shadow.written_together = together;
}

void Noted::read(Place place, std::uint64_t offset, int lane) const
{
    auto& [shadow, earlier] = place;
    const Stamp last_write = split(shadow.written), last_read = split(shadow.read);
    const int last_writer = shadow.writer & ~written_by_atomic;
    const bool is_others = last_write.epoch == epoch && last_write.warp != own && last_write.warp != 0;
    if (w.block.checks_races && (is_others || went_apart(last_write, shadow.written_together, lane)))
        report_race(w, in, access, lane, offset, {is_others ? another_writer(place) : last_writer, true, is_others});
    const bool is_read_already = last_read.epoch == epoch && last_read.warp != own && last_read.warp != 0;
    if (is_read_already && !is_own(shadow.reader)) earlier.reader = shadow.reader;
    shadow.reader = static_cast<std::uint16_t>(w.number * lane_count + lane);
    shadow.read = is_read_already ? epoch << warp_bits | several : stamp;
    shadow.read_together = together;
}

void Noted::note(Place place, std::uint64_t offset, int lane, std::span<const std::byte> written) const
{
    if (place.last.written == 0 && (!access.is_write || access.reads_first))
        report_unwritten(w, in, access, lane, offset);
    if (access.is_write)
        write(place, offset, lane, written);
    else
        read(place, offset, lane);
}

/// Notes the common case: a plain access to an aligned word that no other warp, and no lane on another path, touched
/// since the last barrier. Returns the lanes that are left.
template <bool is_write>
Mask note_words(const Noted& noted, Mask lanes)
{
    // Local copies: the compiler need not reload them after each store to a shadow.
    const std::uint32_t stamp = noted.stamp, epoch = noted.epoch;
    const std::uint16_t together = noted.together;
    const auto first_thread = static_cast<std::uint16_t>(noted.w.number * lane_count);
    Shadow* const shadows = noted.w.block.shadows.last.data();
    const std::byte* const shared = noted.w.block.shared.data();
    const std::size_t size = noted.w.block.shared.size();
    const auto is_harmless = [=](std::uint32_t last, std::uint16_t last_together) {
        return last >> warp_bits != epoch || (last == stamp && last_together == together);
    };
    Mask left = 0;
    for (int lane = 0; lane < lane_count; ++lane) {
        if (!has(lanes, lane)) continue;
        const auto offset = static_cast<std::size_t>(noted.access.at[lane] - shared);
        if (offset >= size) continue;  // another block's of the cluster
        Shadow& shadow = shadows[offset / 4];
        bool is_common = shadow.written != by_bytes && is_harmless(shadow.written, shadow.written_together);
        if (is_write)
            is_common = is_common && is_harmless(shadow.read, shadow.read_together);
        else
            is_common = is_common && shadow.written != 0 && (shadow.read >> warp_bits != epoch || shadow.read == stamp);
        if (!is_common) {
            left |= bit(lane);
            continue;
        }
        (is_write ? shadow.written : shadow.read) = stamp;
        (is_write ? shadow.writer : shadow.reader) = static_cast<std::uint16_t>(first_thread + lane);
        (is_write ? shadow.written_together : shadow.read_together) = together;
    }
    return left;
}

/// Index in Warp::together of the lanes that run now; adds them if they are not the last.
std::uint16_t together_now(Warp& w)
{
    if (w.together_epoch != w.block.epoch) {
        w.together.clear();
        w.first_since_sync = 0;
        w.together_epoch = w.block.epoch;
    }
    if (w.together.size() >= max_together) {  // Stamps have no larger index: no more races until the next barrier.
        w.first_since_sync = w.together.size();
        return static_cast<std::uint16_t>(w.together.size() - 1);
    }
    if (w.together.size() == w.first_since_sync || w.together.back() != w.active) w.together.push_back(w.active);
    return static_cast<std::uint16_t>(w.together.size() - 1);
}

/// The shadow of byte `byte` of a word.
Place place_of_byte(Block& block, std::uint64_t word, std::uint64_t byte)
{
    Shadows &words = block.shadows, &bytes = block.byte_shadows;
    if (bytes.empty()) bytes.resize(words.size() * 4);
    if (words.last[word].written != by_bytes) {
        std::fill_n(bytes.last.begin() + static_cast<std::ptrdiff_t>(4 * word), 4, words.last[word]);
        std::fill_n(bytes.earlier.begin() + static_cast<std::ptrdiff_t>(4 * word), 4, words.earlier[word]);
        words.last[word].written = by_bytes;
    }
    return {bytes.last[4 * word + byte], bytes.earlier[4 * word + byte]};
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
    if (bytes == 4 && !access.is_atomic)
        lanes = access.is_write ? note_words<true>(noted, lanes) : note_words<false>(noted, lanes);
    for (int lane = 0; lane < lane_count; ++lane) {
        if (!has(lanes, lane)) continue;
        const auto offset = static_cast<std::uint64_t>(access.at[lane] - block.shared.data());
        if (offset >= block.shared.size()) continue;  // another block's of the cluster
        for (std::uint64_t i = 0; i < bytes;) {
            const std::uint64_t place = offset + i, word = place / 4;
            if (bytes >= 4 && place % 4 == 0 && block.shadows.last[word].written != by_bytes) {
                noted.note({block.shadows.last[word], block.shadows.earlier[word]}, place, lane, bytes_at(lane, i, 4));
                i += 4;
                continue;
            }
            noted.note(place_of_byte(block, word, place % 4), place, lane, bytes_at(lane, i, 1));
            ++i;
        }
    }
    w.shared_lines.note(in, access.is_write, block.epoch);
}

}  // namespace spillway::ptx
