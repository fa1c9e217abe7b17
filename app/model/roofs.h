#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::model {

/// Highest rate of one resource that was measured on a GPU.
struct Roof {
    std::string resource;  ///< "l2_write"
    double per_second = 0;
    std::string unit;  ///< "sectors"
    friend bool operator==(const Roof&, const Roof&) = default;
};

/// Latency of one dependent access to a memory level.
struct LevelLatency {
    std::string level;  ///< "l2"
    double cycles = 0;  ///< cycles of the SM clock
    friend bool operator==(const LevelLatency&, const LevelLatency&) = default;
};

/// Measured limits of one GPU, from Spillway's own kernels (app/gpu/roofs.h).
struct Roofs {
    std::string driver, date;
    double sm_clock_hz = 0;  ///< during the measurement
    double seconds = 0;      ///< duration of the measurement
    std::vector<Roof> rates;
    std::vector<LevelLatency> latencies;
    friend bool operator==(const Roofs&, const Roofs&) = default;
};

/// 0 if not measured.
[[nodiscard]] double per_second(const Roofs& roofs, std::string_view resource);

/// The roofs that have more rates; the first if both have the same number. An earlier version measured fewer.
[[nodiscard]] const std::optional<Roofs>& of_more_parts(const std::optional<Roofs>& first,
                                                        const std::optional<Roofs>& second);

/// For display: "4.42 TB/s", "31.1 T operations/s". Sectors are converted to bytes.
[[nodiscard]] std::string format_rate(double per_second, std::string_view unit);

}  // namespace spillway::model
