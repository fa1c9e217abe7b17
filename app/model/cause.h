#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace spillway::model {

/// Reason why data is in local memory.
enum class CauseKind {
    dynamic_index,      ///< an array indexed by a value known only at run time
    too_large,          ///< larger than the registers, or than a call can pass in them
    spill,              ///< ptxas ran out of registers
    address_taken,      ///< its address leaves the function
    call_stack,         ///< data that a call saves or passes in memory
    library_function,   ///< a function of CUDA, such as the slow path of sin
    parameter_copy,     ///< a kernel parameter passed by value, copied because it is written or its address is used
    declared_volatile,  ///< a volatile variable: each access goes to memory
    unknown             ///< observed, not explained; the evidence describes the observation
};

/// Kind of change that removes a cause.
enum class RepairKind {
    grid_constant,    ///< declares a by-value parameter `const __grid_constant__`
    static_const,     ///< declares a table of constants `static const`
    select,           ///< selects an array's element by comparisons with constant indices
    unroll,           ///< fully unrolls the loops
    inline_call,      ///< inlines the functions that are really called
    without_library,  ///< drops the call of a library function
    without_bounds    ///< drops the register cap and the launch bounds
};

/// Change that was compiled, and ptxas's numbers for the function of the cause after it.
struct Repair {
    RepairKind kind = RepairKind::inline_call;
    std::string change;            ///< in the source's words: "const __grid_constant__ Table t"
    std::optional<int> registers;  ///< of an entry
    std::int64_t stack_frame_bytes = 0, spill_store_bytes = 0;
    friend bool operator==(const Repair&, const Repair&) = default;
};

/// Part of a function's stack frame, and the reason for it.
struct Cause {
    CauseKind kind = CauseKind::unknown;
    std::int64_t bytes = 0;             ///< bytes of the stack frame per thread; 0: in PTX only, removed by ptxas
    std::optional<std::string> symbol;  ///< the variable, or the library function
    std::string function;               ///< mangled, as ptxas names it
    std::optional<int> line;            ///< line of kernel.cu
    std::string evidence;               ///< the recompilation that was tried, and its result
    std::optional<std::string> file{};  ///< header of `line`; empty: the source itself
    std::optional<Repair> repair{};     ///< empty: no repair was found, or none compiled
    friend bool operator==(const Cause&, const Cause&) = default;
};

[[nodiscard]] const char* to_string(CauseKind kind);
[[nodiscard]] const char* to_string(RepairKind kind);

}  // namespace spillway::model
