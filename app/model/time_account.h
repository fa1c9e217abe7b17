#pragma once

// Breakdown of a launch's time: the work that hardware counters report, divided by the GPU's highest rate for it.
//
// The share of a resource is the least time that its work needs, divided by the measured time. The largest share is the
// limiter. Some resources share hardware, so their shares are added before the comparison: reads and writes of DRAM;
// L1, shared memory and shuffles. Some parts (the uniform pipe, links) tell the busy share of their cycles; their unit
// is "seconds busy", and their roof 1. The tensor cores do so too, but their busy time counts as FLOP where their peak
// was measured. If no share reaches 60 %, latency is the limiter, and the warps' stall reasons explain it.

#include "app/model/roofs.h"
#include "app/model/run_result.h"

namespace spillway::model {

inline constexpr double explaining_share = 0.6;

/// One entry per resource, except where the counter or the roof is missing.
[[nodiscard]] std::vector<TimeShare> time_account(const std::map<std::string, double>& counters, const Roofs& roofs,
                                                  double seconds, std::optional<double> sm_clock_hz);

/// Share of the warps' resident time by stall reason. `selected` is an issued instruction, all others are waits. Empty
/// without counters.
[[nodiscard]] std::map<std::string, double> stall_reasons(const std::map<std::string, double>& counters);

/// The resource with the largest share, and the summed share of it and the resources on the same hardware. A resource
/// that other resources' work passes through counts a little less in the comparison (weight_of() in time_account.cpp).
[[nodiscard]] LimitedBy largest_share(const std::vector<TimeShare>& account);

/// The limiter of a nonempty account.
[[nodiscard]] LimitedBy limit_of(const std::vector<TimeShare>& account, const std::map<std::string, double>& stalls);

/// Fills in account, limiter and stall reasons if the measurement has a time and enough counters; else does nothing.
void explain(Measurement& measurement, const Roofs& roofs);

/// The account's entry for a resource; null if none.
[[nodiscard]] const TimeShare* find_share(const Measurement& measurement, std::string_view resource);

/// Resources on the same hardware as this one, including itself.
[[nodiscard]] std::vector<std::string_view> sharing_hardware(std::string_view resource);

/// Whether the amount is busy time instead of work.
[[nodiscard]] bool is_busy_time(const TimeShare& part);

/// Whether the account has resources that only today's version counts. False without an account.
[[nodiscard]] bool counts_all_pipes(const Measurement& measurement);

/// Summed share of a resource and those on the same hardware; empty if the account lacks it.
[[nodiscard]] std::optional<double> hardware_share(const Measurement& measurement, std::string_view resource);

/// Whether a stall reason is a wait for an operation with its own latency, not for a busy unit.
[[nodiscard]] bool is_latency(std::string_view stall_reason);

/// The most frequent stall reason; empty if none.
[[nodiscard]] std::string largest_stall(const std::map<std::string, double>& stalls);

}  // namespace spillway::model
