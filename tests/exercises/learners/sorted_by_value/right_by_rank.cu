__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int4* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const int4 v = in[i];
    // How many come before each; of equal ones the left one.
    const int of_x = (v.y < v.x) + (v.z < v.x) + (v.w < v.x);
    const int of_y = (v.x <= v.y) + (v.z < v.y) + (v.w < v.y);
    const int of_z = (v.x <= v.z) + (v.y <= v.z) + (v.w < v.z);
    int4 result;
    result.x = of_x == 0 ? v.x : of_y == 0 ? v.y : of_z == 0 ? v.z : v.w;
    result.y = of_x == 1 ? v.x : of_y == 1 ? v.y : of_z == 1 ? v.z : v.w;
    result.z = of_x == 2 ? v.x : of_y == 2 ? v.y : of_z == 2 ? v.z : v.w;
    result.w = of_x == 3 ? v.x : of_y == 3 ? v.y : of_z == 3 ? v.z : v.w;
    out[i] = result.x + 2 * result.y + 3 * result.z + 4 * result.w;
}
