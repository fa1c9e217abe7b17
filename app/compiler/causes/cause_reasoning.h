#pragma once

// From what was seen of a kernel, compiled as it is and with one cause taken away at a time, to which cause holds which
// bytes. Compiles nothing.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/compiler/causes/cause_ptx.h"
#include "app/compiler/line_needs.h"
#include "app/model/cause.h"
#include "app/model/run_result.h"

namespace spillway::compiler {

/// What a thread can have at most.
inline constexpr std::int64_t most_register_bytes = 255 * 4;

/// What is taken away.
enum class Trial {
    calls,    ///< functions that are really called are inlined
    loops,    ///< loops are fully unrolled, so that a counter is a constant
    indices,  ///< every index of one variable is a constant
    library,  ///< calls of the library are answered with their argument
    bounds    ///< neither register cap nor launch bounds
};

/// What ptxas and PTX say of a function.
struct FunctionSeen {
    model::FunctionReport report;
    PtxLocals locals;
    bool is_recursive = false;
    /// Where it spills too: whether its `.local` is in the stack frame beside the spills. Empty: not tried.
    std::optional<bool> is_local_kept;
    std::optional<model::Expected<SpillPlace>> spill_place;  ///< where it spills; empty: not looked for
};

/// A variable that was found in local memory by marking it.
struct VariableSeen {
    std::string name;
    std::string function;  ///< mangled, the one whose `.local` holds it
    int line = 0;
    std::int64_t bytes = 0;
    bool is_array = false;
    std::set<Trial> gone_in;  ///< trials after which it was no longer there
};

/// A call of the library without which local memory shrinks.
struct LibrarySeen {
    std::string name;
    std::string function;  ///< whose `.local` shrinks
    int line = 0;
    std::int64_t bytes = 0;
};

struct CauseFacts {
    std::vector<FunctionSeen> functions;  ///< the entry first
    std::vector<VariableSeen> variables;
    std::vector<LibrarySeen> library;
    std::map<int, std::string> library_calls;  ///< by line, where it calls one function of the library only
    /// Of each trial that compiled: every function's numbers afterwards, by name.
    std::map<Trial, std::map<std::string, FunctionSeen>> after;
    bool is_bounded = false;  ///< by a register cap or a launch bound
};

/// Whether a function is CUDA's own: nobody wrote it into the kernel's text.
[[nodiscard]] bool is_library_function_name(const std::string& mangled);

/// For each function with local memory, causes whose bytes add up to its stack frame.
[[nodiscard]] std::vector<model::Cause> explain(const CauseFacts& facts);

}  // namespace spillway::compiler
