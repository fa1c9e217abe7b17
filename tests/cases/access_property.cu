// Question: cuda::apply_access_property has no effect; how do I see whether the L2 keeps my table?
// Right: the lesson l2_persistence measures it; lines persist only in a set-aside part of the L2.
#include <cuda/annotated_ptr>
__global__ void pin(int* p, size_t n)
{
    for (size_t i = (blockIdx.x * blockDim.x + threadIdx.x) * 32; i < n; i += 32 * gridDim.x * blockDim.x)
        cuda::apply_access_property(p + i, 128, cuda::access_property::persisting{});
}
