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

/// Index into `driver.gpus` of the GPU that a job is for; the Error says why there is none.
[[nodiscard]] model::Expected<int> find_gpu(const DriverProbe& driver, const model::Job& job);

/// Keeps context, code and memory between measurements. Used from one thread.
class Measurer {
public:
    /// Of one turn, while another worker waits for its own.
    static constexpr double most_turn_seconds = 0.1;

    /// `cuda_folders`: where the library for hardware counters may lie.
    Measurer(DriverProbe driver, LaunchBounds bounds, Watchdog* watchdog,
             std::vector<std::filesystem::path> cuda_folders = {});
    ~Measurer();

    using OnDone = std::function<void(std::size_t index, const Outcome& outcome)>;
    /// Measures what is compared, a batch of each in turns (A B A B): so that what changes with time changes all of
    /// them. Each is answered once, when it has enough; after one that lost the context no other is.
    void measure(std::span<const MeasureRequest> requests, const OnDone& on_done);
    [[nodiscard]] Outcome measure(const MeasureRequest& request);

    /// What a GPU can do (roofs.h), in a turn of its own.
    [[nodiscard]] model::Expected<model::Roofs> measure_roofs(int device_index);
    /// Tells a GPU and its driver from every other: its UUID and the driver's version.
    [[nodiscard]] std::string identity_of(int device_index) const;

private:
    [[nodiscard]] Failure open(int device_index);
    /// Before anything of these is loaded: what needs another context than the one that is there gets it.
    void renew_for(std::span<const MeasureRequest> requests);
    void close();
    /// Index of the GPU that it is measured on; the Error says why it cannot be.
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
