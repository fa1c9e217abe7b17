#pragma once

// Kernel up to its first correct result: the common start of every kind that launches one.

#include <optional>

#include "app/gpu/kinds/kind.h"
#include "app/gpu/launch.h"
#include "app/gpu/workspace.h"

namespace spillway::gpu {

class LaunchedKernel {
public:
    explicit LaunchedKernel(RunContext& run) : run_(run), workspace_(run.session(), run.plan(), run.request().seed) {}

    [[nodiscard]] Ended load();
    /// Fills the buffers, runs the reference unless its result is kept, launches the kernel and compares.
    [[nodiscard]] Ended begin();

    [[nodiscard]] Work work() const
    {
        return [this](CuStream stream) { return launch_->enqueue(run_.session().api(), stream); };
    }
    /// Functions that restore outputs and caches, launch again, and load the code again.
    [[nodiscard]] Countable countable();
    [[nodiscard]] const LoadedKernel& kernel() const { return *kernel_; }
    [[nodiscard]] double first_seconds() const { return first_seconds_; }
    [[nodiscard]] Workspace& workspace() { return workspace_; }
    [[nodiscard]] const Launch& launch() const { return *launch_; }

private:
    [[nodiscard]] std::optional<model::Error> check() const;
    [[nodiscard]] Ended load(const Code& code, std::int64_t dynamic_shared_bytes, model::Carveout carveout,
                             LoadedKernel*& kernel);
    [[nodiscard]] Ended check_block();
    [[nodiscard]] Ended fill();
    [[nodiscard]] Ended run_reference();
    [[nodiscard]] Ended run_variant();
    /// Adds cluster and L2 window to the launch if this GPU supports them.
    [[nodiscard]] Ended add_extras();
    [[nodiscard]] Failure load_again();
    [[nodiscard]] Ended verify();

    RunContext& run_;
    Workspace workspace_;
    LoadedKernel* kernel_ = nullptr;
    LoadedKernel* reference_ = nullptr;
    std::optional<Launch> launch_;
    double first_seconds_ = 0;
};

/// Sets the function's attributes for this much dynamic shared memory and this carve-out.
[[nodiscard]] Failure set_attributes(const DriverApi& api, CuFunction function, std::int64_t dynamic_shared_bytes,
                                     model::Carveout carveout);

}  // namespace spillway::gpu
