#pragma once

#include "scenario_view.h"

namespace spillway::test {

/// The running mean with window_size 32 on the H200: local_array has a stack frame of 128 bytes,
/// register_array needs 40 registers and is limited by them. Focus on `variant`.
[[nodiscard]] Scenario running_mean(const std::string& variant);
/// The running mean with hardware counters and an account of the time, as a recording has them: local_array is limited
/// by its writes to L2.
[[nodiscard]] Scenario counted();
/// A block that does not fit at all: too much static shared memory, refused by the compiler.
[[nodiscard]] Scenario refused();
/// The same with machine code whose lines tell live registers, spills and control codes, under a cap of 64.
Scenario spilling();
/// Every table and curve long: thousands of lines of PTX.
[[nodiscard]] Scenario long_listing();

}  // namespace spillway::test
