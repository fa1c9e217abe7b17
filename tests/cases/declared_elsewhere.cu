// Question: why does my kernel have a stack frame? I declare no array in it.
// Right: a union behind its type's body, and an array in a macro, have run-time indices.
#define TILE(name, size) float name[size]

__global__ void unpack(const unsigned* in, unsigned char* out, int count)
{
    union Key {
        unsigned words[8];
        unsigned char bytes[32];
    } key;
    for (int k = 0; k < 8; ++k) key.words[k] = in[threadIdx.x * 8 + k];
    for (int k = 0; k < count; ++k) out[k] = key.bytes[in[k] % 32];
}

__global__ void fill(const float* in, const int* at, float* out, int count)
{
    TILE(tile, 24);
    for (int k = 0; k < 24; ++k) tile[k] = in[k];
    for (int k = 0; k < count; ++k)
        tile[at[k] % 24] += 1;
    for (int k = 0; k < 24; ++k) out[k] = tile[k];
}
