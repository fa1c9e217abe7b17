#pragma once

// When enough samples were taken. Fed numbers, knows no clock and no GPU.

#include <cstddef>
#include <optional>
#include <vector>

#include "app/model/run_result.h"

namespace spillway::gpu {

/// Samples of one kernel's time. The median is provisional after ten, or after six of a kernel so long that these took
/// 5 ms; trusted once its 95 % interval lies within 0.5 %
/// of it and the samples do not drift, or once 100 ms of GPU time are spent. The interval comes from order statistics
/// (ranks n/2 +- 0.98 sqrt(n)), which asks nothing of the distribution: noise on a GPU is anything but normal.
class StoppingRule {
public:
    /// When it is enough.
    struct Goal {
        double width, seconds;
        std::size_t least;
    };
    static constexpr Goal prompt{0.005, 0.1, 0};
    static constexpr Goal refined{0.001, 0.5, 50};  ///< of the shown configuration while the user moves nothing

    explicit StoppingRule(Goal goal = prompt) : goal_(goal) {}

    static constexpr std::size_t provisional_samples = 10;
    static constexpr std::size_t least_samples = 3;  ///< of a kernel so slow that these spend the 100 ms
    static constexpr std::size_t most_samples = 20000;
    static constexpr std::size_t long_samples = 6;  ///< the fewest that have an interval
    static constexpr double long_seconds = 0.005;

    void add(double seconds);

    [[nodiscard]] std::size_t count() const { return samples_.size(); }
    [[nodiscard]] double spent_seconds() const { return spent_; }
    [[nodiscard]] bool is_provisional() const;
    [[nodiscard]] bool is_trusted() const;
    /// Distance of the farther end of the median's 95 % interval, relative to the median; nothing below six samples,
    /// where there is no such interval.
    [[nodiscard]] std::optional<double> interval() const;
    /// Whether the second half's median is away from the first half's by more than the trusted width.
    [[nodiscard]] bool drifts() const;
    /// Median, 20th and 80th percentile; noise is the standard deviation that a normal distribution with these
    /// percentiles would have, relative to the median: outliers do not count.
    [[nodiscard]] model::SampleStatistics statistics() const;

private:
    [[nodiscard]] bool is_many() const;

    Goal goal_;
    std::vector<double> samples_;  ///< in the order they were taken
    double spent_ = 0;
};

}  // namespace spillway::gpu
