#include "app/gpu/stopping_rule.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace spillway::gpu {
namespace {

std::vector<double> sorted(std::span<const double> samples)
{
    std::vector<double> copy(samples.begin(), samples.end());
    std::sort(copy.begin(), copy.end());
    return copy;
}

/// Interpolates between ranks; `at` is 0..1.
double quantile(const std::vector<double>& ascending, double at)
{
    const double rank = at * static_cast<double>(ascending.size() - 1);
    const auto below = static_cast<std::size_t>(rank);
    const std::size_t above = std::min(below + 1, ascending.size() - 1);
    return ascending[below] + (rank - static_cast<double>(below)) * (ascending[above] - ascending[below]);
}

}  // namespace

void StoppingRule::add(double seconds)
{
    samples_.push_back(seconds);
    spent_ += seconds;
}

bool StoppingRule::is_provisional() const
{
    return is_many() || is_trusted();
}

bool StoppingRule::is_many() const
{
    return count() >= provisional_samples || (count() >= long_samples && spent_ >= long_seconds);
}

bool StoppingRule::is_trusted() const
{
    if (count() >= max_samples) return true;
    if (count() >= least_samples && spent_ >= goal_.seconds) return true;
    if (!is_many() || count() < goal_.least) return false;
    const auto width = interval();
    return width && *width <= goal_.width && !drifts();
}

std::optional<double> StoppingRule::interval() const
{
    if (count() < 6) return std::nullopt;
    const std::vector<double> ascending = sorted(samples_);
    const double n = static_cast<double>(count());
    const double middle = quantile(ascending, 0.5);
    const auto lower = static_cast<std::size_t>(std::max(0.0, std::floor(n / 2 - 0.98 * std::sqrt(n))));
    const auto upper = std::min(count() - 1, static_cast<std::size_t>(std::ceil(n / 2 + 0.98 * std::sqrt(n))));
    return std::max(middle - ascending[lower], ascending[upper] - middle) / middle;
}

bool StoppingRule::drifts() const
{
    if (count() < long_samples) return false;
    const std::size_t half = count() / 2;
    const std::span<const double> all(samples_);
    const double before = quantile(sorted(all.first(half)), 0.5);
    const double after = quantile(sorted(all.last(half)), 0.5);
    return std::abs(after - before) > goal_.width * before;
}

model::SampleStatistics StoppingRule::statistics() const
{
    model::SampleStatistics statistics;
    statistics.samples = static_cast<int>(count());
    if (samples_.empty()) return statistics;
    const std::vector<double> ascending = sorted(samples_);
    statistics.median = quantile(ascending, 0.5);
    statistics.p20 = quantile(ascending, 0.2);
    statistics.p80 = quantile(ascending, 0.8);
    // These percentiles of a normal distribution are 0.8416 standard deviations from its median.
    if (statistics.median > 0) statistics.noise = (statistics.p80 - statistics.p20) / (2 * 0.8416) / statistics.median;
    return statistics;
}

}  // namespace spillway::gpu
