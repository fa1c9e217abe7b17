#pragma once

// State of a running warp, which the instruction handlers read and write. Internal to app/ptx.

#include <bit>
#include <cstring>
#include <memory>

#include "app/ptx/block.h"
#include "app/ptx/running.h"
#include "app/ptx/shared_lines.h"
#include "app/ptx/specials.h"

namespace spillway::ptx {

class Block;
class Machine;

/// Lanes that wait to run from instruction `at`, and the instruction where they reconverge.
struct Path {
    std::int32_t at = 0, meets = 0;
    Mask lanes = 0;
};

/// Active call of a function.
struct Frame {
    const Function* function = nullptr;
    std::size_t registers = 0;       ///< byte offset of its registers in the warp's
    std::int32_t local = 0;          ///< offset of its frame in a thread's local memory
    std::size_t paths = 0;           ///< size of Warp::paths at the call: the callers' paths
    const CallSite* site = nullptr;  ///< in the caller
    Mask lanes = 0;                  ///< lanes that called
    Mask caller_active = 0;          ///< the caller's active lanes, which wait for them
    std::int32_t caller_at = 0, caller_meets = 0;
};

struct Access;

/// Observer of the memory accesses of one warp. see() is called after locate(), also for an access with a fault.
class AccessWatch {
public:
    virtual ~AccessWatch() = default;
    virtual void see(const Instruction& in, Memory memory, const Access& access, Mask lanes) = 0;
};

/// `yields`: the other warps run before it continues, as between two polls of a barrier.
enum class WarpState : std::uint8_t { runs, waits_at_barrier, yields, ended };

/// One cp.async of a lane: its target, and the source bytes at the time of the instruction.
struct Copy {
    std::byte* to = nullptr;
    std::uint8_t bytes = 0;
    int lane = 0;
    std::array<std::byte, 16> content{};
};

/// Lanes at a __syncwarp. Lanes on several paths may wait at different ones.
struct WarpBarrier {
    Mask arrived = 0;                      ///< they wait
    Mask released = 0;                     ///< all that they waited for came; they have not run since
    std::array<Mask, lane_count> named{};  ///< member mask of each lane that waits
};

class Warp {
public:
    Warp(Machine& of_machine, Block& of_block, int its_number, Mask its_lanes);
    ~Warp();
    Warp(const Warp&) = delete;
    Warp& operator=(const Warp&) = delete;
    /// Allocates registers and local memory. False if Limits::bytes does not suffice.
    [[nodiscard]] bool start();

    /// Runs until the warp waits, must try again, ends, has a fatal fault, or has executed `most` instructions.
    void run(std::uint64_t most);

    // State that the handlers read and write.
    Machine& machine;
    Block& block;
    const int number;
    WarpState state = WarpState::runs;
    Mask active = 0;  ///< lanes on the current path
    Mask lanes = 0;   ///< those of `active` whose guard is true: they execute the instruction
    Mask alive = 0;   ///< lanes that have not ended
    Mask carry = 0;
    std::int32_t at = 0, meets = 0;
    std::vector<Path> paths;  ///< waiting paths; the last one runs next
    std::vector<Frame> frames;
    int barrier = 0;  ///< barrier that it waits at
    std::uint64_t issued = 0;
    AccessWatch* watch = nullptr;           ///< observer of its accesses; null: none
    std::vector<std::uint64_t> read_bytes;  ///< by buffer, then by lane

    template <typename T>
    [[nodiscard]] T* values(const Argument& argument) const
    {
        return reinterpret_cast<T*>(banks_[static_cast<std::size_t>(argument.bank)] + argument.offset);
    }
    [[nodiscard]] Mask predicate(const Argument& argument) const
    {
        Mask bits = 0;
        std::memcpy(&bits, banks_[static_cast<std::size_t>(argument.bank)] + argument.offset, sizeof bits);
        return argument.is_negated ? ~bits : bits;
    }
    /// Sets the bits of `lanes`, leaves the others.
    void set_predicate(const Argument& argument, Mask bits) const
    {
        if (argument.kind != Argument::Kind::values) return;
        std::byte* const at_place = banks_[0] + argument.offset;
        Mask known = 0;
        std::memcpy(&known, at_place, sizeof known);
        known = (known & ~lanes) | (bits & lanes);
        std::memcpy(at_place, &known, sizeof known);
    }
    /// Register values of the current function: Function::register_bytes bytes.
    [[nodiscard]] const std::byte* register_values() const { return banks_[0]; }
    [[nodiscard]] const Function& function() const { return *frames.back().function; }
    [[nodiscard]] const Argument& listed(const Argument& list, int index) const
    {
        return function().lists[static_cast<std::size_t>(list.offset + index)];
    }
    /// Local memory of a lane's thread at an offset from the start of its stack.
    [[nodiscard]] std::byte* local_memory(int lane, std::int64_t offset)
    {
        return local_.data() + static_cast<std::size_t>(lane) * local_size_ + static_cast<std::size_t>(offset);
    }
    [[nodiscard]] std::int64_t local_size() const { return static_cast<std::int64_t>(local_size_); }
    [[nodiscard]] std::int32_t local_base() const { return frames.back().local; }
    [[nodiscard]] Position position(int lane) const;

