// The same numbers through the texture unit and past it. At a texel's middle an interpolated read is the texel.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

template <int Side>
__global__ SPILLWAY_LAUNCH_BOUNDS void through_texture_2d(cudaTextureObject_t image, float* out)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < Side * Side) out[i] = tex2D<float>(image, i % Side + 0.5f, i / Side + 0.5f);
}

template <int Side>
__global__ SPILLWAY_LAUNCH_BOUNDS void through_texture_1d(cudaTextureObject_t line, float* out)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < Side * Side) out[i] = tex1Dfetch<float>(line, i);
}

template <int Side>
__global__ SPILLWAY_LAUNCH_BOUNDS void plain(const float* image, float* out)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < Side * Side) out[i] = image[i];
}
