#pragma once

// Arithmetic in single precision, and what that in double precision shares with it.

#include <cmath>
#include <limits>

#include "app/ptx/program.h"

namespace spillway::ptx {

/// If one operand is NaN, the result is the other, or NaN with `KeepsNan`; -0 is less than 0.
template <typename T, bool IsMin, bool KeepsNan>
struct Extreme {
    T operator()(T a, T b, T = 0) const
    {
        if (a != a || b != b) {
            if (KeepsNan) return std::numeric_limits<T>::quiet_NaN();
            return a != a ? b : a;
        }
        if (a == b) return std::signbit(a) == IsMin ? a : b;
        return (a < b) == IsMin ? a : b;
    }
};
[[nodiscard]] inline bool is_nearest(const Instruction& in)
{
    return in.rounding == Rounding::none || in.rounding == Rounding::nearest;
}

[[nodiscard]] Handler single_precision(const Instruction& in);

}  // namespace spillway::ptx
