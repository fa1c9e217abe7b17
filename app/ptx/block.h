#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "app/ptx/fault.h"

namespace spillway::ptx {

class Machine;
class Warp;

/// Last threads that accessed 4 bytes of shared memory, or one byte, and the barriers between which they did. Only 16
/// bytes, because lanes often access words far apart.
struct Shadow {
    std::uint32_t written = 0, read = 0;   ///< Block::epoch in the upper 22 bits, warp number plus 1 in the lower 10
    std::uint16_t writer = 0, reader = 0;  ///< thread number in the block; see written_by_atomic
    std::uint16_t written_together = 0, read_together = 0;  ///< index in Warp::together at the access
};
inline constexpr std::uint16_t written_by_atomic = 0x8000;  ///< flag in Shadow::writer: the last write was atomic

/// Earlier accesses to the bytes of a Shadow; rarely needed, so apart from it.
struct EarlierShadow {
    std::uint16_t reader = 0;         ///< of another warp than Shadow::reader, if several warps read
    std::uint16_t writer = 0;         ///< of another warp than Shadow::writer, if atomics of several warps wrote
    std::uint32_t plain_written = 0;  ///< last write before the atomic ones, as in Shadow::written
    std::uint16_t plain_writer = 0;
};
/// Both for each word, or for each byte, of shared memory.
struct Shadows {
    std::vector<Shadow> last;
    std::vector<EarlierShadow> earlier;

    void resize(std::size_t count)
    {
        last.resize(count);
        earlier.resize(count);
    }
    [[nodiscard]] bool empty() const { return last.empty(); }
    [[nodiscard]] std::size_t size() const { return last.size(); }
};
inline constexpr std::size_t bytes_of_shadow = sizeof(Shadow) + sizeof(EarlierShadow);

/// Warps that wait at one barrier.
struct Barrier {
    int arrived = 0;            ///< warps
    int expected = 0;           ///< warps; 0: all running warps of the block
    std::uint32_t counted = 0;  ///< bar.red: threads with a true predicate
    bool all_hold = true;
    const Instruction* first = nullptr;  ///< of the first warp that arrived
    int first_warp = 0;
};
/// The barrier of a cluster's blocks.
struct ClusterBarrier {
    int arrived = 0;  ///< warps
    std::uint64_t phase = 0;
};

class Block {
public:
    Block(Machine& of_machine, Position its_index, int its_rank);
    ~Block();
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;
    /// Creates the warps. False if Limits::bytes does not suffice.
    [[nodiscard]] bool start();

    Machine& machine;
    const Position index;
    const int rank;  ///< in its cluster
    std::vector<std::byte> shared;
    Shadows shadows;       ///< of words of 4 bytes; empty: no search for races
    Shadows byte_shadows;  ///< of bytes, for words with an access to a single byte
    std::vector<std::unique_ptr<Warp>> warps;
    std::array<Barrier, 16> barriers;
    std::uint32_t epoch = 1;
    bool checks_races = true;
    std::vector<Block*> cluster;

    ClusterBarrier cluster_barrier;  ///< used in the cluster's first block only

    /// A warp arrives at a barrier by `in`; the last one wakes all that wait there. `expected`: number of warps, 0 for
    /// all.
    void arrive(Warp& warp, const Instruction& in, int barrier, int expected, bool waits);
    void arrive_at_cluster(Warp& warp);
    /// Call when a warp has ended: opens the barriers that waited only for it.
    void count_out();
    [[nodiscard]] int running() const;  ///< warps that have not ended
    /// Gives each warp one turn. False if none made progress: they wait, or only repeat a failed attempt.
    [[nodiscard]] bool run_warps();
    [[nodiscard]] Block& first_of_cluster() { return *cluster.front(); }

private:
    void open_if_all_are_there(int barrier);
    void open(int barrier);
    void open_cluster_if_all_are_there();
};

}  // namespace spillway::ptx
