#pragma once

#include <string>
#include <vector>

#include "app/charts/chart.h"

namespace spillway::charts {

struct Tick {
    double value = 0;
    std::string label;
};

/// Smallest round step that covers the span in at most `max_steps` steps. `max_steps` is at least 1.
[[nodiscard]] double nice_step(double span, int max_steps, TickSteps steps, bool whole_numbers);

/// Ticks inside [first, last] at multiples of a round step, at most `max_steps` + 1 (more if a percent axis ends
/// above 100). Logarithmic axes get powers of two, or powers of ten times 1, 2 and 5, times 1 and 3, or alone, as space
/// permits (and zero if the axis contains it). Categorical axes get all their names.
[[nodiscard]] std::vector<Tick> ticks(const Axis& axis, int max_steps);

/// True if a logarithmic axis uses powers of two.
[[nodiscard]] bool counts_in_powers_of_two(const Axis& axis);

/// `last`, rounded up to a multiple of the step of ticks(). Unchanged for categorical and logarithmic axes.
[[nodiscard]] double rounded_up_last(const Axis& axis, int max_steps);

/// Label of a tick or of an end of the axis.
[[nodiscard]] std::string tick_label(const Axis& axis, double value, double step);
/// "2,500", "0.25", with as many decimals as the step needs.
[[nodiscard]] std::string format_number(double value, double step);
/// "128", "16 KiB", "1.5 MiB", "2 GiB"
[[nodiscard]] std::string format_tick_bytes(double value);
/// "512", "65,536", "256 Mi": counts on a logarithmic axis.
[[nodiscard]] std::string format_power(double value);

}  // namespace spillway::charts
