#include <algorithm>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

#include "tests/support/stand_in_driver/gpu.h"

namespace stand_in {
namespace {

bool says(const Function& function, const char* word)
{
    return function.name.find(word) != std::string::npos;
}

std::uintptr_t pointer(void** arguments, int index)
{
    std::uintptr_t address = 0;
    std::memcpy(&address, arguments[index], sizeof address);
    return address;
}

/// Copies the first buffer to the whole second one.
void copy(const Gpu& gpu, void** arguments, bool wrong)
{
    const std::uintptr_t from = pointer(arguments, 0), to = pointer(arguments, 1);
    const std::size_t bytes = std::min(gpu.bytes_at(from), gpu.bytes_at(to));
    std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
    if (wrong && bytes >= 18 * sizeof(float)) reinterpret_cast<float*>(to)[17] += 1;
}

/// Repeatable noise of 0.1 %.
double noise(int launch)
{
    return 1 + 0.001 * ((launch * 2654435761U >> 16) % 1000 / 1000.0 - 0.5);
}

}  // namespace

int run_kernel(Gpu& gpu, const Function& function, void** arguments)
{
    if (function.name.starts_with("spillway_")) return run_own_kernel(gpu, function, arguments) ? 0 : 98;
    if (says(function, "local")) ++gpu.counts.local_launches;
    if (says(function, "vast")) gpu.stack_bytes = std::max<std::size_t>(gpu.stack_bytes, 8192);
    const double seconds = 1e-6 * setting("SPILLWAY_STANDIN_LAUNCH_US", 100);
    gpu.clock_seconds += (says(function, "slow") ? 1.3 : seconds) * noise(++gpu.counts.launches);
    if (says(function, "illegal")) {
        gpu.pending_error = 700;
    } else if (says(function, "overflow")) {
        gpu.pending_error = 719;
    } else if (says(function, "deep") && gpu.stack_bytes < 4096) {
        gpu.pending_error = 700;
    } else if (says(function, "forever")) {
        gpu.hangs = true;
    } else if (says(function, "deadly")) {
        _exit(139);
    } else if (!says(function, "lazy")) {  // any other kernel: two variants agree, and the output is written
        copy(gpu, arguments, says(function, "wrong"));
        if (says(function, "scribble")) *reinterpret_cast<float*>(pointer(arguments, 0)) += 1;
    }
    return 0;
}

}  // namespace stand_in
