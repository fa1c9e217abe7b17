#pragma once

// Compiles handlers twice: for every processor, and for those with AVX2 and FMA. Both give the same bits, because no
// product and sum are contracted (-ffp-contract=off).

#include "app/ptx/warp.h"

namespace spillway::ptx {

#if defined(__x86_64__) && defined(__GNUC__)
inline bool has_wide_vectors()
{
    static const bool has = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
    return has;
}

/// Inlines everything that the handler calls in its file (flatten), so that no function compiled for AVX2 is shared
/// with other code.
template <Handler H>
__attribute__((target("avx2,fma"), flatten)) void with_wide_vectors(Warp& w, const Instruction& in)
{
    H(w, in);
}

template <Handler H>
Handler fastest()
{
    return has_wide_vectors() ? &with_wide_vectors<H> : H;
}
#else
inline bool has_wide_vectors()
{
    return false;
}
template <Handler H>
Handler fastest()
{
    return H;
}
#endif

}  // namespace spillway::ptx
