#pragma once

// Runs one block of a launch, with the blocks of its cluster, and records each instruction of one of its warps. The
// other blocks do not run, so their writes are missing. The warps take turns in a fixed order, so every run gives the
// same trace.

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
    std::size_t max_steps = 1'000'000;
    std::size_t max_bytes = std::size_t{64} << 20;  ///< of the trace
};

class Stepper {
public:
    /// The Error says why the launch does not fit the kernel, that there is no such block or warp, or that the block
    /// needs too much memory. `module` must outlive the Stepper.
    [[nodiscard]] static model::Expected<std::unique_ptr<Stepper>> start(const Module& module, Launch launch,
                                                                         const StepperOptions& options);
    ~Stepper();
    Stepper(const Stepper&) = delete;
    Stepper& operator=(const Stepper&) = delete;

    /// Continues for about `most` instructions of all warps. Returns true if the trace goes on.
    bool advance(std::uint64_t most);

    [[nodiscard]] const WarpTrace& trace() const { return trace_; }
    [[nodiscard]] const Launch& launch() const { return launch_; }

private:
    class Watch;
    Stepper(const Module& module, Launch launch, const StepperOptions& options);
    [[nodiscard]] std::optional<model::Error> prepare();
    /// Call after a round of all warps. False, with a fault, if none can go on.
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
    std::vector<std::byte> registers_;  ///< of the traced warp, before its next step
    std::unique_ptr<Watch> watch_;
    std::unique_ptr<Machine> machine_;
    std::vector<std::unique_ptr<Block>> blocks_;
    std::vector<Warp*> order_;
    Warp* warp_ = nullptr;
    std::size_t next_ = 0;          ///< index in order_ of the warp whose turn it is
    bool has_turn_ = false;         ///< that warp's turn has begun
    std::uint64_t turn_begin_ = 0;  ///< its Warp::issued at that time
    bool made_progress_ = false;    ///< a warp made progress in this round
    int rounds_without_progress_ = 0;
    bool was_waiting_ = false;  ///< the traced warp's last step waits: the next step() records its changes
    bool repeats_ = false;      ///< the last step polls: the same instruction runs again
    std::size_t findings_ = 0;  ///< number of findings that are in the trace
};

}  // namespace spillway::ptx
