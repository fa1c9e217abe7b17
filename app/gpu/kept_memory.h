#pragma once

// Memory kept between measurements, so that the next one with the same input need not fill it again.

#include <list>
#include <memory>
#include <string>

#include "app/gpu/device.h"
#include "app/model/job.h"

namespace spillway::gpu {

/// Memory for one purpose; measurements with the same purpose share it.
struct KeptMemory {
    model::MemoryPlace place = model::MemoryPlace::global;
    std::string purpose;
    Memory memory;
    /// Checksum of the filled content; a difference shows that a kernel wrote out of bounds.
    std::optional<std::uint64_t> sum;
};

/// Frees the least recently used memory first. A measurement holds its memory by shared pointer.
class MemoryKeeper {
public:
    static constexpr std::size_t max_kept = 48;

    /// `max_bytes`: maximum of all unused memory.
    void open(const DriverApi& api, std::int64_t max_bytes);

    /// Memory for a purpose. Kept memory still has its content; else `sum` is empty.
    [[nodiscard]] Failure take(model::MemoryPlace place, std::int64_t bytes, const std::string& purpose,
                               std::shared_ptr<KeptMemory>& taken);
    /// Frees unused memory above the maximum.
    void trim() { trim(max_bytes_); }
    void free_unused() { trim(0); }

private:
    [[nodiscard]] std::shared_ptr<KeptMemory> reusable(model::MemoryPlace place, std::int64_t bytes);
    [[nodiscard]] Failure allocate(model::MemoryPlace place, std::int64_t bytes, Memory& memory) const;
    void trim(std::int64_t max_bytes);

    const DriverApi* api_ = nullptr;
    std::int64_t max_bytes_ = 0;
    std::list<std::shared_ptr<KeptMemory>> kept_;  ///< most recently used first
};

}  // namespace spillway::gpu
