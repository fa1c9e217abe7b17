#pragma once

// Buffers of a launch that get their contents as far as a kernel touches them: a single block of a large launch needs a
// few kilobytes of some hundred megabytes.

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
    /// The Error says that they are too large to be held here. Constant memory, textures and permutations are filled at
    /// once.
    [[nodiscard]] static model::Expected<TouchedBuffers> make(const model::LaunchPlan& plan);

    /// One for each of the plan's buffers. Bytes that prepare() was not called for hold anything.
    [[nodiscard]] std::vector<std::span<std::byte>> bytes() const;
    /// Fills what a kernel is about to read or write: `bytes` from `first` on, in bounds.
    void prepare(int buffer, std::uint64_t first, std::uint64_t bytes);

private:
    struct Held {
        model::PlannedBuffer planned;
        std::unique_ptr<std::byte[]> memory;
        std::int64_t piece_elements = 1;  ///< that are filled at a time
        std::vector<bool> filled;         ///< pieces
    };
    void fill(Held& held, std::size_t piece);

    std::vector<Held> held_;
};

}  // namespace spillway::emulate
