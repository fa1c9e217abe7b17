#include "app/compiler/causes/cause_source.h"

#include <algorithm>
#include <charconv>

#include "app/catalogue/plain/cuda_lexer.h"
#include "app/catalogue/plain/declarations.h"
#include "app/catalogue/plain/kernel_parameters.h"
#include "app/compiler/causes/source_words.h"
#include "app/compiler/ptx_functions.h"

namespace spillway::compiler {
namespace {

using catalogue::Token;

constexpr std::string_view size_mark = "// spillway local ";
// Replaces calls of library functions: returns the first argument.
constexpr std::string_view plain_call_text =
    "template <typename T, typename... R> __device__ __forceinline__ T spillway_plain(T x, R...) { return x; } "
    "template <typename T> __device__ __forceinline__ void spillway_plain(T x, T* a, T* b) { *a = x; *b = x; } ";

/// True for functions that may use local memory, if only on their slow path.
bool is_library_function(std::string_view name)
{
    constexpr std::string_view names[] = {"sin",
                                          "cos",
                                          "tan",
                                          "sincos",
                                          "sinpi",
                                          "cospi",
                                          "sincospi",
                                          "sinf",
                                          "cosf",
                                          "tanf",
                                          "sincosf",
                                          "pow",
                                          "powf",
                                          "j0",
                                          "j1",
                                          "jn",
                                          "y0",
                                          "y1",
                                          "yn",
                                          "j0f",
                                          "j1f",
                                          "jnf",
                                          "y0f",
                                          "y1f",
                                          "ynf",
                                          "lgamma",
                                          "tgamma",
                                          "lgammaf",
                                          "tgammaf",
                                          "printf",
                                          "fmod",
                                          "fmodf",
                                          "remquo",
                                          "remquof",
                                          "modf",
                                          "frexp",
                                          "cyl_bessel_i0",
                                          "cyl_bessel_i1",
                                          "normcdfinv",
                                          "erfcinv",
                                          "erfinv",
                                          "rsqrt"};
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// True for a call of a function that is not a member; false for a declaration such as "float sinf(float x);".
bool is_free_call(const Words& words, std::size_t at)
{
    const std::string_view before = at > 0 ? words.at(at - 1) : std::string_view(";");
    if (words.at(at + 1) != "(" || before == "." || before == ">") return false;
    return !catalogue::is_identifier(before) || before == "return" || before == "else" || before == "case";
}

/// True if the step of the loop at the word `for` names no member such as gridDim.x.
bool counts_by_constant_step(const Words& words, std::size_t loop)
{
    const std::size_t close = words.closing(loop + 1);
    std::vector<std::size_t> semicolons;
    for (std::size_t i = loop + 2; i < close; ++i)
        if (words.at(i) == ";") semicolons.push_back(i);
    if (close >= words.size() || semicolons.size() != 2) return false;
    for (std::size_t i = semicolons[1]; i < close; ++i)
        if (words.at(i) == ".") return false;
    return semicolons[1] + 1 < close;
}

/// Last token of the statement that begins at `i`; size() if it has no end.
std::size_t last_of_statement(const Words& words, std::size_t i)
{
    constexpr std::string_view headed[] = {"for", "while", "if", "switch"};
    bool is_choice = false;  // an `else` may follow
    while (i < words.size()) {
        if (std::ranges::find(headed, words.at(i)) != std::end(headed)) {
            is_choice = is_choice || words.at(i) == "if";
            i = words.closing(words.at(i + 1) == "constexpr" ? i + 2 : i + 1) + 1;
            continue;
        }
        if (words[i].kind == Token::Kind::directive) {
            ++i;
            continue;
        }
        std::size_t last = i;
        if (words.at(i) == "{")
            last = words.closing(i);
        else
            for (; last < words.size() && words.at(last) != ";"; ++last)
                if (words.at(last) == "(" || words.at(last) == "{" || words.at(last) == "[") last = words.closing(last);
        if (!is_choice || words.at(last + 1) != "else") return last;
        i = last + 2;
    }
    return words.size();
}

}  // namespace

std::string edited(std::string_view text, Edits edits)
{
    // A byte order mark must stay at the start of the text.
    if (text.starts_with(catalogue::byte_order_mark))
        for (Edit& edit : edits) edit.at = std::max(edit.at, catalogue::byte_order_mark.size());
    std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.at < b.at; });
    std::string result;
    std::size_t done = 0;
    for (const Edit& edit : edits) {
        if (edit.at < done) continue;
        result += text.substr(done, edit.at - done);
        result += edit.text;
        const std::string_view gone = text.substr(edit.at, edit.bytes);
        result.append(static_cast<std::size_t>(std::count(gone.begin(), gone.end(), '\n')), '\n');
        done = edit.at + edit.bytes;
    }
    return result += text.substr(done);
}

