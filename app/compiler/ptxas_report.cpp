#include "app/compiler/ptxas_report.h"

#include <algorithm>
#include <charconv>

#include "app/base/text.h"

namespace spillway::compiler {
namespace {

constexpr std::size_t max_functions = 4096;  // keeps the report of a malicious log small
constexpr std::size_t max_messages = 256;

template <typename Number>
std::optional<Number> leading_number(std::string_view text)
{
    text = base::trimmed(text);
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end == text.data() || value < 0) return std::nullopt;
    return value;
}

/// Number directly before `words`: "16 bytes stack frame".
template <typename Number>
std::optional<Number> number_before(std::string_view line, std::string_view words)
{
    auto position = line.find(words);
    if (position == std::string_view::npos) return std::nullopt;
    std::string_view head = line.substr(0, position);
    while (!head.empty() && head.back() == ' ') head.remove_suffix(1);
    std::size_t digits = 0;
    while (digits < head.size() && head[head.size() - 1 - digits] >= '0' && head[head.size() - 1 - digits] <= '9') {
        ++digits;
    }
    return leading_number<Number>(head.substr(head.size() - digits));
}

std::string_view between(std::string_view line, std::string_view before, std::string_view after)
{
    const auto begin = line.find(before);
    if (begin == std::string_view::npos) return {};
    const std::string_view tail = line.substr(begin + before.size());
    const auto end = tail.find(after);
    return end == std::string_view::npos ? std::string_view{} : tail.substr(0, end);
}

/// Sum of all "N bytes cmem[k]" in a line.
std::optional<std::int64_t> constant_bytes(std::string_view line)
{
    constexpr std::string_view words = " bytes cmem";
    std::optional<std::int64_t> total;
    for (auto position = line.find(words); position != std::string_view::npos; position = line.find(words)) {
        if (const auto bytes = number_before<std::int64_t>(line, words); bytes && *bytes < (std::int64_t{1} << 40)) {
            total = std::min(total.value_or(0) + *bytes, std::int64_t{1} << 40);
        }
        line.remove_prefix(position + words.size());
    }
    return total;
}

template <typename T>
void keep(std::optional<T>& field, std::optional<T> value)
{
    if (value) field = value;
}

/// Part of the log that ptxas wrote. The front end's diagnostics come first, and each ends with a blank line. Their
/// quotes (#warning, a deprecated function's message) may look like a report, even with blank lines. ptxas itself
/// writes no blank lines.
std::string_view ptxas_part(std::string_view log)
{
    while (!log.empty() && (log.back() == '\n' || log.back() == ' ')) log.remove_suffix(1);
    const auto blank = log.rfind("\n\n");
    return blank == std::string_view::npos ? log : log.substr(blank + 2);
}

class Parser {
public:
    PtxasReport parse(std::string_view text)
    {
        text = ptxas_part(text);
        while (!text.empty()) {
            const auto end = text.find('\n');
            read_line(text.substr(0, end));
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        }
        return std::move(report_);
    }

private:
    void read_line(std::string_view line)
    {
        if (line.starts_with("nvlink")) return read_linker(line);
        read_message(line);
        if (const auto name = between(line, "Compiling entry function '", "'"); !name.empty()) {
            select(name);
            if (!current()) return;
            current()->is_entry = true;
            current()->arch = between(line, "' for '", "'");
        } else if (constexpr std::string_view words = "Function properties for ";
                   line.find(words) != std::string_view::npos) {
            select(base::trimmed(line.substr(line.find(words) + words.size())));
        } else if (line.find("Overriding maximum register limit") != std::string_view::npos) {
            read_override(line);
        } else if (line.find("Overriding global maxrregcount") != std::string_view::npos) {
            const auto value = line.find("entry-specific value ");
            if (value != std::string_view::npos)
                keep(report_.bound_allows, leading_number<int>(line.substr(value + 21)));
        } else if (line.find("adjusting per thread register count") != std::string_view::npos) {
            const auto to = line.find("lower bound of ");
            if (to != std::string_view::npos) keep(report_.cap_raised_to, leading_number<int>(line.substr(to + 15)));
        } else if (line.find("bytes stack frame") != std::string_view::npos) {
            read_stack(line);
        } else if (line.find("Used ") != std::string_view::npos && line.find(" registers") != std::string_view::npos) {
            read_used(line);
        } else if (line.find(" bytes gmem") != std::string_view::npos) {
            keep(report_.global_bytes, number_before<std::int64_t>(line, " bytes gmem"));
            keep(report_.module_constant_bytes, constant_bytes(line));
        }
    }

