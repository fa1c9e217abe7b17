// Question: a 4x4 matrix whose pivot row only run time knows: is it in local memory?
// Right: not with this compiler: all loops unroll, and it selects. From some N on it may turn.
#define N 4
__global__ void determinant(const float* in, float* out)
{
    float m[N][N];
#pragma unroll
    for (int i = 0; i < N * N; ++i) m[i / N][i % N] = in[i * 32 + threadIdx.x];
    float det = 1;
#pragma unroll
    for (int k = 0; k < N; ++k) {
        int pivot = k;
        for (int i = k + 1; i < N; ++i)
            if (fabsf(m[i][k]) > fabsf(m[pivot][k])) pivot = i;
        for (int j = 0; j < N; ++j) {
            float t = m[k][j];
            m[k][j] = m[pivot][j];
            m[pivot][j] = t;
        }
        if (pivot != k) det = -det;
        det *= m[k][k];
#pragma unroll
        for (int i = k + 1; i < N; ++i) {
            float f = m[i][k] / m[k][k];
#pragma unroll
            for (int j = k; j < N; ++j) m[i][j] -= f * m[k][j];
        }
    }
    out[threadIdx.x] = det;
}
