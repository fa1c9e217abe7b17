// Each block of a cluster reads the edge of another block: 1,024 words, from its own shared memory, from the other
// block's, or from L2. A chain of single words shows the latency; whole rows of words show the throughput. All variants
// read the same words and come to the same sum.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

enum : unsigned { Words = 1024 };  // of an edge
enum : unsigned { AtOnce = 8 };    // reads of a thread that are under way

// Word j of a block's edge. It is also the next word's place in a chain through the whole edge, since each block steps
// by an odd number of its own.
__device__ __forceinline__ unsigned word(unsigned block, unsigned j)
{
    return (j + 33 + 2 * (block % 64)) % Words;
}

// The block whose edge this block reads: `distance` places further in its cluster, and round again.
__device__ __forceinline__ unsigned other_block(unsigned cluster, unsigned distance)
{
    const unsigned rank = blockIdx.x % cluster;
    return blockIdx.x - rank + (rank + distance) % cluster;
}

// All threads of a block write the edge of block `of`.
__device__ __forceinline__ void write_edge(unsigned* to, unsigned of)
{
    for (unsigned j = threadIdx.x; j < Words; j += blockDim.x) to[j] = word(of, j);
    __syncthreads();
}

// One thread follows the chain: where the next word is, is known when the last one has arrived. The first time round
// brings the words near; the second is timed. The others read the edge `rounds` times, so the sum counts as often.
template <typename Read>
__device__ void follow_chain(unsigned* out, long long* cycles, unsigned rounds, Read read)
{
    if (threadIdx.x > 0) return;
    unsigned at = 0, sum = 0;
    long long start = 0;
#pragma unroll 1
    for (int round = 0; round < 2; ++round) {
        sum = 0;
        start = clock64();
#pragma unroll 16
        for (unsigned hop = 0; hop < Words; ++hop) {
            const unsigned next = read(at);
            sum += (at + 1) * next;
            at = next;
        }
    }
    cycles[blockIdx.x] = clock64() - start;
    out[blockIdx.x] = rounds * sum;
}

// All threads read the edge `rounds` times. The lanes of a warp read 32 words in a row, and eight reads of a thread are
// under way at a time. The launch is timed, so no cycles are counted.
template <typename Read>
__device__ void read_rows(unsigned* out, long long* cycles, unsigned* total, unsigned rounds, Read read)
{
    if (threadIdx.x == 0) *total = 0;
    __syncthreads();
    const unsigned reads = (Words * rounds + blockDim.x - 1 - threadIdx.x) / blockDim.x;
    const auto place = [](unsigned k) { return (threadIdx.x + k * blockDim.x) % Words; };
    unsigned sum = 0, k = 0;
#pragma unroll 1
    for (; k + AtOnce <= reads; k += AtOnce) {
        unsigned row[AtOnce];
#pragma unroll
        for (unsigned j = 0; j < AtOnce; ++j) row[j] = read(place(k + j));
#pragma unroll
        for (unsigned j = 0; j < AtOnce; ++j) sum += (place(k + j) + 1) * row[j];
    }
#pragma unroll 1
    for (; k < reads; ++k) sum += (place(k) + 1) * read(place(k));
    atomicAdd(total, sum);
    __syncthreads();
    if (threadIdx.x > 0) return;
    out[blockIdx.x] = *total;
    cycles[blockIdx.x] = 0;
}

// The words in the block's own shared memory.
template <bool IsChain>
__global__ SPILLWAY_LAUNCH_BOUNDS void cluster_latency_own(unsigned*, unsigned* out, long long* cycles,
                                                           unsigned cluster, unsigned distance, unsigned rounds)
{
    SPILLWAY_SPILL_TARGET;
    extern __shared__ unsigned edge[];
    write_edge(edge, other_block(cluster, distance));
    const auto read = [=](unsigned at) { return edge[at]; };
    if (IsChain)
        follow_chain(out, cycles, rounds, read);
    else
        read_rows(out, cycles, edge + Words, rounds, read);
}

// The words in global memory, read past L1: an L1 does not see what another SM writes, so a neighbour's edge has to come
// from L2.
template <bool IsChain>
__global__ SPILLWAY_LAUNCH_BOUNDS void cluster_latency_l2(unsigned* edges, unsigned* out, long long* cycles,
                                                          unsigned cluster, unsigned distance, unsigned rounds)
{
    SPILLWAY_SPILL_TARGET;
    extern __shared__ unsigned total[];
    unsigned* const edge = edges + blockIdx.x * Words;
    write_edge(edge, other_block(cluster, distance));
    const auto read = [=](unsigned at) { return __ldcg(edge + at); };
    if (IsChain)
        follow_chain(out, cycles, rounds, read);
    else
        read_rows(out, cycles, total, rounds, read);
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
// Each block has its own edge in its shared memory, and reads the other block's there.
template <bool IsChain>
__global__ SPILLWAY_LAUNCH_BOUNDS void cluster_latency_neighbour(unsigned*, unsigned* out, long long* cycles,
                                                                 unsigned cluster, unsigned distance, unsigned rounds)
{
    SPILLWAY_SPILL_TARGET;
    extern __shared__ unsigned edge[];
    const unsigned other = (__clusterRelativeBlockRank() + distance) % cluster;
    const unsigned* const far = static_cast<const unsigned*>(__cluster_map_shared_rank(edge, other));
    write_edge(edge, blockIdx.x);
    __cluster_barrier_arrive();
    __cluster_barrier_wait();  // all edges are there before any is read
    const auto read = [=](unsigned at) { return far[at]; };
    if (IsChain)
        follow_chain(out, cycles, rounds, read);
    else
        read_rows(out, cycles, edge + Words, rounds, read);
    __cluster_barrier_arrive();
    __cluster_barrier_wait();  // no block ends, and gives its edge back, while another still reads it
}
#endif

// The same sum, word by word.
template <bool IsChain>
__global__ SPILLWAY_LAUNCH_BOUNDS void cluster_latency_reference(unsigned*, unsigned* out, long long* cycles,
                                                                 unsigned cluster, unsigned distance, unsigned rounds)
{
    SPILLWAY_SPILL_TARGET;
    if (threadIdx.x > 0) return;
    const unsigned other = other_block(cluster, distance);
    unsigned sum = 0;
#pragma unroll 1
    for (unsigned j = 0; j < Words; ++j) sum += (j + 1) * word(other, j);
    out[blockIdx.x] = rounds * sum;
    cycles[blockIdx.x] = 0;
}
