// Each thread steps a small simulation: the state is a struct of Count floats, and every step gives each
// value a share of its right-hand neighbour's. How the struct travels decides where it lives.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

template <int Count>
struct State {
    float value[Count];
};

// Value j of all threads lies side by side in memory.
template <int Count>
__device__ __forceinline__ State<Count> load(const float* input, int i, int n)
{
    State<Count> state;
#pragma unroll
    for (int j = 0; j < Count; ++j) state.value[j] = input[size_t(j) * n + i];
    return state;
}

template <int Count>
__device__ __forceinline__ void store(float* output, int i, int n, const State<Count>& state)
{
#pragma unroll
    for (int j = 0; j < Count; ++j) output[size_t(j) * n + i] = state.value[j];
}

template <int Count>
__device__ __forceinline__ State<Count> stepped(State<Count> state, float share)
{
    const float first = state.value[0];
#pragma unroll
    for (int j = 0; j < Count; ++j) state.value[j] += share * (j + 1 < Count ? state.value[j + 1] : first);
    return state;
}

// By value into a function that is really called, and by value back.
template <int Count>
__device__ __noinline__ State<Count> stepped_by_call(State<Count> state, float share)
{
    return stepped(state, share);
}

template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void large_struct_by_value(const float* input, float* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    State<Count> state = load<Count>(input, i, n);
    state = stepped_by_call(state, 2);
    state = stepped_by_call(state, 3);
    store(output, i, n, state);
}

// The same struct, the same steps, no call: nothing has to travel.
template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void large_struct_inlined(const float* input, float* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    State<Count> state = load<Count>(input, i, n);
    state = stepped(state, 2);
    state = stepped(state, 3);
    store(output, i, n, state);
}

// Split into parts of at most 32 values, 128 bytes. Each travels by value in a call of its own, with the
// one value of its neighbour that the step wants.
template <int Size>
__device__ __noinline__ State<Size> part_stepped_by_call(State<Size> part, float next, float share)
{
#pragma unroll
    for (int j = 0; j < Size; ++j) part.value[j] += share * (j + 1 < Size ? part.value[j + 1] : next);
    return part;
}

template <int Count>
struct Parts {
    static constexpr int Number = (Count + 31) / 32;
    static constexpr int Size = (Count + Number - 1) / Number;
    State<Size> part[Number];

    __device__ __forceinline__ float& at(int j) { return part[j / Size].value[j % Size]; }

    __device__ __forceinline__ void step(float share)
    {
        const float first = at(0);
        // What the last value has to its right, where the last part is not full.
        if (Count < Number * Size) at(Count) = first;
#pragma unroll
        for (int p = 0; p < Number; ++p)
            part[p] = part_stepped_by_call(part[p], (p + 1) * Size < Count ? at((p + 1) * Size) : first, share);
    }
};

template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void large_struct_split(const float* input, float* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Parts<Count> state;
#pragma unroll
    for (int j = 0; j < Count; ++j) state.at(j) = input[size_t(j) * n + i];
    state.step(2);
    state.step(3);
#pragma unroll
    for (int j = 0; j < Count; ++j) output[size_t(j) * n + i] = state.at(j);
}
