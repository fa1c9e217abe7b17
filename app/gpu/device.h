#pragma once

// What the driver hands out, each given back when its owner goes. All of one device's context, from one thread.

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

/// A driver's call that failed, as a value; nothing where it did not.
using Failure = std::optional<CuError>;

/// The outcome of a call; its name is the one that a person can look up.
inline Failure failure(CuResult status, const char* call)
{
    if (status == 0) return std::nullopt;
    return CuError{status, call};
}

/// The device's primary context, current on the thread that made this. Local memory, once grown, is kept: a launch
/// that grows it synchronises.
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

/// A handle with the function that gives it back. When the context is lost that call fails, which changes nothing.
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

/// Device memory, or pinned host memory that the device sees. Rounded up to whole words for filling.
struct Memory {
    Owned<CuPointer> device;
    Owned<void*> host;                      ///< pinned memory only
    std::unique_ptr<std::byte[]> pageable;  ///< plain memory of the host, which no kernel sees
    CuPointer address = 0;                  ///< for the kernel; of pageable memory, for copies
    std::int64_t bytes = 0;                 ///< as asked for
};

[[nodiscard]] Failure allocate_device(const DriverApi& api, std::int64_t bytes, Memory& memory);
/// Bytes that an allocation really has: whole words, a multiple of 256.
[[nodiscard]] std::size_t allocated_bytes(std::int64_t bytes);
[[nodiscard]] Memory allocate_pageable(std::int64_t bytes);
[[nodiscard]] Failure allocate_pinned(const DriverApi& api, std::int64_t bytes, Memory& memory);

/// Compiled code on the device, and its entry.
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
