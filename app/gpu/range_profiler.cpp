#include "app/gpu/range_profiler.h"

namespace spillway::gpu {
namespace {

constexpr std::size_t max_image_bytes = std::size_t{64} << 20;

}  // namespace

RangeProfiler::~RangeProfiler()
{
    if (object_) {
        auto params = with_object<CUpti_RangeProfiler_Disable_Params>(CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE);
        api_.cuptiRangeProfilerDisable(&params);
    }
    if (!is_initialized_) return;
    auto params = cupti_params<CUpti_Profiler_DeInitialize_Params>(CUpti_Profiler_DeInitialize_Params_STRUCT_SIZE);
    api_.cuptiProfilerDeInitialize(&params);
}

CuptiFailure RangeProfiler::open(CuContext context)
{
    auto initialize = cupti_params<CUpti_Profiler_Initialize_Params>(CUpti_Profiler_Initialize_Params_STRUCT_SIZE);
    if (auto failed = cupti_failure(api_.cuptiProfilerInitialize(&initialize), "cuptiProfilerInitialize"))
        return failed;
    is_initialized_ = true;
    auto enable = cupti_params<CUpti_RangeProfiler_Enable_Params>(CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE);
    enable.ctx = static_cast<CUcontext>(context);
    if (auto failed = cupti_failure(api_.cuptiRangeProfilerEnable(&enable), "cuptiRangeProfilerEnable")) return failed;
    object_ = enable.pRangeProfilerObject;
    return std::nullopt;
}

CuptiFailure RangeProfiler::configure(const CounterPlan& plan, CUpti_ProfilerReplayMode replay)
{
    std::vector<const char*> names = plan.name_pointers();
    auto size = with_object<CUpti_RangeProfiler_GetCounterDataSize_Params>(
        CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE);
    size.pMetricNames = names.data();
    size.numMetrics = names.size();
    size.maxNumOfRanges = 1;
    size.maxNumRangeTreeNodes = 1;
    if (auto failed =
            cupti_failure(api_.cuptiRangeProfilerGetCounterDataSize(&size), "cuptiRangeProfilerGetCounterDataSize"))
        return failed;
    if (size.counterDataSize > max_image_bytes)
        return CuptiError{CUPTI_ERROR_INVALID_PARAMETER, "cuptiRangeProfilerGetCounterDataSize"};
    image_.assign(size.counterDataSize, 0);

    auto clear = with_object<CUpti_RangeProfiler_CounterDataImage_Initialize_Params>(
        CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE);
    clear.counterDataSize = image_.size();
    clear.pCounterData = image_.data();
    if (auto failed = cupti_failure(api_.cuptiRangeProfilerCounterDataImageInitialize(&clear),
                                    "cuptiRangeProfilerCounterDataImageInitialize"))
        return failed;

    auto config = with_object<CUpti_RangeProfiler_SetConfig_Params>(CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE);
    config.configSize = plan.config().size();
    config.pConfig = plan.config().data();
    config.counterDataImageSize = image_.size();
    config.pCounterDataImage = image_.data();
    config.range = CUPTI_AutoRange;
    config.replayMode = replay;
    config.maxRangesPerPass = 1;
    config.numNestingLevels = 1;
    config.minNestingLevel = 1;
    return cupti_failure(api_.cuptiRangeProfilerSetConfig(&config), "cuptiRangeProfilerSetConfig");
}

CuptiFailure RangeProfiler::start()
{
    auto params = with_object<CUpti_RangeProfiler_Start_Params>(CUpti_RangeProfiler_Start_Params_STRUCT_SIZE);
    return cupti_failure(api_.cuptiRangeProfilerStart(&params), "cuptiRangeProfilerStart");
}

CuptiFailure RangeProfiler::stop(bool& is_last)
{
    auto params = with_object<CUpti_RangeProfiler_Stop_Params>(CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE);
    auto failed = cupti_failure(api_.cuptiRangeProfilerStop(&params), "cuptiRangeProfilerStop");
    is_last = params.isAllPassSubmitted != 0;
    return failed;
}

CuptiFailure RangeProfiler::decode()
{
    auto params = with_object<CUpti_RangeProfiler_DecodeData_Params>(CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE);
    return cupti_failure(api_.cuptiRangeProfilerDecodeData(&params), "cuptiRangeProfilerDecodeData");
}

CuptiFailure RangeProfiler::count_ranges(std::size_t& ranges) const
{
    auto params = cupti_params<CUpti_RangeProfiler_GetCounterDataInfo_Params>(
        CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE);
    params.pCounterDataImage = image_.data();
    params.counterDataImageSize = image_.size();
    auto failed =
        cupti_failure(api_.cuptiRangeProfilerGetCounterDataInfo(&params), "cuptiRangeProfilerGetCounterDataInfo");
    ranges = params.numTotalRanges;
    return failed;
}

}  // namespace spillway::gpu
