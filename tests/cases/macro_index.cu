// Question: which index keeps my array in local memory? All of them are in macros.
// Right: the macro indexes with an element of another table.
#define MIX(x, y) sum += weights[order[x][y]] * weights[order[y][x]]
__constant__ unsigned char order[4][4];

__global__ void mix(const float* in, float* out)
{
    float weights[16];
    for (int k = 0; k < 16; ++k) weights[k] = in[k * 32 + threadIdx.x];
    float sum = 0;
    MIX(0, 1);
    MIX(2, 3);
    out[threadIdx.x] = sum;
}
