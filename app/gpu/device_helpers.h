#pragma once

// Spillway's own kernels (device_helpers.cu): they prepare, check and time other kernels on the device, without the
// host.

#include "app/gpu/device.h"
#include "app/model/job.h"

namespace spillway::gpu {

/// All calls enqueue work and return at once. Addresses must be multiples of 256, as allocations are.
class DeviceHelpers {
public:
    [[nodiscard]] Failure open(const DriverApi& api, int sm_count);

    /// Fills a buffer as its description says. Not for poison and zero: cuMemsetD32Async does that.
    [[nodiscard]] Failure fill(const model::PlannedBuffer& buffer, std::uint64_t seed, CuPointer address,
                               CuStream stream) const;

    /// Result of a comparison: index of the first difference, and 1 if the expected output was written.
    struct Found {
        std::uint64_t first = ~std::uint64_t{0};
        std::uint64_t wrote = 0;
    };
    /// Compares bit for bit in words of 16 bytes; `found` is the address of a Found on the device.
    [[nodiscard]] Failure compare_bits(CuPointer got, CuPointer expected, std::int64_t vectors, CuPointer found,
                                       CuStream stream) const;
    /// Compares number by number; a negative tolerance compares the bits.
    [[nodiscard]] Failure compare(CuPointer got, CuPointer expected, std::int64_t numbers, model::ScalarKind scalar,
                                  double relative, double absolute, CuPointer found, CuStream stream) const;
    /// Adds a checksum of the memory to *sum; every changed word changes it.
    [[nodiscard]] Failure sum(CuPointer memory, std::int64_t bytes, CuPointer sum, CuStream stream) const;

    [[nodiscard]] Failure read(CuPointer memory, std::int64_t bytes, CuStream stream) const;
    /// Evicts all other data from the L2 and writes it back. If the GPU supports it, also discards the read lines.
    [[nodiscard]] Failure empty_l2(CuPointer memory, std::int64_t bytes, CuStream stream) const;
    [[nodiscard]] Failure copy(CuPointer from, CuPointer to, std::int64_t bytes, CuStream stream) const;
    /// Writes two words: nanoseconds and cycles.
    [[nodiscard]] Failure stamp(CuPointer at, CuStream stream) const;
    [[nodiscard]] Failure nothing(CuStream stream) const;

private:
    void open_discarding();
    template <typename... Arguments>
    [[nodiscard]] Failure launch(CuFunction function, std::int64_t blocks, int threads, CuStream stream,
                                 Arguments... arguments) const;
    [[nodiscard]] std::int64_t blocks_for(std::int64_t items) const;

    const DriverApi* api_ = nullptr;
    int sm_count_ = 1;
    Owned<CuModule> module_, discarding_;
    Memory sink_;
    CuFunction fill_ = nullptr, fill_bytes_ = nullptr, fill_permutation_ = nullptr, compare_ = nullptr,
               compare_bits_ = nullptr, sum_ = nullptr, read_ = nullptr, copy_ = nullptr, stamp_ = nullptr,
               nothing_ = nullptr, discard_ = nullptr;
};

}  // namespace spillway::gpu
