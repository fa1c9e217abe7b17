#pragma once

// Runs a launch's cluster with one chosen block, and writes down each instruction of one of its warps. Other blocks do
// not run: what they would have written is not there. The other warps take their turns in a fixed order, so the trace
// is the same at each run.

#include <memory>

#include "app/ptx/machine.h"
#include "app/ptx/warp_trace.h"

namespace spillway::ptx {

class Block;
class Machine;
class Warp;

struct StepperOptions {
    std::int64_t block = 0;  ///< number in the grid, x first
    int warp = 0;
    std::size_t most_steps = 1'000'000;
    std::size_t most_bytes = std::size_t{64} << 20;  ///< of the trace
};

class Stepper {
public:
    /// The Error says what in the launch does not fit, or that there is no such block or warp. `module` outlives it.
    [[nodiscard]] static model::Expected<std::unique_ptr<Stepper>> start(const Module& module, Launch launch,
                                                                         const StepperOptions& options);
    ~Stepper();
    Stepper(const Stepper&) = delete;
    Stepper& operator=(const Stepper&) = delete;

    /// Runs the block on, about `most` instructions of its warps. Whether there is more to run.
    bool advance(std::uint64_t most);

    [[nodiscard]] const WarpTrace& trace() const { return trace_; }
    [[nodiscard]] const Launch& launch() const { return launch_; }

private:
    class Watch;
    Stepper(const Module& module, Launch launch, const StepperOptions& options);
    [[nodiscard]] std::optional<model::Error> prepare();
    /// A round of all warps is over: whether any can go on.
    bool begin_round();
    void begin_turn(Warp& warp);
    void end_turn(Warp& warp);
    void step();
    void note_changes();
    void note_changes(std::size_t first, std::size_t bytes);
    void note_faults();
    void finish(TraceEnd end);
    [[nodiscard]] std::size_t trace_bytes() const;

    Launch launch_;
    StepperOptions options_;
    WarpTrace trace_;
    std::vector<std::byte> registers_;  ///< of the warp, before its next step
    std::unique_ptr<Watch> watch_;
    std::unique_ptr<Machine> machine_;
    std::vector<std::unique_ptr<Block>> blocks_;
    std::vector<Warp*> order_;
    Warp* warp_ = nullptr;
    std::size_t next_ = 0;          ///< of order_
    bool has_turn_ = false;         ///< it is in its turn
    std::uint64_t turn_begin_ = 0;  ///< instructions that it had carried out then
    bool got_on_ = false;           ///< any warp of this round
    int rounds_without_progress_ = 0;
    bool was_waiting_ = false, repeats_ = false;
    std::size_t findings_ = 0;
};

}  // namespace spillway::ptx
