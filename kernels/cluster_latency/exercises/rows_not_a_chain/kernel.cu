// Each block of a cluster has an edge of 4,096 words, and brings the edge of the next block home: from that block's shared
// memory into its own. The low 12 bits of a word are the place of the next one, and one thread follows that chain. The
// other 20 bits are random bits of the input, so no word can be computed from another.
//
// Yours are the lines between the two marks below: how the words come home. The rest stays as it is, and your result is
// compared with what `expected` computes.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

enum : unsigned { Words = 4096, Threads = 256, Cluster = 4 };

// Word j of a block's edge: the high bits of an input number, and the next word's place. The chain goes through the whole
// edge, since each block steps by an odd number of its own.
__device__ __forceinline__ unsigned word(unsigned number, unsigned block, unsigned j)
{
    return number / Words * Words + (j + 33 + 2 * (block % 64)) % Words;
}

// The place that a word names.
__device__ __forceinline__ unsigned next_place(unsigned word)
{
    return word % Words;
}

// The weight of word j in a sum. It is odd, so each bit of a wrong word changes the sum.
__device__ __forceinline__ unsigned weight(unsigned j)
{
    return 2 * j + 1;
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

// Each thread writes sixteen words of this block's edge. The input comes by asynchronous copies: the reads under way that
// a goal counts are then those of `bring` alone.
__device__ __forceinline__ void write_edge(const unsigned* in, unsigned* edge)
{
    for (unsigned j = threadIdx.x; j < Words; j += Threads)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(unsigned(__cvta_generic_to_shared(edge + j))),
                     "l"(in + blockIdx.x * Words + j)
                     : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    for (unsigned j = threadIdx.x; j < Words; j += Threads) edge[j] = word(edge[j], blockIdx.x, j);
}

// The edge is written, brought home, and each thread adds sixteen words of it.
template <void bring(const unsigned* far, unsigned* home)>
__global__ SPILLWAY_LAUNCH_BOUNDS void bring_and_add(const unsigned* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned edge[Words], home[Words];
    write_edge(in, edge);
    wait_for_cluster();  // all edges are there before any is read
    bring(in_next_block(edge), home);
    wait_for_cluster();  // no block ends, and gives its edge back, while another still reads it
    unsigned sum = 0;
    for (unsigned j = threadIdx.x; j < Words; j += Threads) sum += weight(j) * home[j];
    const int i = blockIdx.x * Threads + threadIdx.x;
    if (i < n) out[i] = sum;
}

// What you begin with: one thread follows the chain through the next block's edge, and takes each word along.
__device__ __forceinline__ void along_the_chain(const unsigned* far, unsigned* home)
{
    if (threadIdx.x > 0) return;
    unsigned at = 0;
#pragma unroll 1
    for (unsigned hop = 0; hop < Words; ++hop) at = next_place(home[at] = far[at]);
}

// What your result is compared with: the same sums without an edge.
__global__ SPILLWAY_LAUNCH_BOUNDS void expected(const unsigned* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    unsigned sum = 0;
    for (unsigned j = threadIdx.x; j < Words; j += Threads)
        sum += weight(j) * word(in[next_block() * Words + j], next_block(), j);
    const int i = blockIdx.x * Threads + threadIdx.x;
    if (i < n) out[i] = sum;
}

// ---- counted: steps of warps, at most 4 times the reference's ----
// ---- counted: reads of in, at most 1.5 times the reference's ----
// ---- yours from here ----
// All threads of the block call this: far is the edge of the next block, home is where its words belong.
__device__ __forceinline__ void bring(const unsigned* far, unsigned* home)
{
    if (threadIdx.x > 0) return;
    unsigned at = 0;
#pragma unroll 1
    for (unsigned hop = 0; hop < Words; ++hop) at = next_place(home[at] = far[at]);
}
// ---- yours to here ----
