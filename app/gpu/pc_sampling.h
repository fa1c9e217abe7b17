#pragma once

// CUPTI's PC sampling, active for the lifetime of a PcSampler: every period each SM samples one of its warps and stores
// its instruction and its stall reason. Include it only if CUPTI's headers exist.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <cupti_pcsampling.h>

#include "app/gpu/cupti.h"
#include "app/gpu/device.h"
#include "app/model/stall_samples.h"

namespace spillway::gpu {

/// Exponent n of a period of 2^n SM cycles, so that a launch of this length gives some thousands of samples per SM.
[[nodiscard]] std::uint32_t sampling_period(double launch_cycles);
/// Name as in the counters: "long_scoreboard" of "smsp__pcsamp_warps_issue_stalled_long_scoreboard". Empty for
/// duplicates: CUPTI lists each reason again for the cycles in which no warp issued.
[[nodiscard]] std::string kept_reason(const std::string& name);

class PcSampler {
public:
    explicit PcSampler(const CuptiApi& api) : api_(api) {}
    PcSampler(const PcSampler&) = delete;
    PcSampler& operator=(const PcSampler&) = delete;
    ~PcSampler();

    [[nodiscard]] CuptiFailure open(CuContext context);
    /// Starts sampling of one launch. May be called again for another launch, with its own period (sampling_period);
    /// a period up to a factor of four from the last one keeps the last one.
    /// Load the launch's code after start(): CUPTI assigns samples of older code to another kernel.
    [[nodiscard]] CuptiFailure start(std::uint32_t period);
    [[nodiscard]] CuptiFailure stop();
    /// Call after stop(): adds the samples. If there are none, sampling is off and must be opened again.
    [[nodiscard]] CuptiFailure read(model::StallSamples& samples);
    /// Explanation for a read() without samples.
    [[nodiscard]] std::string explain_no_samples() const;
    /// Samples since start() of code that was loaded earlier.
    [[nodiscard]] std::int64_t of_other_code() const { return of_other_code_; }

private:
    /// Target of CUPTI's samples.
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
    [[nodiscard]] CuptiFailure drop_late_samples();
    [[nodiscard]] CuptiFailure fetch();
    void disable();
    std::size_t take(Buffer& buffer, model::StallSamples& samples);
    void take(const CUpti_PCSamplingPCData& at, model::StallSamples& samples);

    const CuptiApi& api_;
    bool is_initialized_ = false;
    CUcontext context_ = nullptr;
    std::uint32_t period_ = 0;
    std::vector<std::uint32_t> reason_index_;
    std::vector<std::string> reason_names_;  ///< from kept_reason()
    Buffer requested_, left_;                ///< filled by fetch(); filled with the rest when sampling is disabled
    std::uint64_t taken_ = 0, of_unknown_code_ = 0;  ///< samples, as counted by CUPTI
    std::uint64_t loads_before_ = 0;                 ///< modules loaded before start()
    std::int64_t of_other_code_ = 0;
};

}  // namespace spillway::gpu
