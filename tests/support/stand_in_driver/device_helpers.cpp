// Spillway's own kernels, simplified for tests: fills use small numbers, comparisons are bit for bit, and time stamps
// use the stand-in's clock at a steady 1.9 GHz or at the rate that a test sets.

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "tests/support/stand_in_driver/gpu.h"

namespace stand_in {
namespace {

using u64 = unsigned long long;

template <typename T>
T argument(void** arguments, int index)
{
    T value;
    std::memcpy(&value, arguments[index], sizeof value);
    return value;
}

template <typename T>
T* pointer(void** arguments, int index)
{
    return reinterpret_cast<T*>(argument<std::uintptr_t>(arguments, index));
}

std::size_t bytes_from(const Gpu& gpu, void** arguments, int index)
{
    return gpu.bytes_at(argument<std::uintptr_t>(arguments, index));
}

void fill(const Gpu& gpu, void** arguments)
{
    auto* numbers = pointer<float>(arguments, 0);
    const std::size_t count = bytes_from(gpu, arguments, 0) / sizeof(float);
    for (std::size_t i = 0; i < count; ++i) numbers[i] = static_cast<float>(i % 1000);
}

/// Compares elements of `size` bytes; found[0] is the first that differs, found[1] whether `expected` contains more
/// than poison.
void compare(void** arguments, int size, unsigned int poison, u64* found)
{
    const auto *got = pointer<unsigned char>(arguments, 0), *expected = pointer<unsigned char>(arguments, 1);
    const std::size_t bytes = argument<u64>(arguments, 2) * static_cast<std::size_t>(size);
    for (std::size_t i = 0; i < bytes; ++i) {
        if (expected[i] != static_cast<unsigned char>(poison >> 8 * (i % 4))) found[1] = 1;
        if (got[i] != expected[i]) found[0] = std::min(found[0], static_cast<u64>(i / static_cast<std::size_t>(size)));
    }
}

int size_of(int scalar)
{
    constexpr int sizes[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 2, 4, 8};
    return sizes[scalar];
}

void add_sum(void** arguments)
{
    const auto* words = pointer<u64>(arguments, 0);
    const u64 vectors = argument<u64>(arguments, 1);
    u64& sum = *pointer<u64>(arguments, 2);
    for (u64 i = 0; i < 2 * vectors; ++i) sum += (words[i] + i) * 0x9e3779b97f4a7c15ULL;
}

/// A kernel of roof_kernels.cu: writes its result and takes 100 microseconds. All its input is 1.
void measure_roof(const Gpu& gpu, const std::string& name, void** arguments)
{
    auto *in = pointer<unsigned int>(arguments, 0), *out = pointer<unsigned int>(arguments, 1);
    auto* answer = pointer<unsigned int>(arguments, 5);
    const auto words = static_cast<std::size_t>(argument<u64>(arguments, 2));
    const auto rounds = argument<unsigned int>(arguments, 3);
    const double steps = gpu.threads * 16 * rounds;
    const auto tell = [&](double number) { *answer += static_cast<unsigned int>(static_cast<u64>(number)); };
    if (name.starts_with("latency_")) {
        answer[0] = 0;
        answer[1] = 40 * rounds;
    } else if (name == "dram_read" && 16 * words >= max_filled_bytes) {
        tell(4.0 * static_cast<double>(words));  // buffers of this size are not filled
    } else if (name == "dram_read") {
        for (std::size_t i = 0; i < 4 * words; ++i) *answer += in[i];
    } else if (name == "dram_write" || name == "l2_write") {
        if (16 * words < max_filled_bytes) std::fill_n(out, 4 * words, 1U);
    } else if (name == "atomics_many") {
        for (std::size_t i = 0; i < 4 * words; ++i) out[i] += 16 * rounds;
    } else if (name == "atomics_one") {
        out[0] += static_cast<unsigned int>(static_cast<u64>(steps));
    } else if (name == "shared_write") {
        tell(4 * gpu.threads);
    } else if (name == "constant" || name == "texture" || name == "tensor_fp16" || name == "branches" ||
               name == "adu" || name == "l2_requests") {
        tell(steps);
    } else if (name == "special" || name == "integer") {
        tell(8 * gpu.threads);
    } else if (name == "fp32" || name == "fma_heavy") {
        tell(8 * steps);
    } else if (name == "issue") {
        tell(4 * steps + 4 * gpu.threads);
    } else {
        tell(4 * steps);
    }
    const char* wrong = std::getenv("SPILLWAY_STANDIN_WRONG_ROOF");
    if (wrong && name == wrong) tell(1);
}

}  // namespace

bool run_own_kernel(Gpu& gpu, const Function& function, void** arguments)
{
    const std::string& name = function.name;
    constexpr std::string_view roof = "spillway_roof_";
    if (name.starts_with(roof)) {
        gpu.clock_seconds += 100e-6;
        measure_roof(gpu, name.substr(roof.size()), arguments);
        return true;
    }
    gpu.clock_seconds += 2e-6;
    if (name == "spillway_read") {
        gpu.clock_seconds += static_cast<double>(argument<u64>(arguments, 1)) * 16 / 3e12;
    } else if (name == "spillway_copy") {
        gpu.clock_seconds += static_cast<double>(argument<u64>(arguments, 2)) * 32 / 4e12;
    } else if (name.starts_with("spillway_fill")) {
        fill(gpu, arguments);
    } else if (name == "spillway_compare_bits") {
        compare(arguments, 16, argument<unsigned int>(arguments, 3), pointer<u64>(arguments, 4));
    } else if (name == "spillway_compare") {
        compare(arguments, size_of(argument<int>(arguments, 3)), argument<unsigned int>(arguments, 6),
                pointer<u64>(arguments, 7));
    } else if (name == "spillway_sum") {
        add_sum(arguments);
    } else if (name == "spillway_stamp") {
        auto* stamp = pointer<u64>(arguments, 0);
        stamp[0] = static_cast<u64>(1e9 * (1 + gpu.clock_seconds));
        gpu.cycles += static_cast<u64>((gpu.clock_seconds - gpu.stamped_seconds) *
                                       setting("SPILLWAY_STANDIN_CLOCK_MHZ", 1900) * 1e6);
        gpu.stamped_seconds = gpu.clock_seconds;
        stamp[1] = gpu.cycles;
    } else {
        return name == "spillway_nothing" || name == "spillway_discard";
    }
    return true;
}

}  // namespace stand_in
