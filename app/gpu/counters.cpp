#include "app/gpu/counters.h"

#include <cmath>
#include <fstream>
#include <sstream>

#if SPILLWAY_HAS_CUPTI
#include "app/gpu/cupti.h"
#include "app/gpu/pc_sampling.h"
#include "app/gpu/range_profiler.h"
#endif
#include "app/gpu/cupti_search.h"

namespace spillway::gpu {

#if SPILLWAY_HAS_CUPTI

namespace {

constexpr const char* cupti_advice =
    "install the CUDA toolkit, or the Python package nvidia-cuda-cupti, and name its folder in SPILLWAY_CUPTI";
constexpr const char* rights_advice =
    "ask an administrator to load the driver's module with NVreg_RestrictProfilingToAdminUsers=0, or start Spillway as "
    "root";

/// Advice for errors that the user can fix.
const char* advice_for(CUptiResult code)
{
    switch (code) {
        case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES: return rights_advice;
        case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
            return "ask an administrator to enable profiling for this virtual machine";
        case CUPTI_ERROR_HARDWARE_BUSY:
        case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
            return "another profiler or monitor uses the counters: end it and measure again";
        case CUPTI_ERROR_NOT_INITIALIZED:
        case CUPTI_ERROR_NOT_COMPATIBLE: return "CUPTI needs a newer driver: install one";
        default: return "ncu's messages about the same GPU may tell you more";
    }
}

std::string no_counters(const std::string& what, const std::string& advice)
{
    return "No counters: " + what + "; " + advice;
}

std::string no_samples(const CuptiApi& api, const CuptiError& error)
{
    return "No samples of waiting warps: " + api.describe(error) + "; " + advice_for(error.code);
}

std::string file_text(const char* path)
{
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Opens the first library that loads. The Error lists the reasons of all failures.
model::Expected<CuptiApi> open_cupti(const std::vector<std::filesystem::path>& cuda_folders)
{
    const std::vector<std::string> files = cupti_files(cuda_folders);
    if (files.empty()) return model::Error{"CUPTI is switched off by SPILLWAY_CUPTI=none", "CUPTI", cupti_advice};
    std::string reasons;
    for (const std::string& file : files) {
        auto opened = CuptiApi::open(file);
        if (opened) return opened;
        if (file.find('/') != std::string::npos) reasons += (reasons.empty() ? "" : "; ") + opened.error().what;
    }
    if (reasons.empty()) reasons = "libcupti was not found";
    return model::Error{reasons, "CUPTI", cupti_advice};
}

/// Removes samples of functions that the code does not contain. Returns the number of removed samples.
std::int64_t drop_others(model::StallSamples& samples, const std::string* code)
{
    if (code == nullptr) return 0;
    const std::int64_t before = samples.samples;
    std::erase_if(samples.instructions, [&](const model::InstructionSamples& at) {
        const bool is_others =
            code->find(samples.functions[static_cast<std::size_t>(at.function)]) == std::string::npos;
        if (is_others) samples.samples -= at.samples;
        return is_others;
    });
    return before - samples.samples;
}

/// Launches once per pass. `failed`: the launch or its preparation failed.
CuptiFailure run_passes(RangeProfiler& profiler, std::size_t passes, const Countable& countable, Failure& failed)
{
    for (std::size_t pass = 0; pass < passes; ++pass) {
        if ((failed = countable.prepare())) return std::nullopt;
        if (auto start_failed = profiler.start()) return start_failed;
        failed = countable.launch();
        bool is_last = false;
        auto stop_failed = profiler.stop(is_last);
        if (failed || stop_failed) return stop_failed;
        if (is_last) return std::nullopt;
    }
    return CuptiError{CUPTI_ERROR_UNKNOWN, "cuptiRangeProfilerStop"};
}

}  // namespace

/// Loaded library, and the counter plan of the last GPU.
class Cupti {
public:
    explicit Cupti(CuptiApi api) : api_(std::move(api)) {}
    [[nodiscard]] const CuptiApi& api() const { return api_; }

    CuptiFailure count(int device_index, CuContext context, const Countable& countable, Counted& counted)
    {
        if (auto failed = switch_on(context)) return failed;
        if (auto failed = plan_for(device_index)) return failed;
        if (auto failed = profiler_->configure(plan_)) return failed;
        if (auto failed = run_passes(*profiler_, plan_.passes(), countable, counted.failed)) return failed;
        if (counted.failed) return std::nullopt;
        return take(counted);
    }