std::vector<Loop> counted_loops(std::string_view text)
{
    std::vector<Loop> loops;
    const Words words(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words.at(i) != "for" || words.at(i + 1) != "(" || !counts_by_constant_step(words, i)) continue;
        const std::size_t last = last_of_statement(words, i);
        Loop loop{words[i].line, words[i].begin, last < words.size() ? words[last].end : text.size(), {}};
        const bool has_pragma = i > 0 && words[i - 1].kind == Token::Kind::directive &&
                                words.at(i - 1).find("unroll") != std::string_view::npos;
        if (has_pragma) loop.unrolled.push_back(words.replace(i - 1, i - 1, ""));
        loop.unrolled.push_back({words[i].begin, 0, "_Pragma(\"unroll\") ", 0});
        loops.push_back(std::move(loop));
    }
    return loops;
}

Edits unroll_loops(std::string_view text)
{
    Edits edits;
    for (Loop& loop : counted_loops(text)) std::ranges::move(loop.unrolled, std::back_inserter(edits));
    return edits;
}

Edits inline_calls(std::string_view text)
{
    Edits edits;
    const Words words(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words.at(i) == "__noinline__") edits.push_back(words.replace(i, i, "__forceinline__"));
        if (words.at(i) == "noinline") edits.push_back(words.replace(i, i, "always_inline"));
    }
    return edits;
}

Edits drop_bounds(std::string_view text)
{
    Edits edits;
    const Words words(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool is_bound = words.at(i) == "__launch_bounds__" || words.at(i) == "__maxnreg__";
        if (!is_bound || words.at(i + 1) != "(") continue;
        const std::size_t close = words.closing(i + 1);
        if (close < words.size()) edits.push_back(words.replace(i, close, ""));
    }
    return edits;
}

Edit undefine_bounds()
{
    return at_start(
        "#undef __launch_bounds__\n#define __launch_bounds__(...)\n#undef __maxnreg__\n#define __maxnreg__(...)");
}

namespace {

/// Replaces indices of a variable, and follows it into the functions that get it.
class IndexFixer {
public:
    IndexFixer(std::string_view text, bool is_macro)
        : words_(text), functions_(catalogue::declarations(text, words_.tokens())), is_macro_(is_macro)
    {
    }

    Edits run(const std::string& variable)
    {
        for (const LocalVariable& local : find_local_variables(words_.text()))
            if (local.name == variable) declared_.insert(local.name_end);
        fix(variable, 0, words_.size(), 0);
        return std::move(edits_);
    }

private:
    void fix(std::string_view variable, std::size_t first, std::size_t last, int depth)
    {
        for (std::size_t i = first; i < last; ++i) {
            if (words_.at(i) != variable || declared_.contains(words_[i].end)) continue;
            if (is_macro_ && i > first && words_[i - 1].kind == Token::Kind::name) continue;  // its declaration
            if (!fix_use(i)) follow(i, depth);
        }
    }

    /// Replaces the indices of the use at `i`; false if it has none.
    bool fix_use(std::size_t i)
    {
        const std::size_t before = edits_.size();
        std::size_t next = i + 1;
        while (next < words_.size()) {
            if (words_.at(next) == "[") {
                const std::size_t close = words_.closing(next);
                if (close >= words_.size()) break;
                edits_.push_back(words_.replace(next, close, "[0]"));
                next = close + 1;
            } else if (words_.at(next) == "." && next + 1 < words_.size() &&
                       words_[next + 1].kind == Token::Kind::name) {
                next += 2;
            } else {
                break;
            }
        }
        return edits_.size() > before;
    }

    /// Fixes the parameter of each function that gets the use at `i` as a whole argument: `next(n, state)`.
    void follow(std::size_t i, int depth)
    {
        constexpr int max_depth = 4;
        const std::string_view behind = words_.at(i + 1);
        if (depth >= max_depth || (behind != "," && behind != ")")) return;
        std::size_t position = 0;
        const std::size_t open = opening(i, position);
        if (open == 0 || words_[open - 1].kind != Token::Kind::name) return;
        for (const catalogue::Item& item : functions_) {
            const catalogue::Declaration& function = item.declaration;
            const bool is_called = !item.is_directive && function.body != 0 && function.arguments_open != 0 &&
                                   function.name == words_.at(open - 1);
            if (!is_called || is_never_inlined(function)) continue;
            const auto arguments = catalogue::kernel_arguments(words_.text(), words_.tokens(), function);
            if (position >= arguments.size() || arguments[position].name.empty()) continue;
            if (!followed_.emplace(function.body, position).second) continue;
            const std::string name = arguments[position].name;
            fix(name, function.body, function.last + 1, depth + 1);
        }
    }

