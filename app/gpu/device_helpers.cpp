#include "app/gpu/device_helpers.h"

#include <algorithm>
#include <bit>

#include "app/gpu/buffer_data.h"
#include "app/gpu/device_helpers_text.h"

namespace spillway::gpu {
namespace {

using model::Fill;
using model::PlannedBuffer;
using model::ScalarKind;
using u64 = unsigned long long;  // type in the kernels

// The kernels switch over these numbers.
static_assert(static_cast<int>(ScalarKind::raw) == 0 && static_cast<int>(ScalarKind::float16) == 9 &&
              static_cast<int>(ScalarKind::float64) == 12);
static_assert(static_cast<int>(Fill::random) == 0 && static_cast<int>(Fill::ramp) == 3 &&
              static_cast<int>(Fill::cycle) == 8);

constexpr int threads_per_block = 1024;
constexpr std::int64_t l2_line_bytes = 128;

}  // namespace

Failure DeviceHelpers::open(const DriverApi& api, int sm_count)
{
    api_ = &api;
    sm_count_ = std::max(sm_count, 1);
    CuModule module = nullptr;
    if (auto failed = failure(api.module_load(&module, device_helpers_text), "cuModuleLoadData")) return failed;
    module_ = Owned<CuModule>(module, api.module_unload);
    for (const auto& [function, name] : {std::pair{&fill_, "spillway_fill"},
                                         {&fill_bytes_, "spillway_fill_bytes"},
                                         {&fill_permutation_, "spillway_fill_permutation"},
                                         {&compare_, "spillway_compare"},
                                         {&compare_bits_, "spillway_compare_bits"},
                                         {&sum_, "spillway_sum"},
                                         {&read_, "spillway_read"},
                                         {&copy_, "spillway_copy"},
                                         {&stamp_, "spillway_stamp"},
                                         {&nothing_, "spillway_nothing"}})
        if (auto failed = failure(api.module_function(function, module, name), "cuModuleGetFunction")) return failed;
    open_discarding();
    return allocate_device(api, 4, sink_);
}

/// Optional: older GPUs and drivers lack it.
void DeviceHelpers::open_discarding()
{
    CuModule module = nullptr;
    if (api_->module_load(&module, empty_cache_text) != 0) return;
    discarding_ = Owned<CuModule>(module, api_->module_unload);
    if (api_->module_function(&discard_, module, "spillway_discard") != 0) discard_ = nullptr;
}

template <typename... Arguments>
Failure DeviceHelpers::launch(CuFunction function, std::int64_t blocks, int threads, CuStream stream,
                              Arguments... arguments) const
{
    void* pointers[] = {&arguments..., nullptr};
    return failure(api_->launch(function, static_cast<unsigned int>(std::max<std::int64_t>(blocks, 1)), 1, 1,
                                static_cast<unsigned int>(threads), 1, 1, 0, stream, pointers, nullptr),
                   "cuLaunchKernel");
}

/// At most two blocks per SM; each thread handles its share of the items.
std::int64_t DeviceHelpers::blocks_for(std::int64_t items) const
{
    return std::clamp<std::int64_t>((items + threads_per_block - 1) / threads_per_block, 1, 2 * sm_count_);
}

Failure DeviceHelpers::fill(const PlannedBuffer& buffer, std::uint64_t seed, CuPointer address, CuStream stream) const
{
    const int size = scalar_bytes(buffer.scalar), scalar = static_cast<int>(buffer.scalar);
    const auto lanes = static_cast<u64>(buffer.element_bytes / size), count = static_cast<u64>(buffer.count);
    const u64 numbers = count * lanes;
    const bool is_raw =
        buffer.scalar == ScalarKind::raw && (buffer.fill == Fill::random || buffer.fill == Fill::random_integers);
    if (buffer.fill == Fill::random_bytes || is_raw)
        return launch(fill_bytes_, blocks_for(buffer.bytes() / 8), threads_per_block, stream, address,
                      static_cast<u64>(buffer.bytes()), u64{seed});
    if (buffer.fill == Fill::permutation)
        return launch(fill_permutation_, blocks_for(buffer.count), threads_per_block, stream, address, count, scalar,
                      lanes, permutation_half_bits(buffer.count), u64{seed});
    return launch(fill_, blocks_for(static_cast<std::int64_t>(numbers)), threads_per_block, stream, address, numbers,
                  scalar, static_cast<int>(buffer.fill), buffer.from, buffer.to, buffer.step, count, lanes, u64{seed});
}

Failure DeviceHelpers::compare_bits(CuPointer got, CuPointer expected, std::int64_t vectors, CuPointer found,
                                    CuStream stream) const
{
    return launch(compare_bits_, blocks_for(vectors), threads_per_block, stream, got, expected,
                  static_cast<u64>(vectors), poison_word, found);
}

Failure DeviceHelpers::compare(CuPointer got, CuPointer expected, std::int64_t numbers, ScalarKind scalar,
                               double relative, double absolute, CuPointer found, CuStream stream) const
{
    return launch(compare_, blocks_for(numbers), threads_per_block, stream, got, expected, static_cast<u64>(numbers),
                  static_cast<int>(scalar), relative, absolute, poison_word, found);
}

Failure DeviceHelpers::sum(CuPointer memory, std::int64_t bytes, CuPointer sum, CuStream stream) const
{
    return launch(sum_, blocks_for(bytes / 16), threads_per_block, stream, memory, static_cast<u64>((bytes + 15) / 16),
                  sum);
}

Failure DeviceHelpers::read(CuPointer memory, std::int64_t bytes, CuStream stream) const
{
    return launch(read_, 2 * sm_count_, threads_per_block, stream, memory, static_cast<u64>(bytes / 16), sink_.address);
}

Failure DeviceHelpers::empty_l2(CuPointer memory, std::int64_t bytes, CuStream stream) const
{
    if (auto failed = read(memory, bytes, stream)) return failed;
    if (!discard_) return std::nullopt;
    return launch(discard_, 2 * sm_count_, threads_per_block, stream, memory, static_cast<u64>(bytes / l2_line_bytes));
}

Failure DeviceHelpers::copy(CuPointer from, CuPointer to, std::int64_t bytes, CuStream stream) const
{
    constexpr int threads = 256;
    const std::int64_t vectors = bytes / 16;
    return launch(copy_, (vectors + threads - 1) / threads, threads, stream, from, to, static_cast<u64>(vectors));
}

Failure DeviceHelpers::stamp(CuPointer at, CuStream stream) const
{
    // Enough blocks that one runs on SM 0.
    return launch(stamp_, 2 * sm_count_, 32, stream, at);
}

Failure DeviceHelpers::nothing(CuStream stream) const
{
    return launch(nothing_, 1, 32, stream);
}

}  // namespace spillway::gpu
