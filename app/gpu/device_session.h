#pragma once

// What is kept between measurements on one GPU: the context, streams and events, loaded modules, memory.

#include <list>
#include <memory>
#include <string>
#include <vector>

#include "app/gpu/device.h"
#include "app/gpu/sampler.h"
#include "app/model/gpu.h"
#include "app/model/job.h"

namespace spillway::gpu {

/// Code to load: the compile's key tells whether it was loaded before.
struct Code {
    std::string key;
    const std::string* cubin = nullptr;
    std::string entry;  ///< mangled
};

class DeviceSession {
public:
    static constexpr std::size_t most_modules = 64;
    static constexpr std::int64_t staging_bytes = std::int64_t{16} << 20;  ///< two halves

    explicit DeviceSession(const DriverApi& api) : api_(api) {}

    [[nodiscard]] Failure open(int device_index, std::int64_t l2_bytes);

    /// The kernel, loaded where it is not. Stays valid until most_modules others were asked for.
    [[nodiscard]] Failure kernel(const Code& code, LoadedKernel*& kernel);

    /// Stack per thread for what is launched next; 0: the driver's default.
    [[nodiscard]] Failure set_stack(std::int64_t bytes);

    /// Memory of that size: what was given back, else new.
    [[nodiscard]] Failure take(model::MemoryPlace place, std::int64_t bytes, Memory& memory);
    [[nodiscard]] bool has_spare(model::MemoryPlace place, std::int64_t bytes) const;
    /// Keeps memory for the next take(); what nobody takes is freed by free_spare().
    void give_back(model::MemoryPlace place, Memory memory);
    void free_spare() { spare_.clear(); }

    [[nodiscard]] CuContext context() const { return context_->handle(); }
    [[nodiscard]] Sampler& sampler() { return sampler_; }
    [[nodiscard]] std::span<std::byte> staging() { return staging_; }
    [[nodiscard]] const DriverApi& api() const { return api_; }

private:
    const DriverApi& api_;
    std::optional<Context> context_;  ///< first: all others are its
    Sampler sampler_;
    Memory pinned_;
    std::span<std::byte> staging_;
    std::list<std::pair<std::string, LoadedKernel>> kernels_;  ///< last used first
    std::vector<std::pair<model::MemoryPlace, Memory>> spare_;
    std::size_t default_stack_bytes_ = 0, stack_bytes_ = 0;
};

}  // namespace spillway::gpu
