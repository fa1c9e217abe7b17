// What makes a struct leave the registers? Kernels that only the lesson's claims compile: the number of calls, the way
// that the struct travels, and the place of the calls are changed one at a time.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

template <int Count>
struct State {
    float value[Count];
};

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

template <int Count>
__device__ __noinline__ State<Count> stepped_by_call(State<Count> state, float share)
{
    return stepped(state, share);
}

// Two, three and four calls, each written out.
template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void two_calls(const float* input, float* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    State<Count> state = load<Count>(input, i, n);
    state = stepped_by_call(state, 2);
    state = stepped_by_call(state, 3);
    store(output, i, n, state);
}

template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void three_calls(const float* input, float* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    State<Count> state = load<Count>(input, i, n);
    state = stepped_by_call(state, 2);
    state = stepped_by_call(state, 3);
    state = stepped_by_call(state, 4);
    store(output, i, n, state);
}

template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void four_calls(const float* input, float* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    State<Count> state = load<Count>(input, i, n);
    state = stepped_by_call(state, 2);
    state = stepped_by_call(state, 3);
    state = stepped_by_call(state, 4);
    state = stepped_by_call(state, 5);
    store(output, i, n, state);
}

// As many calls, from one place in the text.
template <int Count, int Calls>
__global__ SPILLWAY_LAUNCH_BOUNDS void looped_calls(const float* input, float* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    State<Count> state = load<Count>(input, i, n);
#pragma unroll
    for (int call = 0; call < Calls; ++call) state = stepped_by_call(state, float(call + 2));
    store(output, i, n, state);
}

// The struct travels one way only: back.
template <int Count>
__device__ __noinline__ State<Count> made_by_call(float first, float share)
{
    State<Count> state;
#pragma unroll
    for (int j = 0; j < Count; ++j) state.value[j] = first + share * j;
    return state;
}

template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void result_only(const float* input, float* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    store(output, i, n, made_by_call<Count>(input[i], 3));
}
