#pragma once

// Handlers compiled twice: for every processor, and for one with vectors of 256 bits and a fused multiply-add. Both
// make the same bits: no product and sum are contracted (-ffp-contract=off).

#include "app/ptx/warp.h"

namespace spillway::ptx {

#if defined(__x86_64__) && defined(__GNUC__)
inline bool has_wide_vectors()
{
    static const bool has = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
    return has;
}

/// All that the handler calls in its file becomes part of this one, so that no function for this processor alone is
/// shared with others.
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
