#pragma once

// Runs one warp of a job's kernel in the PTX interpreter and records each instruction.

#include <memory>
#include <optional>
#include <string>

#include "app/catalogue/warp_place.h"
#include "app/emulate/touched_buffers.h"
#include "app/model/job.h"
#include "app/model/listing.h"
#include "app/ptx/stepper.h"

namespace spillway::emulate {

class WarpRun {
public:
    /// `module`: the kernel's PTX, read by ptx::read_module(). The Error says why it cannot be launched.
    [[nodiscard]] static model::Expected<std::unique_ptr<WarpRun>> start(const model::Job& job,
                                                                         std::shared_ptr<const ptx::Module> module,
                                                                         const std::string& entry,
                                                                         const ptx::StepperOptions& options);

    /// See ptx::Stepper.
    bool advance(std::uint64_t most) { return stepper_->advance(most); }
    [[nodiscard]] const ptx::WarpTrace& trace() const { return stepper_->trace(); }
    [[nodiscard]] const ptx::Launch& launch() const { return stepper_->launch(); }
    [[nodiscard]] const ptx::Module& module() const { return *module_; }

private:
    WarpRun(TouchedBuffers buffers, std::shared_ptr<const ptx::Module> module)
        : buffers_(std::move(buffers)), module_(std::move(module))
    {
    }

    TouchedBuffers buffers_;
    std::shared_ptr<const ptx::Module> module_;
    std::unique_ptr<ptx::Stepper> stepper_;
};

/// Blocks of the job's grid, and warps of each of its blocks.
[[nodiscard]] std::int64_t block_count(const model::Job& job);
[[nodiscard]] int warp_count(const model::Job& job);

/// Index of the step at a place; empty if the run has not reached it.
[[nodiscard]] std::optional<std::size_t> step_of_place(const ptx::WarpTrace& trace, const catalogue::WarpPlace& place);

}  // namespace spillway::emulate
