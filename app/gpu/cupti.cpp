#include "app/gpu/cupti.h"

#include <filesystem>

#include <dlfcn.h>

#include "app/gpu/counter_names.h"

namespace spillway::gpu {
namespace {

constexpr std::size_t max_config_bytes = std::size_t{16} << 20;

/// Loads libnvperf_host first: libcupti opens it by its bare name, which fails for the folder of a Python wheel.
void load_helpers_beside(const std::filesystem::path& library)
{
    for (const char* name : {"libnvperf_host.so", "libnvperf_target.so"}) {
        const std::filesystem::path helper = library.parent_path() / name;
        std::error_code error;
        if (std::filesystem::exists(helper, error)) dlopen(helper.c_str(), RTLD_NOW | RTLD_LOCAL);
    }
}

}  // namespace

model::Expected<CuptiApi> CuptiApi::open(const std::string& file)
{
    if (file.find('/') != std::string::npos) load_helpers_beside(file);
    void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char* reason = dlerror();
        return model::Error{reason ? reason : file + " could not be loaded", "CUPTI", ""};
    }
    CuptiApi api;
    std::string missing;
    const auto find = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
        if (!function && missing.empty()) missing = name;
    };
#define SPILLWAY_BIND(name) find(api.name, #name);
    SPILLWAY_CUPTI_FUNCTIONS(SPILLWAY_BIND)
#undef SPILLWAY_BIND
    if (!missing.empty()) return model::Error{file + " has no " + missing + ": not the CUPTI of CUDA 13", "CUPTI", ""};
    Dl_info where{};
    const bool known = dladdr(reinterpret_cast<void*>(api.cuptiGetResultString), &where) != 0 && where.dli_fname;
    api.path = known ? where.dli_fname : file;
    return api;
}

std::string CuptiApi::describe(const CuptiError& error) const
{
    const char* text = nullptr;
    const bool has_text = cuptiGetResultString(error.code, &text) == CUPTI_SUCCESS && text;
    return std::string(error.call) + ": " + (has_text ? text : "error " + std::to_string(error.code));
}

void ReleaseHostObject::operator()(CUpti_Profiler_Host_Object* object) const
{
    auto params =
        cupti_params<CUpti_Profiler_Host_Deinitialize_Params>(CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE);
    params.pHostObject = object;
    api->cuptiProfilerHostDeinitialize(&params);
}

CuptiFailure CounterPlan::make(const CuptiApi& api, const std::string& chip, CounterPlan& plan)
{
    auto params =
        cupti_params<CUpti_Profiler_Host_Initialize_Params>(CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE);
    params.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    params.pChipName = chip.c_str();
    if (auto failed = cupti_failure(api.cuptiProfilerHostInitialize(&params), "cuptiProfilerHostInitialize"))
        return failed;
    CounterPlan made;
    made.api_ = &api;
    made.host_ = {params.pHostObject, ReleaseHostObject{&api}};
    made.names_ = names_known_to([&](std::string_view name) { return made.knows(name); });
    if (auto failed = made.schedule()) return failed;
    plan = std::move(made);
    return std::nullopt;
}

bool CounterPlan::knows(std::string_view name) const
{
    const std::string text(name);
    auto params = cupti_params<CUpti_Profiler_Host_GetMetricProperties_Params>(
        CUpti_Profiler_Host_GetMetricProperties_Params_STRUCT_SIZE);
    params.pHostObject = host_.get();
    params.pMetricName = text.c_str();
    return api_->cuptiProfilerHostGetMetricProperties(&params) == CUPTI_SUCCESS;
}

CuptiFailure CounterPlan::schedule()
{
    std::vector<const char*> names = name_pointers();
    auto add = cupti_params<CUpti_Profiler_Host_ConfigAddMetrics_Params>(
        CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE);
    add.pHostObject = host_.get();
    add.ppMetricNames = names.data();
    add.numMetrics = names.size();
    if (auto failed = cupti_failure(api_->cuptiProfilerHostConfigAddMetrics(&add), "cuptiProfilerHostConfigAddMetrics"))
        return failed;

    auto size = cupti_params<CUpti_Profiler_Host_GetConfigImageSize_Params>(
        CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE);
    size.pHostObject = host_.get();
    if (auto failed =
            cupti_failure(api_->cuptiProfilerHostGetConfigImageSize(&size), "cuptiProfilerHostGetConfigImageSize"))
        return failed;
    if (size.configImageSize > max_config_bytes)
        return CuptiError{CUPTI_ERROR_INVALID_PARAMETER, "cuptiProfilerHostGetConfigImageSize"};
    config_.resize(size.configImageSize);

    auto image =
        cupti_params<CUpti_Profiler_Host_GetConfigImage_Params>(CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE);
    image.pHostObject = host_.get();
    image.configImageSize = config_.size();
    image.pConfigImage = config_.data();
    if (auto failed = cupti_failure(api_->cuptiProfilerHostGetConfigImage(&image), "cuptiProfilerHostGetConfigImage"))
        return failed;

    auto passes =
        cupti_params<CUpti_Profiler_Host_GetNumOfPasses_Params>(CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE);
    passes.configImageSize = config_.size();
    passes.pConfigImage = config_.data();
    if (auto failed = cupti_failure(api_->cuptiProfilerHostGetNumOfPasses(&passes), "cuptiProfilerHostGetNumOfPasses"))
        return failed;
    passes_ = passes.numOfPasses;
    return std::nullopt;
}

std::vector<const char*> CounterPlan::name_pointers() const
{
    std::vector<const char*> pointers;
    for (const std::string& name : names_) pointers.push_back(name.c_str());
    return pointers;
}

CuptiFailure CounterPlan::evaluate(const std::vector<std::uint8_t>& image, std::vector<double>& values) const
{
    std::vector<const char*> names = name_pointers();
    values.assign(names.size(), 0);
    auto params = cupti_params<CUpti_Profiler_Host_EvaluateToGpuValues_Params>(
        CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE);
    params.pHostObject = host_.get();
    params.pCounterDataImage = image.data();
    params.counterDataImageSize = image.size();
    params.rangeIndex = 0;
    params.ppMetricNames = names.data();
    params.numMetrics = names.size();
    params.pMetricValues = values.data();
    return cupti_failure(api_->cuptiProfilerHostEvaluateToGpuValues(&params), "cuptiProfilerHostEvaluateToGpuValues");
}

}  // namespace spillway::gpu
