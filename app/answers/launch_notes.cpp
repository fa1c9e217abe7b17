#include "app/answers/launch_notes.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <set>

#include "app/catalogue/launch_words.h"
#include "app/catalogue/plain/kernel_names.h"
#include "app/catalogue/plain/kernel_parameters.h"
#include "app/catalogue/plain/special_code.h"
#include "app/model/grouped.h"
#include "app/model/stack_size.h"
#include "app/model/targets.h"

namespace spillway::answers {
namespace {

using catalogue::Token;

constexpr std::int64_t default_stack_limit = 1024;  // bytes per thread, cudaLimitStackSize without a call

std::string number_with_commas(std::int64_t number)
{
    return model::grouped(std::to_string(number));
}

/// "stage" for "stage<32>" and "void stage<32>(float*)".
std::string kernel_name(const model::Job& job)
{
    return catalogue::name_parts(catalogue::without_arguments(job.compile.entry)).base;
}

/// First line of the kernel with a call of alloca(); empty: none.
std::optional<int> alloca_line(const std::string& kernel, std::string_view text)
{
    const std::vector<Token> tokens = catalogue::cuda_tokens(text);
    for (const catalogue::Declaration& declaration : catalogue::kernel_declarations(text, tokens)) {
        if (!catalogue::is_named(kernel, declaration.scope + declaration.name)) continue;
        for (std::size_t i = declaration.body; i < declaration.last; ++i) {
            const std::string_view name = tokens[i].in(text);
            const bool is_alloca = name == "alloca" || name == "__builtin_alloca";
            if (is_alloca && tokens[i + 1].in(text) == "(") return tokens[i].line;
        }
    }
    return std::nullopt;
}

/// Note on a stack of unknown size: the default limit, and how to raise it.
std::string unknown_stack_note(const model::Job& job, const model::CompileReport& report, std::string_view text)
{
    if (!report.stack_level_bytes) return {};
    const std::int64_t own = report.stack_frame_bytes, level = *report.stack_level_bytes;
    const auto allocated = level == 0 ? alloca_line(kernel_name(job), text) : std::nullopt;
    if (level == 0)
        return "The stack size is unknown to ptxas: " +
               (allocated ? "line " + std::to_string(*allocated) + " takes stack with alloca()"
                          : std::string("the kernel calls through a pointer or takes stack with alloca()")) +
               ". It needs " + (own > 0 ? number_with_commas(own) + " bytes and " : std::string()) +
               (allocated ? "as much as alloca() takes" : "as much as these take") + ". The default limit is " +
               number_with_commas(default_stack_limit) +
               " bytes per thread; cudaDeviceSetLimit(cudaLimitStackSize, bytes) raises it";
    return "The stack size is unknown to ptxas: " + number_with_commas(own) + " + " + number_with_commas(level) +
           " bytes a level of recursion, depth unknown. The default limit of " +
           number_with_commas(default_stack_limit) + " bytes per thread holds about " +
           number_with_commas(std::max<std::int64_t>(0, default_stack_limit - own) / level) +
           " levels; for more call cudaDeviceSetLimit(cudaLimitStackSize, " +
           (own > 0 ? std::to_string(own) + " + " : "") + "depth * " + std::to_string(level) +
           "), or turn the recursion into a loop";
}

/// Note on a stack above the limit of a thread, which ptxas compiles all the same.
std::string too_large_stack_note(const model::CompileReport& report)
{
    constexpr std::int64_t max_local_bytes = 512 * 1024;  // CUDA Programming Guide, technical specifications
    const std::int64_t stack = model::stack_bytes(report);
    if (stack <= max_local_bytes) return {};
    return "CUDA gives a thread at most " + number_with_commas(max_local_bytes) +
           " bytes of local memory, and this kernel needs " + number_with_commas(stack) +
           ": keep the array in global memory, with a part for each thread";
}

/// Note on code that this target silently leaves out.
std::string special_code_note(const model::Job& job, const model::CompileReport& report, std::string_view text)
{
    if (report.target) return {};
    const auto code = catalogue::special_code_in(text, job.gpu.arch());
    if (!code) return {};
    return "Line " + std::to_string(code->line) + " has code for " + code->target + " (" + code->macro +
           "), which is missing here: choose " + code->target + " in the GPU menu or with --gpu " + job.gpu.name +
           model::target_sign + code->target;
}

/// Note on relocatable code: functions that nvlink did not find, or how its numbers differ from ptxas's.
std::string linked_note(const model::CompileReport& report)
{
    if (report.not_linked) {
        std::string names;
        for (const std::string& name : *report.not_linked) names += (names.empty() ? "" : ", ") + name;
        return "nvlink does not find " + names.substr(0, 200) +
               ", which another file defines: registers and stack are "
               "those of the kernel without it, and can only grow";
    }
    if (!report.registers_before_linking || !report.registers) return {};
    const int before = *report.registers_before_linking, after = *report.registers;
    const std::int64_t frame = report.stack_frame_bytes, stack = model::stack_bytes(report);
    if (before == after && frame == stack) return {};
    return "Linked by nvlink: " + std::to_string(after) + " registers and " + number_with_commas(stack) +
           " bytes of stack with the functions that it calls. ptxas alone says " + std::to_string(before) +
           " registers and a frame of " + number_with_commas(frame) + " bytes";
}

/// 65536 for "65'536", "0x10000" or "65536UL"; empty for anything else.
std::optional<std::int64_t> whole_number(std::string_view word)
{
    while (!word.empty() && std::string_view("uUlL").find(word.back()) != std::string_view::npos) word.remove_suffix(1);
    const bool is_hex = word.starts_with("0x") || word.starts_with("0X");
    if (is_hex) word.remove_prefix(2);
    std::string digits(word);
    std::erase(digits, '\'');
    const bool is_octal = !is_hex && digits.size() > 1 && digits.front() == '0';
    std::int64_t number = 0;
    const char* const end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, number, is_hex ? 16 : 10);
    if (read.ec != std::errc() || read.ptr != end || number > INT32_MAX || is_octal) return std::nullopt;
    return number;
}

/// 65536 for `cudaDeviceSetLimit(cudaLimitStackSize, 64 * 1024)`; 0 without such a call, or if the limit is neither a
/// number nor a product of numbers.
std::int64_t stack_limit_in(std::string_view text)
{
    constexpr std::int64_t most_bytes = std::int64_t{1} << 40;
    const std::vector<Token> tokens = catalogue::cuda_tokens(text);
    const auto word = [&](std::size_t i) { return i < tokens.size() ? tokens[i].in(text) : std::string_view(); };
    for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
        if (word(i) != "cudaLimitStackSize" || word(i + 1) != ",") continue;
        std::int64_t bytes = 1;
        for (i += 2;; i += 2) {
            const auto number = whole_number(word(i));
            if (!number || *number == 0 || bytes > most_bytes / *number) return 0;
            bytes *= *number;
            if (word(i + 1) == ")") return bytes;
            if (word(i + 1) != "*") return 0;
        }
    }
    return 0;
}

