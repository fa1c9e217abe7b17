#pragma once

// Owners of driver objects; each destructor releases its object. All belong to one device's context and one thread.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "app/gpu/driver_api.h"
#include "app/model/error.h"

namespace spillway::gpu {

/// Failed driver call; empty on success.
using Failure = std::optional<CuError>;

/// Result of a driver call; `call` is its name in the CUDA documentation.
inline Failure failure(CuResult status, const char* call)
{
    if (status == 0) return std::nullopt;
    return CuError{status, call};
}

/// Primary context of the device, current on the creating thread. Local memory that has grown stays allocated, because
/// a launch that grows it synchronizes.
class Context {
public:
    static std::optional<Context> open(const DriverApi& api, int device_index, Failure& failed);
    ~Context();
    Context(Context&& other) noexcept
        : api_(std::exchange(other.api_, nullptr)), device_(other.device_), handle_(other.handle_)
    {
    }
    Context& operator=(Context&&) = delete;

    [[nodiscard]] CuDevice device() const { return device_; }
    [[nodiscard]] CuContext handle() const { return handle_; }

private:
    Context(const DriverApi& api, CuDevice device, CuContext handle) : api_(&api), device_(device), handle_(handle) {}
    const DriverApi* api_;
    CuDevice device_;
    CuContext handle_;
};

/// Handle with its release function. In a lost context the release fails, which does no harm.
template <typename Handle>
class Owned {
public:
    using Release = CuResult (*)(Handle);
    Owned() = default;
    Owned(Handle handle, Release release) : handle_(handle), release_(release) {}
    ~Owned() { reset(); }
    Owned(Owned&& other) noexcept : handle_(std::exchange(other.handle_, {})), release_(other.release_) {}
    Owned& operator=(Owned&& other) noexcept
    {
        if (this == &other) return *this;
        reset();
        handle_ = std::exchange(other.handle_, {});
        release_ = other.release_;
        return *this;
    }
    [[nodiscard]] Handle get() const { return handle_; }
    explicit operator bool() const { return handle_ != Handle{}; }
    void reset()
    {
        if (handle_ != Handle{}) release_(std::exchange(handle_, {}));
    }

private:
    Handle handle_{};
    Release release_ = nullptr;
};

/// Device memory, or pinned host memory that the device sees. allocated_bytes() of it are allocated.
struct Memory {
    Owned<CuPointer> device;
    Owned<void*> host;                      ///< pinned memory only
    std::unique_ptr<std::byte[]> pageable;  ///< pageable host memory, invisible to kernels
    CuPointer address = 0;                  ///< for kernels; for pageable memory, for copies
    std::int64_t bytes = 0;                 ///< requested size
};

[[nodiscard]] Failure allocate_device(const DriverApi& api, std::int64_t bytes, Memory& memory);
/// Allocated size: a multiple of 256.
[[nodiscard]] std::size_t allocated_bytes(std::int64_t bytes);
[[nodiscard]] Memory allocate_pageable(std::int64_t bytes);
[[nodiscard]] Failure allocate_pinned(const DriverApi& api, std::int64_t bytes, Memory& memory);

/// Module on the device and its entry function.
struct LoadedKernel {
    Owned<CuModule> module;
    CuFunction function = nullptr;
    std::int64_t local_bytes_per_thread = 0;
    int registers = 0;
    int max_threads_per_block = 0;
};

[[nodiscard]] Failure load_kernel(const DriverApi& api, const std::string& cubin, const std::string& entry,
                                  LoadedKernel& kernel);

[[nodiscard]] Failure make_stream(const DriverApi& api, Owned<CuStream>& stream);
[[nodiscard]] Failure make_event(const DriverApi& api, Owned<CuEvent>& event);

}  // namespace spillway::gpu
