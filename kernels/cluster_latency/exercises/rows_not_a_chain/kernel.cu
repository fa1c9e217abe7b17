// Each block of a cluster has an edge of 4,096 words, and brings the edge of the next block home: from that block's shared
// memory into its own. Each word also says where the next one is, and whoever brings them follows that chain.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with what `expected` computes.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

enum : unsigned { Words = 4096, Threads = 256, Cluster = 4 };

// Word j of a block's edge, which is also the next word's place.
__device__ __forceinline__ unsigned word(unsigned block, unsigned j)
{
    return (j + 33 + 2 * (block % 64)) % Words;
}

// The block whose edge this block brings home.
__device__ __forceinline__ unsigned next_block()
{
    return blockIdx.x / Cluster * Cluster + (blockIdx.x + 1) % Cluster;
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
// Where the next block of the cluster has its edge, and a wait for all threads of all its blocks.
__device__ __forceinline__ const unsigned* in_next_block(unsigned* mine)
{
    return static_cast<const unsigned*>(__cluster_map_shared_rank(mine, (__clusterRelativeBlockRank() + 1) % Cluster));
}
__device__ __forceinline__ void wait_for_cluster()
{
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
}
#else  // before compute capability 9.0 there are no clusters: yours does not run there
__device__ __forceinline__ const unsigned* in_next_block(unsigned* mine)
{
    return mine;
}
__device__ __forceinline__ void wait_for_cluster()
{
}
#endif

// The edge is written, brought home by `bring`, and each thread adds sixteen words of it, each with a weight.
template <typename Bring>
__device__ __forceinline__ void bring_and_add(unsigned* out, int n, Bring bring)
{
    __shared__ unsigned edge[Words], home[Words];
    for (unsigned j = threadIdx.x; j < Words; j += Threads) edge[j] = word(blockIdx.x, j);
    wait_for_cluster();  // all edges are there before any is read
    bring(in_next_block(edge), home);
    wait_for_cluster();  // no block ends, and gives its edge back, while another still reads it
    unsigned sum = 0;
    for (unsigned j = threadIdx.x; j < Words; j += Threads) sum += (j + 1) * home[j];
    const int i = blockIdx.x * Threads + threadIdx.x;
    if (i < n) out[i] = sum;
}

// One thread follows the chain through the next block's edge, and takes each word along.
__device__ __forceinline__ void along_the_chain(const unsigned* far, unsigned* home)
{
    if (threadIdx.x > 0) return;
    unsigned at = 0;
#pragma unroll 1
    for (unsigned hop = 0; hop < Words; ++hop) at = home[at] = far[at];
}

// What you begin with.
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    bring_and_add(out, n, along_the_chain);
}

// What your result is compared with: the same sums without an edge.
__global__ SPILLWAY_LAUNCH_BOUNDS void expected(unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    unsigned sum = 0;
    for (unsigned j = threadIdx.x; j < Words; j += Threads) sum += (j + 1) * word(next_block(), j);
    const int i = blockIdx.x * Threads + threadIdx.x;
    if (i < n) out[i] = sum;
}

// ---- counted: steps of warps, at most 4 times the reference's ----
// ---- yours from here ----
// All threads of the block call this.
__device__ __forceinline__ void bring(const unsigned* far, unsigned* home)
{
    if (threadIdx.x > 0) return;
    unsigned at = 0;
#pragma unroll 1
    for (unsigned hop = 0; hop < Words; ++hop) at = home[at] = far[at];
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    bring_and_add(out, n, bring);
}
// ---- yours to here ----
