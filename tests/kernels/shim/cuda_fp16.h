#pragma once

// half2 for host tests. Stored in 16 bits; arithmetic goes through float, whose result is rounded to
// half once, which for a sum of two halves is the exact sum rounded.

#include <cstdint>
#include <cstring>

struct half {
    _Float16 value;
};

struct alignas(4) half2 {
    half x, y;
};

inline half2 __hadd2(half2 a, half2 b)
{
    const auto sum = [](half p, half q) {
        return half{static_cast<_Float16>(static_cast<float>(p.value) + static_cast<float>(q.value))};
    };
    return {sum(a.x, b.x), sum(a.y, b.y)};
}
