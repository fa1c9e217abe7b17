#pragma once

// CUPTI's range profiler for one range, which is one launch.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/gpu/cupti.h"
#include "app/gpu/driver_api.h"

namespace spillway::gpu {

/// Active from open() to its destructor; launches are slower meanwhile. Each call returns CUPTI's error.
class RangeProfiler {
public:
    explicit RangeProfiler(const CuptiApi& api) : api_(api) {}
    RangeProfiler(const RangeProfiler&) = delete;
    RangeProfiler& operator=(const RangeProfiler&) = delete;
    ~RangeProfiler();

    CuptiFailure open(CuContext context);
    /// Sets the plan's counters, and clears the memory for their values of one range, which is one launch.
    CuptiFailure configure(const CounterPlan& plan, CUpti_ProfilerReplayMode replay = CUPTI_UserReplay);
    CuptiFailure start();
    CuptiFailure stop(bool& is_last);
    CuptiFailure decode();
    [[nodiscard]] CuptiFailure count_ranges(std::size_t& ranges) const;
    [[nodiscard]] const std::vector<std::uint8_t>& image() const { return image_; }

private:
    template <typename Params>
    Params with_object(std::size_t bytes) const
    {
        auto params = cupti_params<Params>(bytes);
        params.pRangeProfilerObject = object_;
        return params;
    }

    const CuptiApi& api_;
    bool is_initialized_ = false;
    CUpti_RangeProfiler_Object* object_ = nullptr;
    std::vector<std::uint8_t> image_;
};

}  // namespace spillway::gpu
