#pragma once

// Memory that outlives a measurement: what the next one of the same input would have to make again.

#include <list>
#include <memory>
#include <string>

#include "app/gpu/device.h"
#include "app/model/job.h"

namespace spillway::gpu {

/// Memory for a purpose: two measurements that name the same one share it.
struct KeptMemory {
    model::MemoryPlace place = model::MemoryPlace::global;
    std::string purpose;
    Memory memory;
    /// Of the content that the purpose names, once made: a kernel may have written where it must not.
    std::optional<std::uint64_t> sum;
};

/// The least recently used goes first. A measurement holds what it uses by a pointer.
class MemoryKeeper {
public:
    static constexpr std::size_t most_kept = 48;

    /// `most_bytes`: of all unused memory.
    void open(const DriverApi& api, std::int64_t most_bytes);

    /// Memory for a purpose, with its content where it was kept; `sum` is empty where it was not.
    [[nodiscard]] Failure take(model::MemoryPlace place, std::int64_t bytes, const std::string& purpose,
                               std::shared_ptr<KeptMemory>& taken);
    /// Frees unused memory, down to the bound.
    void trim() { trim(most_bytes_); }
    void free_unused() { trim(0); }

private:
    [[nodiscard]] std::shared_ptr<KeptMemory> reusable(model::MemoryPlace place, std::int64_t bytes);
    [[nodiscard]] Failure allocate(model::MemoryPlace place, std::int64_t bytes, Memory& memory) const;
    void trim(std::int64_t most_bytes);

    const DriverApi* api_ = nullptr;
    std::int64_t most_bytes_ = 0;
    std::list<std::shared_ptr<KeptMemory>> kept_;  ///< last used first
};

}  // namespace spillway::gpu
