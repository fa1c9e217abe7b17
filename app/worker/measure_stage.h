#pragma once

// Measuring, one at a time on a thread of its own, since two kernels side by side would time each other.

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "app/gpu/measuring/measure.h"
#include "app/worker/output.h"
#include "app/worker/pipeline.h"
#include "app/worker/task_queue.h"

namespace spillway::worker {

/// The process ends with these after it has answered: the GPU's context is lost, or a call never returned.
inline constexpr int exit_context_lost = 70;
inline constexpr int exit_launch_hung = 71;

/// Thread safe.
class MeasureStage {
public:
    MeasureStage(Output& output, gpu::DriverProbe driver);

    /// Queues a measurement; answers to it follow, the last of them final. What it overtakes is dropped: their ids.
    [[nodiscard]] std::vector<std::uint64_t> push(Measurable measurable);
    [[nodiscard]] std::vector<std::uint64_t> overtake(const std::string& group);
    [[nodiscard]] std::vector<std::uint64_t> cancel(const std::vector<std::uint64_t>& ids);
    /// Queues the question; its answer follows.
    void push(const protocol::RoofsRequest& request);

private:
    [[noreturn]] void work();
    void answer_roofs(const protocol::RoofsRequest& request);
    /// What the GPU of this machine can do: known, kept, or measured now. Reports the Error once.
    const model::Expected<model::Roofs>& roofs_of(int device_index);
    /// Counted launches are explained by what their GPU can do.
    void find_roofs(const Measurable& measurable);
    void measure(const std::vector<std::shared_ptr<const Measurable>>& compared);
    [[nodiscard]] gpu::MeasureRequest request_of(const std::shared_ptr<const Measurable>& measurable);
    [[nodiscard]] protocol::Result answer_of(const Measurable& measurable, const gpu::Outcome& outcome) const;
    [[noreturn]] void leave(const std::string& reason, int status);
    [[noreturn]] void give_up(const std::string& what, double seconds);

    Output& output_;
    TaskQueue queue_;
    std::shared_ptr<const Measurable> current_;  ///< what the watchdog answers for
    Clock::time_point started_;
    gpu::LaunchBounds bounds_;
    gpu::Watchdog watchdog_;
    gpu::DriverProbe driver_;
    gpu::Measurer measurer_;
    std::map<int, model::Expected<model::Roofs>> roofs_;  ///< by the GPU's index
    std::mutex newest_mutex_;
    std::map<std::string, std::uint64_t> newest_;  ///< by group: compiles can end in another order than they were asked
};

}  // namespace spillway::worker
