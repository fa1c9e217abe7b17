#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "app/ptx/fault.h"

namespace spillway::ptx {

class Machine;
class Warp;

/// For 4 bytes of shared memory, or one: the last threads that touched them, and between which barriers. 16 bytes,
/// since lanes often touch words far apart.
struct Shadow {
    std::uint32_t written = 0, read = 0;                    ///< 22 bits of the count of barriers, 10 of the warp plus 1
    std::uint16_t writer = 0, reader = 0;                   ///< number of the thread; see written_by_atomic
    std::uint16_t written_together = 0, read_together = 0;  ///< Warp::together of the access
};
inline constexpr std::uint16_t written_by_atomic = 0x8000;  ///< of Shadow::writer: its last write was an atomic one

/// Earlier accesses of a Shadow's bytes, which few accesses need.
struct EarlierShadow {
    std::uint16_t reader = 0;         ///< of another warp than Shadow::reader, if several warps read
    std::uint16_t writer = 0;         ///< of another warp than Shadow::writer, if atomics of several warps wrote
    std::uint32_t plain_written = 0;  ///< where the last write was atomic: the last that was not, as Shadow::written
    std::uint16_t plain_writer = 0;
};
/// Both, of each word or each byte.
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
    int expected = 0;           ///< warps; 0: all of the block that have not ended
    std::uint32_t counted = 0;  ///< bar.red: threads whose predicate holds
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
    /// Whether there is memory for its warps.
    [[nodiscard]] bool start();

    Machine& machine;
    const Position index;
    const int rank;  ///< in its cluster
    std::vector<std::byte> shared;
    Shadows shadows;       ///< of words of 4 bytes; empty: races are not looked for
    Shadows byte_shadows;  ///< of bytes, once one of a word is touched alone
    std::vector<std::unique_ptr<Warp>> warps;
    std::array<Barrier, 16> barriers;
    std::uint32_t epoch = 1;
    bool checks_races = true;
    std::vector<Block*> cluster;

    ClusterBarrier cluster_barrier;  ///< of the cluster's first block

    /// A warp comes to a barrier by `in`; wakes all that wait there where it is the last. `expected`: warps, 0 for all.
    void arrive(Warp& warp, const Instruction& in, int barrier, int expected, bool waits);
    void arrive_at_cluster(Warp& warp);
    /// A warp is at its end.
    void count_out();
    [[nodiscard]] int running() const;  ///< warps that have not ended
    /// Each warp once. Whether any got on, but for asking again.
    [[nodiscard]] bool run_warps();
    [[nodiscard]] Block& first_of_cluster() { return *cluster.front(); }

private:
    void open_if_all_are_there(int barrier);
    void open(int barrier);
    void open_cluster_if_all_are_there();
};

}  // namespace spillway::ptx