std::string stack_limit_note(const model::Job& job, const model::RunResult& result, std::string_view text)
{
    const std::int64_t limit = stack_limit_in(text);
    const std::int64_t threads = std::int64_t{job.gpu.sm_count} * job.gpu.max_threads_per_sm;
    if (limit <= default_stack_limit || result.compile->stack_level_bytes) return {};
    const double gib = static_cast<double>(limit) * static_cast<double>(threads) / (1 << 30);
    char amount[32];
    std::snprintf(amount, sizeof amount, "%.1f GiB", gib);
    const std::int64_t needed = model::stack_bytes(*result.compile);
    return "cudaLimitStackSize of " + number_with_commas(limit) + " bytes makes the driver reserve " + amount + ": " +
           number_with_commas(limit) + " x " + number_with_commas(threads) + " resident threads of " + job.gpu.label +
           ". This kernel's stack of " + number_with_commas(needed) +
           " bytes needs no such limit: the driver reads it from the code. Only recursion and calls through pointers "
           "need one";
}

/// A line of a kernel with a cost that a lesson measures.
struct LessonHint {
    int line = 0;
    const char* what;
    const char* lesson;
};

class HintFinder {
public:
    explicit HintFinder(std::string_view text) : text_(text), tokens_(catalogue::cuda_tokens(text)) {}

