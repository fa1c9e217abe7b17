#pragma once

// Times of single launches, by the GPU's own events, without the cost of launching.
//
// Launch cost leaks into an event pair only when the GPU waits for the host between the two. So a batch of samples is
// enqueued while the GPU is still busy with a head start: fills of the flush buffer. That needs no kernel of our own
// that spins on a host flag until it is let go, which waits for ever where a call in between synchronises (lazy
// loading, local memory that grows), and it bounds itself. Whether the head start was long enough is asked for after
// the enqueuing; where it was not, the batch is discarded and the next one is given a longer one.
//
// Cold: each sample is preceded by writing a buffer of the size of the L2, outside the timed window. Warm: the batch
// begins with launches that are not timed.

#include <vector>

#include "app/gpu/device.h"
#include "app/gpu/launch.h"
#include "app/model/experiment.h"

namespace spillway::gpu {

class Sampler {
public:
    static constexpr int most_samples = 32;  ///< of a batch

    [[nodiscard]] Failure open(const DriverApi& api, std::int64_t l2_bytes);

    /// A single launch, waited for: its seconds. No head start: an estimate.
    [[nodiscard]] Failure once(const Launch& launch, double& seconds);

    /// A batch of samples; `seconds` stays empty where it was discarded.
    [[nodiscard]] Failure batch(const Launch& launch, model::CacheState cache, int samples,
                                std::vector<double>& seconds);

    /// Caches as before a sample, waited for.
    [[nodiscard]] Failure prepare_caches(const Launch& launch, model::CacheState cache);

    [[nodiscard]] CuStream stream() const { return stream_.get(); }
    [[nodiscard]] int discarded_batches() const { return discarded_; }

private:
    [[nodiscard]] Failure flush(int times);

    const DriverApi* api_ = nullptr;
    Owned<CuStream> stream_;
    std::vector<Owned<CuEvent>> events_;  ///< begin and end of each sample
    Owned<CuEvent> head_start_end_;
    Memory flush_buffer_;
    int head_start_fills_ = 8;
    int discarded_ = 0;
};

}  // namespace spillway::gpu
