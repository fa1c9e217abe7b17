#include "app/compiler/line_needs.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "app/base/text.h"
#include "app/compiler/loads_under_way.h"

namespace spillway::compiler {
namespace {

/// Calls `visit` for each line of one function's code.
template <typename Visit>
void for_each_line_of(const SassCode& code, const std::string& function, Visit visit)
{
    bool is_ours = false;
    for (const model::ListingLine& line : code.lines) {
        const bool is_label = !line.text.starts_with(" ");
        // "_Z1kPf:", or "$_Z1kPf$_Z4walki:" for a function placed after it. ".L_x_3:" is a label inside a function.
        if (is_label && !line.text.starts_with(".L")) {
            const std::string_view label = base::trimmed(line.text);
            is_ours = label == function + ":" || label.ends_with("$" + function + ":");
        }
        if (is_ours && !is_label) visit(line);
    }
}

void add(model::SourceLineNeeds& needs, const model::ListingLine& line)
{
    if (line.live_registers) needs.live_registers = std::max(needs.live_registers.value_or(0), *line.live_registers);
    if (line.spills) needs.spills += *line.spills;
}

model::Error no_place(const std::string& why)
{
    return model::Error{why, "", ""};
}

}  // namespace

model::SpillBytes spills_of(const SassCode& code, const std::string& function)
{
    model::SpillBytes spills;
    for_each_line_of(code, function, [&](const model::ListingLine& line) {
        if (line.spills) spills += *line.spills;
    });
    return spills;
}

model::Expected<SpillPlace> find_spill_place(const SassCode& code, const std::string& function)
{
    if (!code.is_annotated) return no_place(code.why_not_annotated.value_or("ptxas marked no spills"));
    std::map<std::pair<std::string, int>, SpillPlace> by_line;
    for_each_line_of(code, function, [&](const model::ListingLine& line) {
        if (!line.spills) return;
        const auto at = static_cast<std::size_t>(&line - code.lines.data());
        const HeaderLine& in_header = code.header_lines[at];
        const bool is_own = line.source_line > 0 || in_header.line == 0;
        const std::pair place_in{is_own ? std::string() : code.headers[in_header.header],
                                 is_own ? line.source_line : in_header.line};
        SpillPlace& place = by_line[place_in];
        std::tie(place.header, place.line) = place_in;
        if (place.ptx_line == 0) place.ptx_line = code.ptx_lines[at];
        place.store_bytes += line.spills->local_stores;
        place.load_bytes += line.spills->local_loads;
    });
    const auto most = std::max_element(by_line.begin(), by_line.end(), [](const auto& a, const auto& b) {
        return a.second.store_bytes + a.second.load_bytes < b.second.store_bytes + b.second.load_bytes;
    });
    if (most == by_line.end()) return no_place("ptxas marked none of its instructions");
    if (most->second.line == 0) return no_place("most of the spills have no source line");
    return most->second;
}

std::vector<model::SourceLineNeeds> needs_of_source(const SassCode& code)
{
    std::map<int, model::SourceLineNeeds> by_line;
    for (const model::ListingLine& line : code.lines) {
        if (line.source_line <= 0) continue;
        model::SourceLineNeeds& needs = by_line[line.source_line];
        needs.line = line.source_line;
        add(needs, line);
    }
    std::vector<model::SourceLineNeeds> lines;
    for (auto& [number, needs] : by_line) lines.push_back(needs);
    return lines;
}

void put_needs(std::vector<model::ListingLine>& ptx, const std::vector<int>& numbers, SassCode& code)
{
    std::map<int, int> rows;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (numbers[i] > 0) rows.emplace(numbers[i], static_cast<int>(i) + 1);
    for (std::size_t i = 0; i < code.lines.size(); ++i)
        if (const auto row = rows.find(code.ptx_lines[i]); row != rows.end()) code.lines[i].ptx_row = row->second;
    std::map<int, model::SourceLineNeeds> by_line;
    for (std::size_t i = 0; i < code.lines.size(); ++i)
        if (code.ptx_lines[i] > 0) add(by_line[code.ptx_lines[i]], code.lines[i]);
    for (std::size_t i = 0; i < ptx.size() && i < numbers.size(); ++i) {
        const auto found = by_line.find(numbers[i]);
        if (found == by_line.end()) continue;
        ptx[i].live_registers = found->second.live_registers;
        if (found->second.spills.total() > 0) ptx[i].spills = found->second.spills;
    }
}

model::CodeFigures figures_of(const SassCode& code, const std::string& entry)
{
    model::CodeFigures figures{count_sass(code.lines), std::nullopt, std::nullopt, std::nullopt, std::nullopt};
    // cuobjdump prints no live registers and no labels, so its loops are unknown.
    if (code.has_live) {
        figures.loads_under_way = loads_under_way(code.lines);
        for (const model::ListingLine& line : code.lines)
            if (line.live_registers)
                figures.peak_live_registers = std::max(figures.peak_live_registers.value_or(0), *line.live_registers);
    }
    if (!code.is_annotated) return figures;
    const model::SpillBytes spills = spills_of(code, entry);
    figures.shared_spill_store_bytes = spills.shared_stores;
    figures.shared_spill_load_bytes = spills.shared_loads;
    return figures;
}

}  // namespace spillway::compiler
