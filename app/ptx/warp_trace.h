#pragma once

// Instructions that one warp of a launch executed, in order, each with its lanes, registers and accesses. A Stepper
// records it; afterwards any step can be shown without running the kernel.

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

/// One executed instruction.
struct Step {
    const Instruction* instruction = nullptr;  ///< of the module
    const Function* function = nullptr;        ///< that holds it
    Mask alive = 0;                            ///< lanes that have not ended before it
    Mask active = 0;                           ///< those of `alive` on the current path
    Mask lanes = 0;                            ///< those of `active` whose guard predicate is true: they executed it
    std::uint32_t frame = 0;                   ///< byte offset of the function's registers in registers_before()
    bool splits = false;                       ///< a branch that only some of the active lanes took
};

/// Memory access of a step. A step records at most four; accesses to the parameters are left out.
struct SteppedAccess {
    enum class Memory : std::uint8_t { global, shared, local };
    Memory memory = Memory::global;
    bool is_write = false, is_atomic = false;
    int bytes = 4;    ///< of one lane
    int buffer = -1;  ///< index in Launch::buffers for the first lane; -1: no buffer
    Mask lanes = 0;   ///< that take part
    /// Global memory: byte offset in the buffer; without a buffer, the address. Shared and local memory: the offset.
    std::array<std::int64_t, lane_count> addresses{};
};

/// Fault, and the last recorded step when it was found. `is_others`: another warp has the fault.
struct SteppedFault {
    std::size_t step = 0;
    Fault fault;
    bool is_others = false;
};

/// Event at which a search through the steps stops.
enum class StopAt : std::uint8_t { instruction, source_line, divergence, access, barrier, fault };

enum class TraceEnd : std::uint8_t {
    goes_on,     ///< not finished
    warp_ended,  ///< the warp has ended: the trace is complete
    fault,       ///< a fatal fault, a deadlock, or a limit of the launch ended the kernel
    too_long     ///< max_steps or max_bytes reached
};

class WarpTrace {
public:
    [[nodiscard]] std::size_t size() const { return steps_.size(); }
    [[nodiscard]] const Step& step(std::size_t at) const { return steps_[at]; }
    [[nodiscard]] std::span<const SteppedAccess> accesses(std::size_t at) const;
    [[nodiscard]] const std::vector<SteppedFault>& faults() const { return faults_; }
    [[nodiscard]] TraceEnd end() const { return end_; }

    /// True if the step has this event.
    [[nodiscard]] bool is_met(std::size_t at, StopAt what) const;
    /// First step with the event after `from`, or last one before it if not `forward`. For source_line: the first step
    /// of the next other line; backwards, the first step of the run of steps in the line before. Skips code without a
    /// source line.
    [[nodiscard]] std::optional<std::size_t> find(std::size_t from, StopAt what, bool forward) const;

    /// Register values of all frames before or after a step. The span is valid until the next call.
    [[nodiscard]] std::span<const std::byte> registers_before(std::size_t at) const;
    [[nodiscard]] std::span<const std::byte> registers_after(std::size_t at) const { return registers_before(at + 1); }
    /// Last step before `before` that wrote a register. `register_offset`: in the frame of the function of step
    /// `before`.
    [[nodiscard]] std::optional<std::size_t> writer(std::size_t before, std::int32_t register_offset) const;

    /// Special registers: 32 words each, at special_offset(). Clock registers are 0.
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