    CuptiFailure take(Counted& counted) const
    {
        if (auto failed = profiler_->decode()) return failed;
        std::size_t ranges = 0;
        if (auto failed = profiler_->count_ranges(ranges)) return failed;
        if (ranges != 1) return CuptiError{CUPTI_ERROR_INVALID_OPERATION, "cuptiRangeProfilerGetCounterDataInfo"};
        return read(profiler_->image(), counted);
    }

    /// CUPTI may assign a launch to a kernel that had the same address in an earlier context: 10 of 4,449 launches on
    /// an H200. Loading the code again gives it a new address.
    CuptiFailure sample(CuContext context, const Countable& countable, double launch_cycles, Sampled& sampled)
    {
        for (int attempt = 0; attempt < max_attempts; ++attempt) {
            sampled = {};
            const auto failed = sample_once(context, countable, launch_cycles, sampled);
            if (failed || !sampled.reason) return failed;
        }
        return std::nullopt;
    }

    CuptiFailure sample_once(CuContext context, const Countable& countable, double launch_cycles, Sampled& sampled)
    {
        if ((sampled.failed = countable.prepare())) return std::nullopt;
        if (auto failed = switch_sampler_on(context)) return failed;
        if (auto failed = sampler_->start(sampling_period(launch_cycles))) return failed;
        if (countable.load_again) sampled.failed = countable.load_again();
        if (!sampled.failed) sampled.failed = countable.launch();
        auto stopped = sampler_->stop();
        if (sampled.failed || stopped) return sampled.failed ? std::nullopt : stopped;
        model::StallSamples samples;
        if (auto failed = sampler_->read(samples)) return failed;
        const std::int64_t others = sampler_->of_other_code() + drop_others(samples, countable.code);
        if ((sampled.reason = why_not_this_launch(samples, others))) sampler_.reset();
        model::keep_most(samples, max_instructions, max_reasons);
        sampled.samples = std::move(samples);
        return std::nullopt;
    }

    CuptiFailure begin_replayed(int device_index, CuContext context)
    {
        if (auto failed = switch_on(context)) return failed;
        if (auto failed = plan_for(device_index)) return failed;
        if (auto failed = profiler_->configure(plan_, CUPTI_KernelReplay)) return failed;
        return profiler_->start();
    }

    CuptiFailure end_replayed(Counted& counted)
    {
        bool is_last = false;  // for CUPTI's own passes; unused here
        if (auto failed = profiler_->stop(is_last)) return failed;
        return take(counted);
    }

    void switch_off()
    {
        profiler_.reset();
        sampler_.reset();
    }

private:
    static constexpr std::size_t max_instructions = 2048, max_reasons = 6;  // the most frequent ones
    static constexpr std::int64_t late_among = 100;
    static constexpr int max_attempts = 3;

    /// Tolerates a few late samples of the previous launch.
    std::optional<std::string> why_not_this_launch(const model::StallSamples& samples, std::int64_t others) const
    {
        if (others > samples.samples / late_among)
            return "No samples of waiting warps: CUPTI assigned " + std::to_string(others) + " of " +
                   std::to_string(others + samples.samples) + " to another kernel; measure again";
        if (samples.samples > 0) return std::nullopt;
        return "No samples of waiting warps: " + sampler_->explain_no_samples();
    }

    CuptiFailure switch_on(CuContext context)
    {
        if (profiler_ && context == context_) return std::nullopt;
        switch_off();  // CUPTI allows only one of the two
        auto profiler = std::make_unique<RangeProfiler>(api_);
        if (auto failed = profiler->open(context)) return failed;
        profiler_ = std::move(profiler);
        context_ = context;
        return std::nullopt;
    }

    CuptiFailure switch_sampler_on(CuContext context)
    {
        if (sampler_ && context == context_) return std::nullopt;
        switch_off();
        auto sampler = std::make_unique<PcSampler>(api_);
        if (auto failed = sampler->open(context)) return failed;
        sampler_ = std::move(sampler);
        context_ = context;
        return std::nullopt;
    }

    CuptiFailure plan_for(int device_index)
    {
        if (device_index == planned_device_) return std::nullopt;
        auto chip = cupti_params<CUpti_Device_GetChipName_Params>(CUpti_Device_GetChipName_Params_STRUCT_SIZE);
        chip.deviceIndex = static_cast<std::size_t>(device_index);
        if (auto failed = cupti_failure(api_.cuptiDeviceGetChipName(&chip), "cuptiDeviceGetChipName")) return failed;
        if (auto failed = CounterPlan::make(api_, chip.pChipName, plan_)) return failed;
        planned_device_ = device_index;
        return std::nullopt;
    }