    /// `lanes` go to `target`; the other active lanes go on.
    void branch(const Instruction& in, std::int32_t target);
    /// Same with a target for each lane; -1: the lane goes on.
    void branch_apart(const Instruction& in, const std::array<std::int32_t, lane_count>& targets);
    void call(const Instruction& in, int function, Mask callers);
    /// Only the lanes `first` execute the instruction now; the others execute it after them.
    void set_apart(Mask first);
    void leave(Mask lanes_that_return);
    void end(Mask lanes_that_end);
    /// Repeats the instruction after other lanes or warps have had a turn.
    void try_again();
    /// True if other lanes run first, or join, and the instruction is repeated: lanes on other sides of a branch that
    /// have not come to such an instruction yet, or any lanes since a long-running path was interrupted.
    [[nodiscard]] bool waits_for_others();
    /// All lanes that an instruction waits for are there: see waits_for_others().
    void came_together()
    {
        stuck_ = 0;
        turns_ = 0;
    }
    WarpBarrier warp_barrier;
    std::vector<std::vector<Copy>> copies{1};  ///< cp.async groups, oldest first; the last one is not committed
    const Instruction* pending = nullptr;      ///< bar.red that waits for its result
    Mask pending_lanes = 0;
    /// Active lanes at the accesses to shared memory since the last barrier; one entry for each change.
    std::vector<Mask> together;
    std::uint32_t together_epoch = 0;  ///< Block::epoch of `together`
    std::size_t first_since_sync = 0;  ///< first index in `together` after the last __syncwarp
    SharedLines shared_lines;          ///< of accesses to shared memory since the last barrier
    std::uint64_t cluster_phase = 0;   ///< phase of the cluster's barrier when the warp arrived

    void fail(Fault fault, const Instruction& in, int lane);
    void fail(FaultKind kind, const Instruction& in, int lane);
    /// `wrong`: lanes whose member masks name other lanes than those that take part; `unnamed`: lanes that are not in
    /// their own mask.
    void fail_of_mask(const Instruction& in, Mask wrong, Mask unnamed);

private:
    void run_one(const Instruction& in);
    /// Runs `count` instructions of a sequence from find_straight(); stops after one that fails.
    void run_straight(const Instruction* in, std::uint64_t count);
    void take_turns();
    /// True if the other path is at the same instruction, and has the same meeting point.
    [[nodiscard]] bool may_join(const Path& other) const;
    /// Joins lanes that wait at the same instruction on another path. False if there are none.
    [[nodiscard]] bool join_path_here();
    /// Another path of the function runs before this one. False if all lanes wait.
    [[nodiscard]] bool run_path_that_is_not_stuck();
    /// Index of the instruction at which the lanes of a branch meet. Where some of them leave the function and the
    /// others do not meet before, that of the path that they are on.
    [[nodiscard]] std::int32_t meeting_of(const Instruction& branch) const;
    /// True if the kernel ends at this instruction: an unguarded ret or exit, or the end of the code.
    [[nodiscard]] bool is_end(std::int32_t place) const;
    void pop();
    /// If no lane is active, continues with the next path or the caller, or ends the warp.
    void settle();
    void return_to_caller();
    [[nodiscard]] bool grow(std::size_t registers, std::size_t local);
    /// Call after the current function has changed or its registers have moved.
    void set_bank()
    {
        banks_[0] = registers_.data() + frames.back().registers;
        code_ = frames.back().function->code.data();
        code_end_ = static_cast<std::int32_t>(frames.back().function->code.size());
    }

