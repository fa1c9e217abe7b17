#include "app/gpu/pc_sampling.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

namespace spillway::gpu {
namespace {

constexpr double wanted_samples = 2048;                   ///< minimum per SM, for long enough launches
constexpr std::uint32_t min_period = 5, max_period = 31;  ///< exponents of two, in cycles
// A change of the period takes CUPTI 0.1 s, so keep one that gives up to four times as many samples, or a quarter.
constexpr std::uint32_t max_period_difference = 2;
constexpr std::size_t instructions_at_once = 4096, max_reasons = 128;
constexpr int max_reads = 64;
constexpr std::chrono::milliseconds first_wait{1}, max_wait{64}, max_total_wait{400};
constexpr std::size_t hardware_bytes = std::size_t{128} << 20;

template <typename Params>
Params sized(std::size_t bytes, CUcontext context)
{
    Params params{};
    params.size = bytes;
    params.ctx = context;
    return params;
}

CUpti_PCSamplingConfigurationInfo attribute(CUpti_PCSamplingConfigurationAttributeType type)
{
    CUpti_PCSamplingConfigurationInfo info{};
    info.attributeType = type;
    return info;
}

/// CUPTI requests a checksum for each loaded module and reports it with every sample. A serial number tells modules
/// apart that a checksum cannot: CUPTI reports the function that had the address before, and one kernel may be compiled
/// in several ways.
std::atomic<std::uint64_t> loaded_modules{0};

void CUPTIAPI number_of_module(const void*, std::size_t, std::uint64_t* number)
{
    *number = ++loaded_modules;
}

/// Index of a text; adds it if it is new.
std::int64_t index_of(std::vector<std::string>& texts, const std::string& text)
{
    const auto found = std::find(texts.begin(), texts.end(), text);
    if (found != texts.end()) return found - texts.begin();
    texts.push_back(text);
    return static_cast<std::int64_t>(texts.size()) - 1;
}

}  // namespace

std::uint32_t sampling_period(double launch_cycles)
{
    const double exponent = std::floor(std::log2(std::max(launch_cycles / wanted_samples, 1.0)));
    return std::clamp(static_cast<std::uint32_t>(exponent), min_period, max_period);
}

std::string kept_reason(const std::string& name)
{
    constexpr std::string_view before = "_stalled_", not_issued = "_not_issued";
    if (name.ends_with(not_issued)) return {};
    const auto at = name.rfind(before);
    const std::string reason = at == std::string::npos ? name : name.substr(at + before.size());
    return reason == "no_instructions" ? "no_instruction" : reason;
}

PcSampler::~PcSampler()
{
    disable();
    if (!is_initialized_) return;
    auto params = cupti_params<CUpti_Profiler_DeInitialize_Params>(CUpti_Profiler_DeInitialize_Params_STRUCT_SIZE);
    api_.cuptiProfilerDeInitialize(&params);
}

void PcSampler::disable()
{
    if (context_ == nullptr) return;
    auto params = sized<CUpti_PCSamplingDisableParams>(CUpti_PCSamplingDisableParamsSize, context_);
    api_.cuptiPCSamplingDisable(&params);
    context_ = nullptr;
}

CuptiFailure PcSampler::open(CuContext context)
{
    auto initialize = cupti_params<CUpti_Profiler_Initialize_Params>(CUpti_Profiler_Initialize_Params_STRUCT_SIZE);
    if (auto failed = cupti_failure(api_.cuptiProfilerInitialize(&initialize), "cuptiProfilerInitialize"))
        return failed;
    is_initialized_ = true;
    if (auto failed =
            cupti_failure(api_.cuptiRegisterComputeCrcCallback(number_of_module), "cuptiRegisterComputeCrcCallback"))
        return failed;
    auto params =
        sized<CUpti_PCSamplingEnableParams>(CUpti_PCSamplingEnableParamsSize, static_cast<CUcontext>(context));
    if (auto failed = cupti_failure(api_.cuptiPCSamplingEnable(&params), "cuptiPCSamplingEnable")) return failed;
    context_ = static_cast<CUcontext>(context);
    if (auto failed = find_reasons()) return failed;
    for (Buffer* buffer : {&requested_, &left_}) buffer->make(reason_index_.size());
    return configure();
}

CuptiFailure PcSampler::find_reasons()
{
    std::size_t count = 0;
    auto number =
        sized<CUpti_PCSamplingGetNumStallReasonsParams>(CUpti_PCSamplingGetNumStallReasonsParamsSize, context_);
    number.numStallReasons = &count;
    if (auto failed =
            cupti_failure(api_.cuptiPCSamplingGetNumStallReasons(&number), "cuptiPCSamplingGetNumStallReasons"))
        return failed;
    if (count == 0 || count > max_reasons)
        return CuptiError{CUPTI_ERROR_INVALID_PARAMETER, "cuptiPCSamplingGetNumStallReasons"};
    std::vector<std::string> texts(count, std::string(CUPTI_STALL_REASON_STRING_SIZE, '\0'));
    std::vector<char*> pointers;
    for (std::string& text : texts) pointers.push_back(text.data());
    reason_index_.assign(count, 0);
    auto reasons = sized<CUpti_PCSamplingGetStallReasonsParams>(CUpti_PCSamplingGetStallReasonsParamsSize, context_);
    reasons.numStallReasons = count;
    reasons.stallReasonIndex = reason_index_.data();
    reasons.stallReasons = pointers.data();
    if (auto failed = cupti_failure(api_.cuptiPCSamplingGetStallReasons(&reasons), "cuptiPCSamplingGetStallReasons"))
        return failed;
    reason_names_.clear();
    for (const std::string& text : texts) reason_names_.push_back(kept_reason(text.c_str()));
    return std::nullopt;
}

void PcSampler::Buffer::make(std::size_t reasons)
{
    instructions.assign(instructions_at_once, {});
    instruction_reasons.assign(instructions_at_once * reasons, {});
    for (std::size_t i = 0; i < instructions.size(); ++i) {
        instructions[i].size = sizeof(CUpti_PCSamplingPCData);
        instructions[i].stallReason = &instruction_reasons[i * reasons];
    }
    data = {};
    data.size = sizeof data;
    data.collectNumPcs = instructions.size();
    data.pPcData = instructions.data();
    empty();
}

/// `stallReasonCount` holds the capacity on input and the number of reasons on output, so reset it.
void PcSampler::Buffer::empty()
{
    const std::size_t reasons = instruction_reasons.size() / instructions.size();
    for (CUpti_PCSamplingPCData& at : instructions) {
        at.stallReasonCount = reasons;
        at.functionName = nullptr;
    }
    data.totalNumPcs = data.remainingNumPcs = 0;
    data.totalSamples = data.droppedSamples = data.nonUsrKernelsTotalSamples = 0;
}

CuptiFailure PcSampler::configure()
{
    auto control = attribute(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_ENABLE_START_STOP_CONTROL);
    control.attributeData.enableStartStopControlData.enableStartStopControl = 1;
    auto size = attribute(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_HARDWARE_BUFFER_SIZE);
    size.attributeData.hardwareBufferSizeData.hardwareBufferSize = hardware_bytes;
    auto data = attribute(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_DATA_BUFFER);
    data.attributeData.samplingDataBufferData.samplingDataBuffer = &left_.data;
    CUpti_PCSamplingConfigurationInfo infos[] = {control, size, data};
    return configure(infos);
}

CuptiFailure PcSampler::configure(std::span<CUpti_PCSamplingConfigurationInfo> infos)
{
    auto params = sized<CUpti_PCSamplingConfigurationInfoParams>(CUpti_PCSamplingConfigurationInfoParamsSize, context_);
    params.numAttributes = infos.size();
    params.pPCSamplingConfigurationInfo = infos.data();
    auto failed = cupti_failure(api_.cuptiPCSamplingSetConfigurationAttribute(&params),
                                "cuptiPCSamplingSetConfigurationAttribute");
    for (const CUpti_PCSamplingConfigurationInfo& info : infos)
        if (!failed) failed = cupti_failure(info.attributeStatus, "cuptiPCSamplingSetConfigurationAttribute");
    return failed;
}

CuptiFailure PcSampler::set_period(std::uint32_t period)
{
    const bool is_near = period_ != 0 && std::max(period, period_) - std::min(period, period_) <= max_period_difference;
    if (is_near) return std::nullopt;
    auto cycles = attribute(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_PERIOD);
    cycles.attributeData.samplingPeriodData.samplingPeriod = period;
    if (auto failed = configure({&cycles, 1})) return failed;
    period_ = period;
    return std::nullopt;
}

/// Drops samples of the previous launch that arrive late: they would count for the next one.
CuptiFailure PcSampler::drop_late_samples()
{
    model::StallSamples dropped;
    for (int reads = 0; reads < max_reads; ++reads) {
        if (auto failed = fetch()) return failed;
        if (take(requested_, dropped) == 0) break;
    }
    left_.empty();
    taken_ = of_unknown_code_ = 0;
    return std::nullopt;
}

CuptiFailure PcSampler::start(std::uint32_t period)
{
    if (period_ != 0)
        if (auto failed = drop_late_samples()) return failed;
    if (auto failed = set_period(period)) return failed;
    loads_before_ = loaded_modules;
    of_other_code_ = 0;
    auto params = sized<CUpti_PCSamplingStartParams>(CUpti_PCSamplingStartParamsSize, context_);
    return cupti_failure(api_.cuptiPCSamplingStart(&params), "cuptiPCSamplingStart");
}

CuptiFailure PcSampler::stop()
{
    auto params = sized<CUpti_PCSamplingStopParams>(CUpti_PCSamplingStopParamsSize, context_);
    return cupti_failure(api_.cuptiPCSamplingStop(&params), "cuptiPCSamplingStop");
}

CuptiFailure PcSampler::read(model::StallSamples& samples)
{
    samples.period_cycles = std::int64_t{1} << period_;
    CuptiFailure failed;
    std::chrono::milliseconds wait = first_wait, waited{0};
    for (int reads = 0; reads < max_reads; ++reads) {
        if ((failed = fetch())) break;
        const std::size_t found = take(requested_, samples);
        if (found > 0 && requested_.data.remainingNumPcs == 0) break;
        if (found > 0) continue;
        // A CUPTI thread delivers the samples and may still be busy.
        if (samples.samples > 0 || waited >= max_total_wait) break;
        std::this_thread::sleep_for(wait);
        waited += wait;
        wait = std::min(wait * 2, max_wait);
    }
    if (failed || samples.samples > 0) return failed;
    disable();  // returns the rest in left_
    (void)take(left_, samples);
    return failed;
}

CuptiFailure PcSampler::fetch()
{
    auto params = sized<CUpti_PCSamplingGetDataParams>(CUpti_PCSamplingGetDataParamsSize, context_);
    requested_.empty();
    params.pcSamplingData = &requested_.data;
    return cupti_failure(api_.cuptiPCSamplingGetData(&params), "cuptiPCSamplingGetData");
}

/// Takes all samples of a buffer and returns the number of instructions. Does not free CUPTI's function names, because
/// CUPTI returns the same text for later launches.
std::size_t PcSampler::take(Buffer& buffer, model::StallSamples& samples)
{
    const std::size_t found = std::min(buffer.data.totalNumPcs, buffer.instructions.size());
    for (std::size_t i = 0; i < found; ++i) take(buffer.instructions[i], samples);
    samples.dropped += static_cast<std::int64_t>(buffer.data.droppedSamples);
    taken_ += buffer.data.totalSamples;
    of_unknown_code_ += buffer.data.nonUsrKernelsTotalSamples;
    return found;
}

std::string PcSampler::explain_no_samples() const
{
    if (taken_ == 0) return "CUPTI took none; try a longer launch or a newer driver";
    return "CUPTI took " + std::to_string(taken_) + ", " + std::to_string(of_unknown_code_) +
           " of them in unknown code and none in this kernel";
}

void PcSampler::take(const CUpti_PCSamplingPCData& at, model::StallSamples& samples)
{
    if (at.functionName == nullptr) return;
    model::InstructionSamples taken;
    taken.offset = static_cast<std::int64_t>(at.pcOffset);
    for (std::size_t i = 0; i < std::min(at.stallReasonCount, reason_index_.size()); ++i) {
        const auto found =
            std::find(reason_index_.begin(), reason_index_.end(), at.stallReason[i].pcSamplingStallReasonIndex);
        if (found == reason_index_.end() || at.stallReason[i].samples == 0) continue;
        const std::string& name = reason_names_[static_cast<std::size_t>(found - reason_index_.begin())];
        if (name.empty()) continue;
        taken.reasons.push_back({index_of(samples.reasons, name), at.stallReason[i].samples});
        taken.samples += at.stallReason[i].samples;
    }
    if (taken.samples == 0) return;
    if (at.cubinCrc <= loads_before_) {
        of_other_code_ += taken.samples;
        return;
    }
    taken.function = index_of(samples.functions, at.functionName);
    samples.samples += taken.samples;
    samples.instructions.push_back(std::move(taken));
}

}  // namespace spillway::gpu
