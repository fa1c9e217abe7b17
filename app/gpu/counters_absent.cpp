// In the place of counters.cpp where CUPTI's headers were not there to build with.

#include "app/gpu/counters.h"

namespace spillway::gpu {
namespace {

constexpr const char* reason = "this program was built without CUPTI's headers";
constexpr const char* advice =
    "install the CUDA toolkit or the Python package nvidia-cuda-cupti, and build Spillway again";

}  // namespace

class Cupti {};

Counters::Counters(std::vector<std::filesystem::path> cuda_folders)
    : cuda_folders_(std::move(cuda_folders)), reason_(std::string("No counters: ") + reason + "; " + advice)
{
}
Counters::~Counters() = default;

Counted Counters::count(int, CuContext, const Countable&)
{
    Counted counted;
    counted.reason = reason_;
    return counted;
}

void Counters::switch_off() {}

CountersStatus find_counters(const std::vector<std::filesystem::path>&)
{
    CountersStatus status;
    status.reason = reason;
    status.advice = advice;
    return status;
}

}  // namespace spillway::gpu