    std::array<std::byte*, 3> banks_{};
    const Instruction* code_ = nullptr;  ///< of the current function
    std::int32_t code_end_ = 0;
    std::vector<std::byte> registers_;
    std::vector<std::byte> local_;
    std::size_t local_size_ = 0;
    std::vector<std::byte> specials_;
    std::uint64_t since_change_ = 0;  ///< instructions since the path last changed
    bool has_split_ = false;
    Mask stuck_ = 0;  ///< lanes that wait for others of their warp
    int turns_ = 0;
};

inline constexpr Mask bit(int lane)
{
    return Mask{1} << lane;
}
inline bool has(Mask mask, int lane)
{
    return (mask >> lane & 1U) != 0;
}
inline int first_lane(Mask mask)
{
    return std::countr_zero(mask);
}

/// Bits of lanes, each at its own place, so that loops over lanes become vectors.
inline constexpr std::array<Mask, lane_count> lane_bits = [] {
    std::array<Mask, lane_count> bits{};
    for (int i = 0; i < lane_count; ++i) bits[static_cast<std::size_t>(i)] = Mask{1} << i;
    return bits;
}();

/// Mask of 32 results, each 0 or 1.
inline Mask mask_of(const std::uint8_t (&answers)[lane_count])
{
    Mask mask = 0;
    for (int part = 0; part < 4; ++part) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, answers + 8 * part, 8);
        mask |= static_cast<Mask>((eight * 0x0102040810204080ULL) >> 56) << 8 * part;
    }
    return mask;
}

#if defined(__GNUC__) && !defined(__clang__)
#define SPILLWAY_EACH_LANE _Pragma("GCC ivdep") for (int i = 0; i < lane_count; ++i)
#else
#define SPILLWAY_EACH_LANE for (int i = 0; i < lane_count; ++i)
#endif

/// Writes `made` to Warp::lanes.
template <typename T>
void keep(const Warp& warp, T* to, const T (&made)[lane_count])
{
    if (warp.lanes == all_lanes) {
        std::memcpy(to, made, sizeof made);
        return;
    }
    const Mask lanes = warp.lanes;
    SPILLWAY_EACH_LANE to[i] = (lanes & lane_bits[static_cast<std::size_t>(i)]) != 0 ? made[i] : to[i];
}

/// True for up to four lanes: one by one is then faster than a vector operation.
inline bool are_few(Mask lanes)
{
    constexpr int few = 4;
    for (int i = 0; i < few; ++i) lanes &= lanes - 1;
    return lanes == 0;
}

/// Writes `of_lane(i)` to Warp::lanes. May call it for all 32 lanes.
template <typename T, typename F>
void write_lanes(const Warp& warp, T* to, F of_lane)
{
    if (warp.lanes == all_lanes) {
        // The result may stand where an operand does: each lane is read before it is written.
        SPILLWAY_EACH_LANE to[i] = of_lane(i);
        return;
    }
    if (are_few(warp.lanes)) {
        for (Mask left = warp.lanes; left != 0; left &= left - 1) {
            const int i = first_lane(left);
            to[i] = of_lane(i);
        }
        return;
    }
    T made[lane_count];
    SPILLWAY_EACH_LANE made[i] = of_lane(i);
    keep(warp, to, made);
}

template <typename T, typename F>
void carry_out_1(Warp& warp, const Instruction& in, F f)
{
    const T* a = warp.values<T>(in.arguments[1]);
    write_lanes(warp, warp.values<T>(in.arguments[0]), [=](int i) -> T { return f(a[i]); });
}
template <typename T, typename F>
void carry_out_2(Warp& warp, const Instruction& in, F f)
{
    const T *a = warp.values<T>(in.arguments[1]), *b = warp.values<T>(in.arguments[2]);
    write_lanes(warp, warp.values<T>(in.arguments[0]), [=](int i) -> T { return f(a[i], b[i]); });
}
template <typename T, typename F>
void carry_out_3(Warp& warp, const Instruction& in, F f)
{
    const T *a = warp.values<T>(in.arguments[1]), *b = warp.values<T>(in.arguments[2]),
            *c = warp.values<T>(in.arguments[3]);
    write_lanes(warp, warp.values<T>(in.arguments[0]), [=](int i) -> T { return f(a[i], b[i], c[i]); });
}

/// Low 8 bytes of a value of any width.
[[nodiscard]] inline std::uint64_t read_wide(const Warp& warp, const Argument& argument, int lane)
{
    std::uint64_t value = 0;
    std::memcpy(&value, warp.values<std::byte>(argument) + argument.width * lane, std::min<int>(argument.width, 8));
    return value;
}
inline void write_wide(const Warp& warp, const Argument& argument, int lane, std::uint64_t value)
{
    std::memcpy(warp.values<std::byte>(argument) + argument.width * lane, &value, std::min<int>(argument.width, 8));
}

}  // namespace spillway::ptx
