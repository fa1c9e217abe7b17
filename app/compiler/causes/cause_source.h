#pragma once

// Edits a kernel source: removes one possible cause of local memory, or marks one variable. Keeps all line numbers.

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/compiler/causes/local_variables.h"
#include "app/compiler/causes/source_words.h"

namespace spillway::compiler {

/// Applies all edits; of two overlapping ones, drops the later.
[[nodiscard]] std::string edited(std::string_view text, Edits edits);

/// A `for` loop that may have a constant step: its step names no member such as gridDim.x.
struct Loop {
    int line = 1;
    std::size_t begin = 0, end = 0;  ///< bytes of the whole statement
    Edits unrolled;                  ///< unrolls it fully, regardless of its pragma
};
[[nodiscard]] std::vector<Loop> counted_loops(std::string_view text);
/// Fully unrolls them all.
[[nodiscard]] Edits unroll_loops(std::string_view text);
/// Inlines functions declared as not inlined.
[[nodiscard]] Edits inline_calls(std::string_view text);
/// Removes launch bounds and register limits of the source itself.
[[nodiscard]] Edits drop_bounds(std::string_view text);
/// Removes those of the toolkit's headers, at the start of the kernel's file.
[[nodiscard]] Edit undefine_bounds();
/// Replaces every index of the variable by 0, also after members: v[i] and v.part[i].value[j]. Does the same in the
/// functions of this text that get the variable as an argument, under the names of their parameters, and in macros that
/// use the variable by its name.
[[nodiscard]] Edits fix_indices(std::string_view text, const std::string& variable);

/// Call of a CUDA library function that uses local memory, see library_calls().
struct LibraryCall {
    std::string name;
    int line = 1;
};
[[nodiscard]] std::vector<LibraryCall> library_calls(std::string_view text);
/// Replaces calls of this function by their argument; calls of all library_calls() if `name` is empty. Needs
/// plain_call() at the start of the kernel's file.
[[nodiscard]] Edits skip_library_calls(std::string_view text, const std::string& name);
/// Declares the replacement that skip_library_calls() inserts.
[[nodiscard]] Edit plain_call();

/// Adds an alignment that shows in PTX whether the variable is in local memory.
[[nodiscard]] Edit align(const LocalVariable& variable, std::int64_t alignment);
/// Makes the compiler write each variable's size into the PTX, if its code is reached.
[[nodiscard]] Edits tell_sizes(const std::vector<LocalVariable>& variables);
/// Bytes of one variable by the PTX functions that have its code: an instance of a template, or a function into which
/// it is inlined. The largest, if one function has several.
using SizesByFunction = std::map<std::string, std::int64_t>;
/// Reads the sizes that tell_sizes() wrote, by index of the variable.
[[nodiscard]] std::map<std::size_t, SizesByFunction> told_sizes(std::string_view ptx);
/// Lines of the source `name` with errors in a compiler log: "name.cu(27): error: ...".
[[nodiscard]] std::set<int> complained_lines(std::string_view log, std::string_view name);

}  // namespace spillway::compiler
