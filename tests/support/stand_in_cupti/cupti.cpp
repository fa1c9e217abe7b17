// A stand-in for CUPTI without a GPU, with the calls that the counters need. There are three passes; the value of every
// metric is the number of passes that were begun and ended. Warp samples belong to the function
// STAND_IN_CUPTI_FUNCTION: at instruction number i from 1, of STAND_IN_CUPTI_INSTRUCTIONS (3), 10 i samples wait for
// data and i have issued. With STAND_IN_CUPTI_STALE the samples name the previously loaded code.
// STAND_IN_CUPTI_FAILS="NAME=CODE" makes one call fail.

#include <cuda.h>
#include <cupti_pcsampling.h>
#include <cupti_profiler_host.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_target.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <set>
#include <string>

namespace {

constexpr std::size_t passes = 3;
std::size_t passes_done = 0;

constexpr const char* stall_reasons[] = {"smsp__pcsamp_warps_issue_stalled_long_scoreboard",
                                         "smsp__pcsamp_warps_issue_stalled_long_scoreboard_not_issued",
                                         "smsp__pcsamp_warps_issue_stalled_selected"};
constexpr std::uint32_t first_reason = 7;
bool is_sampling = false;
CUpti_ComputeCrcCallbackFunc checksum_of = nullptr;
std::uint64_t loaded_module = 0;  ///< number from the callback
std::size_t instructions_told = 0;

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

#ifndef STAND_IN_HAS_ACTIVITIES
CUptiResult cuptiGetResultString(CUptiResult result, const char** text)
{
    *text = result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES" : "CUPTI_ERROR";
    return CUPTI_SUCCESS;
}
#endif

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
    return is_texture ? CUPTI_ERROR_INVALID_PARAMETER : CUPTI_SUCCESS;  // simulates a chip without these metrics
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
    passes_done = 0;
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

CUptiResult cuptiRegisterComputeCrcCallback(CUpti_ComputeCrcCallbackFunc callback)
{
    checksum_of = callback;
    return outcome("cuptiRegisterComputeCrcCallback");
}

CUptiResult cuptiPCSamplingEnable(CUpti_PCSamplingEnableParams*)
{
    return outcome("cuptiPCSamplingEnable");
}

CUptiResult cuptiPCSamplingDisable(CUpti_PCSamplingDisableParams*)
{
    is_sampling = false;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiPCSamplingGetNumStallReasons(CUpti_PCSamplingGetNumStallReasonsParams* params)
{
    *params->numStallReasons = std::size(stall_reasons);
    return outcome("cuptiPCSamplingGetNumStallReasons");
}

CUptiResult cuptiPCSamplingGetStallReasons(CUpti_PCSamplingGetStallReasonsParams* params)
{
    for (std::size_t i = 0; i < params->numStallReasons; ++i) {
        params->stallReasonIndex[i] = static_cast<std::uint32_t>(i + first_reason);
        std::strncpy(params->stallReasons[i], stall_reasons[i], CUPTI_STALL_REASON_STRING_SIZE - 1);
    }
    return outcome("cuptiPCSamplingGetStallReasons");
}

CUptiResult cuptiPCSamplingSetConfigurationAttribute(CUpti_PCSamplingConfigurationInfoParams*)
{
    return outcome("cuptiPCSamplingSetConfigurationAttribute");
}

CUptiResult cuptiPCSamplingStart(CUpti_PCSamplingStartParams*)
{
    is_sampling = true;
    return outcome("cuptiPCSamplingStart");
}

CUptiResult cuptiPCSamplingStop(CUpti_PCSamplingStopParams*)
{
    instructions_told = 0;
    // The code was loaded after sampling began; with STAND_IN_CUPTI_STALE its address is attributed to older code.
    if (checksum_of && !std::getenv("STAND_IN_CUPTI_STALE")) checksum_of(nullptr, 0, &loaded_module);
    return is_sampling ? outcome("cuptiPCSamplingStop") : CUPTI_ERROR_INVALID_OPERATION;
}

/// Returns two instructions per call, like a small buffer.
CUptiResult cuptiPCSamplingGetData(CUpti_PCSamplingGetDataParams* params)
{
    auto* data = static_cast<CUpti_PCSamplingData*>(params->pcSamplingData);
    const char* function = std::getenv("STAND_IN_CUPTI_FUNCTION");
    const char* count = std::getenv("STAND_IN_CUPTI_INSTRUCTIONS");
    const std::size_t all = count ? static_cast<std::size_t>(std::atoi(count)) : 3;
    data->totalNumPcs = 0;
    data->droppedSamples = 1;
    data->totalSamples = data->nonUsrKernelsTotalSamples = all == 0 ? 5 : 0;  // samples of unknown code
    while (instructions_told < all && data->totalNumPcs < 2) {
        CUpti_PCSamplingPCData& at = data->pPcData[data->totalNumPcs++];
        const auto number = static_cast<std::uint32_t>(++instructions_told);
        at.pcOffset = 16 * (number - 1);
        at.cubinCrc = loaded_module;
        // Like CUPTI, returns the same string for the same function each time: a caller that frees it crashes.
        static std::set<std::string> names;
        at.functionName = const_cast<char*>(names.insert(function ? function : "kernel").first->c_str());
        // Like CUPTI, reads the array's capacity from the count.
        at.stallReasonCount = std::min(at.stallReasonCount, std::size(stall_reasons));
        const std::uint32_t found[] = {10 * number, 5 * number, number};
        for (std::uint32_t i = 0; i < std::min<std::size_t>(at.stallReasonCount, 3); ++i)
            at.stallReason[i] = {first_reason + i, found[i]};
    }
    data->remainingNumPcs = all - instructions_told;
    return outcome("cuptiPCSamplingGetData");
}

}  // extern "C"
