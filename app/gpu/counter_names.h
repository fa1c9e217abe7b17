#pragma once

// Hardware counters to collect, with the names of ncu and CUPTI.

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::gpu {

struct CounterName {
    std::string_view name;
    std::string_view otherwise;  ///< name on chips that lack the first; empty: none
    bool is_optional = false;    ///< some chips have neither
};

/// The counters fit into few passes. Each pass is a launch, and one more counter can need one more pass.
/// tests/gpu/counters_test.cpp checks the maximum of passes.
[[nodiscard]] std::span<const CounterName> counter_names();

/// Names that the chip supports; omits counters that it lacks.
[[nodiscard]] std::vector<std::string> names_known_to(const std::function<bool(std::string_view)>& is_known);

}  // namespace spillway::gpu
