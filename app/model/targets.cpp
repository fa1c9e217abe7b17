#include "app/model/targets.h"

#include <algorithm>
#include <charconv>

namespace spillway::model {

constexpr std::string_view prefix = "sm_";

bool is_special_target(std::string_view target)
{
    if (!target.starts_with(prefix) || target.size() < 6 || target.size() > 7) return false;
    const std::string_view number = target.substr(prefix.size(), target.size() - prefix.size() - 1);
    return (target.back() == 'a' || target.back() == 'f') &&
           std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::vector<std::string> special_targets(std::string_view arch)
{
    constexpr int first_special = 90, first_family = 100;
    int number = 0;
    if (!arch.starts_with(prefix)) return {};
    const auto [end, problem] = std::from_chars(arch.data() + prefix.size(), arch.data() + arch.size(), number);
    if (problem != std::errc() || end != arch.data() + arch.size() || number < first_special) return {};
    const std::string usual(arch);
    return number < first_family ? std::vector{usual + "a"} : std::vector{usual + "f", usual + "a"};
}

}  // namespace spillway::model
