#pragma once

// The buffers of one measurement: made, filled, poisoned, compared.

#include <optional>
#include <string>
#include <vector>

#include "app/gpu/compare.h"
#include "app/gpu/device_session.h"
#include "app/model/job.h"

namespace spillway::gpu {

/// Gives its memory back to the session when it goes, so that the next measurement of this size allocates nothing.
class Workspace {
public:
    Workspace(DeviceSession& session, const model::LaunchPlan& plan) : session_(session), plan_(plan) {}
    ~Workspace();
    Workspace(const Workspace&) = delete;
    Workspace& operator=(const Workspace&) = delete;

    /// Memory for every buffer, and a second one for each output where there is a reference.
    [[nodiscard]] Failure allocate();
    /// Content as described, with a seed of this run's own.
    [[nodiscard]] Failure fill(std::uint64_t seed);
    /// Fills the module's __constant__ variables.
    [[nodiscard]] Failure fill_constants(const LoadedKernel& kernel, std::uint64_t seed);
    /// Outputs as they were before a kernel ran.
    [[nodiscard]] Failure reset_outputs(std::uint64_t seed, bool of_reference);

    [[nodiscard]] std::vector<CuPointer> addresses(bool of_reference) const;

    /// Compares every output with the reference's.
    [[nodiscard]] Failure compare(Tolerance tolerance, std::optional<std::string>& difference);

    /// The median of a buffer of clock differences that are not 0.
    [[nodiscard]] Failure median_of(int buffer, std::optional<double>& median);

private:
    struct Slot {
        Memory memory;     ///< of the variant
        Memory reference;  ///< outputs only
    };
    [[nodiscard]] Failure fill_one(const model::PlannedBuffer& buffer, std::uint64_t seed, CuPointer address);
    [[nodiscard]] Failure upload(std::span<const std::byte> bytes, CuPointer address);
    [[nodiscard]] Failure synchronize();

    DeviceSession& session_;
    const model::LaunchPlan& plan_;
    std::vector<Slot> slots_;
};

}  // namespace spillway::gpu
