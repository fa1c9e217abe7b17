#include "app/compiler/causes/cause_ptx.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "app/base/demangled.h"
#include "app/compiler/causes/local_addresses.h"
#include "app/compiler/ptx_functions.h"

namespace spillway::compiler {
namespace {

using ParameterBytes = std::map<int, std::int64_t>;

/// Notes the size of a parameter that is a struct: `.param .align 4 .b8 _Z1kT_param_0[1024],`.
void take_parameter(ParameterBytes& sizes, std::string_view line, const std::string& function)
{
    const auto position = parameter_in(line, function);
    if (position && line.find(".b8") != std::string_view::npos) sizes[*position] = declared_bytes(line);
}

void take_declaration(PtxLocals& locals, std::string_view line)
{
    locals.bytes += declared_bytes(line);
    if (const auto at = line.find(".align "); at != std::string_view::npos)
        locals.alignment = std::max<std::int64_t>(locals.alignment, ptx_number(line.substr(at + 7)));
}

/// `.loc 5 120 9, function_name $L__info_string3, inlined_at 4 88 5`.
struct Loc {
    using Place = std::array<int, 3>;  ///< file, line, column
    Place at{};
    std::string_view label;  ///< of the inlined function's name; empty if nothing is inlined
    std::optional<Place> inlined_at;
};

Loc::Place place_of(std::string_view text)
{
    Loc::Place place{};
    for (int& number : place) {
        text = ptx_statement(text);
        number = ptx_number(text);
        text.remove_prefix(std::min(text.find_first_not_of("0123456789"), text.size()));
    }
    return place;
}

Loc loc_of(std::string_view text)
{
    constexpr std::string_view name = "function_name ", inlined = "inlined_at ";
    Loc loc;
    loc.at = place_of(text.substr(4));
    if (const auto at = text.find(name); at != std::string_view::npos) {
        loc.label = text.substr(at + name.size());
        loc.label = loc.label.substr(0, loc.label.find_first_of(",+ \t"));
    }
    if (const auto at = text.find(inlined); at != std::string_view::npos)
        loc.inlined_at = place_of(text.substr(at + inlined.size()));
    return loc;
}

/// File names and names of inlined functions, which PTX numbers and labels.
class DebugNames {
public:
    explicit DebugNames(const std::vector<std::string_view>& lines)
    {
        std::string* label = nullptr;
        for (const std::string_view whole : lines) {
            const std::string_view line = ptx_statement(whole);
            if (line.starts_with(".file")) take_file(line);
            if (line.starts_with("$L__info_string") && line.ends_with(":"))
                label = &names_[std::string(line.substr(0, line.size() - 1))];
            else if (label != nullptr && line.starts_with(".b8"))
                take_bytes(line.substr(3), *label);
            else
                label = nullptr;
        }
    }

    [[nodiscard]] std::string file(int number) const
    {
        const auto found = files_.find(number);
        return found == files_.end() ? "" : found->second;
    }
    [[nodiscard]] std::string function(std::string_view label) const
    {
        const auto found = names_.find(std::string(label));
        return found == names_.end() ? "" : without_file_scope(base::demangled(found->second));
    }

private:
    /// nvcc puts a file's static names into a namespace such as "_INTERNAL_f7ad3ae1_4_k_cu__Z1kPf::".
    static std::string without_file_scope(std::string name)
    {
        if (name.starts_with("_INTERNAL_"))
            if (const auto scope = name.find("::"); scope != std::string::npos) name.erase(0, scope + 2);
        return name;
    }

    void take_file(std::string_view line)
    {
        const auto open = line.find('"'), close = line.rfind('"');
        if (open == close) return;
        const std::string_view path = line.substr(open + 1, close - open - 1);
        files_[ptx_number(ptx_statement(line.substr(5)))] = path.substr(path.rfind('/') + 1);
    }

    static void take_bytes(std::string_view numbers, std::string& name)
    {
        while (!numbers.empty()) {
            numbers = ptx_statement(numbers);
            const int code = ptx_number(numbers);
            if (code > 0) name += static_cast<char>(code);
            const auto comma = numbers.find(',');
            numbers.remove_prefix(comma == std::string_view::npos ? numbers.size() : comma + 1);
        }
    }

