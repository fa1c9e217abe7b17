// Question: the file has a guard for an editor that does not know CUDA; it is no slider.
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 520
#endif
__global__ void set(float* p) { p[threadIdx.x] = 1; }
