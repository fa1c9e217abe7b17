#include "app/ptx/machine.h"

#include "app/ptx/running.h"

namespace spillway::ptx {
namespace {

std::string extents_text(const std::array<std::int64_t, 3>& extents)
{
    return std::to_string(extents[0]) + " x " + std::to_string(extents[1]) + " x " + std::to_string(extents[2]);
}

}  // namespace

std::optional<model::Error> why_beyond_bound(const Function& entry, const std::array<std::int64_t, 3>& block)
{
    const bool has_only_block = entry.only_block != std::array<std::int64_t, 3>{};
    if (has_only_block && block != entry.only_block)
        return model::Error{"the kernel is compiled for blocks of " + extents_text(entry.only_block) +
                                " threads only, and the launch has " + extents_text(block) + ": CUDA refuses it",
                            "launch", "launch it with that block"};
    const std::int64_t threads = block[0] * block[1] * block[2];
    if (entry.max_threads == 0 || threads <= entry.max_threads) return std::nullopt;
    return model::Error{"the kernel's __launch_bounds__ allow at most " + std::to_string(entry.max_threads) +
                            " threads per block, and the launch has " + std::to_string(threads) + ": CUDA refuses it",
                        "launch", "choose a smaller block, or raise the bound"};
}

model::Expected<RunResult> run(const Module& module, const Launch& launch)
{
    return Machine(module, launch).run();
}

}  // namespace spillway::ptx
