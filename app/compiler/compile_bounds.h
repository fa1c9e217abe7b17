#pragma once

#include <cstddef>
#include <string>

#include "app/model/error.h"

namespace spillway::compiler {

/// Limits of one compile. SPILLWAY_COMPILE_SECONDS and SPILLWAY_COMPILE_MIB change them.
struct CompileBounds {
    double seconds = 10;
    std::size_t memory_bytes = std::size_t{2} << 30;

    /// Wall-clock limit of a whole file, which has many kernels.
    [[nodiscard]] double whole_file_seconds() const { return 3 * seconds; }
    [[nodiscard]] std::string seconds_text() const;
    [[nodiscard]] std::string memory_text() const;
};

[[nodiscard]] CompileBounds compile_bounds();

[[nodiscard]] model::Error whole_file_took_too_long(const CompileBounds& bounds);

}  // namespace spillway::compiler
