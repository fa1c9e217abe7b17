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

/// First token after the variable at `i` and its members, as in "histogram.bins".
std::size_t after_members(const Words& words, std::size_t i)
{
    std::size_t next = i + 1;
    while (words.at(next) == "." && next + 1 < words.size() && words[next + 1].kind == catalogue::Token::Kind::name)
        next += 2;
    return next;
}

/// The brace that closes the block of the declaration, or the function's body if it declares a parameter.
std::size_t end_of_scope(const Words& words, std::size_t name_end)
{
    int braces = 0, parentheses = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].begin < name_end) continue;
        if (words.at(i) == "(") ++parentheses;
        if (words.at(i) == ")") --parentheses;
        if (words.at(i) == "{") ++braces;
        if (words.at(i) != "}") continue;
        --braces;
        const bool is_parameter = parentheses < 0;
        if (braces < 0 || (braces == 0 && is_parameter)) return i;
    }
    return words.size();
}

/// Adds the edits for each use with one index between these tokens; false if a use has several indices.
bool select_uses(Selection& selection, const Words& words, const std::string& variable, std::size_t first,
                 std::size_t last)
{
    for (std::size_t i = first; i < last; ++i) {
        const bool is_member = i > 0 && (words.at(i - 1) == "." || words.at(i - 1) == ">");
        if (words.at(i) != variable || is_member) continue;
        const std::size_t open = after_members(words, i);
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

std::size_t first_after(const Words& words, std::size_t byte)
{
    std::size_t i = 0;
    while (i < words.size() && words[i].begin < byte) ++i;
    return i;
}

}  // namespace

std::optional<Declared> declared_in_line(std::string_view text, const std::string& name, int line)
{
    for (const LocalVariable& local : find_local_variables(text))
        if (local.name == name && local.line == line) return Declared{name, local.name_end};
    return std::nullopt;
}

Selection select_elements(std::string_view text, const Declared& variable)
{
    Selection selection;
    const Words words(text);
    if (is_volatile(text, variable)) return {};  // the accesses stay in memory
    const bool is_selected = select_uses(selection, words, variable.name, first_after(words, variable.name_end),
                                         end_of_scope(words, variable.name_end));
    if (!is_selected) return {};
    for (const MacroBody& body : macro_bodies(words)) {
        Selection inside;
        const Words in_body(body.text);
        if (!select_uses(inside, in_body, variable.name, 0, in_body.size())) return {};
        add_in_body(selection.edits, body, std::move(inside.edits));
        for (std::string& array : inside.arrays)
            if (std::ranges::find(selection.arrays, array) == selection.arrays.end())
                selection.arrays.push_back(std::move(array));
    }
    if (!selection.edits.empty()) selection.edits.push_back(at_start(element_type));
    return selection;
}

Edits declare_static(std::string_view text, const Declared& variable)
{
    const Words words(text);
    for (const LocalVariable& local : find_local_variables(text)) {
        const auto behind = text.find_first_not_of(" \t\r\n", local.declarator_end);
        const bool is_initialized = behind != std::string_view::npos && text[behind] == '=';
        if (local.name_end != variable.name_end || !is_initialized || is_volatile(text, variable)) continue;
        std::size_t begin = 0;
        bool is_const = false, has_pointers = false;
        for (std::size_t i = 0; i < words.size() && words[i].end < local.name_end; ++i) {
            if (words.at(i) == ";" || words.at(i) == "{" || words.at(i) == "}")
                begin = i + 1, is_const = has_pointers = false;
            is_const = is_const || words.at(i) == "const" || words.at(i) == "constexpr";
            has_pointers = has_pointers || words.at(i) == "*";
        }
        // A const before the `*` is not the array's: all threads would share elements that they write.
        if (has_pointers) return {};
        return {{words[begin].begin, 0, is_const ? "static " : "static const ", 0}};
    }
    return {};
}

bool is_volatile(std::string_view text, const Declared& variable)
{
    const Words words(text);
    bool is_found = false;
    int depth = 0;  // of parentheses: in a list of parameters, a comma begins another declaration
    for (std::size_t i = 0; i < words.size() && words[i].end <= variable.name_end; ++i) {
        const std::string_view word = words.at(i);
        const bool is_statement_end = word == ";" || word == "{" || word == "}";
        if (is_statement_end) depth = 0;
        if (word == "(") ++depth;
        if (word == ")") --depth;
        // A volatile before the `*` is not the variable's.
        if (is_statement_end || word == "*" || word == "(" || (word == "," && depth > 0)) is_found = false;
        is_found = is_found || word == "volatile";
    }
    return is_found;
}

namespace {

int line_of(std::string_view text, std::size_t byte)
{
    return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(byte), '\n'));
}

}  // namespace

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
        found.name_end = argument.end;
        found.declared = written;
        found.repaired = argument.is_const ? written : "const " + written;
        const std::size_t behind_const = found.repaired.find("const") + std::string_view("const").size();
        found.repaired.insert(behind_const, " __grid_constant__");
        found.line = line_of(text, argument.begin);
        found.edits = {{argument.begin, argument.end - argument.begin, found.repaired, 0}};
        found.body_begin = line_of(text, words.tokens()[declaration.body].begin);
        found.body_end = line_of(text, words.tokens()[declaration.last - 1].begin);
        return found;
    }
    return std::nullopt;
}

}  // namespace spillway::compiler
