#pragma once

// One kernel launch with packed arguments, and checks for errors that the driver only reports as "invalid value".

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/gpu/device.h"
#include "app/model/job.h"

namespace spillway::gpu {

/// Launch in the driver's form. Movable; its pointers point into its own storage.
class Launch {
public:
    /// `addresses` has one entry per argument; the entries of scalars are ignored.
    Launch(CuFunction function, const std::int64_t (&grid)[3], const std::int64_t (&block)[3],
           std::int64_t dynamic_shared_bytes, const std::vector<model::PlannedArgument>& arguments,
           const std::vector<CuPointer>& addresses);

    Launch(Launch&&) = default;
    Launch& operator=(Launch&&) = default;

    /// Replaces the function by the same kernel from another module.
    void set_function(CuFunction function) { function_ = function; }
    /// Blocks per cluster in x; they run together and can read each other's shared memory. 1: no cluster.
    void set_cluster(std::int64_t blocks);
    /// Makes lines of this address range persist in L2.
    void set_window(CuPointer begin, const model::PlannedWindow& window);

    [[nodiscard]] Failure enqueue(const DriverApi& api, CuStream stream) const;
    /// Number of clusters that can be active on the GPU at once.
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

/// Checks indices, sizes and offsets of a plan, because it comes through a pipe.
[[nodiscard]] std::optional<model::Error> check_plan(const model::LaunchPlan& plan);

}  // namespace spillway::gpu
