#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spillway::model {

/// The most of something that a GPU was seen to do in a second.
struct Roof {
    std::string resource;  ///< "l2_write"
    double per_second = 0;
    std::string unit;  ///< "sectors"
    friend bool operator==(const Roof&, const Roof&) = default;
};

/// How long one access takes that the next one waits for.
struct LevelLatency {
    std::string level;  ///< "l2"
    double cycles = 0;  ///< of the SM
    friend bool operator==(const LevelLatency&, const LevelLatency&) = default;
};

/// What one GPU can do, measured by kernels of our own (app/gpu/roofs.h).
struct Roofs {
    std::string driver, date;
    double sm_clock_hz = 0;  ///< while they were measured
    double seconds = 0;      ///< that measuring them took
    std::vector<Roof> rates;
    std::vector<LevelLatency> latencies;
    friend bool operator==(const Roofs&, const Roofs&) = default;
};

/// 0 where it was not measured.
[[nodiscard]] double per_second(const Roofs& roofs, std::string_view resource);

/// "4.42 TB/s", "31.1 T operations/s": as a person reads it. Sectors are written as bytes.
[[nodiscard]] std::string format_rate(double per_second, std::string_view unit);

}  // namespace spillway::model
