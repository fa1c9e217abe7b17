#include "app/gpu/device_session.h"

#include <algorithm>
#include <cstring>

#include "app/gpu/ceiling.h"

namespace spillway::gpu {
namespace {

constexpr std::int64_t mib = std::int64_t{1} << 20;
constexpr std::int64_t answer_bytes = 256;

/// Much larger than the L2 and much smaller than the memory.
std::int64_t bytes_for_ceiling(const model::Gpu& gpu)
{
    const std::int64_t large = 16 * std::max(gpu.l2_bytes, 4 * mib);
    const std::int64_t fits = gpu.memory_bytes > 0 ? gpu.memory_bytes / 16 : 64 * mib;
    return std::max(std::min(large, fits) / mib * mib, mib);
}

}  // namespace

Failure DeviceSession::open(int device_index, const model::Gpu& gpu)
{
    Failure failed;
    // emplace: a Context cannot be assigned.
    if (auto context = Context::open(api_, device_index, failed)) context_.emplace(std::move(*context));
    if (failed) return failed;
    failed = failure(api_.context_get_limit(&default_stack_bytes_, limit_stack_bytes), "cuCtxGetLimit");
    if (failed) return failed;
    stack_bytes_ = default_stack_bytes_;
    if ((failed = own_.open(api_, gpu.sm_count))) return failed;
    if ((failed = sampler_.open(api_, own_, gpu.l2_bytes))) return failed;
    if ((failed = allocate_pinned(api_, staging_bytes, pinned_))) return failed;
    if ((failed = allocate_device(api_, answer_bytes, answer_))) return failed;
    staging_ = {static_cast<std::byte*>(pinned_.host.get()), static_cast<std::size_t>(staging_bytes)};
    // Unused buffers may keep up to a sixteenth of the memory, not more, because others may share this GPU.
    memory_.open(api_, std::max(gpu.memory_bytes / 16, 64 * mib));
    copied_bytes_ = bytes_for_ceiling(gpu);
    if (api_.device_attribute(&max_texture_width_, attribute_max_texture_1d, device()) != 0) max_texture_width_ = 0;
    return std::nullopt;
}

Failure DeviceSession::kernel(const Code& code, LoadedKernel*& kernel)
{
    const auto known =
        std::find_if(kernels_.begin(), kernels_.end(), [&](const auto& entry) { return entry.first == code.key; });
    if (known != kernels_.end()) {
        kernels_.splice(kernels_.begin(), kernels_, known);
    } else {
        LoadedKernel loaded;
        if (auto failed = load_kernel(api_, *code.cubin, code.entry, loaded)) return failed;
        kernels_.emplace_front(code.key, std::move(loaded));
        if (kernels_.size() > max_modules) forget_oldest();
    }
    kernel = &kernels_.front().second;
    max_local_bytes_ = std::max(max_local_bytes_, static_cast<std::size_t>(kernel->local_bytes_per_thread));
    return std::nullopt;
}

void DeviceSession::forget_oldest()
{
    if (!kept_loaded_.empty()) keep_loaded(std::move(kernels_.back().second));
    kernels_.pop_back();
}

Failure DeviceSession::set_stack(std::int64_t bytes)
{
    const std::size_t wanted = bytes > 0 ? static_cast<std::size_t>(bytes) : default_stack_bytes_;
    if (wanted == stack_bytes_) return std::nullopt;
    if (auto failed = failure(api_.context_set_limit(limit_stack_bytes, wanted), "cuCtxSetLimit")) return failed;
    stack_bytes_ = wanted;
    max_local_bytes_ = std::max(max_local_bytes_, wanted);
    return std::nullopt;
}

Failure DeviceSession::set_l2_aside(std::int64_t bytes)
{
    if (bytes == l2_aside_bytes_) return std::nullopt;
    if (auto failed = failure(api_.reset_persisting_l2(), "cuCtxResetPersistingL2Cache")) return failed;
    if (auto failed = failure(api_.context_set_limit(limit_persisting_l2_bytes, static_cast<std::size_t>(bytes)),
                              "cuCtxSetLimit"))
        return failed;
    l2_aside_bytes_ = bytes;
    return std::nullopt;
}

bool DeviceSession::has_more_local_than(std::int64_t bytes) const
{
    return max_local_bytes_ > std::max(static_cast<std::size_t>(bytes), default_stack_bytes_);
}

Failure DeviceSession::ceiling(double& bytes_per_second)
{
    if (!ceiling_) {
        double measured = 0;
        auto failed = measure_ceiling(api_, own_, sampler_, copied_bytes_, measured);
        if (failed && failed->code != out_of_memory) return failed;
        if (measured > 0) ceiling_ = measured;  // otherwise the next measurement tries again
    }
    bytes_per_second = ceiling_.value_or(0);
    return std::nullopt;
}

Failure DeviceSession::write_answer(const DeviceHelpers::Found& found)
{
    std::memcpy(staging().data(), &found, sizeof found);
    return failure(api().copy_to_device(answer(), staging().data(), sizeof found, stream()), "cuMemcpyHtoDAsync");
}

Failure DeviceSession::read_answer(DeviceHelpers::Found& found)
{
    if (auto failed =
            failure(api().copy_to_host(staging().data(), answer(), sizeof found, stream()), "cuMemcpyDtoHAsync"))
        return failed;
    if (auto failed = synchronize()) return failed;
    std::memcpy(&found, staging().data(), sizeof found);
    return std::nullopt;
}

}  // namespace spillway::gpu
