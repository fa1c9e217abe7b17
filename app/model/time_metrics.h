#pragma once

// Metrics of a result that explain its time (time_account.h).

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

#include "app/model/run_result.h"

namespace spillway::model {

/// String literal as a template argument.
template <std::size_t N>
struct NameOf {
    char text[N]{};
    constexpr NameOf(const char (&name)[N])  // NOLINT(google-explicit-constructor): implicit, to allow a literal
    {
        std::copy_n(name, N, text);
    }
};

[[nodiscard]] std::optional<double> resource_share(const RunResult& result, std::string_view resource);
/// Busy share of the resource and those that share its hardware.
[[nodiscard]] std::optional<double> resource_hardware_share(const RunResult& result, std::string_view resource);
/// Part of the amount caused by local memory.
[[nodiscard]] std::optional<double> resource_local_part(const RunResult& result, std::string_view resource);
[[nodiscard]] std::optional<double> stalled_share(const RunResult& result, std::string_view reason);
/// Largest share of a resource, even if it is too small to be the limiter.
[[nodiscard]] std::optional<double> largest_resource_share(const RunResult& result);

template <NameOf name>
std::optional<double> share_of(const RunResult& result)
{
    return resource_share(result, name.text);
}
template <NameOf name>
std::optional<double> hardware_share_of(const RunResult& result)
{
    return resource_hardware_share(result, name.text);
}
template <NameOf name>
std::optional<double> local_part_of(const RunResult& result)
{
    return resource_local_part(result, name.text);
}
template <NameOf name>
std::optional<double> stalled_for(const RunResult& result)
{
    return stalled_share(result, name.text);
}

}  // namespace spillway::model
