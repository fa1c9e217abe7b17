#pragma once

// Measures one request at a time on a separate thread, because concurrent kernels would distort each other's times.

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

/// Exit statuses after the last answer: the CUDA context is lost, or a driver call never returned.
inline constexpr int exit_context_lost = 70;
inline constexpr int exit_launch_hung = 71;

/// Thread-safe.
class MeasureStage {
public:
    MeasureStage(Output& output, gpu::DriverProbe driver);

    /// Queues a measurement; its answers follow, the last one final. Returns the ids of the
    /// dropped requests: those it replaced, or its own if a newer one of its group has come or the queue is full.
    [[nodiscard]] std::vector<std::uint64_t> push(Measurable measurable);
    [[nodiscard]] std::vector<std::uint64_t> overtake(const std::string& group);
    [[nodiscard]] std::vector<std::uint64_t> cancel(const std::vector<std::uint64_t>& ids);
    /// Queues the request; its answer follows.
    void push(const protocol::RoofsRequest& request);

private:
    [[noreturn]] void work();
    void answer_roofs(const protocol::RoofsRequest& request);
    /// Returns the roofs (peak rates) of this machine's GPU: from memory, from disk, or measured now. Reports an Error
    /// once.
    const model::Expected<model::Roofs>& roofs_of(int device_index);
    /// Measures the roofs before counters are read, because the time account needs them.
    void find_roofs(const Measurable& measurable);
    void measure(const std::vector<std::shared_ptr<const Measurable>>& compared);
    [[nodiscard]] gpu::MeasureRequest request_of(const std::shared_ptr<const Measurable>& measurable);
    [[nodiscard]] protocol::Result answer_of(const Measurable& measurable, const gpu::Outcome& outcome) const;
    [[noreturn]] void leave(const std::string& reason, int status);
    [[noreturn]] void give_up(const std::string& what, double seconds);

    Output& output_;
    TaskQueue queue_;
    std::shared_ptr<const Measurable> current_;  ///< request to answer if the watchdog expires
    Clock::time_point started_;
    gpu::LaunchBounds bounds_;
    gpu::Watchdog watchdog_;
    gpu::DriverProbe driver_;
    gpu::Measurer measurer_;
    std::map<int, model::Expected<model::Roofs>> roofs_;  ///< by GPU index
    std::mutex newest_mutex_;
    std::map<std::string, std::uint64_t> newest_;  ///< by group; compiles can finish out of order
};

}  // namespace spillway::worker
