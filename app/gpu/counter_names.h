#pragma once

// Which hardware counters are collected, in the names that ncu and CUPTI give them.

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::gpu {

struct CounterName {
    std::string_view name;
    std::string_view otherwise;  ///< the name on chips that do not know the first; empty: there is none
    bool is_optional = false;    ///< some chips have neither
};

/// What is counted, in few passes: a row more can mean a launch more (tests/gpu/counter_names_test.cpp has the bound).
[[nodiscard]] std::span<const CounterName> counter_names();

/// Those names that a chip knows; what it has no counter for is left out.
[[nodiscard]] std::vector<std::string> names_known_to(const std::function<bool(std::string_view)>& is_known);

}  // namespace spillway::gpu