    CuptiFailure read(const std::vector<std::uint8_t>& image, Counted& counted) const
    {
        std::vector<double> values;
        if (auto failed = plan_.evaluate(image, values)) return failed;
        for (std::size_t i = 0; i < values.size(); ++i)  // a ratio without events is NaN
            if (std::isfinite(values[i])) counted.values[plan_.names()[i]] = values[i];
        return std::nullopt;
    }

    CuptiApi api_;
    CounterPlan plan_;
    int planned_device_ = -1;
    std::unique_ptr<RangeProfiler> profiler_;  ///< while it is on
    std::unique_ptr<PcSampler> sampler_;       ///< while it is on; never both
    CuContext context_ = nullptr;              ///< context of the active one
};

Counters::Counters(std::vector<std::filesystem::path> cuda_folders) : cuda_folders_(std::move(cuda_folders)) {}
Counters::~Counters() = default;

bool Counters::load()
{
    if (cupti_ || reason_) return cupti_ != nullptr;
    if (auto api = open_cupti(cuda_folders_))
        cupti_ = std::make_unique<Cupti>(std::move(*api));
    else
        reason_ = no_counters(api.error().what, api.error().advice);
    return cupti_ != nullptr;
}

Sampled Counters::sample(CuContext context, const Countable& countable, double launch_cycles)
{
    Sampled sampled;
    if (!load())
        sampled.reason = reason_;
    else if (const auto failed = cupti_->sample(context, countable, launch_cycles, sampled))
        sampled.reason = no_samples(cupti_->api(), *failed);
    if (cupti_ && (sampled.reason || sampled.failed)) cupti_->switch_off();
    if (sampled.reason) sampled.samples.reset();
    return sampled;
}

std::optional<std::string> Counters::begin_replayed(int device_index, CuContext context)
{
    if (!load()) return reason_;
    const auto failed = cupti_->begin_replayed(device_index, context);
    if (!failed) return std::nullopt;
    cupti_->switch_off();
    return no_counters(cupti_->api().describe(*failed), advice_for(failed->code));
}

Counted Counters::end_replayed()
{
    Counted counted;
    if (const auto failed = cupti_->end_replayed(counted))
        counted.reason = no_counters(cupti_->api().describe(*failed), advice_for(failed->code));
    cupti_->switch_off();
    return counted;
}

Counted Counters::count(int device_index, CuContext context, const Countable& countable)
{
    Counted counted;
    if (!load()) {
        counted.reason = reason_;
    } else if (const auto failed = cupti_->count(device_index, context, countable, counted)) {
        counted.reason = no_counters(cupti_->api().describe(*failed), advice_for(failed->code));
        cupti_->switch_off();
    }
    return counted;
}

void Counters::switch_off()
{
    if (cupti_) cupti_->switch_off();
}

model::Tool find_counters(const std::vector<std::filesystem::path>& cuda_folders)
{
    model::Tool status;
    for (const std::string& file : cupti_files(cuda_folders)) {
        std::error_code error;
        if (!std::filesystem::exists(file, error)) continue;
        status.path = file;
        break;
    }
    if (status.path.empty()) {  // the dynamic linker may find it
        const auto api = open_cupti(cuda_folders);
        if (!api) {
            status.reason = api.error().what;
            status.advice = api.error().advice;
            return status;
        }
        status.path = api->path;
    }
    if (const auto forbidden =
            counters_forbidden(file_text("/proc/driver/nvidia/params"), file_text("/proc/self/status"))) {
        status.reason = *forbidden;
        status.advice = rights_advice;
        return status;
    }
    status.available = true;
    return status;
}

#else  // built without CUPTI's headers

namespace {

constexpr const char* reason = "this program was built without CUPTI's headers";
constexpr const char* advice =
    "install the CUDA toolkit or the Python package nvidia-cuda-cupti, and build Spillway again";

}  // namespace

class Cupti {};

Counters::Counters(std::vector<std::filesystem::path> cuda_folders)
    : cuda_folders_(std::move(cuda_folders)), reason_(std::string("No counters: ") + reason + "; " + advice)
{
}
Counters::~Counters() = default;

Counted Counters::count(int, CuContext, const Countable&)
{
    Counted counted;
    counted.reason = reason_;
    return counted;
}

Sampled Counters::sample(CuContext, const Countable&, double)
{
    Sampled sampled;
    sampled.reason = reason_;
    return sampled;
}

std::optional<std::string> Counters::begin_replayed(int, CuContext)
{
    return reason_;
}
Counted Counters::end_replayed()
{
    return {};
}

void Counters::switch_off() {}

model::Tool find_counters(const std::vector<std::filesystem::path>&)
{
    model::Tool status;
    status.reason = reason;
    status.advice = advice;
    return status;
}

#endif

}  // namespace spillway::gpu
