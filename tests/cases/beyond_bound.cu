// Question: "too many resources requested for launch" with 8 registers; why?
// Right: the launch has more threads than the launch bound.
__global__ void __launch_bounds__(128) twice(float* p) { p[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }
void run(float* p) { twice<<<8, 256>>>(p); }
