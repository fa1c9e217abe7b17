#pragma once

// Runs a job's kernel, or its reference, in the PTX interpreter, on buffers filled as for a GPU.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/model/error.h"
#include "app/model/job.h"
#include "app/ptx/machine.h"

namespace spillway::emulate {

enum class Which { variant, reference };

struct KernelRun {
    std::vector<std::vector<std::byte>> buffers;  ///< the plan's, with the kernel's output
    ptx::RunResult result;
};

struct RunOptions {
    ptx::Order order = ptx::Order::forwards;
    bool finds_races = true;
    bool is_cooperative = false;  ///< as in ptx::Launch
    std::byte unwritten_shared{0xff};
    std::int64_t first_block = 0;  ///< as in ptx::Launch
    std::int64_t max_blocks = 0;   ///< 0: all
    ptx::Limits limits;
    std::function<bool()> should_stop;
    std::function<void(int, std::uint64_t, std::uint64_t)> before_access;  ///< as in ptx::Launch
};

/// Contents of the plan's buffers before the launch; the same on every machine.
[[nodiscard]] std::vector<std::vector<std::byte>> initial_buffers(const model::LaunchPlan& plan);

/// The job's launch of the entry. `buffers`: memory of the caller, one span for each of the plan's buffers; those of
/// constant memory must already have their contents. The Error says why the interpreter cannot launch it.
[[nodiscard]] model::Expected<ptx::Launch> launch_of(const model::Job& job, Which which, const ptx::Module& module,
                                                     const std::string& entry,
                                                     const std::vector<std::span<std::byte>>& buffers);

/// Runs launch_of() with these options.
[[nodiscard]] model::Expected<ptx::RunResult> run_on(const model::Job& job, Which which, const ptx::Module& module,
                                                     const std::string& entry,
                                                     const std::vector<std::span<std::byte>>& buffers,
                                                     const RunOptions& options);

/// Same, but takes the buffers (see initial_buffers()) and returns them with the kernel's output.
[[nodiscard]] model::Expected<KernelRun> run_kernel(const model::Job& job, Which which, const ptx::Module& module,
                                                    const std::string& entry,
                                                    std::vector<std::vector<std::byte>> buffers,
                                                    const RunOptions& options);

}  // namespace spillway::emulate
