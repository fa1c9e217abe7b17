#pragma once

// The instructions that one warp of a launch carried out, in their order: lanes, registers and accesses of each.
// Written by a Stepper; going to any step takes no running.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/ptx/fault.h"
#include "app/ptx/program.h"
#include "app/ptx/registers.h"

namespace spillway::ptx {

/// One instruction that the warp carried out.
struct Step {
    const Instruction* instruction = nullptr;  ///< of the module
    const Function* function = nullptr;        ///< that holds it
    Mask alive = 0;                            ///< lanes that have not ended before it
    Mask active = 0;                           ///< of these, on this way
    Mask lanes = 0;                            ///< of these, whose guard holds: that carried it out
    std::uint32_t frame = 0;                   ///< where the function's registers begin, bytes
    bool splits = false;                       ///< a branch that only some of the active lanes took
};

/// An access of a step to memory.
struct SteppedAccess {
    enum class Memory : std::uint8_t { global, shared, local };
    Memory memory = Memory::global;
    bool is_write = false, is_atomic = false;
    int bytes = 4;    ///< of one lane
    int buffer = -1;  ///< number of the launch's buffer that the first lane touches; -1: none
    Mask lanes = 0;   ///< that take part
    /// Global memory: bytes from the buffer's beginning, or else the address. Shared and local memory: the offset.
    std::array<std::int64_t, lane_count> addresses{};
};

/// A fault, and the step at which it was found; of another warp of the block, `is_others`.
struct SteppedFault {
    std::size_t step = 0;
    Fault fault;
    bool is_others = false;
};

/// Where a walk through the steps stops.
enum class StopAt : std::uint8_t { instruction, source_line, divergence, access, barrier, fault };

enum class TraceEnd : std::uint8_t {
    goes_on,     ///< more steps will come
    warp_ended,  ///< the trace is whole
    fault,       ///< the kernel came to no good end
    too_long     ///< the bound on steps or memory
};

class WarpTrace {
public:
    [[nodiscard]] std::size_t size() const { return steps_.size(); }
    [[nodiscard]] const Step& step(std::size_t at) const { return steps_[at]; }
    [[nodiscard]] std::span<const SteppedAccess> accesses(std::size_t at) const;
    [[nodiscard]] const std::vector<SteppedFault>& faults() const { return faults_; }
    [[nodiscard]] TraceEnd end() const { return end_; }

    /// Whether a step is where such a walk stops.
    [[nodiscard]] bool is_met(std::size_t at, StopAt what) const;
    /// The next step behind `from` (before it, where not `forward`) where `what` is met. A source line: the first step
    /// of another line, going back the first of the stretch before; code of no line of the source is passed over.
    [[nodiscard]] std::optional<std::size_t> find(std::size_t from, StopAt what, bool forward) const;

    /// Values of all frames' registers before a step, or after it. Valid until the next call.
    [[nodiscard]] std::span<const std::byte> registers_before(std::size_t at) const;
    [[nodiscard]] std::span<const std::byte> registers_after(std::size_t at) const { return registers_before(at + 1); }
    /// The step, before `before`, that wrote a register last. `register_offset`: in the frame of `before`'s function.
    [[nodiscard]] std::optional<std::size_t> writer(std::size_t before, std::int32_t register_offset) const;

    /// Special registers: 32 words each, at special_offset(). Clocks have the value of no certain step.
    [[nodiscard]] std::span<const std::byte> specials() const { return specials_; }

private:
    friend class Stepper;

    static constexpr std::size_t piece_bytes = 64, steps_between_whole = 512;
    struct Change {
        std::uint32_t offset = 0;
        std::array<std::byte, piece_bytes> bytes{};
    };

    [[nodiscard]] std::optional<std::size_t> find_line(std::size_t from, bool forward) const;
    [[nodiscard]] std::int32_t line_of(std::size_t at) const { return steps_[at].instruction->source_line; }

    std::vector<Step> steps_;
    std::vector<std::size_t> first_change_, first_access_;  ///< of each step
    std::vector<Change> changes_;
    std::vector<SteppedAccess> accesses_;
    std::vector<SteppedFault> faults_;
    std::vector<std::vector<std::byte>> whole_;  ///< all registers before every steps_between_whole-th step
    std::vector<std::byte> specials_;
    TraceEnd end_ = TraceEnd::goes_on;

    mutable std::vector<std::byte> shown_;  ///< registers before step `shown_at_`
    mutable std::size_t shown_at_ = ~std::size_t{0};
};

}  // namespace spillway::ptx
