#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace spillway::model {

/// Reason why data is in local memory.
enum class CauseKind {
    dynamic_index,     ///< an array indexed by a value known only at run time
    too_large,         ///< larger than the registers, or than a call can pass in them
    spill,             ///< ptxas ran out of registers
    address_taken,     ///< its address leaves the function
    call_stack,        ///< data that a call saves or passes in memory
    library_function,  ///< a function of CUDA, such as the slow path of sin
    unknown            ///< observed, not explained; the evidence describes the observation
};

/// Part of a function's stack frame, and the reason for it.
struct Cause {
    CauseKind kind = CauseKind::unknown;
    std::int64_t bytes = 0;             ///< bytes of the stack frame per thread; 0: in PTX only, removed by ptxas
    std::optional<std::string> symbol;  ///< the variable, or the library function
    std::string function;               ///< mangled, as ptxas names it
    std::optional<int> line;            ///< line of kernel.cu
    std::string evidence;               ///< the recompilation that was tried, and its result
    friend bool operator==(const Cause&, const Cause&) = default;
};

[[nodiscard]] const char* to_string(CauseKind kind);

}  // namespace spillway::model
