#pragma once

// CUPTI's range profiler: one range, which is one launch.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/gpu/cupti.h"

namespace spillway::gpu {

/// On from open() to its end: what is launched in between is slower. Each call says what CUPTI refused.
class RangeProfiler {
public:
    explicit RangeProfiler(const CuptiApi& api) : api_(api) {}
    RangeProfiler(const RangeProfiler&) = delete;
    RangeProfiler& operator=(const RangeProfiler&) = delete;
    ~RangeProfiler();

    CuptiFailure open(CuContext context);
    /// Takes what the passes find: one range, which is one launch.
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
