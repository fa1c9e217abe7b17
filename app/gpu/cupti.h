#pragma once

// NVIDIA's libcupti, loaded at run time, and the steps of it that counting needs. Include it only if CUPTI's headers
// exist (SPILLWAY_HAS_CUPTI).

#include <cuda.h>
#include <cupti_pcsampling.h>
#include <cupti_profiler_host.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_target.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"

namespace spillway::gpu {

/// Failed CUPTI call.
struct CuptiError {
    CUptiResult code = CUPTI_SUCCESS;
    const char* call = "";
};
using CuptiFailure = std::optional<CuptiError>;

// clang-format off
#define SPILLWAY_CUPTI_FUNCTIONS(X)                                     \
    X(cuptiGetResultString)                                             \
    X(cuptiDeviceGetChipName)                                           \
    X(cuptiProfilerInitialize)                                          \
    X(cuptiProfilerDeInitialize)                                        \
    X(cuptiProfilerHostInitialize)                                      \
    X(cuptiProfilerHostDeinitialize)                                    \
    X(cuptiProfilerHostGetMetricProperties)                             \
    X(cuptiProfilerHostConfigAddMetrics)                                \
    X(cuptiProfilerHostGetConfigImageSize)                              \
    X(cuptiProfilerHostGetConfigImage)                                  \
    X(cuptiProfilerHostGetNumOfPasses)                                  \
    X(cuptiProfilerHostEvaluateToGpuValues)                             \
    X(cuptiRangeProfilerEnable)                                         \
    X(cuptiRangeProfilerDisable)                                        \
    X(cuptiRangeProfilerGetCounterDataSize)                             \
    X(cuptiRangeProfilerCounterDataImageInitialize)                     \
    X(cuptiRangeProfilerSetConfig)                                      \
    X(cuptiRangeProfilerStart)                                          \
    X(cuptiRangeProfilerStop)                                           \
    X(cuptiRangeProfilerDecodeData)                                     \
    X(cuptiRangeProfilerGetCounterDataInfo)                             \
    X(cuptiRegisterComputeCrcCallback)                                  \
    X(cuptiPCSamplingEnable)                                            \
    X(cuptiPCSamplingDisable)                                           \
    X(cuptiPCSamplingGetNumStallReasons)                                \
    X(cuptiPCSamplingGetStallReasons)                                   \
    X(cuptiPCSamplingSetConfigurationAttribute)                         \
    X(cuptiPCSamplingStart)                                             \
    X(cuptiPCSamplingStop)                                              \
    X(cuptiPCSamplingGetData)
// clang-format on

/// Loaded library. Never unloaded, because its threads and hooks would outlive it.
struct CuptiApi {
#define SPILLWAY_DECLARE(name) decltype(&::name) name = nullptr;
    SPILLWAY_CUPTI_FUNCTIONS(SPILLWAY_DECLARE)
#undef SPILLWAY_DECLARE
    std::string path;

    /// The Error names the file and the reason.
    [[nodiscard]] static model::Expected<CuptiApi> open(const std::string& file);
    /// Example: "cuptiRangeProfilerEnable: CUPTI_ERROR_HARDWARE_BUSY".
    [[nodiscard]] std::string describe(const CuptiError& error) const;
};

inline CuptiFailure cupti_failure(CUptiResult status, const char* call)
{
    if (status == CUPTI_SUCCESS) return std::nullopt;
    return CuptiError{status, call};
}

/// Parameter struct with its size set; all else is zero.
template <typename Params>
Params cupti_params(std::size_t bytes)
{
    Params params{};
    params.structSize = bytes;
    return params;
}

struct ReleaseHostObject {
    const CuptiApi* api = nullptr;
    void operator()(CUpti_Profiler_Host_Object* object) const;
};

/// Counters of one chip and the hardware configuration for them. Needs no GPU.
class CounterPlan {
public:
    /// `chip` is CUPTI's name: "GH100".
    [[nodiscard]] static CuptiFailure make(const CuptiApi& api, const std::string& chip, CounterPlan& plan);

    CounterPlan() = default;
    CounterPlan(CounterPlan&&) = default;
    CounterPlan& operator=(CounterPlan&&) = default;

    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
    [[nodiscard]] const std::vector<std::uint8_t>& config() const { return config_; }
    [[nodiscard]] std::size_t passes() const { return passes_; }
    /// Names in the form of CUPTI's calls.
    [[nodiscard]] std::vector<const char*> name_pointers() const;
    /// Computes the values of a decoded image with one range.
    [[nodiscard]] CuptiFailure evaluate(const std::vector<std::uint8_t>& image, std::vector<double>& values) const;

private:
    [[nodiscard]] bool knows(std::string_view name) const;
    [[nodiscard]] CuptiFailure schedule();

    const CuptiApi* api_ = nullptr;
    std::unique_ptr<CUpti_Profiler_Host_Object, ReleaseHostObject> host_;
    std::vector<std::string> names_;
    std::vector<std::uint8_t> config_;
    std::size_t passes_ = 0;
};

}  // namespace spillway::gpu
