#include "app/compiler/causes/cause_ptx.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>

#include "app/base/demangled.h"
#include "app/compiler/ptx_functions.h"

namespace spillway::compiler {
namespace {

/// Source line of `.loc 1 23 5`. For another file, the line that it was inlined at:
/// `.loc 2 5122 1, function_name $L, inlined_at 1 23 5`. 0: not in the source.
int own_line(std::string_view loc, int source_file)
{
    const auto line_of = [&](std::string_view place) {
        place = ptx_statement(place);
        const auto gap = place.find_first_of(" \t");
        if (gap == std::string_view::npos || ptx_number(place) != source_file) return 0;
        return ptx_number(ptx_statement(place.substr(gap)));
    };
    constexpr std::string_view inlined = "inlined_at";
    if (const int line = line_of(loc.substr(4)); line > 0) return line;
    const auto at = loc.find(inlined);
    return at == std::string_view::npos ? 0 : line_of(loc.substr(at + inlined.size()));
}

/// Registers of an instruction in order: "%rd4" and "%rd2" of "add.s64 %rd4, %rd2, 8".
std::vector<std::string_view> registers_of(std::string_view text)
{
    std::vector<std::string_view> found;
    for (auto at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
        auto end = at + 1;
        while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_'))
            ++end;
        found.push_back(text.substr(at, end - at));
    }
    return found;
}

bool computes_addresses(std::string_view opcode)
{
    constexpr std::string_view known[] = {"mov.", "add.", "sub.", "cvta.", "mad.", "or.", "selp."};
    return std::any_of(std::begin(known), std::end(known), [&](auto name) { return opcode.starts_with(name); });
}

struct Instruction {
    std::string_view text;
    int line = 0;
    std::string_view loc;  ///< the whole directive before it
};

using ParameterBytes = std::map<int, std::int64_t>;

/// Position of the parameter in a use of its name, `[_Z1kT_param_0+4]`; empty if there is none.
std::optional<int> parameter_in(std::string_view text, const std::string& function)
{
    const std::string name = function + "_param_";
    const auto at = text.find(name);
    if (at == std::string_view::npos) return std::nullopt;
    return ptx_number(text.substr(at + name.size()));
}

/// Sizes of the parameters that are structs: `.param .align 4 .b8 _Z1kT_param_0[1024],`.
void take_parameter(ParameterBytes& sizes, std::string_view line, const std::string& function)
{
    const auto position = parameter_in(line, function);
    if (position && line.find(".b8") != std::string_view::npos) sizes[*position] = declared_bytes(line);
}

/// Tracks addresses of a function's local memory through its registers.
class Addresses {
public:
    Addresses(const std::vector<Instruction>& code, const std::string& function) : code_(code), function_(function)
    {
        for (const Instruction& instruction : code_) {
            const auto registers = registers_of(instruction.text);
            if (computes_addresses(instruction.text) && !registers.empty()) ++definitions_[registers.front()];
        }
        while (follow()) {
        }
    }

    void describe(PtxLocals& locals) const
    {
        for (const auto& [text, line, loc] : code_) {
            const bool is_load = text.starts_with("ld."), is_store = text.starts_with("st.");
            if (!is_load && !is_store) continue;
            const auto open = text.find('['), close = text.find(']');
            if (open == std::string_view::npos || close == std::string_view::npos) continue;
            for (const auto name : registers_of(text.substr(open, close - open))) {
                if (!addresses_.contains(name)) continue;
                if (locals.line == 0) locals.line = line;
                if (!varying_.contains(name)) continue;
                locals.varies = true;
                if (locals.varying_line == 0) locals.varying_line = line;
            }
            if (!is_store) continue;
            for (const auto name : registers_of(text.substr(close))) {
                if (!addresses_.contains(name)) continue;
                locals.escapes = true;
                if (locals.escape_line == 0) locals.escape_line = line;
            }
        }
    }

    /// The `.loc` of each load and store.
    [[nodiscard]] std::vector<std::string_view> accesses() const
    {
        std::vector<std::string_view> found;
        for (const Instruction& instruction : code_) {
            const std::string_view text = instruction.text;
            const auto open = text.find('['), close = text.find(']');
            if (!(text.starts_with("ld.") || text.starts_with("st.")) || close == std::string_view::npos) continue;
            const auto names = registers_of(text.substr(open, close - open));
            if (std::ranges::any_of(names, [&](auto name) { return addresses_.contains(name); }))
                found.push_back(instruction.loc);
        }
        return found;
    }

