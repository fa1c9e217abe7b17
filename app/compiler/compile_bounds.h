#pragma once

#include <cstddef>
#include <string>

namespace spillway::compiler {

/// What one compile may take. SPILLWAY_COMPILE_SECONDS and SPILLWAY_COMPILE_MIB change it.
struct CompileBounds {
    double seconds = 10;
    std::size_t memory_bytes = std::size_t{2} << 30;

    [[nodiscard]] std::string seconds_text() const;
    [[nodiscard]] std::string memory_text() const;
};

[[nodiscard]] CompileBounds compile_bounds();

}  // namespace spillway::compiler
