#pragma once

// Decides when there are enough samples. Works on numbers only, without clock and GPU.

#include <cstddef>
#include <optional>
#include <vector>

#include "app/model/run_result.h"

namespace spillway::gpu {

/// Samples of one kernel's time. The median is provisional after 10 samples, or after 6 if these took 5 ms. It is
/// trusted once its 95 % interval is within 0.5 % and the samples do not drift, or after 100 ms of GPU time and 3
/// samples (Goal `refined`: 0.1 %, 500 ms). The interval uses order statistics (ranks n/2 +- 0.98 sqrt(n)), because
/// noise on a GPU is not normally distributed.
class StoppingRule {
public:
    /// Condition to stop.
    struct Goal {
        double width, seconds;
        std::size_t least;
    };
    static constexpr Goal prompt{0.005, 0.1, 0};
    static constexpr Goal refined{0.001, 0.5, 50};  ///< for the displayed configuration while the user changes nothing

    explicit StoppingRule(Goal goal = prompt) : goal_(goal) {}

    static constexpr std::size_t provisional_samples = 10;
    static constexpr std::size_t least_samples = 3;  ///< if the kernel is so slow that these take 100 ms
    static constexpr std::size_t max_samples = 20000;
    static constexpr std::size_t long_samples = 6;  ///< minimum for an interval
    static constexpr double long_seconds = 0.005;

    void add(double seconds);

    [[nodiscard]] std::size_t count() const { return samples_.size(); }
    [[nodiscard]] double spent_seconds() const { return spent_; }
    [[nodiscard]] bool is_provisional() const;
    [[nodiscard]] bool is_trusted() const;
    /// Distance from the median to the farther end of its 95 % interval, relative to the median. Empty below six
    /// samples, which have no such interval.
    [[nodiscard]] std::optional<double> interval() const;
    /// True if the medians of the two halves differ by more than the trusted width.
    [[nodiscard]] bool drifts() const;
    /// Median, 20th and 80th percentile. Noise is the standard deviation of a normal distribution with these
    /// percentiles, relative to the median; so outliers do not count.
    [[nodiscard]] model::SampleStatistics statistics() const;

private:
    [[nodiscard]] bool is_many() const;

    Goal goal_;
    std::vector<double> samples_;  ///< in the order of measurement
    double spent_ = 0;
};

}  // namespace spillway::gpu
