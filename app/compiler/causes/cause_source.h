#pragma once

// Copies of a kernel's text with one possible cause of local memory taken away, or with one variable marked, so that
// the compiler can be asked again. Lines stay where they are.

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/compiler/causes/local_variables.h"

namespace spillway::compiler {

/// `bytes` of the text at `at` become `text`.
struct Edit {
    std::size_t at = 0, bytes = 0;
    std::string text;
};
using Edits = std::vector<Edit>;

/// The text with all edits made; of two that overlap the later one is left out.
[[nodiscard]] std::string edited(std::string_view text, Edits edits);

/// Loops that count by a constant step, fully unrolled, whatever their pragma said.
[[nodiscard]] Edits unroll_loops(std::string_view text);
/// Functions that must not be inlined, inlined.
[[nodiscard]] Edits inline_calls(std::string_view text);
/// Kernels without the launch bounds and register limits of the text itself.
[[nodiscard]] Edits drop_bounds(std::string_view text);
/// Every index of the variable 0, also behind members: v[i] and v.part[i].value[j].
[[nodiscard]] Edits fix_indices(std::string_view text, const std::string& variable);

/// A call of a function of CUDA's library that is known to use local memory.
struct LibraryCall {
    std::string name;
    int line = 1;
};
[[nodiscard]] std::vector<LibraryCall> library_calls(std::string_view text);
/// Calls of that function answered with their argument; of all of library_calls() where `name` is empty.
[[nodiscard]] Edits skip_library_calls(std::string_view text, const std::string& name);

/// An alignment that shows in PTX whether the variable is in local memory.
[[nodiscard]] Edit align(const LocalVariable& variable, std::int64_t alignment);
/// Has each variable's size written into the PTX, wherever code that declares it is reached.
[[nodiscard]] Edits tell_sizes(const std::vector<LocalVariable>& variables);
/// What tell_sizes() had written: bytes by the variable's index.
[[nodiscard]] std::map<std::size_t, std::int64_t> told_sizes(std::string_view ptx);
/// The lines of the text called `name` that a compiler's log complains of: "name.cu(27): error: ...".
[[nodiscard]] std::set<int> complained_lines(std::string_view log, std::string_view name);

}  // namespace spillway::compiler
