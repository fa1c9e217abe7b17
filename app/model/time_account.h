#pragma once

// Where a launch's time goes: what hardware counters say it did, over what the GPU can do of that in a second.
//
// Each resource's share is the time that this much of it needs at least, over the time that was measured. What limits
// is the largest of them. Two pairs share one piece of hardware, so their shares are added before they are compared:
// reads and writes of DRAM, and L1 and shared memory. Where nothing explains 60 %, the launch waits: latency, and the
// warps' stall reasons say what for.

#include "app/model/roofs.h"
#include "app/model/run_result.h"

namespace spillway::model {

inline constexpr double explaining_share = 0.6;

/// One part of the account, empty where its counter or its roof is missing.
[[nodiscard]] std::vector<TimeShare> time_account(const std::map<std::string, double>& counters, const Roofs& roofs,
                                                  double seconds, std::optional<double> sm_clock_hz);

/// What share of the time that its warps were resident they spent on what: `selected` is an instruction issued, all
/// else is waiting. Empty where nothing was counted.
[[nodiscard]] std::map<std::string, double> stall_reasons(const std::map<std::string, double>& counters);

/// The resource that needs most of the time, and what it and those that share its hardware need together.
[[nodiscard]] LimitedBy largest_share(const std::vector<TimeShare>& account);

/// What limits, by an account that is not empty.
[[nodiscard]] LimitedBy limit_of(const std::vector<TimeShare>& account, const std::map<std::string, double>& stalls);

/// Account, limit and stall reasons of a measurement that has counters; leaves one without as it is.
void explain(Measurement& measurement, const Roofs& roofs);

/// The part for a resource, if the account has it.
[[nodiscard]] const TimeShare* find_share(const Measurement& measurement, std::string_view resource);

/// Those that share one piece of hardware with a resource, itself among them.
[[nodiscard]] std::vector<std::string_view> sharing_hardware(std::string_view resource);

/// Whether a stall reason is a wait for something that has its own time, and not for a unit that is busy.
[[nodiscard]] bool is_latency(std::string_view stall_reason);

/// The reason for which warps wait most; empty if there is none.
[[nodiscard]] std::string largest_stall(const std::map<std::string, double>& stalls);

}  // namespace spillway::model
