#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <nlohmann/json.hpp>

namespace spillway::bench {

/// Seconds of repeated measurements, summed up by rank.
class Samples {
public:
    void add(double seconds) { values_.push_back(seconds); }
    void add(const Samples& other) { values_.insert(values_.end(), other.values_.begin(), other.values_.end()); }

    [[nodiscard]] std::size_t size() const { return values_.size(); }
    [[nodiscard]] double at(std::size_t index) const { return values_.at(index); }
    [[nodiscard]] double p50() const { return quantile(0.50); }
    [[nodiscard]] double p95() const { return quantile(0.95); }
    [[nodiscard]] double p99() const { return quantile(0.99); }
    /// Share of samples of at most `seconds`.
    [[nodiscard]] double share_within(double seconds) const
    {
        const auto count = std::count_if(values_.begin(), values_.end(), [&](double v) { return v <= seconds; });
        return values_.empty() ? 0 : static_cast<double>(count) / static_cast<double>(values_.size());
    }
    [[nodiscard]] nlohmann::json json() const
    {
        if (values_.empty()) return nullptr;
        return {{"p50", p50()}, {"p95", p95()}, {"p99", p99()}, {"samples", values_.size()}};
    }

private:
    [[nodiscard]] double quantile(double share) const
    {
        if (values_.empty()) return 0;
        std::vector<double> sorted = values_;
        std::sort(sorted.begin(), sorted.end());
        // The nearest rank: a value that was measured.
        const double rank = share * static_cast<double>(sorted.size());
        const auto index = static_cast<std::size_t>(std::max(0.0, rank - 0.5));
        return sorted[std::min(index, sorted.size() - 1)];
    }

    std::vector<double> values_;
};

/// The same work several times over, of each step the fastest: what it costs without what else the machine did
/// meanwhile. All have as many samples as the first.
[[nodiscard]] inline Samples fastest_of_each(const std::vector<Samples>& rounds)
{
    Samples fastest;
    for (std::size_t step = 0; !rounds.empty() && step < rounds.front().size(); ++step) {
        double least = rounds.front().at(step);
        for (const Samples& round : rounds) least = std::min(least, round.at(step));
        fastest.add(least);
    }
    return fastest;
}

}  // namespace spillway::bench
