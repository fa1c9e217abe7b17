template <int Count>
__device__ __forceinline__ void some(const float* input, float* output, int elements)
{
    float row[Count + 2];
#pragma unroll
    for (int j = 0; j < Count + 2; ++j) row[j] = input[j * elements];
#pragma unroll
    for (int j = 0; j < Count; ++j) output[j * elements] = row[j] + 2 * row[j + 1] + row[j + 2];
}

template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    constexpr int Part = Values / 4;
#pragma unroll 1
    for (int first = 0; first + Part <= Values; first += Part)
        some<Part>(input + i + first * elements, output + i + first * elements, elements);
    some<Values % Part>(input + i + Values / Part * Part * elements, output + i + Values / Part * Part * elements,
                        elements);
}
