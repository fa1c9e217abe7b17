#pragma once

#include <cstdint>

namespace spillway::model {

struct CompileReport;
struct Metric;
struct RunResult;

/// Stack of one thread in bytes: the kernel's frame and those of the functions that it calls, as ptxas adds them up.
/// If ptxas cannot, one level of a recursion is included, and a function that is called through a pointer is not.
[[nodiscard]] std::int64_t stack_bytes(const CompileReport& report);

/// Bytes that the kernel and the functions that it calls spill, as ptxas counts them in their text.
[[nodiscard]] std::int64_t spill_store_bytes(const CompileReport& report);
[[nodiscard]] std::int64_t spill_load_bytes(const CompileReport& report);

/// Whether the metric is the stack and repeats the stack frame, so that a table needs no row for it. True without a
/// compile report.
[[nodiscard]] bool repeats_the_frame(const Metric& metric, const RunResult& result);

}  // namespace spillway::model
