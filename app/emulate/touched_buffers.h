#pragma once

// Buffers of a launch that are filled only where a kernel accesses them: a single block of a large launch needs a few
// kilobytes of some hundred megabytes.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "app/model/error.h"
#include "app/model/job.h"

namespace spillway::emulate {

class TouchedBuffers {
public:
    /// Error if they are too large. Fills permutations and buffers outside global memory (constant, texture, host) at
    /// once.
    [[nodiscard]] static model::Expected<TouchedBuffers> make(const model::LaunchPlan& plan);

    /// One for each of the plan's buffers. Bytes are undefined until prepare() has filled them.
    [[nodiscard]] std::vector<std::span<std::byte>> bytes() const;
    /// Call before a kernel reads or writes `bytes` bytes at offset `first`, which must be in bounds: fills them.
    void prepare(int buffer, std::uint64_t first, std::uint64_t bytes);

private:
    struct Held {
        model::PlannedBuffer planned;
        std::unique_ptr<std::byte[]> memory;
        std::int64_t piece_elements = 1;  ///< elements per piece; a piece is filled at once
        std::vector<bool> filled;         ///< by piece
    };
    void fill(Held& held, std::size_t piece);

    std::vector<Held> held_;
};

}  // namespace spillway::emulate
