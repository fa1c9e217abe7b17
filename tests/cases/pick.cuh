template <typename T>
__device__ T pick(const T* p, int k)
{
    T buffer[8];
    for (int i = 0; i < 8; ++i) buffer[i] = p[i * 32];
    return buffer[k & 7] * buffer[(k + 3) & 7];
}
