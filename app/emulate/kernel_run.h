#pragma once

// A job's kernel, or its reference, run by the interpreter of PTX on buffers with the same contents as on a GPU.

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
    std::vector<std::vector<std::byte>> buffers;  ///< of the plan, as the kernel left them
    ptx::RunResult result;
};

struct RunOptions {
    ptx::Order order = ptx::Order::forwards;
    bool finds_races = true;
    bool is_cooperative = false;  ///< as in ptx::Launch
    std::byte unwritten_shared{0xff};
    std::int64_t first_block = 0;  ///< as in ptx::Launch
    std::int64_t most_blocks = 0;  ///< 0: all
    ptx::Limits limits;
    std::function<bool()> should_stop;
    std::function<void(int, std::uint64_t, std::uint64_t)> before_access;  ///< as in ptx::Launch
};

/// The buffers' contents before the launch, equal on every machine.
[[nodiscard]] std::vector<std::vector<std::byte>> initial_buffers(const model::LaunchPlan& plan);

/// The job's launch of the entry, on memory of the caller's: one for each of the plan's buffers, those in constant
/// memory with their contents. The Error says what cannot be launched here.
[[nodiscard]] model::Expected<ptx::Launch> launch_of(const model::Job& job, Which which, const ptx::Module& module,
                                                     const std::string& entry,
                                                     const std::vector<std::span<std::byte>>& buffers);

/// Runs the entry of the module as the job launches it, on memory of the caller's: one for each of the plan's buffers.
[[nodiscard]] model::Expected<ptx::RunResult> run_on(const model::Job& job, Which which, const ptx::Module& module,
                                                     const std::string& entry,
                                                     const std::vector<std::span<std::byte>>& buffers,
                                                     const RunOptions& options);

/// The same on buffers that it gives back. `buffers`: as initial_buffers() makes them. The Error says what cannot be
/// launched here.
[[nodiscard]] model::Expected<KernelRun> run_kernel(const model::Job& job, Which which, const ptx::Module& module,
                                                    const std::string& entry,
                                                    std::vector<std::vector<std::byte>> buffers,
                                                    const RunOptions& options);

}  // namespace spillway::emulate
