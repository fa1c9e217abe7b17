#include "app/model/time_metrics.h"

#include "app/model/time_account.h"

namespace spillway::model {

std::optional<double> resource_share(const RunResult& result, std::string_view resource)
{
    const TimeShare* part = find_share(result.measurement, resource);
    return part ? std::optional(part->share) : std::nullopt;
}

std::optional<double> resource_hardware_share(const RunResult& result, std::string_view resource)
{
    return hardware_share(result.measurement, resource);
}

std::optional<double> resource_local_part(const RunResult& result, std::string_view resource)
{
    const TimeShare* part = find_share(result.measurement, resource);
    if (!part || !part->local_amount || part->amount <= 0) return std::nullopt;
    return *part->local_amount / part->amount;
}

std::optional<double> stalled_share(const RunResult& result, std::string_view reason)
{
    const auto& stalls = result.measurement.stall_reasons;
    if (!stalls) return std::nullopt;
    const auto found = stalls->find(std::string(reason));
    return found == stalls->end() ? 0 : found->second;
}

std::optional<double> largest_resource_share(const RunResult& result)
{
    if (!result.measurement.time_account) return std::nullopt;
    const LimitedBy largest = largest_share(*result.measurement.time_account);
    return largest.share;
}

}  // namespace spillway::model
