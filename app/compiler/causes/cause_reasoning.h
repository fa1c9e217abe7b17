#pragma once

// Assigns a cause to each byte of local memory, from the compile of the kernel and of its variants with one cause
// removed. Compiles nothing.

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

/// Maximum register bytes of a thread.
inline constexpr std::int64_t max_register_bytes = 255 * 4;

/// Cause that a trial removes.
enum class Trial {
    sizes,    ///< removes nothing: asks the compiler for the sizes of variables
    calls,    ///< inlines functions that are really called
    loops,    ///< fully unrolls loops, so that a counter is a constant
    indices,  ///< makes every index of one variable a constant
    library,  ///< replaces library calls by their argument
    bounds    ///< removes register cap and launch bounds
};

/// Facts about a function from ptxas and PTX.
struct FunctionSeen {
    model::FunctionReport report;
    PtxLocals locals;
    bool is_recursive = false;
    /// The `.local` of this called function adds nothing to the kernel's frame, in which another called function has
    /// more (part_frames).
    bool is_beside_larger = false;
    /// Report of the entry if its frame has the bytes of this called function.
    std::optional<model::FunctionReport> framed_in{};
    bool is_bounded = false;  ///< of an entry: PTX has a launch bound or a register limit for it
    /// If it also spills: true if its `.local` is in the stack frame beside the spills. Empty: not tried.
    std::optional<bool> is_local_kept;
    std::optional<model::Expected<SpillPlace>> spill_place;  ///< place of its spills; empty: not searched
    std::optional<HeaderUse> toolkit_use;  ///< most of its accesses to `.local` in headers that are not the user's
};

/// Numbers of a function with the elements of arrays selected by comparisons.
struct SelectionSeen {
    std::optional<model::FunctionReport> after{};  ///< empty: not tried, or it did not compile
    std::vector<std::string> arrays{};             ///< as written: "histogram.bins"
};

/// Numbers of all functions with only the loops unrolled that index variables in local memory.
struct LoopsSeen {
    std::vector<int> lines{};  ///< of the loops; empty: not tried, or it did not compile
    std::map<std::string, model::FunctionReport> after{};
};

/// Variable in local memory, found by marking it.
struct VariableSeen {
    std::string name;
    std::string function;  ///< mangled name of the function with its `.local`
    int line = 0;
    std::int64_t bytes = 0;
    bool is_array = false;
    std::set<Trial> gone_in;                           ///< trials that removed it from local memory
    std::string file{};                                ///< header with its declaration; empty: the source itself
    std::optional<model::FunctionReport> as_static{};  ///< its function's numbers with it declared `static const`
    SelectionSeen selected{};
    std::optional<ObjectUse> use{};  ///< of a variable that no trial removed; empty: not known
    bool is_volatile = false;
};

/// By-value parameter of the entry whose values are stored in local memory.
struct ParameterSeen {
    std::string name;
    std::string repaired;  ///< "const __grid_constant__ Table t"
    int line = 0;
    std::int64_t bytes = 0;
    std::optional<model::FunctionReport> after;  ///< the entry's numbers with the repair; empty: it did not compile
    std::set<int> written_lines;  ///< lines of the body that do not compile with the repair: they write it
    std::set<int> other_lines{};  ///< lines outside the body that do not: other declarations of the kernel
    SelectionSeen selected{};     ///< of one that is written
};

/// Library call whose removal shrinks local memory.
struct LibrarySeen {
    std::string name;
    std::string function;  ///< function with the smaller `.local`
    int line = 0;
    std::int64_t bytes = 0;
    std::string file{};                            ///< header with the call; empty: the source itself
    std::optional<model::FunctionReport> after{};  ///< the function's numbers without the call; empty: not compiled
};

struct CauseFacts {
    std::vector<FunctionSeen> functions;  ///< the entry first
    std::vector<VariableSeen> variables;
    std::vector<LibrarySeen> library;
    std::vector<ParameterSeen> parameters;
    std::set<Trial> not_compiled;                        ///< trials with sources that do not compile: they tell nothing
    std::map<int, std::set<std::string>> library_calls;  ///< names of the library functions that a line calls
    /// Numbers of all functions after each trial that compiled, by name.
    std::map<Trial, std::map<std::string, FunctionSeen>> after;
    LoopsSeen few_loops{};
    bool is_bounded = false;      ///< by a register cap or a launch bound
    bool keeps_bounds = false;    ///< no edit of the source removes its launch bound
    int bound_threads = 0;        ///< most threads of a block that the launch bound allows; 0: none
    bool is_out_of_time = false;  ///< not all trials were made (max_seconds_for_causes)
};

/// True for CUDA's own functions, which are not in the kernel source.
[[nodiscard]] bool is_library_function_name(const std::string& mangled);

/// Causes of local memory of all functions. The bytes of one function's causes add up to its stack frame, before
/// keep_deepest_chain() (called_frames.h) removes those that the kernel's stack does not hold.
[[nodiscard]] std::vector<model::Cause> explain(const CauseFacts& facts);

}  // namespace spillway::compiler
