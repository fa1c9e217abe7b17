// The calls of CUPTI's that counting makes, without a GPU: three passes, and every metric's value is the number of
// passes that were begun and ended. STAND_IN_CUPTI_FAILS="NAME=CODE" lets one call fail.

#include <cuda.h>
#include <cupti_profiler_host.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_target.h>

#include <cstdlib>
#include <cstring>
#include <string>

namespace {

constexpr std::size_t passes = 3;
std::size_t passes_done = 0;

CUptiResult outcome(const char* call)
{
    const char* fails = std::getenv("STAND_IN_CUPTI_FAILS");
    const std::string asked = std::string(call) + "=";
    if (!fails || std::strncmp(fails, asked.c_str(), asked.size()) != 0) return CUPTI_SUCCESS;
    return static_cast<CUptiResult>(std::atoi(fails + asked.size()));
}

template <typename Object>
Object* some_object()
{
    static char object;
    return reinterpret_cast<Object*>(&object);
}

}  // namespace

extern "C" {

CUptiResult cuptiGetResultString(CUptiResult result, const char** text)
{
    *text = result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES" : "CUPTI_ERROR";
    return CUPTI_SUCCESS;
}

CUptiResult cuptiDeviceGetChipName(CUpti_Device_GetChipName_Params* params)
{
    params->pChipName = "GH100";
    return outcome("cuptiDeviceGetChipName");
}

CUptiResult cuptiProfilerInitialize(CUpti_Profiler_Initialize_Params*)
{
    passes_done = 0;
    return outcome("cuptiProfilerInitialize");
}

CUptiResult cuptiProfilerDeInitialize(CUpti_Profiler_DeInitialize_Params*)
{
    return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerHostInitialize(CUpti_Profiler_Host_Initialize_Params* params)
{
    params->pHostObject = some_object<CUpti_Profiler_Host_Object>();
    return outcome("cuptiProfilerHostInitialize");
}

CUptiResult cuptiProfilerHostDeinitialize(CUpti_Profiler_Host_Deinitialize_Params*)
{
    return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerHostGetMetricProperties(CUpti_Profiler_Host_GetMetricProperties_Params* params)
{
    const bool is_texture = std::strstr(params->pMetricName, "tex_mem_texture") != nullptr;
    return is_texture ? CUPTI_ERROR_INVALID_PARAMETER : CUPTI_SUCCESS;  // a chip that lacks some
}

CUptiResult cuptiProfilerHostConfigAddMetrics(CUpti_Profiler_Host_ConfigAddMetrics_Params*)
{
    return outcome("cuptiProfilerHostConfigAddMetrics");
}

CUptiResult cuptiProfilerHostGetConfigImageSize(CUpti_Profiler_Host_GetConfigImageSize_Params* params)
{
    params->configImageSize = 64;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerHostGetConfigImage(CUpti_Profiler_Host_GetConfigImage_Params*)
{
    return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerHostGetNumOfPasses(CUpti_Profiler_Host_GetNumOfPasses_Params* params)
{
    params->numOfPasses = passes;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerHostEvaluateToGpuValues(CUpti_Profiler_Host_EvaluateToGpuValues_Params* params)
{
    for (std::size_t i = 0; i < params->numMetrics; ++i) params->pMetricValues[i] = static_cast<double>(passes_done);
    return outcome("cuptiProfilerHostEvaluateToGpuValues");
}

CUptiResult cuptiRangeProfilerEnable(CUpti_RangeProfiler_Enable_Params* params)
{
    params->pRangeProfilerObject = some_object<CUpti_RangeProfiler_Object>();
    return outcome("cuptiRangeProfilerEnable");
}

CUptiResult cuptiRangeProfilerDisable(CUpti_RangeProfiler_Disable_Params*)
{
    return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerGetCounterDataSize(CUpti_RangeProfiler_GetCounterDataSize_Params* params)
{
    params->counterDataSize = 64;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerCounterDataImageInitialize(CUpti_RangeProfiler_CounterDataImage_Initialize_Params*)
{
    return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerSetConfig(CUpti_RangeProfiler_SetConfig_Params*)
{
    return outcome("cuptiRangeProfilerSetConfig");
}

CUptiResult cuptiRangeProfilerStart(CUpti_RangeProfiler_Start_Params*)
{
    return outcome("cuptiRangeProfilerStart");
}

CUptiResult cuptiRangeProfilerStop(CUpti_RangeProfiler_Stop_Params* params)
{
    const bool never_ends = outcome("never_ends") != CUPTI_SUCCESS;
    params->isAllPassSubmitted = ++passes_done == passes && !never_ends;
    return outcome("cuptiRangeProfilerStop");
}

CUptiResult cuptiRangeProfilerDecodeData(CUpti_RangeProfiler_DecodeData_Params*)
{
    return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerGetCounterDataInfo(CUpti_RangeProfiler_GetCounterDataInfo_Params* params)
{
    params->numTotalRanges = 1;
    return CUPTI_SUCCESS;
}

}  // extern "C"
