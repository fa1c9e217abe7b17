#include "app/compiler/causes/repair_trials.h"

#include <algorithm>
#include <string>

#include "app/compiler/causes/called_frames.h"
#include "app/compiler/causes/cause_repairs.h"
#include "app/compiler/causes/cause_source.h"

namespace spillway::compiler {
namespace {

constexpr std::int64_t max_selected_bytes = 256;  // a selection costs one comparison for each element

/// Report of a function after these edits; empty without edits or time, or if they do not compile.
std::optional<model::FunctionReport> report_after(Trials& trials, const model::CompileRequest& request,
                                                  const Edits& edits, const std::string& function)
{
    if (edits.empty() || trials.is_over()) return std::nullopt;
    const auto after = trials.compile(edits, request);
    const auto found = after ? after->find(function) : Functions::const_iterator();
    return after && found != after->end() ? std::optional(found->second.report) : std::nullopt;
}

SelectionSeen try_elements(Trials& trials, const model::CompileRequest& request, const Declared& variable,
                           const std::string& function)
{
    Selection selection = select_elements(trials.text(), variable);
    return {report_after(trials, request, selection.edits, function), std::move(selection.arrays)};
}

/// Indices of the loops around uses of the variable, but not around its declaration.
std::set<std::size_t> loops_around(const Words& words, const std::vector<Loop>& loops, const LocalVariable& variable)
{
    std::set<std::size_t> found;
    int depth = 0;
    for (std::size_t i = 0; i < words.size() && depth >= 0; ++i) {
        if (words[i].begin < variable.name_end) continue;
        if (words.at(i) == "{") ++depth;
        if (words.at(i) == "}") --depth;
        if (words.at(i) != variable.name) continue;
        for (std::size_t j = 0; j < loops.size(); ++j) {
            const bool is_around = loops[j].begin <= words[i].begin && words[i].begin < loops[j].end;
            if (is_around && loops[j].begin >= variable.name_end) found.insert(j);
        }
    }
    return found;
}

}  // namespace

void try_parameters(Trials& trials, const model::CompileRequest& request, CauseFacts& facts)
{
    const FunctionSeen& entry = facts.functions.front();
    for (const auto& [position, bytes] : entry.locals.copied_parameters) {
        auto parameter = by_value_parameter(trials.text(), entry.report.name, position);
        if (!parameter || trials.is_over()) continue;
        ParameterSeen seen{parameter->name, parameter->repaired, parameter->line, bytes, std::nullopt, {}};
        const auto after = trials.compile(parameter->edits, request);
        const auto found = after ? after->find(entry.report.name) : Functions::const_iterator();
        if (after && found != after->end())
            seen.after = found->second.report;
        else if (!after && !trials.is_over())
            for (const int line : complained_lines(trials.compile_to_ptx(parameter->edits).log, trials.name(0))) {
                const bool is_in_body = line >= parameter->body_begin && line <= parameter->body_end;
                (is_in_body && line != parameter->line ? seen.written_lines : seen.other_lines).insert(line);
            }
        if (!seen.written_lines.empty() && bytes <= max_selected_bytes)
            seen.selected = try_elements(trials, request, {seen.name, parameter->name_end}, entry.report.name);
        facts.parameters.push_back(std::move(seen));
    }
}

void try_few_loops(Trials& trials, const model::CompileRequest& request, const std::vector<LocalVariable>& variables,
                   CauseFacts& facts)
{
    constexpr std::size_t max_lines = 4;  // a person would not mark more
    const Words words(trials.text());
    const std::vector<Loop> loops = counted_loops(trials.text());
    std::set<std::size_t> around;
    for (const LocalVariable& variable : variables) around.merge(loops_around(words, loops, variable));
    Edits edits;
    std::set<int> lines;
    for (const std::size_t loop : around) {
        edits.insert(edits.end(), loops[loop].unrolled.begin(), loops[loop].unrolled.end());
        lines.insert(loops[loop].line);
    }
    if (edits.empty() || lines.size() > max_lines || trials.is_over()) return;
    const auto after = trials.compile(edits, request);
    if (!after) return;
    facts.few_loops.lines.assign(lines.begin(), lines.end());
    for (const auto& [name, function] : *after) facts.few_loops.after.emplace(name, function.report);
}

void try_selection(Trials& trials, const model::CompileRequest& request, const Functions& seen, CauseFacts& facts)
{
    for (VariableSeen& variable : facts.variables) {
        const FunctionSeen &entry = facts.functions.front(), &function = seen.at(variable.function);
        const std::string frame_of = is_in_frame_of_entry(function, entry) ? entry.report.name : variable.function;
        const std::int64_t frame = seen.at(frame_of).report.stack_frame_bytes;
        const bool is_indexed = variable.gone_in.contains(Trial::indices) || (variable.use && variable.use->is_indexed);
        if (!is_indexed || frame == 0) continue;
        const std::size_t file = trials.file_of(variable.file);
        const std::string_view text = trials.texts()[file];
        const auto declared = declared_in_line(text, variable.name, variable.line);
        if (!declared) continue;
        Edits as_static = variable.is_array ? declare_static(text, *declared) : Edits();
        for (Edit& edit : as_static) edit.file = file;
        variable.as_static = report_after(trials, request, as_static, frame_of);
        if (variable.as_static && variable.as_static->stack_frame_bytes >= frame) variable.as_static.reset();
        if (variable.as_static || variable.bytes > max_selected_bytes || file > 0) continue;
        variable.selected = try_elements(trials, request, *declared, frame_of);
    }
}

}  // namespace spillway::compiler
