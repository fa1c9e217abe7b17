#include "app/gpu/device_session.h"

#include <algorithm>

namespace spillway::gpu {

Failure DeviceSession::open(int device_index, std::int64_t l2_bytes)
{
    Failure failed;
    // Emplaced rather than assigned: a Context is current where it was made.
    if (auto context = Context::open(api_, device_index, failed)) context_.emplace(std::move(*context));
    if (failed) return failed;
    failed = failure(api_.context_get_limit(&default_stack_bytes_, limit_stack_bytes), "cuCtxGetLimit");
    if (failed) return failed;
    stack_bytes_ = default_stack_bytes_;
    if ((failed = sampler_.open(api_, l2_bytes))) return failed;
    if ((failed = allocate_pinned(api_, staging_bytes, pinned_))) return failed;
    staging_ = {static_cast<std::byte*>(pinned_.host.get()), static_cast<std::size_t>(staging_bytes)};
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
        if (kernels_.size() > most_modules) kernels_.pop_back();
    }
    kernel = &kernels_.front().second;
    return std::nullopt;
}

Failure DeviceSession::set_stack(std::int64_t bytes)
{
    const std::size_t wanted = bytes > 0 ? static_cast<std::size_t>(bytes) : default_stack_bytes_;
    if (wanted == stack_bytes_) return std::nullopt;
    if (auto failed = failure(api_.context_set_limit(limit_stack_bytes, wanted), "cuCtxSetLimit")) return failed;
    stack_bytes_ = wanted;
    return std::nullopt;
}

Failure DeviceSession::take(model::MemoryPlace place, std::int64_t bytes, Memory& memory)
{
    const auto fits = std::find_if(spare_.begin(), spare_.end(), [&](const auto& entry) {
        return entry.first == place && entry.second.bytes == bytes;
    });
    if (fits != spare_.end()) {
        memory = std::move(fits->second);
        spare_.erase(fits);
        return std::nullopt;
    }
    if (place == model::MemoryPlace::pinned_host) return allocate_pinned(api_, bytes, memory);
    return allocate_device(api_, bytes, memory);
}

bool DeviceSession::has_spare(model::MemoryPlace place, std::int64_t bytes) const
{
    return std::any_of(spare_.begin(), spare_.end(),
                       [&](const auto& entry) { return entry.first == place && entry.second.bytes == bytes; });
}

void DeviceSession::give_back(model::MemoryPlace place, Memory memory)
{
    spare_.emplace_back(place, std::move(memory));
}

}  // namespace spillway::gpu
