#pragma once

// Times of single launches or copies, by the GPU's own events, without the cost of launching.
//
// Launch cost leaks into an event pair only when the GPU waits for the host between the two. So a batch of samples is
// enqueued while the GPU is still busy with a head start: reads of the flush buffer. That needs no kernel that spins on
// a host flag until it is let go, which waits for ever where a call in between synchronises (lazy loading, local memory
// that grows), and it bounds itself. Whether the head start was long enough is asked for after the enqueuing; where it
// was not, the batch is never used, and the next one has a longer head start and fewer samples.
//
// Cold: before each sample a buffer of twice the L2's size is read, and what the L2 then holds of it is discarded. A
// written one would leave dirty lines, whose write-back is paid for by the sample; clean ones that stay push out what a
// kernel reads or writes with a hint to evict it first. Warm: before each sample comes a launch that is not timed.
//
// Around both a kernel notes nanoseconds and cycles of one SM, outside the timed window: the SM clock.

#include <functional>
#include <optional>
#include <vector>

#include "app/gpu/device.h"
#include "app/gpu/device_helpers.h"
#include "app/model/experiment.h"

namespace spillway::gpu {

/// Enqueues what is to be timed.
using Work = std::function<Failure(CuStream)>;

struct Sample {
    double seconds = 0;
    std::optional<double> clock_hz;  ///< of the SMs, meanwhile
};

class Sampler {
public:
    static constexpr std::size_t most_samples = 32;  ///< of a batch
    static constexpr int most_discarded_in_a_row = 8;

    [[nodiscard]] Failure open(const DriverApi& api, const DeviceHelpers& own, std::int64_t l2_bytes);

    /// Once, waited for: its seconds. No head start: an estimate.
    [[nodiscard]] Failure once(const Work& work, double& seconds);

    /// A batch of samples; `samples` stays empty where it was not behind its head start.
    [[nodiscard]] Failure batch(const Work& work, model::CacheState cache, std::size_t count,
                                std::vector<Sample>& samples);

    /// Caches as before a sample, waited for.
    [[nodiscard]] Failure prepare_caches(const Work& work, model::CacheState cache);

    /// The most that events add to a sample: what they measure around a kernel that does nothing. Measured once; 0
    /// where that could not be done.
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
    std::vector<Owned<CuEvent>> events_;  ///< begin and end of each sample
    Owned<CuEvent> head_start_end_;
    Memory flush_buffer_, stamps_, host_stamps_;
    int head_start_reads_ = 8;
    std::size_t most_behind_head_start_ = most_samples;
    std::optional<double> event_seconds_;
};

}  // namespace spillway::gpu
