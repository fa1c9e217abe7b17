#pragma once

// Edits that remove a cause and keep the kernel's results: repairs to compile and to show.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/compiler/causes/source_words.h"

namespace spillway::compiler {

/// Edits that replace `array[i]` by comparisons of i with each constant index, so that the array can be in registers.
struct Selection {
    Edits edits;                      ///< empty: none
    std::vector<std::string> arrays;  ///< as written: "taps", "histogram.bins"
};
/// A declaration in a text: the edits leave others of the same name as they are.
struct Declared {
    std::string name;
    std::size_t name_end = 0;  ///< byte after the declared name
};
/// Local variable of this name that is declared in this line; empty: none.
[[nodiscard]] std::optional<Declared> declared_in_line(std::string_view text, const std::string& name, int line);

/// Selects at each `variable[index]` and `variable.member[index]` of its block and of macros. Empty for arrays with
/// several indices and for volatile ones.
[[nodiscard]] Selection select_elements(std::string_view text, const Declared& variable);

/// Adds `static const` to an initialized local array. Empty if it has no initializer or is volatile.
[[nodiscard]] Edits declare_static(std::string_view text, const Declared& variable);

/// Whether a declaration says volatile.
[[nodiscard]] bool is_volatile(std::string_view text, const Declared& variable);

/// By-value parameter of a kernel in the text.
struct ByValueParameter {
    std::string name;
    std::size_t name_end = 0;  ///< byte after the name
    std::string declared;      ///< "const Table t"
    std::string repaired;      ///< "const __grid_constant__ Table t"
    int line = 1;
    int body_begin = 1, body_end = 1;  ///< lines of the kernel's body
    Edits edits;                       ///< replaces `declared` by `repaired`
};
/// Parameter at this position, counted from 0, of the kernel with this mangled name. Empty if the text has no such
/// kernel, or the parameter is a pointer, a reference, or is a grid constant already.
[[nodiscard]] std::optional<ByValueParameter> by_value_parameter(std::string_view text, const std::string& kernel,
                                                                 int position);

}  // namespace spillway::compiler
