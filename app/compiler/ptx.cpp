#include "app/compiler/ptx.h"

#include <map>
#include <optional>

#include "app/catalogue/plain/cuda_lexer.h"
#include "app/compiler/ptx_functions.h"

namespace spillway::compiler {
namespace {

bool touches_local(std::string_view line)
{
    const bool is_comment = line.starts_with("//");
    return !is_comment &&
           (line.find(".local") != std::string_view::npos || line.find("__local_depot") != std::string_view::npos ||
            line.find("%SPL") != std::string_view::npos);
}

}  // namespace

namespace {

/// Functions that a call through a pointer can reach: those that moves or data name. All, if there are none: then the
/// pointers come from another module.
std::set<std::string> functions_with_address(const std::vector<std::string_view>& lines,
                                             const std::map<std::string, PtxFunction>& functions)
{
    constexpr std::size_t lines_of_call = 4;
    std::set<std::string> all, found;
    for (const auto& [name, function] : functions)
        if (!function.is_entry) all.insert(name);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = ptx_statement(lines[i]);
        if (line.starts_with("call") || line.find(" call") != std::string_view::npos) i += lines_of_call - 1;
        const bool is_move = line.starts_with("mov"), is_data = line.find('=') != std::string_view::npos;
        if (!is_move && !is_data) continue;
        for (const std::string_view word : catalogue::identifiers(line))
            if (all.contains(std::string(word))) found.insert(std::string(word));
    }
    return found.empty() ? all : found;
}

}  // namespace

std::set<std::string> reachable_functions(std::string_view ptx, const std::string& entry)
{
    const auto lines = ptx_lines(ptx);
    std::map<std::string, PtxFunction> by_name;
    for (PtxFunction& function : find_functions(lines)) by_name.emplace(function.name, function);

    std::set<std::string> reached;
    std::vector<std::string> open{entry};
    std::optional<std::set<std::string>> pointed_to;
    while (!open.empty()) {
        const std::string name = open.back();
        open.pop_back();
        const auto function = by_name.find(name);
        if (function == by_name.end() || !reached.insert(name).second) continue;
        const PtxCalls calls = find_calls(lines, function->second);
        open.insert(open.end(), calls.names.begin(), calls.names.end());
        if (!calls.through_pointer) continue;
        if (!pointed_to) pointed_to = functions_with_address(lines, by_name);
        for (const std::string& target : *pointed_to)
            if (calls.shapes.empty() || calls.shapes.contains(shape_of(lines, by_name.at(target))))
                open.push_back(target);
    }
    return reached;
}

std::set<std::string> called_functions(std::string_view ptx, const std::string& entry)
{
    const auto lines = ptx_lines(ptx);
    const std::set<std::string> reached = reachable_functions(ptx, entry);
    std::set<std::string> called;
    for (const PtxFunction& function : find_functions(lines)) {
        if (!reached.contains(function.name)) continue;
        const PtxCalls calls = find_calls(lines, function);
        called.insert(calls.names.begin(), calls.names.end());
    }
    return called;
}

UnboundedCalls unbounded_calls(std::string_view ptx, const std::string& entry)
{
    UnboundedCalls unbounded;
    const auto lines = ptx_lines(ptx);
    const std::set<std::string> reached = reachable_functions(ptx, entry);
    std::map<std::string, std::set<std::string>> calls;
    for (const PtxFunction& function : find_functions(lines)) {
        if (!reached.contains(function.name)) continue;
        PtxCalls found = find_calls(lines, function);
        unbounded.through_pointer = unbounded.through_pointer || found.through_pointer;
        unbounded.allocates = unbounded.allocates || found.allocates;
        calls[function.name] = std::move(found.names);
    }
    for (const auto& [name, called] : calls) {
        std::set<std::string> seen;
        std::vector<std::string> open(called.begin(), called.end());
        while (!open.empty() && !seen.contains(name)) {
            const std::string next = open.back();
            open.pop_back();
            if (!seen.insert(next).second || !calls.contains(next)) continue;
            open.insert(open.end(), calls[next].begin(), calls[next].end());
        }
        if (seen.contains(name)) unbounded.recursive.insert(name);
    }
    return unbounded;
}

model::PtxInspection inspect_ptx(std::string_view ptx, const std::set<std::string>& functions)
{
    model::PtxInspection inspection;
    const auto lines = ptx_lines(ptx);
    for (const PtxFunction& function : find_functions(lines)) {
        if (!functions.contains(function.name)) continue;
        std::int64_t bytes = 0;
        for (std::size_t i = function.first; i < function.last; ++i) {
            if (const auto line = ptx_statement(lines[i]); line.starts_with(".local")) bytes += declared_bytes(line);
        }
        inspection.local_bytes += bytes;
        inspection.local_bytes_by_function[function.name] = bytes;
    }
    return inspection;
}

