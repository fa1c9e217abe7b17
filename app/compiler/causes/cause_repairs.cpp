#include "app/compiler/causes/cause_repairs.h"

#include <algorithm>

#include "app/catalogue/plain/kernel_names.h"
#include "app/catalogue/plain/kernel_parameters.h"
#include "app/compiler/causes/local_variables.h"

namespace spillway::compiler {
namespace {

/// Element of an array at a run-time index, read and written by comparisons. One line, so that lines keep their
/// numbers.
constexpr std::string_view element_type =
    "template <typename T, int N> struct spillway_element { T (&all)[N]; int at; "
    "__device__ __forceinline__ operator T() const { T x = all[0]; _Pragma(\"unroll\") for (int k = 1; k < N; ++k) "
    "if (k == at) x = all[k]; return x; } "
    "template <typename F> __device__ __forceinline__ void change(F f) const { _Pragma(\"unroll\") "
    "for (int k = 0; k < N; ++k) if (k == at) f(all[k]); } "
    "template <typename U> struct set { U v; __device__ void operator()(T& x) const { x = v; } }; "
    "template <typename U> struct add { U v; __device__ void operator()(T& x) const { x += v; } }; "
    "template <typename U> struct sub { U v; __device__ void operator()(T& x) const { x -= v; } }; "
    "template <typename U> struct mul { U v; __device__ void operator()(T& x) const { x *= v; } }; "
    "template <typename U> struct xor_ { U v; __device__ void operator()(T& x) const { x ^= v; } }; "
    "template <typename U> struct or_ { U v; __device__ void operator()(T& x) const { x |= v; } }; "
    "template <typename U> struct and_ { U v; __device__ void operator()(T& x) const { x &= v; } }; "
    "__device__ __forceinline__ T operator=(const spillway_element& o) const { T v = o; change(set<T>{v}); return v; } "
    "template <typename U> __device__ __forceinline__ U operator=(U v) const { change(set<U>{v}); return v; } "
    "template <typename U> __device__ __forceinline__ void operator+=(U v) const { change(add<U>{v}); } "
    "template <typename U> __device__ __forceinline__ void operator-=(U v) const { change(sub<U>{v}); } "
    "template <typename U> __device__ __forceinline__ void operator*=(U v) const { change(mul<U>{v}); } "
    "template <typename U> __device__ __forceinline__ void operator^=(U v) const { change(xor_<U>{v}); } "
    "template <typename U> __device__ __forceinline__ void operator|=(U v) const { change(or_<U>{v}); } "
    "template <typename U> __device__ __forceinline__ void operator&=(U v) const { change(and_<U>{v}); } "
    "__device__ __forceinline__ T operator++() const { change(add<int>{1}); return *this; } "
    "__device__ __forceinline__ T operator--() const { change(sub<int>{1}); return *this; } "
    "__device__ __forceinline__ T operator++(int) const { T v = *this; change(add<int>{1}); return v; } "
    "__device__ __forceinline__ T operator--(int) const { T v = *this; change(sub<int>{1}); return v; } }; "
    "template <typename T, int N> __device__ __forceinline__ spillway_element<T, N> spillway_at(T (&all)[N], int at) "
    "{ return {all, at}; }";

bool is_constant(const Words& words, std::size_t first, std::size_t last)
{
    return last == first + 1 && words[first].kind == catalogue::Token::Kind::number;
}

/// Whether the declaration of the variable whose name ends there says volatile.
bool is_volatile(const Words& words, std::size_t name_end)
{
    bool is_found = false;
    for (std::size_t i = 0; i < words.size() && words[i].end <= name_end; ++i) {
        if (words.at(i) == ";" || words.at(i) == "{" || words.at(i) == "}") is_found = false;
        is_found = is_found || words.at(i) == "volatile";
    }
    return is_found;
}

/// Token behind the variable at `i` and the members that follow it: "histogram.bins".
std::size_t behind_members(const Words& words, std::size_t i)
{
    std::size_t next = i + 1;
    while (words.at(next) == "." && next + 1 < words.size() && words[next + 1].kind == catalogue::Token::Kind::name)
        next += 2;
    return next;
}

/// Selects at each use with one index; false if a use has several.
bool select_uses(Selection& selection, const Words& words, const std::string& variable,
                 const std::vector<std::size_t>& declared)
{
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool is_declaration = std::find(declared.begin(), declared.end(), words[i].end) != declared.end();
        const bool is_member = i > 0 && (words.at(i - 1) == "." || words.at(i - 1) == ">");
        if (words.at(i) != variable || is_declaration || is_member) continue;
        const std::size_t open = behind_members(words, i);
        if (words.at(open) != "[") continue;
        const std::size_t close = words.closing(open);
        if (close >= words.size() || words.at(close + 1) == "[") return false;
        if (is_constant(words, open + 1, close)) continue;
        selection.edits.push_back({words[i].begin, 0, "spillway_at(", 0});
        selection.edits.push_back(words.replace(open, open, ", "));
        selection.edits.push_back(words.replace(close, close, ")"));
        const std::string array(words.text().substr(words[i].begin, words[open - 1].end - words[i].begin));
        if (std::ranges::find(selection.arrays, array) == selection.arrays.end()) selection.arrays.push_back(array);
    }
    return true;
}

}  // namespace

