#include "app/compiler/ptx.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "app/base/text.h"

namespace spillway::compiler {
namespace {

/// A line without what surrounds its instruction or declaration.
std::string_view statement(std::string_view line)
{
    return base::trimmed(line, " \t\r;");
}

bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

std::string_view first_name(std::string_view text)
{
    const auto begin = std::find_if(text.begin(), text.end(), is_name);
    const auto end = std::find_if_not(begin, text.end(), is_name);
    return {begin, end};
}

std::vector<std::string_view> split_lines(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

/// One function's lines, signature included: lines[first, last).
struct Function {
    std::string name;
    bool is_entry = false;
    std::size_t first = 0, last = 0;
};

/// The name that a line with .entry or .func declares: ".func  (.param .b32 func_retval0) _Z3fooPfi(".
std::string declared_name(std::string_view line, std::string_view keyword)
{
    std::string_view tail = statement(line.substr(line.find(keyword) + keyword.size()));
    if (tail.starts_with("(")) {
        const auto close = tail.find(')');
        if (close == std::string_view::npos) return "";
        tail.remove_prefix(close + 1);
    }
    return std::string(first_name(tail));
}

std::vector<Function> find_functions(const std::vector<std::string_view>& lines)
{
    std::vector<Function> functions;
    int depth = 0;
    std::optional<Function> open;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = statement(lines[i]);
        if (line.starts_with("//")) continue;
        if (depth == 0) {
            for (const std::string_view keyword : {".entry", ".func"}) {
                if (line.find(keyword) == std::string_view::npos) continue;
                open = Function{declared_name(line, keyword), keyword == ".entry", i, i};
            }
        }
        const int before = depth;
        depth += static_cast<int>(std::count(line.begin(), line.end(), '{'));
        depth -= static_cast<int>(std::count(line.begin(), line.end(), '}'));
        depth = std::max(depth, 0);
        if (before > 0 && depth == 0 && open) {
            open->last = i + 1;
            functions.push_back(*open);
            open.reset();
        }
        // A prototype ends without a body.
        if (depth == 0 && before == 0 && open && lines[i].find(';') != std::string_view::npos) open.reset();
    }
    return functions;
}

/// What a function calls, by name; `through_pointer` when one target is a register.
struct Calls {
    std::set<std::string> names;
    bool through_pointer = false;
};

Calls find_calls(const std::vector<std::string_view>& lines, const Function& function)
{
    Calls calls;
    for (std::size_t i = function.first; i < function.last; ++i) {
        std::string_view line = statement(lines[i]);
        if (line.starts_with("@")) line = statement(line.substr(std::min(line.find(' '), line.size())));
        if (!line.starts_with("call")) continue;
        // NVVM spreads a call over lines: "call.uni (retval0), " / "_Z3fooPfi, " / "(".
        std::string text = std::string(line) + ' ';
        for (std::size_t j = i + 1; j < std::min(i + 4, function.last); ++j)
            text += std::string(statement(lines[j])) + ' ';
        std::string_view tail = statement(std::string_view(text).substr(text.find_first_of(" \t")));
        if (tail.starts_with("(")) tail = tail.substr(std::min(tail.find(')'), tail.size()));
        const auto target = tail.find_first_not_of("), \t");
        if (target == std::string_view::npos) continue;
        if (tail[target] == '%') {
            calls.through_pointer = true;
        } else {
            calls.names.emplace(first_name(tail.substr(target)));
        }
    }
    return calls;
}

/// Bytes of one declaration: ".local .align 16 .b8 	__local_depot1[16];", ".local .b32 x[4][2];".
std::int64_t declared_bytes(std::string_view line)
{
    std::int64_t bytes = 0;
    for (const auto& [type, size] : std::initializer_list<std::pair<std::string_view, int>>{{"8 ", 1},
                                                                                            {"16 ", 2},
                                                                                            {"32 ", 4},
                                                                                            {"64 ", 8},
                                                                                            {"128 ", 16},
                                                                                            {"8\t", 1},
                                                                                            {"16\t", 2},
                                                                                            {"32\t", 4},
                                                                                            {"64\t", 8}}) {
        for (const char kind : {'b', 'u', 's', 'f'}) {
            if (line.find(std::string(".") + kind + std::string(type)) != std::string_view::npos) bytes = size;
        }
    }
    constexpr std::int64_t largest = std::int64_t{1} << 40;
    for (auto open = line.find('['); open != std::string_view::npos; open = line.find('[', open + 1)) {
        std::int64_t count = 0;
        std::from_chars(line.data() + open + 1, line.data() + line.size(), count);
        if (count <= 0 || bytes > largest / count) return 0;
        bytes *= count;
    }
    return bytes;
}

bool touches_local(std::string_view line)
{
    const bool is_comment = line.starts_with("//");
    return !is_comment &&
           (line.find(".local") != std::string_view::npos || line.find("__local_depot") != std::string_view::npos ||
            line.find("%SPL") != std::string_view::npos);
}

int whole(std::string_view text)
{
    int value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

/// Number of the .file directive that names the source: `.file 1 "/cwd/running_mean/kernel.cu"`; else 1, as NVRTC
/// numbers the program's own text first and leaves the directive out when there is no other file.
int source_file_number(const std::vector<std::string_view>& lines, std::string_view source_name)
{
    for (const std::string_view raw : lines) {
        const std::string_view line = statement(raw);
        if (!line.starts_with(".file")) continue;
        const auto open = line.find('"');
        const auto close = line.find('"', open == std::string_view::npos ? open : open + 1);
        if (close == std::string_view::npos) continue;
        if (line.substr(0, close).ends_with(source_name)) return whole(statement(line.substr(5)));
    }
    return 1;
}

}  // namespace

std::set<std::string> reachable_functions(std::string_view ptx, const std::string& entry)
{
    const auto lines = split_lines(ptx);
    std::map<std::string, Function> by_name;
    for (Function& function : find_functions(lines)) by_name.emplace(function.name, function);

    std::set<std::string> reached;
    std::vector<std::string> open{entry};
    while (!open.empty()) {
        const std::string name = open.back();
        open.pop_back();
        const auto function = by_name.find(name);
        if (function == by_name.end() || !reached.insert(name).second) continue;
        const Calls calls = find_calls(lines, function->second);
        open.insert(open.end(), calls.names.begin(), calls.names.end());
        if (!calls.through_pointer) continue;
        for (const auto& [other, body] : by_name) {
            if (!body.is_entry) open.push_back(other);
        }
    }
    return reached;
}

model::PtxInspection inspect_ptx(std::string_view ptx, const std::set<std::string>& functions)
{
    model::PtxInspection inspection;
    const auto lines = split_lines(ptx);
    for (const Function& function : find_functions(lines)) {
        if (!functions.contains(function.name)) continue;
        std::int64_t bytes = 0;
        for (std::size_t i = function.first; i < function.last; ++i) {
            if (const auto line = statement(lines[i]); line.starts_with(".local")) bytes += declared_bytes(line);
        }
        inspection.local_bytes += bytes;
        inspection.local_bytes_by_function[function.name] = bytes;
    }
    return inspection;
}

std::vector<model::ListingLine> list_ptx(std::string_view ptx, const std::set<std::string>& functions,
                                         std::string_view source_name)
{
    std::vector<model::ListingLine> listing;
    const auto lines = split_lines(ptx);
    const int source_file = source_file_number(lines, source_name);
    for (const Function& function : find_functions(lines)) {
        if (!functions.contains(function.name)) continue;
        if (!listing.empty()) listing.emplace_back();
        int source_line = 0;
        for (std::size_t i = function.first; i < function.last; ++i) {
            const std::string_view line = statement(lines[i]);
            if (line.starts_with(".loc") && !line.starts_with(".local")) {
                const std::string_view file = statement(line.substr(4));
                const auto gap = file.find_first_of(" \t");
                const bool is_ours = gap != std::string_view::npos && whole(file) == source_file;
                source_line = is_ours ? whole(statement(file.substr(gap))) : 0;
                continue;  // a mark, not an instruction
            }
            std::string_view text = lines[i];
            while (!text.empty() && (text.back() == '\r' || text.back() == ' ' || text.back() == '\t'))
                text.remove_suffix(1);
            if (text.empty()) continue;
            const bool is_code = line.size() > 1 && line != "{" && line != "}" && i != function.first;
            listing.push_back({std::string(text), is_code ? source_line : 0, touches_local(line)});
        }
    }
    return listing;
}

}  // namespace spillway::compiler
