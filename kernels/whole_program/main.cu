// The host's part of a whole program. It gets memory on the GPU, copies the input there, launches the kernel of
// kernel.cu, and copies the result back.

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "kernel.cu"

// Every call of the runtime says whether it failed.
void check(cudaError_t error, const char* call)
{
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", call, cudaGetErrorString(error));
    std::exit(1);
}

int main()
{
    const unsigned n = 1 << 22;
    std::vector<float> x(n, 1), y(n, 2), out(n);

    // Memory of the GPU, and the input in it.
    float *gpu_x = nullptr, *gpu_y = nullptr, *gpu_out = nullptr;
    check(cudaMalloc(&gpu_x, n * sizeof(float)), "cudaMalloc");
    check(cudaMalloc(&gpu_y, n * sizeof(float)), "cudaMalloc");
    check(cudaMalloc(&gpu_out, n * sizeof(float)), "cudaMalloc");
    check(cudaMemcpy(gpu_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice), "cudaMemcpy");
    check(cudaMemcpy(gpu_y, y.data(), n * sizeof(float), cudaMemcpyHostToDevice), "cudaMemcpy");

    // The launch: how many blocks, how many threads in each. It returns at once.
    const unsigned threads = 256, blocks = (n + threads - 1) / threads;
    whole_program_each<float><<<blocks, threads>>>(gpu_x, gpu_y, gpu_out, 3.0f, n);
    check(cudaGetLastError(), "the launch");
    check(cudaDeviceSynchronize(), "the kernel");

    check(cudaMemcpy(out.data(), gpu_out, n * sizeof(float), cudaMemcpyDeviceToHost), "cudaMemcpy");
    std::printf("out[0] = %g, out[%u] = %g\n", out[0], n - 1, out[n - 1]);
    cudaFree(gpu_x);
    cudaFree(gpu_y);
    cudaFree(gpu_out);
}
