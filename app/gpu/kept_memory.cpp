#include "app/gpu/kept_memory.h"

#include <algorithm>

namespace spillway::gpu {

void MemoryKeeper::open(const DriverApi& api, std::int64_t max_bytes)
{
    api_ = &api;
    max_bytes_ = max_bytes;
}

Failure MemoryKeeper::take(model::MemoryPlace place, std::int64_t bytes, const std::string& purpose,
                           std::shared_ptr<KeptMemory>& taken)
{
    const auto known = std::find_if(kept_.begin(), kept_.end(), [&](const auto& kept) {
        return kept->place == place && kept->memory.bytes == bytes && kept->purpose == purpose;
    });
    if (known != kept_.end()) {
        kept_.splice(kept_.begin(), kept_, known);
        taken = kept_.front();
        return std::nullopt;
    }
    if (auto fits = reusable(place, bytes)) {
        fits->purpose = purpose;
        fits->sum.reset();
        taken = std::move(fits);
        return std::nullopt;
    }
    trim();
    auto made = std::make_shared<KeptMemory>();
    made->place = place;
    made->purpose = purpose;
    auto failed = allocate(place, bytes, made->memory);
    if (failed && failed->code == out_of_memory) {
        free_unused();
        failed = allocate(place, bytes, made->memory);
    }
    if (failed) return failed;
    kept_.push_front(made);
    taken = std::move(made);
    return std::nullopt;
}

/// Unused memory of the same size; null if there is none, or if the maximum still allows a new allocation.
std::shared_ptr<KeptMemory> MemoryKeeper::reusable(model::MemoryPlace place, std::int64_t bytes)
{
    std::int64_t unused_bytes = bytes;
    for (const auto& kept : kept_)
        if (kept.use_count() == 1) unused_bytes += kept->memory.bytes;
    if (unused_bytes <= max_bytes_ && kept_.size() < max_kept) return nullptr;
    for (auto at = kept_.rbegin(); at != kept_.rend(); ++at)
        if (at->use_count() == 1 && (*at)->place == place && (*at)->memory.bytes == bytes) {
            kept_.splice(kept_.begin(), kept_, std::prev(at.base()));
            return kept_.front();
        }
    return nullptr;
}

Failure MemoryKeeper::allocate(model::MemoryPlace place, std::int64_t bytes, Memory& memory) const
{
    if (place == model::MemoryPlace::pinned_host) return allocate_pinned(*api_, bytes, memory);
    if (place != model::MemoryPlace::pageable_host) return allocate_device(*api_, bytes, memory);
    memory = allocate_pageable(bytes);
    return std::nullopt;
}

void MemoryKeeper::trim(std::int64_t max_bytes)
{
    std::int64_t bytes = 0;
    std::size_t count = 0;
    for (auto at = kept_.begin(); at != kept_.end();) {
        const bool is_unused = at->use_count() == 1;
        if (is_unused) bytes += (*at)->memory.bytes;
        const bool is_too_much = is_unused && (bytes > max_bytes || ++count > max_kept);
        at = is_too_much ? kept_.erase(at) : std::next(at);
    }
}

}  // namespace spillway::gpu
