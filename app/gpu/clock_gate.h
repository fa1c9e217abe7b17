#pragma once

// Rejects samples taken at a reduced SM clock. Works on numbers only, without a GPU.

#include <optional>
#include <vector>

namespace spillway::gpu {

/// A GPU lowers its SM clock when it is hot, short of power or just woken; such samples are not comparable. Accepts
/// samples from three quarters of the highest clock, as nvbench does. A GPU that stays below (a laptop on battery) is
/// accepted as it is: after `max_refusals` rejections in a row, the observed clocks set the threshold.
class ClockGate {
public:
    static constexpr double least_share = 0.75;
    static constexpr int max_refusals = 64;  ///< in a row

    explicit ClockGate(double highest_hz = 0) : bar_hz_(least_share * highest_hz) {}

    /// Also true if the clock is unknown.
    [[nodiscard]] bool accepts(std::optional<double> clock_hz);

private:
    double bar_hz_;
    std::vector<double> refused_;  ///< in a row
};

}  // namespace spillway::gpu
