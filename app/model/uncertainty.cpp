#include "app/model/uncertainty.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace spillway::model {

double uncertainty(std::string_view metric_key, const RunResult& result)
{
    constexpr std::string_view of_time[] = {
        "bytes_per_second", "requested_bytes_per_second", "flops_per_second", "seconds_median",
        "percent_of_peak",  "percent_of_ceiling",         "host_seconds",     "cycles_per_access"};
    const bool is_timed = std::find(std::begin(of_time), std::end(of_time), metric_key) != std::end(of_time);
    if (!is_timed || !result.measurement.seconds || result.measurement.seconds->samples < 1) return 0;
    const SampleStatistics& seconds = *result.measurement.seconds;
    // Two standard errors of a median, but at least half a percent.
    return std::max(0.005, 2.5 * seconds.noise / std::sqrt(seconds.samples));
}

}  // namespace spillway::model
