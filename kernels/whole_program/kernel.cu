// A whole program: a kernel, and the host's code that launches it. The kernel computes out = a * x + y for arrays of
// floats. `nvcc kernel.cu -o saxpy && ./saxpy` builds and runs it; Spillway compiles the kernels alone.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// A thread for each element: every thread works out which one is its own.
template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void whole_program_each(const T* x, const T* y, T* out, T a, unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a * x[i] + y[i];
}

// Any number of threads: each goes on by as many elements as there are threads.
template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void whole_program_loop(const T* x, const T* y, T* out, T a, unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = a * x[i] + y[i];
}

#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)  // the host's part, which Spillway's compiler does not see

// Every call of the runtime says whether it failed.
void check(cudaError_t error, const char* call)
{
    if (error == cudaSuccess) return;
    printf("%s: %s\n", call, cudaGetErrorString(error));
    exit(1);
}

int main()
{
    const unsigned n = 1 << 22;
    float *x = new float[n], *y = new float[n], *out = new float[n];
    for (unsigned i = 0; i < n; ++i) x[i] = 1, y[i] = 2;

    // Memory of the GPU, and the input in it.
    float *gpu_x = nullptr, *gpu_y = nullptr, *gpu_out = nullptr;
    check(cudaMalloc(&gpu_x, n * sizeof(float)), "cudaMalloc");
    check(cudaMalloc(&gpu_y, n * sizeof(float)), "cudaMalloc");
    check(cudaMalloc(&gpu_out, n * sizeof(float)), "cudaMalloc");
    check(cudaMemcpy(gpu_x, x, n * sizeof(float), cudaMemcpyHostToDevice), "cudaMemcpy");
    check(cudaMemcpy(gpu_y, y, n * sizeof(float), cudaMemcpyHostToDevice), "cudaMemcpy");

    // The launch: how many blocks, how many threads in each. It returns at once.
    const unsigned threads = 256, blocks = (n + threads - 1) / threads;
    whole_program_each<float><<<blocks, threads>>>(gpu_x, gpu_y, gpu_out, 3.0f, n);
    check(cudaGetLastError(), "the launch");
    check(cudaDeviceSynchronize(), "the kernel");

    check(cudaMemcpy(out, gpu_out, n * sizeof(float), cudaMemcpyDeviceToHost), "cudaMemcpy");
    printf("out[0] = %g, out[%u] = %g\n", out[0], n - 1, out[n - 1]);
    cudaFree(gpu_x);
    cudaFree(gpu_y);
    cudaFree(gpu_out);
    delete[] x;
    delete[] y;
    delete[] out;
}

#endif
