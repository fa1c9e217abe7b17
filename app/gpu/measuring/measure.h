#pragma once

// Launches, verifies and times configurations on a GPU of this machine.

#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "app/gpu/counters.h"
#include "app/gpu/device_session.h"
#include "app/gpu/driver.h"
#include "app/gpu/gpu_lock.h"
#include "app/gpu/measure_request.h"
#include "app/gpu/watchdog.h"
#include "app/model/error.h"
#include "app/model/job.h"
#include "app/model/roofs.h"
#include "app/model/run_result.h"

namespace spillway::gpu {

/// Index of a job's GPU in `driver.gpus`; the Error says why there is none.
[[nodiscard]] model::Expected<int> find_gpu(const DriverProbe& driver, const model::Job& job);

/// Keeps context, code and memory between measurements. Single-threaded.
class Measurer {
public:
    /// Maximum of one turn while another worker waits.
    static constexpr double max_turn_seconds = 0.1;

    /// `cuda_folders`: places to search for the library for hardware counters.
    Measurer(DriverProbe driver, LaunchBounds bounds, Watchdog* watchdog,
             std::vector<std::filesystem::path> cuda_folders = {});
    ~Measurer();

    using OnDone = std::function<void(std::size_t index, const Outcome& outcome)>;
    /// Measures variants in alternating batches (A B A B), so that drift over time affects all of them equally. Answers
    /// each once it has enough samples. If one loses the context, the others get no answer.
    void measure(std::span<const MeasureRequest> requests, const OnDone& on_done);
    [[nodiscard]] Outcome measure(const MeasureRequest& request);

    /// Roofs (peak rates) of a GPU, see roofs.h; measured in a separate turn.
    [[nodiscard]] model::Expected<model::Roofs> measure_roofs(int device_index);
    /// Unique key of a GPU and its driver: UUID and driver version.
    [[nodiscard]] std::string identity_of(int device_index) const;

private:
    [[nodiscard]] Failure open(int device_index);
    /// Opens a new context before loading, if a request needs one.
    void renew_for(std::span<const MeasureRequest> requests);
    void close();
    /// Index of the request's GPU; the Error says why it cannot measure.
    [[nodiscard]] model::Expected<int> device_for(const MeasureRequest& request) const;

    class Round;

    DriverProbe driver_;
    LaunchBounds bounds_;
    Watchdog* watchdog_;
    DriverApi api_;
    std::unique_ptr<DeviceSession> session_;
    std::unique_ptr<TurnQueue> turns_;
    Counters counters_;
    int device_index_ = -1;
};

}  // namespace spillway::gpu
