#pragma once

// One kernel launch with its arguments packed, and the check of what the driver would only call "invalid value".

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/gpu/device.h"
#include "app/model/job.h"

namespace spillway::gpu {

/// What a launch needs, in the driver's form. Movable; the pointers point into its own storage.
class Launch {
public:
    /// `addresses` has one for each argument, of scalars any.
    Launch(CuFunction function, const std::int64_t (&grid)[3], const std::int64_t (&block)[3],
           std::int64_t dynamic_shared_bytes, const std::vector<model::PlannedArgument>& arguments,
           const std::vector<CuPointer>& addresses);

    Launch(Launch&&) = default;
    Launch& operator=(Launch&&) = default;

    /// The same kernel, loaded another time.
    void set_function(CuFunction function) { function_ = function; }
    /// Blocks side by side in x that run at the same time and read each other's shared memory; 1: none.
    void set_cluster(std::int64_t blocks);
    /// Lines of this stretch are kept in L2.
    void set_window(CuPointer begin, const model::PlannedWindow& window);

    [[nodiscard]] Failure enqueue(const DriverApi& api, CuStream stream) const;
    /// How many of its clusters the GPU can hold at once.
    [[nodiscard]] Failure active_clusters(const DriverApi& api, int& clusters) const;

private:
    [[nodiscard]] CuLaunchConfig config(CuStream stream) const;

    CuFunction function_;
    std::array<unsigned int, 6> shape_{};
    unsigned int shared_bytes_;
    std::vector<std::uint64_t> values_;
    mutable std::vector<void*> pointers_;
    mutable std::vector<CuLaunchAttribute> attributes_;
};

/// Why the launch shape cannot be launched, if so.
[[nodiscard]] std::optional<model::Error> check_grid(const std::int64_t (&grid)[3]);

/// Whether indices, sizes and offsets of a plan fit together: it came through a pipe.
[[nodiscard]] std::optional<model::Error> check_plan(const model::LaunchPlan& plan);

}  // namespace spillway::gpu
