// One thread follows a round trip through an array: each address is the last read's answer, so nothing overlaps.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

template <int Steps>
__global__ SPILLWAY_LAUNCH_BOUNDS void chase(const unsigned* next, long long* cycles, unsigned* last, int round_trip)
{
    SPILLWAY_SPILL_TARGET;
    unsigned at = 0;
    for (int i = 0; i < round_trip; ++i) at = next[at];  // so that what fits a cache is in it
    if (at == 0xffffffff) *last = at;                    // never: but the reads must be made
    at = 0;
    const long long begin = clock64();
#pragma unroll 16
    for (int i = 0; i < Steps; ++i) at = next[at];
    const long long end = clock64();
    *last = at;
    *cycles = end - begin;
}
