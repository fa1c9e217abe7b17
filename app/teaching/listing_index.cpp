#include "app/teaching/listing_index.h"

#include <algorithm>

#include "app/teaching/advice.h"

namespace spillway::teaching {
namespace {

/// True if a mangled or plain function name is that kernel's: "_Z12running_meanILi32EEvPKf" contains "12running_mean",
/// so "running_mean" does not match "running_mean_local".
bool is_of_kernel(std::string_view line, std::string_view kernel)
{
    if (kernel.empty()) return true;
    const std::string mangled = std::to_string(kernel.size()) + std::string(kernel);
    if (line.find(mangled) != std::string_view::npos) return true;
    const std::size_t at = line.find(kernel);
    if (at == std::string_view::npos) return false;
    const std::size_t end = at + kernel.size();
    const auto joins = [](char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    return (at == 0 || !joins(line[at - 1])) && (end == line.size() || !joins(line[end]));
}

/// True for a row that starts another entry's code: PTX's ".entry name(", nvdisasm's ".text.name:" and cuobjdump's
/// "Function : name".
bool opens_entry(std::string_view line)
{
    if (line.find(".entry") != std::string_view::npos) return true;
    const std::size_t start = line.find_first_not_of(" \t");
    if (start == std::string_view::npos) return false;
    const std::string_view text = line.substr(start);
    return (text.starts_with(".text.") && text.find(':') != std::string_view::npos) || text.starts_with("Function :");
}

/// A PTX function ends with a brace in the first column.
bool closes_function(std::string_view line)
{
    return line.starts_with('}');
}

}  // namespace

ListingIndex index_listing(const std::vector<model::ListingLine>& lines, std::string_view kernel)
{
    ListingIndex index;
    index.belongs.resize(lines.size(), true);
    const bool kernel_is_there = std::any_of(lines.begin(), lines.end(), [&](const model::ListingLine& line) {
        return opens_entry(line.text) && is_of_kernel(line.text, kernel);
    });
    bool belongs = true;
    for (std::size_t row = 0; row < lines.size(); ++row) {
        const model::ListingLine& line = lines[row];
        if (kernel_is_there && opens_entry(line.text)) {
            belongs = is_of_kernel(line.text, kernel);
            if (belongs && index.entry_row == 0) index.entry_row = static_cast<int>(row);
        }
        index.belongs[row] = belongs;
        if (line.source_line > 0) index.rows_of_source_line[line.source_line].push_back(static_cast<int>(row));
        if (line.touches_local && belongs) index.local_rows.push_back(static_cast<int>(row));
        if (closes_function(line.text)) belongs = true;
    }
    return index;
}

std::string local_summary(const ListingIndex& index, const std::vector<int>& local_source_lines,
                          std::string_view language)
{
    const auto places = static_cast<std::int64_t>(index.local_rows.size());
    const std::string in = std::string(language);
    if (places == 0) return "Nothing in the " + in + " touches local memory.";
    std::string text =
        counted(places, "place") + " in the " + in + (places == 1 ? " touches" : " touch") + " local memory";
    constexpr std::size_t max_shown = 6;
    const std::size_t shown = std::min(local_source_lines.size(), max_shown);
    for (std::size_t i = 0; i < shown; ++i) {
        if (i == 0)
            text += local_source_lines.size() == 1 ? ", from line " : ", from lines ";
        else
            text += i + 1 == local_source_lines.size() ? " and " : ", ";
        text += std::to_string(local_source_lines[i]);
    }
    if (local_source_lines.size() > max_shown)
        text += " and " + std::to_string(local_source_lines.size() - max_shown) + " more";
    return text + ".";
}

std::vector<std::string> split_lines(std::string_view text)
{
    std::vector<std::string> lines(1);
    for (const char c : text) {
        if (c == '\n')
            lines.emplace_back();
        else if (c == '\t')
            lines.back() += "    ";
        else if (c != '\r')
            lines.back() += c;
    }
    if (lines.size() > 1 && lines.back().empty()) lines.pop_back();
    return lines;
}

}  // namespace spillway::teaching
