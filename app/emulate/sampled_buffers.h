#pragma once

// Buffers of a launch for some of its blocks: address space for all of them, contents only where those blocks come to.

#include <memory>
#include <span>
#include <vector>

#include "app/model/error.h"
#include "app/model/job.h"
#include "app/ptx/machine.h"

namespace spillway::emulate {

class SampledBuffers {
public:
    /// The Error says which buffer is too large here, or cannot be made in pieces.
    [[nodiscard]] static model::Expected<SampledBuffers> make(const model::LaunchPlan& plan);

    SampledBuffers(SampledBuffers&&) noexcept;
    ~SampledBuffers();

    [[nodiscard]] std::vector<std::span<std::byte>> spans() const;
    [[nodiscard]] std::vector<ptx::Contents*> contents() const;

private:
    class Pieces;
    SampledBuffers();
    std::vector<std::unique_ptr<Pieces>> buffers_;
};

}  // namespace spillway::emulate