    void read_message(std::string_view line)
    {
        if (!line.starts_with("ptxas")) return;
        // "ptxas error   : ..." and "ptxas application ptx input, line 21; fatal   : ..."
        const auto says = [&](std::string_view word) {
            const auto at = line.find(word);
            return at != std::string_view::npos && base::trimmed(line.substr(at + word.size())).starts_with(":");
        };
        if ((says("error") || says("fatal")) && report_.errors.size() < max_messages) {
            report_.errors.emplace_back(base::trimmed(line));
        } else if (says("warning") && report_.warnings.size() < max_messages) {
            report_.warnings.emplace_back(base::trimmed(line));
        }
    }

    /// Adds only to functions that ptxas has reported.
    void read_linker(std::string_view line)
    {
        constexpr std::string_view unknown_stack = "Stack size for entry function '",
                                   missing = "Undefined reference to '";
        if (const auto name = between(line, unknown_stack, "'"); !name.empty()) {
            if (unknown_stacks_.size() < max_messages) unknown_stacks_.emplace_back(name);
        } else if (const auto missed = between(line, missing, "'"); !missed.empty()) {
            if (report_.undefined.size() < max_messages) report_.undefined.emplace_back(missed);
        } else if (const auto own = between(line, "Function properties for '", "'"); !own.empty()) {
            selected_ = index_of(own);
        } else if (line.find("used ") != std::string_view::npos && current()) {
            keep(current()->linked_registers, number_before<int>(line, " registers"));
            const bool is_known =
                std::find(unknown_stacks_.begin(), unknown_stacks_.end(), current()->name) == unknown_stacks_.end();
            if (is_known) keep(current()->linked_stack_bytes, number_before<std::int64_t>(line, " stack"));
        }
    }

    void read_override(std::string_view line)
    {
        const auto name = between(line, " for '", "'");
        const auto with = line.find("' with ");
        if (name.empty() || with == std::string_view::npos) return;
        select(name);
        if (current()) keep(current()->cap_taken, leading_number<int>(line.substr(with + 7)));
        selected_ = none;
    }

    void read_stack(std::string_view line)
    {
        if (!current()) return;
        keep(current()->stack_frame_bytes, number_before<std::int64_t>(line, " bytes stack frame"));
        keep(current()->spill_store_bytes, number_before<std::int64_t>(line, " bytes spill stores"));
        keep(current()->spill_load_bytes, number_before<std::int64_t>(line, " bytes spill loads"));
    }

    void read_used(std::string_view line)
    {
        if (!current()) return;
        keep(current()->registers, number_before<int>(line, " registers"));
        keep(current()->barriers, number_before<int>(line, " barriers"));
        keep(current()->cumulative_stack_bytes, number_before<std::int64_t>(line, " bytes cumulative stack size"));
        keep(current()->shared_bytes, number_before<std::int64_t>(line, " bytes smem"));
        keep(current()->local_bytes, number_before<std::int64_t>(line, " bytes lmem"));
        keep(current()->constant_bytes, constant_bytes(line));
    }

    void select(std::string_view name)
    {
        selected_ = none;
        if (name.empty()) return;
        selected_ = index_of(name);
        if (selected_ != none || report_.functions.size() >= max_functions) return;
        selected_ = report_.functions.size();
        report_.functions.emplace_back().name = name;
    }

    [[nodiscard]] std::size_t index_of(std::string_view name) const
    {
        const auto found = std::find_if(report_.functions.begin(), report_.functions.end(),
                                        [&](const PtxasFunction& function) { return function.name == name; });
        return found == report_.functions.end() ? none : static_cast<std::size_t>(found - report_.functions.begin());
    }

    PtxasFunction* current() { return selected_ == none ? nullptr : &report_.functions[selected_]; }

    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    PtxasReport report_;
    std::vector<std::string> unknown_stacks_;
    std::size_t selected_ = none;
};

}  // namespace

const PtxasFunction* PtxasReport::find(std::string_view name) const
{
    for (const PtxasFunction& function : functions) {
        if (function.name == name) return &function;
    }
    return nullptr;
}

PtxasReport parse_ptxas_report(std::string_view text)
{
    return Parser{}.parse(text);
}

}  // namespace spillway::compiler
