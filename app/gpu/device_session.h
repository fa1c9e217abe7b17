#pragma once

// State kept between measurements on one GPU: context, streams, events, loaded modules, and memory with its content.

#include <list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/gpu/device.h"
#include "app/gpu/device_helpers.h"
#include "app/gpu/kept_memory.h"
#include "app/gpu/sampler.h"
#include "app/model/gpu.h"
#include "app/model/job.h"

namespace spillway::gpu {

/// Code to load; equal cache keys mean the same code.
struct Code {
    std::string key;
    const std::string* cubin = nullptr;
    std::string entry;  ///< mangled
};

class DeviceSession {
public:
    static constexpr std::size_t max_modules = 64, max_kept_modules = 512;
    static constexpr std::int64_t staging_bytes = std::int64_t{16} << 20;  ///< two halves

    explicit DeviceSession(const DriverApi& api) : api_(api) {}

    [[nodiscard]] Failure open(int device_index, const model::Gpu& gpu);

    /// Loads the kernel if necessary. The pointer stays valid until max_modules other kernels have been requested.
    [[nodiscard]] Failure kernel(const Code& code, LoadedKernel*& kernel);

    /// Keeps code loaded until the context ends. CUPTI assigns samples to the code that had the address before, so no
    /// other code may reuse the address of sampled code.
    void keep_loaded(LoadedKernel kernel) { kept_loaded_.push_back(std::move(kernel)); }
    /// If true, open a new context: it starts without kept code.
    [[nodiscard]] bool keeps_too_much() const { return kept_loaded_.size() > max_kept_modules; }

    /// Stack bytes per thread of the next launches; 0: the driver's default.
    [[nodiscard]] Failure set_stack(std::int64_t bytes);

    /// Bytes of L2 reserved for persisting lines; a change releases the lines that persist. 0: none, the default of a
    /// context.
    [[nodiscard]] Failure set_l2_aside(std::int64_t bytes);

    /// True if this context has more local memory per thread than `bytes`. It never shrinks, so a stack of `bytes`
    /// would get more, and an overrun would stay unnoticed.
    [[nodiscard]] bool has_more_local_than(std::int64_t bytes) const;

    /// Highest copy bandwidth of this GPU in bytes per second, read plus written; measured on the first call. 0 if it
    /// could not be measured.
    [[nodiscard]] Failure ceiling(double& bytes_per_second);

    [[nodiscard]] CuContext context() const { return context_->handle(); }
    [[nodiscard]] MemoryKeeper& memory() { return memory_; }
    [[nodiscard]] Sampler& sampler() { return sampler_; }
    [[nodiscard]] const DeviceHelpers& own() const { return own_; }
    [[nodiscard]] std::span<std::byte> staging() { return staging_; }
    /// A few words on the device for results of our kernels.
    [[nodiscard]] CuPointer answer() const { return answer_.address; }
    [[nodiscard]] Failure write_answer(const DeviceHelpers::Found& found);
    [[nodiscard]] Failure read_answer(DeviceHelpers::Found& found);
    [[nodiscard]] const DriverApi& api() const { return api_; }
    [[nodiscard]] CuDevice device() const { return context_->device(); }
    [[nodiscard]] int max_texture_width() const { return max_texture_width_; }
    [[nodiscard]] CuStream stream() const { return sampler_.stream(); }
    [[nodiscard]] Failure synchronize() const
    {
        return failure(api_.stream_synchronize(stream()), "cuStreamSynchronize");
    }

private:
    void forget_oldest();

    const DriverApi& api_;
    std::optional<Context> context_;  ///< first member: all others depend on it
    DeviceHelpers own_;
    Sampler sampler_;
    Memory pinned_, answer_;
    std::span<std::byte> staging_;
    std::list<std::pair<std::string, LoadedKernel>> kernels_;  ///< most recently used first
    std::vector<LoadedKernel> kept_loaded_;
    MemoryKeeper memory_;
    std::size_t default_stack_bytes_ = 0, stack_bytes_ = 0;
    std::size_t max_local_bytes_ = 0;  ///< per thread, maximum over all stack sizes and kernels
    std::int64_t l2_aside_bytes_ = 0;
    std::int64_t copied_bytes_ = 0;  ///< size of the arrays for the bandwidth ceiling
    std::optional<double> ceiling_;
    int max_texture_width_ = 0;
};

}  // namespace spillway::gpu
