// Every thread looks words up in one table, at places that look random, and adds them up. Row neighbouring lanes look
// up Row words that lie side by side. The variants differ in where the table lies: in global memory, as a copy in the
// shared memory of each block, or spread over the shared memories of a cluster of blocks. The places are the same for
// all, so they come to the same sums.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// Which row lookup n of the grid reads: a hash of n, brought into the table.
__device__ __forceinline__ unsigned row_of(unsigned n, unsigned rows)
{
    n *= 2654435761u;
    n ^= n >> 15;
    n *= 2246822519u;
    n ^= n >> 13;
    return static_cast<unsigned>(static_cast<unsigned long long>(n) * rows >> 32);
}

// A thread's lookups. None waits for another, so several are under way at a time.
template <unsigned Row, typename Read>
__device__ __forceinline__ unsigned look_up(unsigned words, unsigned lookups, Read read)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    unsigned sum = 0;
#pragma unroll 8
    for (unsigned k = 0; k < lookups; ++k)
        sum += read(row_of((k * threads + i) / Row, words / Row) * Row + i % Row);
    return sum;
}

// The table stays where it is. L1 keeps what fits, if it may, and L2 answers the rest.
template <unsigned Row, bool InL1>
__global__ SPILLWAY_LAUNCH_BOUNDS void cluster_dsmem_global(const unsigned* table, unsigned* out, unsigned words,
                                                            unsigned lookups)
{
    SPILLWAY_SPILL_TARGET;
    out[blockIdx.x * blockDim.x + threadIdx.x] =
        look_up<Row>(words, lookups, [&](unsigned at) { return InL1 ? table[at] : __ldcg(table + at); });
}

// Each block copies the whole table into its shared memory first.
template <unsigned Row>
__global__ SPILLWAY_LAUNCH_BOUNDS void cluster_dsmem_replicated(const unsigned* table, unsigned* out, unsigned words,
                                                                unsigned lookups)
{
    SPILLWAY_SPILL_TARGET;
    extern __shared__ unsigned copy[];
    for (unsigned j = threadIdx.x; j < words; j += blockDim.x) copy[j] = table[j];
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = look_up<Row>(words, lookups, [&](unsigned at) { return copy[at]; });
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
// Lines of 32 words go to the blocks of a cluster in turn: block `rank` holds line rank, rank + Cluster and so on, one
// behind the other.
template <unsigned Row, unsigned Cluster>
__global__ SPILLWAY_LAUNCH_BOUNDS void cluster_dsmem_distributed(const unsigned* table, unsigned* out, unsigned words,
                                                                 unsigned lookups)
{
    SPILLWAY_SPILL_TARGET;
    extern __shared__ unsigned part[];
    const unsigned rank = __clusterRelativeBlockRank();
    for (unsigned j = threadIdx.x;; j += blockDim.x) {
        const unsigned at = (j / 32 * Cluster + rank) * 32 + j % 32;
        if (at >= words) break;
        part[j] = table[at];
    }
    __cluster_barrier_arrive();
    __cluster_barrier_wait();  // all parts are there before any is read
    const unsigned sum = look_up<Row>(words, lookups, [&](unsigned at) {
        const unsigned line = at / 32;
        const auto* of_block = static_cast<const unsigned*>(__cluster_map_shared_rank(part, line % Cluster));
        return of_block[line / Cluster * 32 + at % 32];
    });
    __cluster_barrier_arrive();
    __cluster_barrier_wait();  // no block ends, and gives its part back, while another still reads it
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
#endif

// The same sums from the last lookup to the first, one at a time.
template <unsigned Row>
__global__ SPILLWAY_LAUNCH_BOUNDS void cluster_dsmem_reference(const unsigned* table, unsigned* out, unsigned words,
                                                               unsigned lookups)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = 0;
#pragma unroll 1
    for (unsigned k = lookups; k > 0; --k) {
        const unsigned group = ((k - 1) * gridDim.x * blockDim.x + i) / Row;
        sum += table[row_of(group, words / Row) * Row + i % Row];
    }
    out[i] = sum;
}
