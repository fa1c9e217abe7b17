#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace spillway::model {

/// Why something is in local memory.
enum class CauseKind {
    dynamic_index,     ///< an array indexed by what only the run knows
    too_large,         ///< more than registers hold, or than a call can pass in them
    spill,             ///< ptxas ran out of registers
    address_taken,     ///< its address leaves the function
    call_stack,        ///< what a call keeps, or passes, in memory
    library_function,  ///< of CUDA's own, such as the slow path of sin
    unknown            ///< seen, and not explained: the evidence says what was seen
};

/// Some bytes of a function's stack frame, and why they are there.
struct Cause {
    CauseKind kind = CauseKind::unknown;
    std::int64_t bytes = 0;             ///< of the stack frame, per thread; 0: in PTX only, ptxas took it away
    std::optional<std::string> symbol;  ///< the variable, or the function of the library
    std::string function;               ///< mangled, as ptxas names it
    std::optional<int> line;            ///< of kernel.cu
    std::string evidence;               ///< what was compiled again, and what came of it
    friend bool operator==(const Cause&, const Cause&) = default;
};

[[nodiscard]] const char* to_string(CauseKind kind);

}  // namespace spillway::model
