#pragma once

#include <cstddef>
#include <string>

#include "app/model/error.h"
#include "app/model/job.h"

namespace spillway::compiler {

/// Limits of one compile. SPILLWAY_COMPILE_SECONDS and SPILLWAY_COMPILE_MIB change them.
struct CompileBounds {
    /// Wall-clock limit of one kernel, if it got half of that as CPU time; otherwise three times as long.
    double seconds = 10;
    std::size_t memory_bytes = std::size_t{2} << 30;

    /// Wall-clock limit of each tool for a whole file, which has many kernels, in seconds.
    [[nodiscard]] double whole_file_seconds(const model::CompileRequest& request) const
    {
        return request.max_seconds ? *request.max_seconds : whole_file_seconds();
    }
    /// The same if the user allows no other one.
    [[nodiscard]] double whole_file_seconds() const { return 3 * seconds; }
    [[nodiscard]] std::string seconds_text() const;
    [[nodiscard]] std::string memory_text() const;
};

[[nodiscard]] CompileBounds compile_bounds();

/// `seconds`: the limit that stopped it.
[[nodiscard]] model::Error whole_file_took_too_long(double seconds);

}  // namespace spillway::compiler
