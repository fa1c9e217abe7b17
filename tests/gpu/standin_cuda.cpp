// A stand-in for the driver: as many GPUs as SPILLWAY_STANDIN_GPUS says (-1: cuInit fails).

#include <cstdlib>
#include <cstring>
#include <map>

namespace {

int wanted()
{
    const char* text = std::getenv("SPILLWAY_STANDIN_GPUS");
    return text ? std::atoi(text) : 1;
}

}  // namespace

extern "C" {

int cuInit(unsigned int)
{
    return wanted() < 0 ? 100 : 0;
}
int cuDriverGetVersion(int* version)
{
    *version = 13010;
    return 0;
}
int cuDeviceGetCount(int* count)
{
    *count = wanted();
    return 0;
}
int cuDeviceGet(int* device, int index)
{
    *device = index;
    return 0;
}
int cuDeviceGetName(char* name, int size, int)
{
    std::strncpy(name, "NVIDIA Stand-in", static_cast<size_t>(size));
    return 0;
}
int cuGetErrorName(int, const char** name)
{
    *name = "CUDA_ERROR_NO_DEVICE";
    return 0;
}
int cuDeviceGetAttribute(int* value, int attribute, int)
{
    static const std::map<int, int> values = {{1, 1024}, {8, 49152},    {10, 32},     {12, 65536},    {13, 1980000},
                                              {16, 132}, {36, 3201000}, {37, 6144},   {38, 62914560}, {39, 2048},
                                              {75, 9},   {76, 0},       {81, 233472}, {82, 65536},    {97, 232448},
                                              {106, 32}, {111, 1024}};
    const auto found = values.find(attribute);
    if (found == values.end()) return 1;
    *value = found->second;
    return 0;
}
}
