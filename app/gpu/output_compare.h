#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/gpu/buffer_data.h"
#include "app/gpu/device_session.h"
#include "app/model/job.h"

namespace spillway::gpu {

/// Compares the outputs of a variant and its reference on the GPU; describes the first difference in words.
class OutputCompare {
public:
    explicit OutputCompare(DeviceSession& session) : session_(session) {}

    /// Sets `difference` if the two differ, or if the expected output is still poison although it `must_be_written`.
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
