#include "app/charts/ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "app/model/grouped.h"

namespace spillway::charts {
namespace {

/// Value with a unit: "1.5 MiB", "1,017 MiB".
std::string with_unit(double value, const char* unit)
{
    return model::grouped(fmt::format("{:g}", value)) + unit;
}

}  // namespace

std::string tick_label(const Axis& axis, double value, double step)
{
    for (const auto& [position, name] : axis.names)
        if (position == value) return name;
    if (axis.steps == TickSteps::bytes) return format_tick_bytes(value);
    if (axis.steps == TickSteps::kibibytes) return format_tick_bytes(1024 * value);
    return axis.logarithmic && axis.steps == TickSteps::binary ? format_power(value) : format_number(value, step);
}

namespace {

std::vector<Tick> power_ticks(const Axis& axis, int max_steps)
{
    std::vector<double> powers;
    const double least = axis.first > 0 ? axis.first : axis.least_positive;
    for (double power = std::exp2(std::ceil(std::log2(least) - 1e-9)); power <= axis.last; power *= 2)
        powers.push_back(power);
    const int count = static_cast<int>(powers.size());
    const int skip = std::max(1, (count + max_steps - 1) / std::max(max_steps, 1));
    std::vector<Tick> found;
    if (axis.first <= 0) found.push_back({0, tick_label(axis, 0, 1)});
    // Count from the top if the axis starts at zero: the lowest power is so close to zero that its label does not fit.
    for (int i = axis.first <= 0 && count > 0 ? (count - 1) % skip : 0; i < count; i += skip)
        found.push_back({powers[i], tick_label(axis, powers[i], 1)});
    return found;
}

/// The factors times every `skip`th power of ten, including the highest one.
std::vector<double> decade_values(double least, double last, int skip, std::initializer_list<double> factors)
{
    const double highest = std::floor(std::log10(last) + 1e-9), lowest = std::floor(std::log10(least) + 1e-9);
    std::vector<double> values;
    for (double decade = highest - skip * std::floor((highest - lowest) / skip); decade <= highest; decade += skip)
        for (const double factor : factors) {
            const double value = factor * std::pow(10, decade);
            if (value >= least * (1 - 1e-9) && value <= last * (1 + 1e-9)) values.push_back(value);
        }
    return values;
}

/// The densest set that fits: 1, 2 and 5 times powers of ten; 1 and 3 times; powers of ten; every second or third
/// power. At least two ticks, because one alone does not show the length of a factor of ten.
std::vector<Tick> decade_ticks(const Axis& axis, int max_steps)
{
    const double least = axis.first > 0 ? axis.first : axis.least_positive, last = axis.last;
    const int decades = static_cast<int>(std::floor(std::log10(last / least) + 1e-9)) + 1;
    std::vector<std::vector<double>> choices{decade_values(least, last, 1, {1.0, 2.0, 5.0}),
                                             decade_values(least, last, 1, {1.0, 3.0})};
    for (int skip = 1; skip <= decades; ++skip) choices.push_back(decade_values(least, last, skip, {1.0}));
    const std::vector<double>* chosen = &choices.front();
    for (const std::vector<double>& choice : choices) {
        if (choice.size() < 2 || chosen->size() <= static_cast<std::size_t>(std::max(max_steps, 1))) break;
        chosen = &choice;
    }
    std::vector<Tick> found;
    if (axis.first <= 0) found.push_back({0, tick_label(axis, 0, 1)});
    for (const double value : *chosen) found.push_back({value, format_number(value, value)});
    return found;
}

std::vector<Tick> name_ticks(const Axis& axis)
{
    std::vector<Tick> found;
    for (const auto& [position, name] : axis.names)
        if (position >= axis.first && position <= axis.last) found.push_back({position, name});
    return found;
}

double percent_step(double least)
{
    for (const double step : {1.0, 2.0, 5.0, 10.0, 25.0, 50.0})
        if (step >= least) return step;
    return 100 * std::ceil(least / 100);
}

double decimal_step(double least)
{
    const double power = std::pow(10, std::floor(std::log10(least) + 1e-9));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= least * (1 - 1e-9)) return factor * power;
    return 10 * power;
}

/// Span that the grid divides. A few percent above the whole (two counters not read at once) are drawn, but do not
/// change the grid's step.
double gridded_span(const Axis& axis)
{
    const bool is_little_more = axis.steps == TickSteps::percent && axis.last > 100 && axis.last <= 125;
    return (is_little_more ? 100 : axis.last) - axis.first;
}

}  // namespace

double nice_step(double span, int max_steps, TickSteps steps, bool whole_numbers)
{
    if (!(span > 0) || !std::isfinite(span)) return 1;
    double least = span / std::max(max_steps, 1);
    if (whole_numbers) least = std::max(least, 1.0);
    switch (steps) {
        case TickSteps::binary:
        case TickSteps::bytes:
        case TickSteps::kibibytes: return std::exp2(std::ceil(std::log2(least) - 1e-9));
        case TickSteps::percent: return percent_step(least);
        case TickSteps::decimal: return decimal_step(least);
    }
    return 1;
}

std::vector<Tick> ticks(const Axis& axis, int max_steps)
{
    if (axis.categorical) return name_ticks(axis);
    if (axis.logarithmic)
        return counts_in_powers_of_two(axis) ? power_ticks(axis, max_steps) : decade_ticks(axis, max_steps);
    const double step = nice_step(gridded_span(axis), max_steps, axis.steps, axis.whole_numbers);
    std::vector<Tick> found;
    // Multiply instead of adding: sums of 0.1 drift.
    const double begin = std::ceil(axis.first / step - 1e-9), end = std::floor(axis.last / step + 1e-9);
    for (double i = begin; i <= end; ++i) {
        const double value = i == 0 ? 0 : i * step;  // avoid the negative zero that ceil() may give
        found.push_back({value, tick_label(axis, value, step)});
    }
    return found;
}

bool counts_in_powers_of_two(const Axis& axis)
{
    return axis.steps == TickSteps::binary || axis.steps == TickSteps::bytes || axis.steps == TickSteps::kibibytes;
}

double rounded_up_last(const Axis& axis, int max_steps)
{
    if (axis.categorical || axis.logarithmic) return axis.last;
    const double span = gridded_span(axis);
    if (span < axis.last - axis.first) return axis.last;
    const double step = nice_step(span, max_steps, axis.steps, axis.whole_numbers);
    return std::ceil(axis.last / step - 1e-9) * step;
}

std::string format_number(double value, double step)
{
    if (value == 0) return "0";
    int decimals = 0;
    if (step > 0 && step < 1) decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 9);
    return model::grouped(fmt::format("{:.{}f}", value, decimals));
}

std::string format_tick_bytes(double value)
{
    constexpr double kib = 1024, mib = kib * kib, gib = mib * kib;
    if (std::abs(value) >= gib && std::fmod(value, gib / 4) == 0) return with_unit(value / gib, " GiB");
    if (std::abs(value) >= mib && std::fmod(value, mib / 4) == 0) return with_unit(value / mib, " MiB");
    if (std::abs(value) >= kib && std::fmod(value, kib / 4) == 0) return with_unit(value / kib, " KiB");
    return model::grouped(fmt::format("{:.10g}", value));
}

std::string format_power(double value)
{
    constexpr double ki = 1024, mi = ki * ki, gi = mi * ki;
    if (value >= gi) return with_unit(value / gi, " Gi");
    if (value >= mi) return with_unit(value / mi, " Mi");
    return model::grouped(fmt::format("{:.10g}", value));
}

}  // namespace spillway::charts
