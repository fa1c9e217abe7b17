#include "tests/support/stand_in_driver/gpu.h"

// The state of the stand-in GPU, and failures on request. See README.md.

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <unistd.h>

namespace stand_in {

Gpu& gpu()
{
    static Gpu* one = new Gpu;  // never destroyed, like a driver
    return *one;
}

double setting(const char* name, double fallback)
{
    const char* text = std::getenv(name);
    return text && *text ? std::atof(text) : fallback;
}

std::size_t Gpu::bytes_at(std::uintptr_t address) const
{
    auto after = memory.upper_bound(address);
    if (after == memory.begin()) return 0;
    --after;
    const std::size_t offset = address - after->first;
    return offset < after->second ? after->second - offset : 0;
}

namespace {

[[noreturn]] void hang()
{
    for (;;) pause();
}

}  // namespace

int enter(const std::string& call)
{
    Gpu& state = gpu();
    const int nth = ++state.calls[call];
    if (state.lost != 0) {
        ++state.counts.calls_after_loss;
        return state.lost;
    }
    const char* text = std::getenv("SPILLWAY_STANDIN_FAIL");
    std::string rules = text ? text : "";
    for (std::size_t at = 0; at < rules.size();) {
        const std::size_t end = std::min(rules.find(';', at), rules.size());
        const std::string rule = rules.substr(at, end - at);
        at = end + 1;
        const std::size_t first = rule.find(':'), second = rule.find(':', first + 1);
        if (second == std::string::npos || rule.substr(0, first) != call) continue;
        const int when = std::atoi(rule.c_str() + first + 1);
        if (when != 0 && when != nth) continue;
        const std::string what = rule.substr(second + 1);
        if (what == "die") _exit(139);
        if (what == "hang") hang();
        const bool is_sticky = what.starts_with("sticky");
        const int status = std::atoi(what.c_str() + (is_sticky ? 6 : 0));
        if (is_sticky) state.lost = status;
        return status;
    }
    return 0;
}

int finish()
{
    Gpu& state = gpu();
    if (state.hangs) hang();
    for (Event* event : state.unfinished) event->is_done = true;
    state.unfinished.clear();
    if (state.pending_error != 0) state.lost = std::exchange(state.pending_error, 0);
    return state.lost;
}

namespace {

struct ErrorText {
    int status;
    const char *name, *words;
};
constexpr ErrorText errors[] = {
    {0, "CUDA_SUCCESS", "no error"},
    {1, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {100, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {200, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
    {209, "CUDA_ERROR_NO_BINARY_FOR_GPU", "no kernel image is available for execution on the device"},
    {500, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {600, "CUDA_ERROR_NOT_READY", "device not ready"},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "too many resources requested for launch"},
    {912, "CUDA_ERROR_INVALID_CLUSTER_SIZE", "cluster misconfiguration"},
    {719, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
};

}  // namespace

int error_text(int status, const char** text, bool name)
{
    for (const ErrorText& error : errors) {
        if (error.status != status) continue;
        *text = name ? error.name : error.words;
        return 0;
    }
    *text = nullptr;
    return 1;
}

}  // namespace stand_in
