// Question: `nvcc -rdc=true -Xptxas -v` prints 24 registers, and the launch fails for too many resources; why?
// Right: relocatable code gets its registers and its stack from the linker, with those of the called functions.
struct Shape
{
    __device__ virtual float area(float x) const = 0;
};
struct Disc : Shape
{
    float r;
    __device__ Disc(float v) : r(v) {}
    __device__ float area(float x) const override
    {
        float t[16];
        for (int i = 0; i < 16; ++i) t[i] = x * i;
        return 3.14159f * r * r * t[static_cast<int>(x) & 15];
    }
};
__device__ __noinline__ float weigh(const float* v, int n)
{
    float t[16], sum = 0;
    for (int i = 0; i < 16; ++i) t[i] = v[i % 8] * i;
    for (int i = 0; i < n; ++i) sum += t[(i * n) % 16];
    return sum;
}
__global__ void direct(const float* in, float* out, int n)
{
    float v[8];
    for (int i = 0; i < 8; ++i) v[i] = in[i * 32 + threadIdx.x];
    out[threadIdx.x] = weigh(v, n);
}
__global__ void through_table(const float* in, float* out)
{
    Disc disc(in[0]);
    const Shape* shape = &disc;
    asm volatile("" : "+l"(shape));
    out[threadIdx.x] = shape->area(in[threadIdx.x]);
}
__device__ int visit(const int* left, int node)
{
    if (node < 0) return 0;
    int here[8];
    for (int k = 0; k < 8; ++k) here[k] = node * k;
    return visit(left, left[node]) + here[visit(left, left[node] - 1) & 7];
}
__global__ void recursive(const int* left, int* out) { out[threadIdx.x] = visit(left, threadIdx.x); }
__global__ void child(int* p) { p[threadIdx.x] = 1; }
__global__ void parent(int* p) { child<<<1, 32>>>(p); }