namespace {

/// Three extents of .maxntid or .reqntid; empty if their product exceeds a GPU's limit.
std::optional<std::vector<int>> extents_after(std::string_view line)
{
    constexpr std::int64_t max_threads = 1024;  // no GPU allows more
    std::vector<int> extents;
    std::int64_t threads = 1;
    for (line.remove_prefix(std::string_view(".maxntid").size());; line.remove_prefix(line.find(',') + 1)) {
        extents.push_back(static_cast<int>(ptx_number(ptx_statement(line))));
        threads *= extents.back();
        if (threads <= 0 || threads > max_threads) return std::nullopt;
        if (line.find(',') == std::string_view::npos) break;
    }
    extents.resize(3, 1);
    return extents;
}

/// Reads one directive into the bound. Ignores numbers that restrict nothing on any GPU.
void read_directive(std::string_view line, LaunchBound& bound)
{
    constexpr std::string_view blocks = ".minnctapersm", registers = ".maxnreg";
    constexpr int max_blocks = 1024, max_registers = 1024;
    const auto number_after = [&](std::string_view directive, int most) -> std::optional<int> {
        const int number = static_cast<int>(ptx_number(ptx_statement(line.substr(directive.size()))));
        return number >= 1 && number <= most ? std::optional(number) : std::nullopt;
    };
    if (line.starts_with(blocks)) bound.blocks_per_sm = number_after(blocks, max_blocks);
    if (line.starts_with(registers)) bound.max_registers = number_after(registers, max_registers);
    const bool is_exact = line.starts_with(".reqntid");
    if (!is_exact && !line.starts_with(".maxntid")) return;
    const auto extents = extents_after(line);
    if (!extents || bound.max_threads) return;
    bound.max_threads = (*extents)[0] * (*extents)[1] * (*extents)[2];
    if (is_exact) bound.only_block = extents;
}

}  // namespace

LaunchBound launch_bound(const std::vector<std::string_view>& lines, const PtxFunction& function)
{
    // The directives are between the parameters and the body.
    LaunchBound bound;
    for (std::size_t i = function.first; i < function.last && ptx_statement(lines[i]) != "{"; ++i)
        read_directive(ptx_statement(lines[i]), bound);
    return bound;
}

LaunchBound launch_bound(std::string_view ptx, const std::string& entry)
{
    const auto lines = ptx_lines(ptx);
    for (const PtxFunction& function : find_functions(lines))
        if (function.name == entry) return launch_bound(lines, function);
    return {};
}

std::string ptx_of_kernel(std::string_view file, std::string_view entry, bool keeps_line_numbers)
{
    const auto lines = ptx_lines(file);
    std::string ptx;
    std::size_t next = 0;
    const auto add_until = [&](std::size_t end) {
        if (end == next) return;
        const char* const begin = lines[next].data();
        const char* const behind = end == lines.size() ? file.data() + file.size() : lines[end].data();
        ptx.append(begin, behind);
    };
    for (const PtxFunction& function : find_functions(lines)) {
        if (!function.is_entry || function.name == entry) continue;
        add_until(function.first);
        if (keeps_line_numbers) ptx.append(function.last - function.first, '\n');
        next = function.last;
    }
    add_until(lines.size());
    return ptx;
}

std::vector<model::ListingLine> list_ptx(std::string_view ptx, const std::set<std::string>& functions,
                                         std::string_view source_name, std::vector<int>* numbers)
{
    std::vector<model::ListingLine> listing;
    const auto lines = ptx_lines(ptx);
    const int source_file = source_file_number(lines, source_name);
    const auto add = [&](model::ListingLine line, std::size_t number) {
        listing.push_back(std::move(line));
        if (numbers != nullptr) numbers->push_back(static_cast<int>(number));
    };
    for (const PtxFunction& function : find_functions(lines)) {
        if (!functions.contains(function.name)) continue;
        if (!listing.empty()) add({}, 0);
        int source_line = 0;
        for (std::size_t i = function.first; i < function.last; ++i) {
            const std::string_view line = ptx_statement(lines[i]);
            if (line.starts_with(".loc") && !line.starts_with(".local")) {
                const std::string_view file = ptx_statement(line.substr(4));
                const auto gap = file.find_first_of(" \t");
                const bool is_ours = gap != std::string_view::npos && ptx_number(file) == source_file;
                source_line = is_ours ? ptx_number(ptx_statement(file.substr(gap))) : 0;
                continue;  // a directive, not an instruction
            }
            std::string_view text = lines[i];
            while (!text.empty() && (text.back() == '\r' || text.back() == ' ' || text.back() == '\t'))
                text.remove_suffix(1);
            if (text.empty()) continue;
            const bool is_code = line.size() > 1 && line != "{" && line != "}" && i != function.first;
            add({std::string(text), is_code ? source_line : 0, touches_local(line)}, i + 1);
        }
    }
    return listing;
}

}  // namespace spillway::compiler
