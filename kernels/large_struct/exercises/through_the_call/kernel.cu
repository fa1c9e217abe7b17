// A struct that is too large to travel in registers. Its floats are added up when it is back.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

template <int Count>
struct State {
    float value[Count];
};

template <int Count>
__device__ __noinline__ State<Count> stepped(State<Count> state, float share)
{
    for (int j = 0; j < Count; ++j) state.value[j] += share;
    return state;
}

// What you begin with, and what your result is compared with.
template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    State<Count> state;
    for (int j = 0; j < Count; ++j) state.value[j] = input[i + j * elements];
    state = stepped(state, input[i]);
    float sum = 0;
    for (int j = 0; j < Count; ++j) sum += state.value[j];
    output[i] = sum;
}

// ---- yours from here ----
template <int Count>
__device__ __noinline__ State<Count> your_stepped(State<Count> state, float share)
{
    for (int j = 0; j < Count; ++j) state.value[j] += share;
    return state;
}

template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    State<Count> state;
    for (int j = 0; j < Count; ++j) state.value[j] = input[i + j * elements];
    state = your_stepped(state, input[i]);
    float sum = 0;
    for (int j = 0; j < Count; ++j) sum += state.value[j];
    output[i] = sum;
}
// ---- yours to here ----