    std::vector<LessonHint> run(const std::string& kernel)
    {
        find_arrays();
        for (const catalogue::Declaration& declaration : catalogue::kernel_declarations(text_, tokens_)) {
            if (!catalogue::is_named(kernel, declaration.scope + declaration.name)) continue;
            pointers_.clear();
            for (const catalogue::KernelArgument& argument : catalogue::kernel_arguments(text_, tokens_, declaration))
                if (argument.is_pointer) pointers_.insert(argument.name);
            for (std::size_t i = declaration.body; i < declaration.last; ++i) read(i);
        }
        return std::move(hints_);
    }

private:
    [[nodiscard]] std::string_view word(std::size_t i) const
    {
        return i < tokens_.size() ? tokens_[i].in(text_) : std::string_view();
    }

    /// Names of `__constant__ float table[64]` and `__shared__ float tile[1024]`.
    void find_arrays()
    {
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            const bool is_constant = word(i) == "__constant__", is_shared = word(i) == "__shared__";
            if (!is_constant && !is_shared) continue;
            for (std::size_t j = i + 1; j < std::min(i + 8, tokens_.size()) && word(j) != ";"; ++j)
                if (word(j + 1) == "[" && tokens_[j].kind == Token::Kind::name)
                    (is_constant ? constants_ : shared_).insert(word(j));
        }
    }

    void read(std::size_t i)
    {
        if (word(i) == "access_property" || word(i) == "apply_access_property")
            add(i, "sets an access property of the L2 cache", "l2_persistence");
        if (tokens_[i].kind != Token::Kind::name || word(i + 1) != "[") return;
        std::size_t close = i + 1;
        int depth = 0;
        for (; close < tokens_.size(); ++close) {
            if (word(close) == "[") ++depth;
            if (word(close) == "]" && --depth == 0) break;
        }
        bool has_thread = false, has_stride = false;
        for (std::size_t j = i + 2; j + 2 < close + 1; ++j) {
            const bool is_thread = word(j) == "threadIdx" && word(j + 1) == "." && word(j + 2) == "x";
            has_thread = has_thread || is_thread;
            has_stride =
                has_stride || (is_thread && word(j + 3) == "*") || (is_thread && j > i + 2 && word(j - 1) == "*");
        }
        if (has_thread && constants_.contains(word(i)))
            add(i, "reads constant memory with each thread's own index", "constant_broadcast");
        else if (has_stride && shared_.contains(word(i)))
            add(i, "reads or writes shared memory with a stride", "bank_conflicts");
        else if (has_stride && pointers_.contains(std::string(word(i))))
            add(i, "reads or writes global memory with a stride", "coalescing");
    }

    void add(std::size_t i, const char* what, const char* lesson)
    {
        const auto is_listed = [&](const LessonHint& hint) { return std::string_view(hint.lesson) == lesson; };
        if (std::none_of(hints_.begin(), hints_.end(), is_listed)) hints_.push_back({tokens_[i].line, what, lesson});
    }

    std::string_view text_;
    const std::vector<Token> tokens_;
    std::set<std::string_view> constants_, shared_;
    std::set<std::string> pointers_;  ///< parameters of the kernel
    std::vector<LessonHint> hints_;
};

}  // namespace

std::vector<std::string> launch_notes(const model::Job& job, const model::RunResult& result, std::string_view text)
{
    std::vector<std::string> notes;
    if (!result.compile) return notes;
    for (const std::string& note :
         {special_code_note(job, *result.compile, text),
          catalogue::shared_opt_in_words(job, result.compile->static_shared_bytes, text),
          unknown_stack_note(job, *result.compile, text), too_large_stack_note(*result.compile),
          linked_note(*result.compile), stack_limit_note(job, result, text)})
        if (!note.empty()) notes.push_back(note);
    for (const LessonHint& hint : HintFinder(text).run(kernel_name(job)))
        notes.push_back("Line " + std::to_string(hint.line) + " " + hint.what + ": the lesson " + hint.lesson +
                        " measures what that costs");
    return notes;
}

}  // namespace spillway::answers