Selection select_elements(std::string_view text, const std::string& variable)
{
    Selection selection;
    const Words words(text);
    std::vector<std::size_t> declared;
    for (const LocalVariable& local : find_local_variables(text)) {
        if (local.name != variable) continue;
        if (is_volatile(words, local.name_end)) return {};  // the accesses stay in memory
        declared.push_back(local.name_end);
    }
    if (!select_uses(selection, words, variable, declared)) return {};
    for (const MacroBody& body : macro_bodies(words)) {
        Selection inside;
        if (!select_uses(inside, Words(body.text), variable, {})) return {};
        add_in_body(selection.edits, body, std::move(inside.edits));
        for (std::string& array : inside.arrays)
            if (std::ranges::find(selection.arrays, array) == selection.arrays.end())
                selection.arrays.push_back(std::move(array));
    }
    if (!selection.edits.empty()) selection.edits.push_back(at_start(element_type));
    return selection;
}

Edits declare_static(std::string_view text, const std::string& variable)
{
    Edits edits;
    const Words words(text);
    for (const LocalVariable& local : find_local_variables(text)) {
        const auto behind = text.find_first_not_of(" \t\r\n", local.declarator_end);
        const bool is_initialized = behind != std::string_view::npos && text[behind] == '=';
        if (local.name != variable || !is_initialized || is_volatile(words, local.name_end)) continue;
        std::size_t begin = 0;
        bool is_const = false;
        for (std::size_t i = 0; i < words.size() && words[i].end < local.name_end; ++i) {
            if (words.at(i) == ";" || words.at(i) == "{" || words.at(i) == "}") begin = i + 1, is_const = false;
            is_const = is_const || words.at(i) == "const" || words.at(i) == "constexpr";
        }
        edits.push_back({words[begin].begin, 0, is_const ? "static " : "static const ", 0});
    }
    return edits;
}

std::optional<ByValueParameter> by_value_parameter(std::string_view text, const std::string& kernel, int position)
{
    const Words words(text);
    const std::string base = catalogue::name_parts(catalogue::without_arguments(catalogue::demangled(kernel))).base;
    for (const catalogue::Declaration& declaration : catalogue::kernel_declarations(text, words.tokens())) {
        if (!catalogue::is_named(base, declaration.scope + declaration.name)) continue;
        const auto arguments = catalogue::kernel_arguments(text, words.tokens(), declaration);
        if (position < 0 || static_cast<std::size_t>(position) >= arguments.size()) return std::nullopt;
        const catalogue::KernelArgument& argument = arguments[static_cast<std::size_t>(position)];
        const std::string written(text.substr(argument.begin, argument.end - argument.begin));
        const bool is_value = !argument.is_pointer && !argument.name.empty() &&
                              written.find_first_of("&*") == std::string::npos &&
                              written.find("__grid_constant__") == std::string::npos;
        if (!is_value) return std::nullopt;
        ByValueParameter found;
        found.name = argument.name;
        found.declared = written;
        found.repaired = argument.is_const ? written : "const " + written;
        const std::size_t behind_const = found.repaired.find("const") + std::string_view("const").size();
        found.repaired.insert(behind_const, " __grid_constant__");
        found.line = 1 + static_cast<int>(std::count(text.begin(),
                                                     text.begin() + static_cast<std::ptrdiff_t>(argument.begin), '\n'));
        found.edits = {{argument.begin, argument.end - argument.begin, found.repaired, 0}};
        return found;
    }
    return std::nullopt;
}

}  // namespace spillway::compiler