    std::map<int, std::string> files_;
    std::map<std::string, std::string> names_;
};

/// Source line that the place was inlined into, possibly over several functions. 0: unknown.
int source_line_of(Loc loc, const std::map<Loc::Place, Loc>& known, int source_file)
{
    constexpr int max_levels = 32;
    for (int level = 0; level < max_levels; ++level) {
        if (loc.at[0] == source_file) return loc.at[1];
        if (!loc.inlined_at) return 0;
        if ((*loc.inlined_at)[0] == source_file) return (*loc.inlined_at)[1];
        const auto outer = known.find(*loc.inlined_at);
        if (outer == known.end()) return 0;
        loc = outer->second;
    }
    return 0;
}

PtxLocals read_function(const std::vector<std::string_view>& lines, const PtxFunction& function, int source_file)
{
    PtxLocals locals;
    locals.function = function.name;
    locals.is_entry = function.is_entry;
    std::vector<PtxInstruction> code;
    ParameterBytes parameters;
    int source_line = 0;
    std::map<Loc::Place, Loc> known;
    for (std::size_t i = function.first; i < function.last; ++i) {
        std::string_view line = ptx_statement(lines[i]);
        if (line.starts_with(".local")) take_declaration(locals, line);
        if (line.starts_with(".param") && function.is_entry) take_parameter(parameters, line, function.name);
        if (line.starts_with(".loc ") || line.starts_with(".loc\t")) {
            const Loc loc = loc_of(line);
            if (loc.inlined_at) known.insert_or_assign(loc.at, loc);
            source_line = source_line_of(loc, known, source_file);
            if (locals.declared_line == 0) locals.declared_line = source_line;
            continue;
        }
        if (line.starts_with("@")) line = ptx_statement(line.substr(std::min(line.find(' '), line.size())));
        if (line.starts_with("call")) {
            const PtxCalls call = find_calls(lines, {function.name, false, i, std::min(i + 4, function.last)});
            for (const std::string& name : call.names) locals.calls.emplace(name, source_line);
            locals.calls_by_pointer = locals.calls_by_pointer || call.through_pointer;
        }
        code.push_back({line, source_line, {}});
    }
    if (locals.bytes == 0) return locals;
    const LocalAddresses addresses(code, function.name);
    locals.uses = addresses.uses();
    for (const int position : addresses.copied_parameters())
        if (const auto size = parameters.find(position); size != parameters.end())
            locals.copied_parameters.insert(*size);
    return locals;
}

}  // namespace

std::vector<HeaderUse> header_uses(std::string_view ptx, const std::string& function, std::string_view source_name)
{
    const auto lines = ptx_lines(ptx);
    const auto functions = find_functions(lines);
    const auto found = std::ranges::find(functions, function, &PtxFunction::name);
    if (found == functions.end()) return {};
    std::vector<PtxInstruction> code;
    std::map<Loc::Place, Loc> known;
    std::string_view directive;
    for (std::size_t i = found->first; i < found->last; ++i) {
        const std::string_view line = ptx_statement(lines[i]);
        if (line.starts_with(".loc")) {
            directive = line;
            const Loc loc = loc_of(line);
            if (loc.inlined_at) known.emplace(loc.at, loc);
            continue;
        }
        const bool is_guarded = line.starts_with("@");
        code.push_back(
            {is_guarded ? ptx_statement(line.substr(std::min(line.find(' '), line.size()))) : line, 0, directive});
    }
    const DebugNames names(lines);
    const int source_file = source_file_number(lines, source_name);
    std::vector<HeaderUse> uses;
    for (const std::string_view access : LocalAddresses(code, function).accesses()) {
        if (access.empty()) continue;
        const Loc loc = loc_of(access);
        if (loc.at[0] == source_file) continue;
        HeaderUse use{names.file(loc.at[0]), names.function(loc.label), loc.at[1],
                      source_line_of(loc, known, source_file), 0};
        const auto same = std::ranges::find_if(uses, [&](const HeaderUse& other) {
            return other.header == use.header && other.function == use.function && other.line == use.line;
        });
        ++(same == uses.end() ? uses.emplace_back(std::move(use)) : *same).count;
    }
    std::ranges::stable_sort(uses, std::ranges::greater{}, &HeaderUse::count);
    return uses;
}

int source_line_of_ptx(std::string_view ptx, int ptx_line, std::string_view source_name)
{
    const auto lines = ptx_lines(ptx);
    std::map<Loc::Place, Loc> known;
    std::string_view directive;
    for (std::size_t i = 0; i < lines.size() && i < static_cast<std::size_t>(std::max(ptx_line, 0)); ++i) {
        const std::string_view line = ptx_statement(lines[i]);
        if (!line.starts_with(".loc")) continue;
        directive = line;
        const Loc loc = loc_of(line);
        if (loc.inlined_at) known.insert_or_assign(loc.at, loc);
    }
    return directive.empty() ? 0 : source_line_of(loc_of(directive), known, source_file_number(lines, source_name));
}

ObjectUse object_use(const PtxLocals& locals, std::int64_t offset, std::int64_t bytes)
{
    const auto is_inside = [&](std::int64_t at) { return at >= offset && at < offset + bytes; };
    const auto note = [](bool& flag, int& line, const LocalUse& use) {
        flag = true;
        if (line == 0) line = use.line;
    };
    ObjectUse object;
    std::map<int, int> chosen;  // uses by line
    for (const LocalUse& use : locals.uses) {
        if (std::ranges::none_of(use.offsets, is_inside)) continue;
        if (use.escapes) note(object.escapes, object.escape_line, use);
        if (use.varies && !use.escapes) note(object.is_indexed, object.indexed_line, use);
        if (!std::ranges::all_of(use.offsets, is_inside)) ++chosen[use.line];
    }
    object.is_chosen = !chosen.empty();
    // The first uses may only fill one object. Take the line with the most uses; of equal ones, the last.
    int most = 0;
    for (const auto& [line, count] : chosen)
        if (line > 0 && count >= most) object.chosen_line = line, most = count;
    return object;
}

ObjectUse whole_use(const PtxLocals& locals)
{
    constexpr std::int64_t everywhere = std::int64_t{1} << 40;
    return object_use(locals, -everywhere, 2 * everywhere);
}

int first_use_line(const PtxLocals& locals)
{
    const auto known = std::ranges::find_if(locals.uses, [](const LocalUse& use) { return use.line > 0; });
    return known == locals.uses.end() ? 0 : known->line;
}

std::vector<PtxLocals> read_ptx_locals(std::string_view ptx, std::string_view source_name)
{
    std::vector<PtxLocals> all;
    const auto lines = ptx_lines(ptx);
    const int source_file = source_file_number(lines, source_name);
    for (const PtxFunction& function : find_functions(lines))
        all.push_back(read_function(lines, function, source_file));
    return all;
}

}  // namespace spillway::compiler
