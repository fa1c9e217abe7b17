#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/gpu/buffer_data.h"
#include "app/gpu/device_session.h"
#include "app/model/job.h"

namespace spillway::gpu {

/// Compares what a variant wrote with what the reference wrote: on the GPU, and where they differ, in words.
class OutputCompare {
public:
    explicit OutputCompare(DeviceSession& session) : session_(session) {}

    /// `difference` is set where the two differ, and where what is expected is still the poison of before though it
    /// `must_be_written`.
    [[nodiscard]] Failure compare(const model::PlannedBuffer& buffer, CuPointer got, CuPointer expected,
                                  Tolerance tolerance, bool must_be_written, std::optional<std::string>& difference);

private:
    [[nodiscard]] Failure find_difference(const model::PlannedBuffer& buffer, CuPointer got, CuPointer expected,
                                          Tolerance tolerance, DeviceHelpers::Found& found);
    [[nodiscard]] Failure describe_difference(const model::PlannedBuffer& buffer, CuPointer got, CuPointer expected,
                                              std::uint64_t byte, Tolerance tolerance,
                                              std::optional<std::string>& difference);

    DeviceSession& session_;
};

}  // namespace spillway::gpu
