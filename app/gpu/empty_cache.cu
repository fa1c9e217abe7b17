// What the L2 still holds of a buffer is thrown away, unwritten: its lines are empty afterwards. In a file of its own,
// since it needs a GPU of compute capability 8.0 and a driver that knows PTX 7.4; without it the lines stay, clean.

extern "C" __global__ void spillway_discard(char* memory, unsigned long long lines)
{
    for (unsigned long long i = 1ULL * blockIdx.x * blockDim.x + threadIdx.x; i < lines; i += 1ULL * gridDim.x * blockDim.x)
        asm volatile("discard.global.L2 [%0], 128;" ::"l"(memory + 128 * i) : "memory");
}