    /// Parameters with values that the code stores in local memory without changing them.
    [[nodiscard]] std::set<int> copied_parameters() const
    {
        std::map<std::string_view, int> places, values;  // registers with a parameter's address, with a part of it
        std::set<int> copied;
        for (const auto& [text, line, loc] : code_) {
            const auto registers = registers_of(text);
            if (registers.empty()) continue;
            const auto named = parameter_in(text, function_);
            const auto of = [](const auto& known, const std::vector<std::string_view>& names) {
                const auto found =
                    std::find_if(names.begin(), names.end(), [&](auto name) { return known.contains(name); });
                return found == names.end() ? std::optional<int>() : known.at(*found);
            };
            const std::vector<std::string_view> sources(registers.begin() + 1, registers.end());
            if (text.starts_with("ld.param")) {
                const auto open = text.find('[');
                const auto from = named ? named : of(places, registers_of(text.substr(std::min(open, text.size()))));
                if (!from) continue;
                for (const auto name : registers_of(text.substr(0, std::min(open, text.size())))) values[name] = *from;
            } else if (computes_addresses(text)) {
                if (const auto from = named ? named : of(places, sources)) places[registers.front()] = *from;
            } else if (text.starts_with("st.")) {
                const auto close = std::min(text.find(']'), text.size());
                const bool is_local = !registers_of(text.substr(0, close)).empty() &&
                                      addresses_.contains(registers_of(text.substr(0, close)).back());
                const auto from = of(values, registers_of(text.substr(close)));
                if (is_local && from) copied.insert(*from);
            }
        }
        return copied;
    }

private:
    /// One pass over the code; true if it found more. Loops need several passes.
    bool follow()
    {
        const std::size_t before = addresses_.size() + varying_.size();
        for (const auto& [text, line, loc] : code_) {
            if (!computes_addresses(text)) continue;
            const auto registers = registers_of(text);
            if (registers.empty()) continue;
            const std::vector<std::string_view> sources(registers.begin() + 1, registers.end());
            const bool is_base = text.find("__local_depot") != std::string_view::npos;
            const auto is_address = [&](auto name) { return addresses_.contains(name); };
            if (!is_base && std::none_of(sources.begin(), sources.end(), is_address)) continue;
            addresses_.insert(registers.front());
            const auto is_varying = [&](auto name) { return !is_address(name) || varying_.contains(name); };
            // Several definitions mean a loop variable or one of several addresses.
            if (std::any_of(sources.begin(), sources.end(), is_varying) || definitions_.at(registers.front()) > 1)
                varying_.insert(registers.front());
        }
        return addresses_.size() + varying_.size() > before;
    }

    const std::vector<Instruction>& code_;
    const std::string& function_;
    std::map<std::string_view, int> definitions_;
    std::set<std::string_view> addresses_, varying_;
};

void take_declaration(PtxLocals& locals, std::string_view line)
{
    locals.bytes += declared_bytes(line);
    if (const auto at = line.find(".align "); at != std::string_view::npos)
        locals.alignment = std::max<std::int64_t>(locals.alignment, ptx_number(line.substr(at + 7)));
}

PtxLocals read_function(const std::vector<std::string_view>& lines, const PtxFunction& function, int source_file)
{
    PtxLocals locals;
    locals.function = function.name;
    locals.is_entry = function.is_entry;
    std::vector<Instruction> code;
    ParameterBytes parameters;
    int source_line = 0;
    for (std::size_t i = function.first; i < function.last; ++i) {
        std::string_view line = ptx_statement(lines[i]);
        if (line.starts_with(".local")) take_declaration(locals, line);
        if (line.starts_with(".param") && function.is_entry) take_parameter(parameters, line, function.name);
        if (line.starts_with(".loc ") || line.starts_with(".loc\t")) {
            source_line = own_line(line, source_file);
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
    const Addresses addresses(code, function.name);
    addresses.describe(locals);
    for (const int position : addresses.copied_parameters())
        if (const auto size = parameters.find(position); size != parameters.end())
            locals.copied_parameters.insert(*size);
    return locals;
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
    /// nvcc puts what is static in a file into a namespace of its own: "_INTERNAL_f7ad3ae1_4_k_cu__Z1kPf::".
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

/// Line of the source that the place was inlined into, over several functions if need be. 0: not known.
int source_line_of(Loc loc, const std::map<Loc::Place, Loc>& known, int source_file)
{
    constexpr int most_levels = 32;
    for (int level = 0; level < most_levels; ++level) {
        if (loc.at[0] == source_file) return loc.at[1];
        if (!loc.inlined_at) return 0;
        if ((*loc.inlined_at)[0] == source_file) return (*loc.inlined_at)[1];
        const auto outer = known.find(*loc.inlined_at);
        if (outer == known.end()) return 0;
        loc = outer->second;
    }
    return 0;
}

}  // namespace

std::vector<HeaderUse> header_uses(std::string_view ptx, const std::string& function, std::string_view source_name)
{
    const auto lines = ptx_lines(ptx);
    const auto functions = find_functions(lines);
    const auto found = std::ranges::find(functions, function, &PtxFunction::name);
    if (found == functions.end()) return {};
    std::vector<Instruction> code;
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
    for (const std::string_view access : Addresses(code, function).accesses()) {
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