    /// True for a function marked as not inlined: it needs the variable in memory, whatever the indices are.
    [[nodiscard]] bool is_never_inlined(const catalogue::Declaration& function) const
    {
        for (std::size_t i = function.first; i < function.body; ++i)
            if (words_.at(i) == "__noinline__" || words_.at(i) == "noinline") return true;
        return false;
    }

    /// Token `(` of the call with an argument at `i`, and the argument's position; 0 if there is none.
    [[nodiscard]] std::size_t opening(std::size_t i, std::size_t& position) const
    {
        int depth = 0;
        while (i > 0) {
            const std::string_view sign = words_.at(--i);
            if (sign == ")" || sign == "]" || sign == "}") ++depth;
            const bool opens = sign == "(" || sign == "[" || sign == "{";
            if (opens && depth == 0) return sign == "(" ? i : 0;
            if (opens) --depth;
            if (sign == "," && depth == 0) ++position;
            if (sign == ";") return 0;
        }
        return 0;
    }

    const Words words_;
    const std::vector<catalogue::Item> functions_;
    const bool is_macro_;             ///< the text is a macro's body
    std::set<std::size_t> declared_;  ///< ends of the declared names
    std::set<std::pair<std::size_t, std::size_t>> followed_;
    Edits edits_;
};

}  // namespace

Edits fix_indices(std::string_view text, const std::string& variable)
{
    Edits edits = IndexFixer(text, false).run(variable);
    for (const MacroBody& body : macro_bodies(Words(text)))
        add_in_body(edits, body, IndexFixer(body.text, true).run(variable));
    return edits;
}

std::vector<LibraryCall> library_calls(std::string_view text)
{
    std::vector<LibraryCall> calls;
    const Words words(text);
    for (std::size_t i = 0; i + 1 < words.size(); ++i)
        if (is_free_call(words, i) && is_library_function(words.at(i)))
            calls.push_back({std::string(words.at(i)), words[i].line});
    return calls;
}

Edits skip_library_calls(std::string_view text, const std::string& name)
{
    Edits edits;
    const Words words(text);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        const bool is_wanted = name.empty() ? is_library_function(words.at(i)) : words.at(i) == name;
        if (!is_wanted || !is_free_call(words, i)) continue;
        std::size_t first = i;
        if (first > 0 && words.at(first - 1) == "::") --first;
        if (first < i && first > 0 && words.at(first - 1) == "std") --first;
        edits.push_back(words.replace(first, i, "spillway_plain"));
    }
    return edits;
}

Edit plain_call()
{
    // A file's first line may be a directive, which must stay at the start of its line.
    return at_start(plain_call_text);
}

Edit align(const LocalVariable& variable, std::int64_t alignment)
{
    // NVIDIA's front end rejects alignas after the name if the type is `typename T::type`. For other types, alignas is
    // used, because the attribute would not override an alignas before the type.
    const std::string number = std::to_string(alignment);
    if (variable.has_typename)
        return {variable.declarator_end, 0, " __attribute__((aligned(" + number + "))) ", variable.file};
    return {variable.name_end, 0, " alignas(" + number + ") ", variable.file};
}

Edits tell_sizes(const std::vector<LocalVariable>& variables)
{
    Edits edits;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const std::string& name = variables[i].name;
        edits.push_back({variables[i].statement_end, 0,
                         " asm volatile(\"" + std::string(size_mark) + std::to_string(i) +
                             " %0\" :: \"n\"(int(sizeof(" + name + "))));",
                         variables[i].file});
    }
    return edits;
}

std::map<std::size_t, SizesByFunction> told_sizes(std::string_view ptx)
{
    std::map<std::size_t, SizesByFunction> sizes;
    const auto lines = ptx_lines(ptx);
    for (const PtxFunction& function : find_functions(lines))
        for (std::size_t i = function.first; i < std::min(function.last + 1, lines.size()); ++i) {
            const auto at = lines[i].find(size_mark);
            if (at == std::string_view::npos) continue;
            const char* const end = lines[i].data() + lines[i].size();
            std::size_t index = 0;
            std::int64_t bytes = 0;
            const auto number = std::from_chars(lines[i].data() + at + size_mark.size(), end, index);
            if (number.ec != std::errc() || number.ptr == end) continue;
            if (std::from_chars(number.ptr + 1, end, bytes).ec != std::errc()) continue;
            std::int64_t& largest = sizes[index][function.name];
            largest = std::max(largest, bytes);
        }
    return sizes;
}

std::set<int> complained_lines(std::string_view log, std::string_view name)
{
    std::set<int> lines;
    for (auto at = log.find("): error"); at != std::string_view::npos; at = log.find("): error", at + 1)) {
        const auto open = log.rfind('(', at);
        if (open == std::string_view::npos || !log.substr(0, open).ends_with(name)) continue;
        int line = 0;
        std::from_chars(log.data() + open + 1, log.data() + at, line);
        lines.insert(line);
    }
    return lines;
}

}  // namespace spillway::compiler
