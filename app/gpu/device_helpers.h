#pragma once

// Spillway's own kernels on the device (device_helpers.cu): what prepares, checks and times other kernels without the
// host.

#include "app/gpu/device.h"
#include "app/model/job.h"

namespace spillway::gpu {

/// Everything is enqueued and waits for nothing. Addresses are multiples of 256, as allocations are.
class DeviceHelpers {
public:
    [[nodiscard]] Failure open(const DriverApi& api, int sm_count);

    /// A buffer's content as its description says, except poison and zero, which the driver fills.
    [[nodiscard]] Failure fill(const model::PlannedBuffer& buffer, std::uint64_t seed, CuPointer address,
                               CuStream stream) const;

    /// The two words that a comparison leaves: the first place that differs, and whether the expected one was written.
    struct Found {
        std::uint64_t first = ~std::uint64_t{0};
        std::uint64_t wrote = 0;
    };
    /// Bit for bit, in places of 16 bytes; `found` lies on the device and holds a Found.
    [[nodiscard]] Failure compare_bits(CuPointer got, CuPointer expected, std::int64_t vectors, CuPointer found,
                                       CuStream stream) const;
    /// Number by number; a negative tolerance asks for the same bits.
    [[nodiscard]] Failure compare(CuPointer got, CuPointer expected, std::int64_t numbers, model::ScalarKind scalar,
                                  double relative, double absolute, CuPointer found, CuStream stream) const;
    /// Adds to *sum what every changed word of the memory would change.
    [[nodiscard]] Failure sum(CuPointer memory, std::int64_t bytes, CuPointer sum, CuStream stream) const;

    [[nodiscard]] Failure read(CuPointer memory, std::int64_t bytes, CuStream stream) const;
    /// Whatever else the L2 held is written back and gone; where the GPU can, so is what was read.
    [[nodiscard]] Failure empty_l2(CuPointer memory, std::int64_t bytes, CuStream stream) const;
    [[nodiscard]] Failure copy(CuPointer from, CuPointer to, std::int64_t bytes, CuStream stream) const;
    /// Leaves nanoseconds and cycles, two words.
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
