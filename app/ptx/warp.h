#pragma once

// A warp that runs, its block, and the launch they belong to. Internal: what instructions are carried out on.

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

/// Lanes that go one way, and where they meet the others again.
struct Path {
    std::int32_t at = 0, meets = 0;
    Mask lanes = 0;
};

/// A function that a warp is in.
struct Frame {
    const Function* function = nullptr;
    std::size_t registers = 0;       ///< bytes in the warp's registers
    std::int32_t local = 0;          ///< where its thread's frame begins
    std::size_t paths = 0;           ///< paths of the functions below
    const CallSite* site = nullptr;  ///< in the caller
    Mask lanes = 0;                  ///< that called
    Mask caller_active = 0;          ///< and those that wait for them
    std::int32_t caller_at = 0, caller_meets = 0;
};

struct Access;

/// Told of each access of one warp to memory, once it is located.
class AccessWatch {
public:
    virtual ~AccessWatch() = default;
    virtual void see(const Instruction& in, Memory memory, const Access& access, Mask lanes) = 0;
};

enum class WarpState : std::uint8_t { runs, waits_at_barrier, asks_again, ended };

/// Bytes that a cp.async copies to shared memory, as they were when the copy began.
struct Copy {
    std::byte* to = nullptr;
    std::uint8_t bytes = 0;
    int lane = 0;
    std::array<std::byte, 16> content{};
};

class Warp {
public:
    Warp(Machine& of_machine, Block& of_block, int its_number, Mask its_lanes);
    ~Warp();
    Warp(const Warp&) = delete;
    Warp& operator=(const Warp&) = delete;
    /// Whether there is memory for its registers.
    [[nodiscard]] bool start();

    /// Until it waits, ends, or has carried out `most` instructions.
    void run(std::uint64_t most);

    // State that the handlers read and write.
    Machine& machine;
    Block& block;
    const int number;
    WarpState state = WarpState::runs;
    Mask active = 0;  ///< of the way that it goes
    Mask lanes = 0;   ///< of these, whose guard holds: that carry out the instruction
    Mask alive = 0;   ///< that have not ended
    Mask carry = 0;
    std::int32_t at = 0, meets = 0;
    std::vector<Path> paths;  ///< below the way that it goes
    std::vector<Frame> frames;
    int barrier = 0;  ///< it waits at
    std::uint64_t issued = 0;
    AccessWatch* watch = nullptr;           ///< told of each access to memory; null: none
    std::vector<std::uint64_t> read_bytes;  ///< of each buffer, by each lane

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
    /// In the lanes that carry out.
    void set_predicate(const Argument& argument, Mask bits) const
    {
        if (argument.kind != Argument::Kind::values) return;
        std::byte* const at_place = banks_[0] + argument.offset;
        Mask known = 0;
        std::memcpy(&known, at_place, sizeof known);
        known = (known & ~lanes) | (bits & lanes);
        std::memcpy(at_place, &known, sizeof known);
    }
    /// Values of the present function's registers, Function::register_bytes of them.
    [[nodiscard]] const std::byte* register_values() const { return banks_[0]; }
    [[nodiscard]] const Function& function() const { return *frames.back().function; }
    [[nodiscard]] const Argument& listed(const Argument& list, int index) const
    {
        return function().lists[static_cast<std::size_t>(list.offset + index)];
    }
    /// A thread's own memory, from the beginning of its stack.
    [[nodiscard]] std::byte* local_memory(int lane, std::int64_t offset)
    {
        return local_.data() + static_cast<std::size_t>(lane) * local_size_ + static_cast<std::size_t>(offset);
    }
    [[nodiscard]] std::int64_t local_size() const { return static_cast<std::int64_t>(local_size_); }
    [[nodiscard]] std::int32_t local_base() const { return frames.back().local; }
    [[nodiscard]] Position position(int lane) const;

    /// The lanes that carry out go to `target`, the others on.
    void branch(const Instruction& in, std::int32_t target);
    /// The same with a target for each lane; -1: none.
    void branch_apart(const Instruction& in, const std::array<std::int32_t, lane_count>& targets);
    void call(const Instruction& in, int function, Mask callers);
    /// Only `first` carry out the instruction; the others come to it again when these are behind it.
    void set_apart(Mask first);
    void leave(Mask lanes_that_return);
    void end(Mask lanes_that_end);
    /// The instruction is carried out again, when other lanes or warps had their turn.
    void try_again();
    /// Lets lanes catch up that went another way for a long time. Whether there are such; the instruction comes again.
    [[nodiscard]] bool waits_for_others();
    std::vector<std::vector<Copy>> copies{1};  ///< groups, the oldest first; the last is not committed
    const Instruction* pending = nullptr;      ///< of a barrier that gives a result
    Mask pending_lanes = 0;
    /// The lanes that went together, one entry for each change; of accesses to shared memory since the last barrier.
    std::vector<Mask> together;
    std::uint32_t together_epoch = 0;  ///< Block::epoch of `together`
    std::size_t first_since_sync = 0;  ///< in `together`: behind the last __syncwarp
    SharedLines shared_lines;          ///< of accesses to shared memory since the last barrier
    std::uint64_t cluster_phase = 0;   ///< of the cluster's barrier, when it came there

    void fail(Fault fault, const Instruction& in, int lane);
    void fail(FaultKind kind, const Instruction& in, int lane);

private:
    void run_one(const Instruction& in);
    /// `count` instructions that find_straight() put together, or up to one that fails.
    void run_straight(const Instruction* in, std::uint64_t count);
    void take_turns();
    /// Whether nothing but the kernel's end comes at an instruction.
    [[nodiscard]] bool is_end(std::int32_t place) const;
    void pop();
    /// The next way of lanes that are left, where the present one has none.
    void settle();
    void return_to_caller();
    [[nodiscard]] bool grow(std::size_t registers, std::size_t local);
    /// The function on top has changed, or its registers have moved.
    void set_bank()
    {
        banks_[0] = registers_.data() + frames.back().registers;
        code_ = frames.back().function->code.data();
        code_end_ = static_cast<std::int32_t>(frames.back().function->code.size());
    }

    std::array<std::byte*, 3> banks_{};
    const Instruction* code_ = nullptr;  ///< of the function on top
    std::int32_t code_end_ = 0;
    std::vector<std::byte> registers_;
    std::vector<std::byte> local_;
    std::size_t local_size_ = 0;
    std::vector<std::byte> specials_;
    std::uint64_t since_change_ = 0;  ///< instructions on one way
    bool has_split_ = false;
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

/// A mask of 32 answers.
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

/// Writes `made` to the lanes that carry out.
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

/// So few lanes are faster one by one than as vectors of which most is thrown away.
inline bool are_few(Mask lanes)
{
    constexpr int few = 4;
    for (int i = 0; i < few; ++i) lanes &= lanes - 1;
    return lanes == 0;
}

/// Writes `of_lane(i)` to the lanes that carry out. It may be asked for all 32.
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

/// The low bytes of a value of any width.
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
