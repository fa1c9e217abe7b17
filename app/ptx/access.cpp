#include "app/ptx/access.h"

#include <algorithm>
#include <optional>

#include "app/ptx/access_counts.h"
#include "app/ptx/fastest.h"

namespace spillway::ptx {
namespace {

/// A picture of an access shows offsets in shared or local memory below this.
constexpr std::uint64_t near_bytes = std::uint64_t{1} << 20;
constexpr std::uint64_t shared_offset_mask = (std::uint64_t{1} << shared_rank_shift) - 1;

Fault fault_at(FaultKind kind, Space space, const Access& access)
{
    Fault fault;
    fault.kind = kind;
    fault.space = space;
    fault.bytes = access.bytes;
    fault.is_write = access.is_write;
    return fault;
}

bool is_misaligned(const Access& access, std::uint64_t address)
{
    return (address & static_cast<std::uint64_t>(access.bytes - 1)) != 0;
}

Memory memory_of(Space space, std::uint64_t address)
{
    if (space == Space::shared || space == Space::shared_cluster) return Memory::shared;
    if (space == Space::local) return Memory::local;
    if (space != Space::generic) return Memory::global;
    const std::uint64_t stretch = address >> stretch_bits;
    if (stretch == shared_window >> stretch_bits) return Memory::shared;
    return stretch == local_window >> stretch_bits ? Memory::local : Memory::global;
}

/// The lanes among `lanes` for whose address `holds` is true.
template <typename Holds>
Mask lanes_where(const Access& access, Mask lanes, const Holds& holds)
{
    Mask found = 0;
    for (int lane = 0; lane < lane_count; ++lane)
        if (has(lanes, lane) && holds(access.addresses[lane])) found |= bit(lane);
    return found;
}

/// Reports the misaligned ones of `lanes`, which access one memory that begins at `first`. Returns false.
bool report_misaligned(Warp& w, const Instruction& in, const Access& access, Space space, int lane, Mask lanes,
                       std::uint64_t first, const std::string* name = nullptr)
{
    Fault fault = fault_at(FaultKind::misaligned, space, access);
    fault.offset = static_cast<std::int64_t>(access.addresses[lane] - first);
    fault.lanes = lanes_where(access, lanes, [&](std::uint64_t address) { return is_misaligned(access, address); });
    if (name != nullptr) fault.memory = *name;
    w.fail(fault, in, lane);
    return false;
}

bool is_counted(const Warp& w, const Access& access)
{
    return access.is_counted && w.machine.launch.counts_accesses;
}

/// `requests`: in the memory's unit, see AccessCount.
void count(AccessCount& tally, const Access& access, const Touched& found, Mask lanes, std::uint64_t requests = 1)
{
    tally.requests += requests;
    tally.bytes += static_cast<std::uint64_t>(access.bytes * std::popcount(lanes));
    tally.sectors += found.sectors;
    tally.lines += found.lines;
}

// Global memory: buffers, variables, the heap.

bool is_outside(const Access& access, const Machine::Place& place, std::uint64_t address)
{
    const std::uint64_t offset = address - place.first;
    return place.name == nullptr || address < place.first || offset >= place.all.size() ||
           place.all.size() - offset < static_cast<std::uint64_t>(access.bytes);
}

/// Reports an access to no memory, to freed memory or outside a memory's bounds. `lanes` have addresses of one stretch.
/// Returns false.
bool report_outside(Warp& w, const Instruction& in, const Access& access, const Machine::Place& place, int lane,
                    Mask lanes)
{
    const std::uint64_t address = access.addresses[lane];
    if (place.name == nullptr)
        return w.fail(fault_at(FaultKind::no_memory_there, Space::global, access), in, lane), false;
    if (place.is_freed) return w.fail(fault_at(FaultKind::freed_memory, Space::global, access), in, lane), false;
    Fault fault = fault_at(FaultKind::out_of_bounds, Space::global, access);
    fault.memory = *place.name;
    fault.memory_bytes = static_cast<std::int64_t>(place.all.size());
    fault.offset = static_cast<std::int64_t>(address - place.first);
    fault.lanes = lanes_where(access, lanes, [&](std::uint64_t each) { return is_outside(access, place, each); });
    w.fail(fault, in, lane);
    return false;
}

void count_buffer(Warp& w, const Access& access, const Machine::Place& place, const Touched& found, Mask lanes)
{
    Counts& counts = w.machine.result.counts;
    const auto bytes = static_cast<std::uint64_t>(access.bytes),
               all = bytes * static_cast<std::uint64_t>(std::popcount(lanes));
    if (place.buffer < 0) {
        if (access.is_write && place.is_elsewhere) counts.written_elsewhere += all;
        return;
    }
    BufferCount& count = counts.buffers[static_cast<std::size_t>(place.buffer)];
    count.sectors += found.sectors;
    if (access.is_write) count.written_bytes += all;
    if (access.is_write && !access.is_atomic) return;
    count.read_bytes += all;
    std::uint64_t* const read = w.read_bytes.data() + static_cast<std::ptrdiff_t>(place.buffer) * lane_count;
    SPILLWAY_EACH_LANE read[i] += has(lanes, i) ? bytes : 0;
}

/// True if all 32 lanes access consecutive addresses.
bool is_consecutive(const Access& access, Mask lanes)
{
    if (lanes != all_lanes) return false;
    std::uint64_t differ = 0;
    const std::uint64_t first = access.addresses[0], step = static_cast<std::uint64_t>(access.bytes);
    SPILLWAY_EACH_LANE differ |= access.addresses[i] ^ (first + static_cast<std::uint64_t>(i) * step);
    return differ == 0;
}

/// True if the bytes of all lanes are in this memory, aligned and, for a write, writable.
bool are_all_in(const Access& access, Mask lanes, const Machine::Place& place)
{
    const auto bytes = static_cast<std::uint64_t>(access.bytes);
    if (place.at == nullptr || (access.is_write && place.is_read_only) || place.all.size() < bytes) return false;
    const std::uint64_t first = place.first, last = place.all.size() - bytes;
    std::uint64_t wrong = 0;
    SPILLWAY_EACH_LANE
    {
        const std::uint64_t offset = access.addresses[i] - first;
        const std::uint64_t is_wrong = (offset > last ? 1 : 0) | (access.addresses[i] & (bytes - 1));
        wrong |= (lanes & lane_bits[static_cast<std::size_t>(i)]) != 0 ? is_wrong : 0;
    }
    return wrong == 0;
}

Touched touched_if_consecutive(const Access& access)
{
    const std::uint64_t first = access.addresses[0],
                        last = first + static_cast<std::uint64_t>(access.bytes) * lane_count - 1;
    return {last / 32 - first / 32 + 1, last / 128 - first / 128 + 1};
}

/// `at` + `bytes`, without pointer arithmetic: an inactive lane may have any address, and its result is never used.
inline std::byte* moved(std::byte* at, std::uint64_t bytes)
{
    return reinterpret_cast<std::byte*>(reinterpret_cast<std::uintptr_t>(at) + static_cast<std::uintptr_t>(bytes));
}

Mask of_stretch(const Access& access, Mask lanes, std::uint64_t stretch)
{
    return lanes_where(access, lanes, [&](std::uint64_t address) { return address >> stretch_bits == stretch; });
}

/// grid.sync() reads the barrier in a loop until all blocks have arrived, so the other warps run after each read.
void take_turn_at_grid_barrier(Warp& w, const Access& access)
{
    if (access.is_write)
        ++w.machine.grid_arrivals;
    else
        w.state = WarpState::yields;
}

bool locate_global(Warp& w, const Instruction& in, Access& access, Mask lanes)
{
    const int first = first_lane(lanes);
    const auto bytes = static_cast<std::uint64_t>(access.bytes);
    Machine::Place place = w.machine.stretch_of(access.addresses[first]);
    if (is_consecutive(access, lanes) && place.at != nullptr && !is_misaligned(access, access.addresses[0]) &&
        !(access.is_write && place.is_read_only) &&
        access.addresses[0] - place.first + bytes * lane_count <= place.all.size()) {
        access.is_consecutive = true;
        w.machine.prepare_bytes(place, access.addresses[0], bytes * lane_count);
        access.at[0] = place.at;
        if (access.needs_each) SPILLWAY_EACH_LANE access.at[i] = place.at + static_cast<std::uint64_t>(i) * bytes;
        if (!is_counted(w, access)) return true;
        const Touched found = touched_if_consecutive(access);
        count(w.machine.tally.of(in, Memory::global), access, found, lanes);
        count_buffer(w, access, place, found, lanes);
        return true;
    }
    if (are_all_in(access, lanes, place)) {
        for (int lane = 0; w.machine.launch.before_access && lane < lane_count; ++lane)
            if (has(lanes, lane)) w.machine.prepare_bytes(place, access.addresses[lane], bytes);
        SPILLWAY_EACH_LANE access.at[i] = moved(place.all.data(), access.addresses[i] - place.first);
        if (place.is_grid_barrier) take_turn_at_grid_barrier(w, access);
        if (!is_counted(w, access)) return true;
        const Touched found = touched(access, lanes);
        count(w.machine.tally.of(in, Memory::global), access, found, lanes);
        count_buffer(w, access, place, found, lanes);
        return true;
    }
    Mask left = lanes;
    Touched all;
    while (left != 0) {  // one memory after another; usually there is only one
        place = w.machine.stretch_of(access.addresses[first_lane(left)]);
        const std::uint64_t stretch = access.addresses[first_lane(left)] >> stretch_bits;
        Mask same = 0;
        for (int lane = 0; lane < lane_count; ++lane) {
            const std::uint64_t address = access.addresses[lane];
            if (!has(left, lane) || address >> stretch_bits != stretch) continue;
            same |= bit(lane);
            if (stretch == heap_stretch)
                place = w.machine.stretch_of(address);  // each block of malloc() is its own memory
            if (is_outside(access, place, address))
                return report_outside(w, in, access, place, lane, of_stretch(access, left, stretch));
            if (is_misaligned(access, address))
                return report_misaligned(w, in, access, Space::global, lane, of_stretch(access, left, stretch),
                                         place.first, place.name);
            if (access.is_write && place.is_read_only) {
                Fault fault = fault_at(FaultKind::written_read_only, Space::global, access);
                fault.memory = *place.name;
                return w.fail(fault, in, lane), false;
            }
            w.machine.prepare_bytes(place, address, bytes);
            access.at[lane] = place.all.data() + (address - place.first);
        }
        left &= ~same;
        if (!is_counted(w, access)) continue;
        const Touched found = touched(access, same);
        count_buffer(w, access, place, found, same);
        all.sectors += found.sectors;
        all.lines += found.lines;
    }
    if (is_counted(w, access)) count(w.machine.tally.of(in, Memory::global), access, all, lanes);
    return true;
}

// Shared memory: the block's own, and that of the other blocks of its cluster.

/// `own`: lanes that access the block's own shared memory. Only these conflict here: other blocks have other banks.
void count_shared(AccessCount& tally, const Access& access, Mask lanes, Mask own)
{
    const Passes all = passes(access, own);
    ++tally.requests;
    tally.bytes += static_cast<std::uint64_t>(access.bytes * std::popcount(lanes));
    tally.wavefronts += all.wavefronts;
    tally.conflicts += all.conflicts;
}

/// Returns false and changes nothing if a lane's bytes are misaligned or not all in the block's own shared memory.
bool locate_own_shared(Warp& w, Access& access, Mask lanes, std::uint64_t window)
{
    std::vector<std::byte>& shared = w.block.shared;
    const auto bytes = static_cast<std::uint64_t>(access.bytes);
    if (shared.size() < bytes) return false;
    const std::uint64_t last = shared.size() - bytes;
    std::uint64_t wrong = 0;
    SPILLWAY_EACH_LANE
    {
        const std::uint64_t offset = access.addresses[i] - window;
        const std::uint64_t is_wrong = (offset > last ? 1 : 0) | (offset & (bytes - 1));
        wrong |= (lanes & lane_bits[static_cast<std::size_t>(i)]) != 0 ? is_wrong : 0;
    }
    if (wrong != 0) return false;
    SPILLWAY_EACH_LANE access.addresses[i] -= window;
    SPILLWAY_EACH_LANE access.at[i] = moved(shared.data(), access.addresses[i]);
    access.is_consecutive = is_consecutive(access, lanes);
    return true;
}

bool locate_shared(Warp& w, const Instruction& in, Access& access, Mask lanes, bool is_generic)
{
    const std::uint64_t window = is_generic ? shared_window : 0;
    if (locate_own_shared(w, access, lanes, window)) {
        if (is_counted(w, access)) count_shared(w.machine.tally.of(in, Memory::shared), access, lanes, lanes);
        return true;
    }
    Mask own = 0;
    for (int lane = 0; lane < lane_count; ++lane) {
        if (!has(lanes, lane)) continue;
        const std::uint64_t address = access.addresses[lane] - window, rank = address >> shared_rank_shift;
        const std::uint64_t offset = address & shared_offset_mask;
        Block* block = &w.block;
        if (rank > 0 && rank <= w.block.cluster.size()) block = w.block.cluster[static_cast<std::size_t>(rank - 1)];
        const bool is_inside = rank <= w.block.cluster.size() && offset < block->shared.size() &&
                               block->shared.size() - offset >= static_cast<std::uint64_t>(access.bytes);
        if (!is_inside) {
            Fault fault = fault_at(FaultKind::out_of_bounds, Space::shared, access);
            fault.memory_bytes = static_cast<std::int64_t>(block->shared.size());
            // A negative offset wraps at 32 bits.
            fault.offset =
                rank <= w.block.cluster.size() ? static_cast<std::int64_t>(offset) : static_cast<std::int32_t>(address);
            fault.lanes = lanes_where(access, lanes & ~(bit(lane) - 1), [&](std::uint64_t each) {
                const std::uint64_t at = (each - window) & shared_offset_mask;
                return (each - window) >> shared_rank_shift > w.block.cluster.size() || at >= block->shared.size() ||
                       block->shared.size() - at < static_cast<std::uint64_t>(access.bytes);
            });
            return w.fail(fault, in, lane), false;
        }
        if (is_misaligned(access, offset))
            return report_misaligned(w, in, access, Space::shared, lane, lanes & ~(bit(lane) - 1),
                                     window + (rank << shared_rank_shift));
        access.addresses[lane] = offset;
        access.at[lane] = block->shared.data() + offset;
        if (block == &w.block) own |= bit(lane);
    }
    access.is_consecutive = false;
    if (is_counted(w, access)) count_shared(w.machine.tally.of(in, Memory::shared), access, lanes, own);
    return true;
}

// Local memory: each thread's own. Its 4-byte words are interleaved: the same word of 32 lanes is one line.

bool locate_local(Warp& w, const Instruction& in, Access& access, Mask lanes, bool is_generic)
{
    const std::uint64_t window = is_generic ? local_window : 0;
    const auto end = static_cast<std::uint64_t>(w.local_base() + w.function().local_bytes);
    for (int lane = 0; lane < lane_count; ++lane) {
        if (!has(lanes, lane)) continue;
        const std::uint64_t offset = access.addresses[lane] - window;
        if (offset >= end || end - offset < static_cast<std::uint64_t>(access.bytes)) {
            Fault fault = fault_at(FaultKind::out_of_bounds, Space::local, access);
            fault.memory_bytes = static_cast<std::int64_t>(end);
            fault.offset = static_cast<std::int64_t>(offset);
            fault.lanes = lanes_where(access, lanes & ~(bit(lane) - 1), [&](std::uint64_t each) {
                const std::uint64_t at = each - window;
                return at >= end || end - at < static_cast<std::uint64_t>(access.bytes);
            });
            return w.fail(fault, in, lane), false;
        }
        if (is_misaligned(access, offset))
            return report_misaligned(w, in, access, Space::local, lane, lanes & ~(bit(lane) - 1), window);
        access.addresses[lane] = offset;
        access.at[lane] = w.local_memory(lane, static_cast<std::int64_t>(offset));
    }
    if (!is_counted(w, access)) return true;
    // Each a word, and a mask of the sectors of its line.
    std::array<std::pair<std::uint64_t, std::uint32_t>, lane_count> words{};
    std::size_t known = 0;
    Touched found;
    for (int lane = 0; lane < lane_count; ++lane) {
        if (!has(lanes, lane)) continue;
        const std::uint64_t word = access.addresses[lane] / 4;
        auto* const at = std::find_if(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(known),
                                      [&](const auto& each) { return each.first == word; });
        if (at == words.begin() + static_cast<std::ptrdiff_t>(known)) words[known++] = {word, 0};
        at->second |= 1U << lane / 8;
    }
    const std::uint64_t length = static_cast<std::uint64_t>(std::max(1, access.bytes / 4));
    for (std::size_t i = 0; i < known; ++i) {
        found.sectors += length * static_cast<std::uint64_t>(std::popcount(words[i].second));
        found.lines += length;
    }
    count(w.machine.tally.of(in, Memory::local), access, found, lanes, length);
    return true;
}

/// Passes a faulty access to the watch, without lanes whose address is far away: a picture cannot show those.
void watch_fault(const Warp& w, const Instruction& in, Memory memory, Access& requested, Mask lanes, bool is_generic)
{
    const std::uint64_t window = !is_generic || memory == Memory::global ? 0
                                 : memory == Memory::shared              ? shared_window
                                                                         : local_window;
    SPILLWAY_EACH_LANE requested.addresses[i] -= window;
    const std::uint64_t near = memory == Memory::global ? requested.addresses[first_lane(lanes)] >> stretch_bits : 0;
    const Mask shown = lanes_where(requested, lanes, [&](std::uint64_t address) {
        return memory == Memory::global ? address >> stretch_bits == near : address < near_bytes;
    });
    if (shown != 0) w.watch->see(in, memory, requested, shown);
}

bool locate_lanes(Warp& w, const Instruction& in, Space space, Access& access)
{
    const bool is_generic = space == Space::generic;
    Mask left = w.lanes;
    while (left != 0) {
        const Memory memory = memory_of(space, access.addresses[first_lane(left)]);
        Mask same = left;
        if (is_generic) {
            same = 0;
            for (int lane = 0; lane < lane_count; ++lane)
                if (has(left, lane) && memory_of(space, access.addresses[lane]) == memory) same |= bit(lane);
        }
        left &= ~same;
        std::optional<Access> requested;
        if (w.watch != nullptr) requested = access;
        const bool is_there = memory == Memory::global   ? locate_global(w, in, access, same)
                              : memory == Memory::shared ? locate_shared(w, in, access, same, is_generic)
                                                         : locate_local(w, in, access, same, is_generic);
        if (!is_there) {
            if (requested) watch_fault(w, in, memory, *requested, same, is_generic);
            return false;
        }
        if (w.watch != nullptr) w.watch->see(in, memory, access, same);
    }
    return true;
}

#if defined(__x86_64__) && defined(__GNUC__)
__attribute__((target("avx2,fma,popcnt"), flatten)) bool locate_with_wide_vectors(Warp& w, const Instruction& in,
                                                                                  Space space, Access& access)
{
    return locate_lanes(w, in, space, access);
}
#else
bool locate_with_wide_vectors(Warp& w, const Instruction& in, Space space, Access& access)
{
    return locate_lanes(w, in, space, access);
}
#endif

}  // namespace

bool locate(Warp& w, const Instruction& in, Space space, Access& access)
{
    return has_wide_vectors() ? locate_with_wide_vectors(w, in, space, access) : locate_lanes(w, in, space, access);
}

}  // namespace spillway::ptx
