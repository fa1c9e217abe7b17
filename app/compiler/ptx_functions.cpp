#include "app/compiler/ptx_functions.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "app/base/text.h"

namespace spillway::compiler {
namespace {

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

/// Name declared by a line with .entry or .func: ".func  (.param .b32 func_retval0) _Z3fooPfi(".
std::string declared_name(std::string_view line, std::string_view keyword)
{
    std::string_view tail = ptx_statement(line.substr(line.find(keyword) + keyword.size()));
    if (tail.starts_with("(")) {
        const auto close = tail.find(')');
        if (close == std::string_view::npos) return "";
        tail.remove_prefix(close + 1);
    }
    return std::string(first_name(tail));
}

}  // namespace

std::string_view ptx_statement(std::string_view line)
{
    return base::trimmed(line, " \t\r;");
}

std::vector<std::string_view> ptx_lines(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

std::vector<PtxFunction> find_functions(const std::vector<std::string_view>& lines)
{
    std::vector<PtxFunction> functions;
    int depth = 0;
    std::optional<PtxFunction> open;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = ptx_statement(lines[i]);
        if (line.starts_with("//")) continue;
        if (depth == 0) {
            for (const std::string_view keyword : {".entry", ".func"}) {
                if (line.find(keyword) == std::string_view::npos) continue;
                open = PtxFunction{declared_name(line, keyword), keyword == ".entry", i, i};
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

std::string call_shape(std::string_view signature)
{
    std::string shape, group;
    while (!signature.empty()) {
        const auto end = signature.find_first_of(",)");
        const std::string_view part = signature.substr(0, end);
        // ".param .align 8 .b8 name[16]": the type and the bytes of an object.
        if (const auto at = part.find(".param "); at != std::string_view::npos) {
            const std::string_view declared = part.substr(at);
            const auto type = declared.find_last_of('.');
            group += (group.empty() ? "" : ",") + std::string(declared.substr(type, declared.find(' ', type) - type));
            if (const auto size = declared.find('['); size != std::string_view::npos)
                group += declared.substr(size, declared.find(']') + 1 - size);
        }
        if (end == std::string_view::npos) break;
        if (signature[end] == ')' && !group.empty()) shape += std::exchange(group, {}) + ';';
        signature.remove_prefix(end + 1);
    }
    return shape;
}

std::string shape_of(const std::vector<std::string_view>& lines, const PtxFunction& function)
{
    std::string signature;
    for (std::size_t i = function.first; i < function.last; ++i) {
        const std::string_view line = lines[i];
        signature += std::string(line.substr(0, line.find('{'))) + ' ';
        if (line.find('{') != std::string_view::npos) break;
    }
    return call_shape(signature);
}

PtxCalls find_calls(const std::vector<std::string_view>& lines, const PtxFunction& function)
{
    PtxCalls calls;
    for (std::size_t i = function.first; i < function.last; ++i) {
        std::string_view line = ptx_statement(lines[i]);
        if (line.find(".callprototype") != std::string_view::npos) calls.shapes.insert(call_shape(line));
        if (line.starts_with("@")) line = ptx_statement(line.substr(std::min(line.find(' '), line.size())));
        calls.allocates = calls.allocates || line.starts_with("alloca");
        if (!line.starts_with("call")) continue;
        // NVVM splits a call into lines: "call.uni (retval0), " / "_Z3fooPfi, " / "(".
        std::string text = std::string(line) + ' ';
        for (std::size_t j = i + 1; j < std::min(i + 4, function.last); ++j)
            text += std::string(ptx_statement(lines[j])) + ' ';
        std::string_view tail = ptx_statement(std::string_view(text).substr(text.find_first_of(" \t")));
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

int ptx_number(std::string_view text)
{
    int value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

int source_file_number(const std::vector<std::string_view>& lines, std::string_view source_name)
{
    for (const std::string_view raw : lines) {
        const std::string_view line = ptx_statement(raw);
        if (!line.starts_with(".file")) continue;
        const auto open = line.find('"');
        const auto close = line.find('"', open == std::string_view::npos ? open : open + 1);
        if (close == std::string_view::npos) continue;
        if (line.substr(0, close).ends_with(source_name)) return ptx_number(ptx_statement(line.substr(5)));
    }
    return 1;
}

}  // namespace spillway::compiler
