#pragma once

// Which samples were taken at a lowered SM clock. Fed numbers, knows no GPU.

#include <optional>
#include <vector>

namespace spillway::gpu {

/// A GPU lowers its SM clock when it is hot, short of power or just woken; what is measured then is another machine.
/// A sample counts from three quarters of the highest clock on, as in nvbench. A GPU that never comes that far (a
/// laptop on battery) is taken as it is: after enough refusals the bar is set by the clocks that were seen.
class ClockGate {
public:
    static constexpr double least_share = 0.75;
    static constexpr int most_refusals = 64;  ///< in a row

    explicit ClockGate(double highest_hz = 0) : bar_hz_(least_share * highest_hz) {}

    /// Whether the sample counts; one whose clock is not known does.
    [[nodiscard]] bool accepts(std::optional<double> clock_hz);

private:
    double bar_hz_;
    std::vector<double> refused_;  ///< in a row
};

}  // namespace spillway::gpu
