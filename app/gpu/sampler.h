#pragma once

// Times single launches or copies with GPU events, without the launch cost.
//
// Launch cost enters an event pair only if the GPU waits for the host between the two. So a batch of samples is
// enqueued while the GPU is busy with a head start: reads of the flush buffer. This is bounded, unlike a kernel that
// spins on a host flag: such a kernel waits forever if a call in between synchronizes (lazy loading, growing local
// memory). After enqueuing, the sampler checks that the head start was long enough. If not, it discards the batch and
// gives the next one a longer head start and fewer samples.
//
// Cold: before each sample a buffer of twice the L2's size is read, and its lines are then discarded. Writing instead
// would leave dirty lines, and the sample would pay for their write-back. Clean lines that stay would evict data that a
// kernel accesses with an evict-first hint. Warm: an untimed launch precedes each sample.
//
// Before and after each sample, outside the timed window, a kernel records nanoseconds and cycles of one SM: the SM
// clock.

#include <functional>
#include <optional>
#include <vector>

#include "app/gpu/device.h"
#include "app/gpu/device_helpers.h"
#include "app/model/experiment.h"

namespace spillway::gpu {

/// Enqueues the work to be timed.
using Work = std::function<Failure(CuStream)>;

struct Sample {
    double seconds = 0;
    std::optional<double> clock_hz;  ///< SM clock during the sample
};

class Sampler {
public:
    static constexpr std::size_t max_samples = 32;  ///< per batch
    static constexpr int max_discarded_in_a_row = 8;

    [[nodiscard]] Failure open(const DriverApi& api, const DeviceHelpers& own, std::int64_t l2_bytes);

    /// Runs the work once and waits for it; `seconds` receives an estimate, because there is no head start.
    [[nodiscard]] Failure once(const Work& work, double& seconds);

    /// Times a batch; `samples` stays empty if the head start was too short.
    [[nodiscard]] Failure batch(const Work& work, model::CacheState cache, std::size_t count,
                                std::vector<Sample>& samples);

    /// Brings the caches into the state before a sample, and waits.
    [[nodiscard]] Failure prepare_caches(const Work& work, model::CacheState cache);

    /// Time between two events around an empty kernel: the most that events add to a sample. Measured once; 0 if it
    /// could not be measured.
    [[nodiscard]] Failure event_seconds(double& seconds);

    [[nodiscard]] CuStream stream() const { return stream_.get(); }

private:
    [[nodiscard]] Failure begin_head_start();
    [[nodiscard]] Failure empty_cache();
    [[nodiscard]] Failure enqueue(const Work& work, bool is_cold, std::size_t index);
    [[nodiscard]] Failure read_samples(std::size_t count, std::vector<Sample>& samples);

    const DriverApi* api_ = nullptr;
    const DeviceHelpers* own_ = nullptr;
    Owned<CuStream> stream_;
    std::vector<Owned<CuEvent>> events_;  ///< start and end of each sample
    Owned<CuEvent> head_start_end_;
    Memory flush_buffer_, stamps_, host_stamps_;
    int head_start_reads_ = 8;
    std::size_t max_behind_head_start_ = max_samples;
    std::optional<double> event_seconds_;
};

}  // namespace spillway::gpu
