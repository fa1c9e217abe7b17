#include "app/gpu/pc_sampling.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

namespace spillway::gpu {
namespace {

constexpr double wanted_samples = 2048;  ///< of each SM, at least, where the launch is long enough
constexpr std::uint32_t shortest_period = 5, longest_period = 31;
constexpr std::size_t instructions_at_once = 4096, most_reasons = 128;
constexpr int most_reads = 64;
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

/// The index of a text, which is added where it is new.
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
    return std::clamp(static_cast<std::uint32_t>(exponent), shortest_period, longest_period);
}

std::string kept_reason(const std::string& name)
{
    constexpr std::string_view before = "_stalled_", not_issued = "_not_issued";
    if (name.ends_with(not_issued)) return {};
    const auto at = name.rfind(before);
    return at == std::string::npos ? name : name.substr(at + before.size());
}

PcSampler::~PcSampler()
{
    if (context_ == nullptr) return;
    auto params = sized<CUpti_PCSamplingDisableParams>(CUpti_PCSamplingDisableParamsSize, context_);
    api_.cuptiPCSamplingDisable(&params);
}

CuptiFailure PcSampler::open(CuContext context, std::uint32_t period)
{
    auto params =
        sized<CUpti_PCSamplingEnableParams>(CUpti_PCSamplingEnableParamsSize, static_cast<CUcontext>(context));
    if (auto failed = cupti_failure(api_.cuptiPCSamplingEnable(&params), "cuptiPCSamplingEnable")) return failed;
    context_ = static_cast<CUcontext>(context);
    period_ = period;
    if (auto failed = find_reasons()) return failed;
    make_buffer();
    return configure(period);
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
    if (count == 0 || count > most_reasons)
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

void PcSampler::make_buffer()
{
    const std::size_t reasons = reason_index_.size();
    instructions_.assign(instructions_at_once, {});
    instruction_reasons_.assign(instructions_at_once * reasons, {});
    for (std::size_t i = 0; i < instructions_.size(); ++i) {
        instructions_[i].size = sizeof(CUpti_PCSamplingPCData);
        instructions_[i].stallReason = &instruction_reasons_[i * reasons];
    }
    buffer_ = {};
    buffer_.size = sizeof buffer_;
    buffer_.collectNumPcs = instructions_.size();
    buffer_.pPcData = instructions_.data();
}

CuptiFailure PcSampler::configure(std::uint32_t period)
{
    auto control = attribute(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_ENABLE_START_STOP_CONTROL);
    control.attributeData.enableStartStopControlData.enableStartStopControl = 1;
    auto cycles = attribute(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_PERIOD);
    cycles.attributeData.samplingPeriodData.samplingPeriod = period;
    auto room = attribute(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_HARDWARE_BUFFER_SIZE);
    room.attributeData.hardwareBufferSizeData.hardwareBufferSize = hardware_bytes;
    auto data = attribute(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_DATA_BUFFER);
    data.attributeData.samplingDataBufferData.samplingDataBuffer = &buffer_;
    CUpti_PCSamplingConfigurationInfo infos[] = {control, cycles, room, data};
    auto params = sized<CUpti_PCSamplingConfigurationInfoParams>(CUpti_PCSamplingConfigurationInfoParamsSize, context_);
    params.numAttributes = std::size(infos);
    params.pPCSamplingConfigurationInfo = infos;
    return cupti_failure(api_.cuptiPCSamplingSetConfigurationAttribute(&params),
                         "cuptiPCSamplingSetConfigurationAttribute");
}

CuptiFailure PcSampler::start()
{
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
    std::set<char*> names;  // ours to free, and shared
    CuptiFailure failed;
    for (int reads = 0; reads < most_reads; ++reads) {
        for (CUpti_PCSamplingPCData& at : instructions_) at.functionName = nullptr;
        auto params = sized<CUpti_PCSamplingGetDataParams>(CUpti_PCSamplingGetDataParamsSize, context_);
        params.pcSamplingData = &buffer_;
        failed = cupti_failure(api_.cuptiPCSamplingGetData(&params), "cuptiPCSamplingGetData");
        if (failed) break;
        const std::size_t found = std::min(buffer_.totalNumPcs, instructions_.size());
        for (std::size_t i = 0; i < found; ++i) {
            take(instructions_[i], samples);
            names.insert(instructions_[i].functionName);
        }
        samples.dropped += static_cast<std::int64_t>(buffer_.droppedSamples);
        if (buffer_.remainingNumPcs == 0 || found == 0) break;
    }
    for (char* name : names) std::free(name);
    return failed;
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
    taken.function = index_of(samples.functions, at.functionName);
    samples.samples += taken.samples;
    samples.instructions.push_back(std::move(taken));
}

}  // namespace spillway::gpu
