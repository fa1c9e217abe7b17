#pragma once

// What is kept between measurements on one GPU: the context, streams and events, loaded modules, memory and what is in
// it.

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

/// Code to load: the compile's key tells whether it was loaded before.
struct Code {
    std::string key;
    const std::string* cubin = nullptr;
    std::string entry;  ///< mangled
};

class DeviceSession {
public:
    static constexpr std::size_t most_modules = 64, most_kept_modules = 512;
    static constexpr std::int64_t staging_bytes = std::int64_t{16} << 20;  ///< two halves

    explicit DeviceSession(const DriverApi& api) : api_(api) {}

    [[nodiscard]] Failure open(int device_index, const model::Gpu& gpu);

    /// The kernel, loaded where it is not. Stays valid until most_modules others were asked for.
    [[nodiscard]] Failure kernel(const Code& code, LoadedKernel*& kernel);

    /// Keeps code to the context's end. CUPTI names the samples of a kernel for what lay at its address before, so
    /// nothing may come to lie where code lay that was sampled.
    void keep_loaded(LoadedKernel kernel) { kept_loaded_.push_back(std::move(kernel)); }
    /// A new context begins with none.
    [[nodiscard]] bool keeps_too_much() const { return kept_loaded_.size() > most_kept_modules; }

    /// Stack per thread for what is launched next; 0: the driver's default.
    [[nodiscard]] Failure set_stack(std::int64_t bytes);

    /// Bytes of L2 for lines that are asked to stay; a change lets go of those that did. 0: none, as a context begins.
    [[nodiscard]] Failure set_l2_aside(std::int64_t bytes);

    /// The driver's local memory grows to what any kernel needed and stays: a stack of `bytes` would be given more, and
    /// what overruns it would not be found.
    [[nodiscard]] bool has_more_local_than(std::int64_t bytes) const;

    /// The most bytes per second that this GPU was seen to copy, read plus written; measured when first asked for. 0
    /// where it could not be.
    [[nodiscard]] Failure ceiling(double& bytes_per_second);

    [[nodiscard]] CuContext context() const { return context_->handle(); }
    [[nodiscard]] MemoryKeeper& memory() { return memory_; }
    [[nodiscard]] Sampler& sampler() { return sampler_; }
    [[nodiscard]] const DeviceHelpers& own() const { return own_; }
    [[nodiscard]] std::span<std::byte> staging() { return staging_; }
    /// A few words on the device, for answers of our own kernels.
    [[nodiscard]] CuPointer answer() const { return answer_.address; }
    [[nodiscard]] Failure write_answer(const DeviceHelpers::Found& found);
    [[nodiscard]] Failure read_answer(DeviceHelpers::Found& found);
    [[nodiscard]] const DriverApi& api() const { return api_; }
    [[nodiscard]] CuDevice device() const { return context_->device(); }
    [[nodiscard]] int most_texture_width() const { return most_texture_width_; }
    [[nodiscard]] CuStream stream() const { return sampler_.stream(); }
    [[nodiscard]] Failure synchronize() const
    {
        return failure(api_.stream_synchronize(stream()), "cuStreamSynchronize");
    }

private:
    void forget_oldest();

    const DriverApi& api_;
    std::optional<Context> context_;  ///< first: all others are its
    DeviceHelpers own_;
    Sampler sampler_;
    Memory pinned_, answer_;
    std::span<std::byte> staging_;
    std::list<std::pair<std::string, LoadedKernel>> kernels_;  ///< last used first
    std::vector<LoadedKernel> kept_loaded_;
    MemoryKeeper memory_;
    std::size_t default_stack_bytes_ = 0, stack_bytes_ = 0;
    std::size_t most_local_bytes_ = 0;  ///< per thread, of all that was set or loaded
    std::int64_t l2_aside_bytes_ = 0;
    std::int64_t copied_bytes_ = 0;  ///< of the arrays that the ceiling is measured with
    std::optional<double> ceiling_;
    int most_texture_width_ = 0;
};

}  // namespace spillway::gpu
