#include "app/teaching/parameter_steps.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "app/model/grouped.h"
#include "app/model/metrics.h"

namespace spillway::teaching {
namespace {

using model::Parameter;
using model::ParameterKind;
using model::Scale;
using model::Value;
using Integer = std::int64_t;

/// Special values below the range: {0} for "none".
std::vector<Integer> special_values(const Parameter& p)
{
    std::vector<Integer> special;
    for (const Integer value : p.extra_values)
        if (value < p.first) special.push_back(value);
    std::sort(special.begin(), special.end());
    return special;
}

/// All stops of a power-of-two slider, ascending.
std::vector<Integer> doubling_stops(const Parameter& p)
{
    std::vector<Integer> stops = p.extra_values;
    stops.push_back(p.first);
    for (Integer value = 1; value < p.last && value > 0; value *= 2)
        if (value > p.first) stops.push_back(value);
    stops.push_back(p.last);
    std::sort(stops.begin(), stops.end());
    stops.erase(std::unique(stops.begin(), stops.end()), stops.end());
    return stops;
}

Integer step_of(const Parameter& p)
{
    return std::max<Integer>(p.step, 1);
}

/// Number of stops of a linear slider, without listing them.
Integer stop_count(const Parameter& p)
{
    return static_cast<Integer>(special_values(p).size()) + (p.last - p.first) / step_of(p) + 1;
}

Integer value_at_stop(const Parameter& p, Integer stop)
{
    const std::vector<Integer> special = special_values(p);
    const auto below = static_cast<Integer>(special.size());
    stop = std::clamp<Integer>(stop, 0, stop_count(p) - 1);
    return stop < below ? special[static_cast<std::size_t>(stop)] : p.first + (stop - below) * step_of(p);
}

/// The last stop at or below a value.
Integer stop_of(const Parameter& p, Integer value)
{
    const std::vector<Integer> special = special_values(p);
    const auto below = static_cast<Integer>(special.size());
    if (value >= p.first) return below + (value - p.first) / step_of(p);
    const auto above = std::upper_bound(special.begin(), special.end(), value);
    return std::max<Integer>(0, above - special.begin() - 1);
}

Integer integer_of(const Value& value)
{
    const Integer* number = std::get_if<Integer>(&value);
    return number ? *number : 0;
}

Integer choice_index(const Parameter& p, const Value& value)
{
    const std::string* name = std::get_if<std::string>(&value);
    for (std::size_t i = 0; name != nullptr && i < p.choices.size(); ++i)
        if (p.choices[i].name == *name) return static_cast<Integer>(i);
    return 0;
}

Value choice_at(const Parameter& p, Integer index)
{
    if (p.choices.empty()) return std::string();
    return p
        .choices[static_cast<std::size_t>(std::clamp<Integer>(index, 0, static_cast<Integer>(p.choices.size()) - 1))]
        .name;
}

double doubling_fraction(const Parameter& p, Integer value)
{
    const std::vector<Integer> stops = doubling_stops(p);
    if (stops.size() < 2) return 0;
    const auto above = std::lower_bound(stops.begin(), stops.end(), value);
    if (above == stops.end()) return 1;
    double index = static_cast<double>(above - stops.begin());
    if (*above != value && above != stops.begin()) {
        const double low = static_cast<double>(std::max<Integer>(*(above - 1), 1));
        index += std::log2(static_cast<double>(value) / low) / std::log2(static_cast<double>(*above) / low) - 1;
    }
    return std::clamp(index / static_cast<double>(stops.size() - 1), 0.0, 1.0);
}

}  // namespace

double slider_fraction(const Parameter& p, const Value& value)
{
    if (p.kind == ParameterKind::flag) return std::get_if<bool>(&value) && std::get<bool>(value) ? 1 : 0;
    if (p.kind == ParameterKind::choice)
        return p.choices.size() < 2
                   ? 0
                   : static_cast<double>(choice_index(p, value)) / static_cast<double>(p.choices.size() - 1);
    if (p.scale == Scale::power_of_two) return doubling_fraction(p, integer_of(value));
    const Integer low = value_at_stop(p, 0);
    if (p.last <= low) return 0;
    return std::clamp(static_cast<double>(integer_of(value) - low) / static_cast<double>(p.last - low), 0.0, 1.0);
}

Value value_at_fraction(const Parameter& p, double fraction)
{
    fraction = std::isfinite(fraction) ? std::clamp(fraction, 0.0, 1.0) : 0;
    if (p.kind == ParameterKind::flag) return fraction >= 0.5;
    if (p.kind == ParameterKind::choice)
        return choice_at(p,
                         std::lround(fraction * static_cast<double>(std::max<std::size_t>(p.choices.size(), 1) - 1)));
    if (p.scale == Scale::power_of_two) {
        const std::vector<Integer> stops = doubling_stops(p);
        return stops[static_cast<std::size_t>(std::lround(fraction * static_cast<double>(stops.size() - 1)))];
    }
    const Integer low = value_at_stop(p, 0);
    const auto wanted = static_cast<double>(low) + fraction * static_cast<double>(p.last - low);
    const Integer stop = stop_of(p, static_cast<Integer>(wanted));
    const Integer below = value_at_stop(p, stop), above = value_at_stop(p, stop + 1);
    return wanted - static_cast<double>(below) <= static_cast<double>(above) - wanted ? below : above;
}

Value stepped_value(const Parameter& p, const Value& value, int steps)
{
    if (p.kind == ParameterKind::flag) return steps > 0;
    if (p.kind == ParameterKind::choice) return choice_at(p, choice_index(p, value) + steps);
    const Integer number = integer_of(value);
    if (p.scale != Scale::power_of_two) {
        const Integer stop = stop_of(p, number);
        // One step down from between two stops leads to the lower one.
        const bool between = value_at_stop(p, stop) != number && steps < 0;
        return value_at_stop(p, stop + steps + (between ? 1 : 0));
    }
    const std::vector<Integer> stops = doubling_stops(p);
    const auto at = steps > 0 ? std::upper_bound(stops.begin(), stops.end(), number) - 1
                              : std::lower_bound(stops.begin(), stops.end(), number);
    const Integer index = (at - stops.begin()) + steps;
    return stops[static_cast<std::size_t>(std::clamp<Integer>(index, 0, static_cast<Integer>(stops.size()) - 1))];
}

int page_steps(const Parameter& p)
{
    if (p.kind != ParameterKind::integer) return 1;
    const Integer count =
        p.scale == Scale::power_of_two ? static_cast<Integer>(doubling_stops(p).size()) : stop_count(p);
    return static_cast<int>(std::bit_floor(static_cast<std::uint64_t>(std::clamp<Integer>(count / 8, 1, 1 << 20))));
}

Value lowest_value(const Parameter& p)
{
    return value_at_fraction(p, 0);
}
Value highest_value(const Parameter& p)
{
    return value_at_fraction(p, 1);
}

std::string value_label(const Parameter& p, const Value& value)
{
    if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "on" : "off";
    if (const std::string* name = std::get_if<std::string>(&value)) {
        const model::Choice* choice = p.find_choice(*name);
        return choice != nullptr ? choice->words() : *name;
    }
    const Integer* number = std::get_if<Integer>(&value);
    if (*number == 0 && !p.zero_label.empty()) return p.zero_label;
    if (p.unit == "bytes" && *number >= 0) return model::format_bytes(static_cast<double>(*number));
    // Same unit as on the axis: 16 MiB, not 16,384 KiB.
    if (p.unit == "KiB" && *number >= 1024) return model::format_bytes(1024 * static_cast<double>(*number));
    const std::string digits = model::grouped(std::to_string(*number));
    if (p.unit.empty()) return digits;
    // "1 element": units that are words have a plural; "ms" is not one.
    const bool is_one = *number == 1 && p.unit.size() > 3 && p.unit.ends_with('s');
    return digits + " " + (is_one ? p.unit.substr(0, p.unit.size() - 1) : p.unit);
}

bool is_adjustable(const Parameter& p)
{
    if (p.kind == ParameterKind::choice) return p.choices.size() > 1;
    if (p.kind == ParameterKind::flag) return true;
    return p.last > p.first || !special_values(p).empty();
}

}  // namespace spillway::teaching
