#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/model/run_result.h"

namespace spillway::model {

enum class MetricFormat { count, ratio, bytes, percent, bandwidth, seconds, cycles, frequency, flops };
enum class MetricGroup { compile, ptx, sass, occupancy, measurement };
/// The better of two values of a metric. `none`: neither is better by itself, as for shares of the time.
enum class Better { more, less, none };

/// One number of a RunResult. Charts, tables, tooltips, claims and CSV all read the table of metrics: a new metric is
/// one more row in metrics.cpp.
struct Metric {
    std::string_view key;    ///< "stack_frame_bytes": CSV column, name in claims
    std::string_view label;  ///< "Stack frame"
    std::string_view unit;   ///< "bytes per thread"
    MetricFormat format;
    MetricGroup group;
    Better better;
    std::string_view help;  ///< meaning and source, one or two sentences
    std::optional<double> (*get)(const RunResult&);
    bool is_counted = false;        ///< by hardware counters: only where they were asked for (protocol::Run::count)
    bool is_interpretable = false;  ///< where there are no counters: by the interpreter of PTX (RunResult::counted)
};

/// Whether the value of a metric is counted by the interpreter on some of the grid's blocks, not measured.
[[nodiscard]] bool is_interpreted(const Metric& metric, const RunResult& result);

[[nodiscard]] std::span<const Metric> metrics();
/// Help of a metric beside results: for registers of NVRTC also how nvcc may differ.
[[nodiscard]] std::string help_beside(const Metric& metric, bool is_by_nvrtc);

[[nodiscard]] const Metric* find_metric(std::string_view key);
/// Whether a formula uses a metric of the machine code, which needs a disassembly.
[[nodiscard]] bool needs_code(std::string_view formula);

/// "128 bytes", "75 %", "2,818 GB/s", "1.5 KiB". Bandwidth is decimal, sizes are binary.
[[nodiscard]] std::string format_metric(const Metric& metric, double value);
/// Range of values shown side by side: the smallest nonzero value and the largest.
struct ValueRange {
    double least = 0, largest = 0;

    void take(double value);
};
/// Formats a value in one unit for all values shown, so that they compare at a glance: "11.4 MiB" beside "5,308 MiB".
/// Uses the value's own unit where a common one would give six digits or less than a hundredth.
[[nodiscard]] std::string format_metric_beside(const Metric& metric, double value, const ValueRange& others);
/// A whole number with grouped digits: "12,296".
[[nodiscard]] std::string format_count(double value);
/// "12,296 bytes", "48 KiB": exact below 1 MiB; four digits above: "1.5 MiB", "3.867 GiB".
[[nodiscard]] std::string format_bytes(double bytes);

}  // namespace spillway::model
