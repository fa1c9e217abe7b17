#pragma once

// CUPTI's PC sampling, on from its making to its end: while it samples, each SM looks at one of its warps every so many
// cycles and keeps where it stood and what held it back. Only included where CUPTI's headers are.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <cupti_pcsampling.h>

#include "app/gpu/cupti.h"
#include "app/gpu/device.h"
#include "app/model/stall_samples.h"

namespace spillway::gpu {

/// As a power of two, of an SM's cycles: so that a launch of this length gives some thousands of samples of each SM.
[[nodiscard]] std::uint32_t sampling_period(double launch_cycles);
/// As the counters name it: "long_scoreboard" of "smsp__pcsamp_warps_issue_stalled_long_scoreboard"; empty where a
/// reason is not kept: CUPTI has each a second time, of the cycles in which no warp issued.
[[nodiscard]] std::string kept_reason(const std::string& name);

class PcSampler {
public:
    explicit PcSampler(const CuptiApi& api) : api_(api) {}
    PcSampler(const PcSampler&) = delete;
    PcSampler& operator=(const PcSampler&) = delete;
    ~PcSampler();

    [[nodiscard]] CuptiFailure open(CuContext context);
    /// A launch after the other may be sampled, each with its own period (sampling_period), and each with its code
    /// loaded between start() and the launch: samples of code that was loaded before are another kernel's.
    [[nodiscard]] CuptiFailure start(std::uint32_t period);
    [[nodiscard]] CuptiFailure stop();
    /// After stop(): adds what was found. Where that is nothing, sampling is off, and has to be opened anew.
    [[nodiscard]] CuptiFailure read(model::StallSamples& samples);
    /// After read() found none.
    [[nodiscard]] std::string what_cupti_took() const;
    /// Since start(), of code that was loaded before.
    [[nodiscard]] std::int64_t of_other_code() const { return of_other_code_; }

private:
    /// What CUPTI writes samples to.
    struct Buffer {
        std::vector<CUpti_PCSamplingPCData> instructions;
        std::vector<CUpti_PCSamplingStallReason> instruction_reasons;
        CUpti_PCSamplingData data{};
        void make(std::size_t reasons);
        void empty();
    };
    [[nodiscard]] CuptiFailure find_reasons();
    [[nodiscard]] CuptiFailure configure();
    [[nodiscard]] CuptiFailure configure(std::span<CUpti_PCSamplingConfigurationInfo> infos);
    [[nodiscard]] CuptiFailure set_period(std::uint32_t period);
    [[nodiscard]] CuptiFailure drop_what_came_late();
    [[nodiscard]] CuptiFailure fetch();
    void disable();
    std::size_t take(Buffer& buffer, model::StallSamples& samples);
    void take(const CUpti_PCSamplingPCData& at, model::StallSamples& samples);

    const CuptiApi& api_;
    bool is_initialized_ = false;
    CUcontext context_ = nullptr;
    std::uint32_t period_ = 0;
    std::vector<std::uint32_t> reason_index_;
    std::vector<std::string> reason_names_;          ///< kept_reason's
    Buffer asked_, left_;                            ///< what is asked for, and what CUPTI has left at its end
    std::uint64_t taken_ = 0, of_unknown_code_ = 0;  ///< samples, as CUPTI counts them
    std::uint64_t loads_before_ = 0;                 ///< of modules, before start()
    std::int64_t of_other_code_ = 0;
};

}  // namespace spillway::gpu
