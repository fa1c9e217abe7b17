// Wrong: not the exercise
template <int WindowSize>
__global__ void again(const float* input, float* output, int elements);

template <int WindowSize>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    as_it_was<WindowSize><<<1, 1>>>(input, output, elements);
}
