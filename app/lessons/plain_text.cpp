#include "app/lessons/plain_text.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <sstream>
#include <utility>

namespace spillway::lessons {
namespace {

using markdown::Block;
using markdown::BlockKind;
using markdown::Document;

using Rows = std::vector<std::vector<std::string>>;

/// Number of UTF-8 characters: bytes that are not continuation bytes.
std::size_t width_of(const std::string& text)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string words_of(const markdown::Text& text, const Document& document)
{
    std::string words;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const markdown::Span& span = text[i];
        words += span.text;
        const bool is_last_of_link = i + 1 == text.size() || text[i + 1].link != span.link;
        if (span.link >= 0 && is_last_of_link) {
            const markdown::Link& link = document.links[static_cast<std::size_t>(span.link)];
            if (link.kind == markdown::LinkKind::web && link.target != span.text) words += " (" + link.target + ")";
        }
        if (span.line_break) words += '\n';
    }
    return words;
}

bool is_number_column(const Rows& rows, std::size_t column)
{
    return rows.size() > 1 && std::all_of(rows.begin() + 1, rows.end(), [&](const auto& row) {
               return column < row.size() && !row[column].empty() &&
                      (std::isdigit(static_cast<unsigned char>(row[column].front())) != 0 || row[column] == "-");
           });
}

std::string padded(const std::string& cell, std::size_t width, bool align_right)
{
    const std::string padding(width - std::min(width, width_of(cell)), ' ');
    return align_right ? padding + cell : cell + padding;
}

std::string one_cell_per_line(const Rows& rows, std::size_t columns)
{
    std::string text;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        for (std::size_t column = 0; column < rows[i].size(); ++column) {
            const std::string name = column < rows.front().size() ? rows.front()[column] : "";
            text += wrapped((name.empty() ? "" : name + ": ") + rows[i][column], column == 0 ? "" : "  ", columns);
        }
    }
    return text;
}

std::string text_of(const Block& block, const Document& document)
{
    const std::string words = words_of(block.text, document);
    const std::string indent(2 * static_cast<std::size_t>(block.indent), ' ');
    // An item that does not begin with a paragraph has its marker in a line of its own.
    const std::string marker = block.marker.empty() ? "" : indent + block.marker + "\n";
    switch (block.kind) {
        case BlockKind::heading:
            return marker + words + "\n" + std::string(width_of(words), block.level == 1 ? '=' : '-') + "\n";
        case BlockKind::rule: return std::string(text_columns, '-') + "\n";
        case BlockKind::code: {
            std::string code = marker;
            std::istringstream lines(block.code);
            for (std::string line; std::getline(lines, line);) code += indent + "    " + line + "\n";
            return code;
        }
        case BlockKind::table: {
            Rows rows;
            for (const auto& row : block.rows) {
                rows.emplace_back();
                for (const markdown::Text& cell : row) rows.back().push_back(words_of(cell, document));
            }
            return marker + text_table(rows);
        }
        case BlockKind::paragraph: break;
    }
    return wrapped((block.marker.empty() ? "" : block.marker + " ") + words, indent + (block.quoted ? "| " : ""));
}

}  // namespace

std::string wrapped(const std::string& text, const std::string& indent, std::size_t columns)
{
    std::string lines;
    std::istringstream paragraphs(text);
    for (std::string paragraph; std::getline(paragraphs, paragraph);) {
        std::string line;
        std::istringstream words(paragraph);
        for (std::string word; words >> word;) {
            const bool is_full = !line.empty() && width_of(indent) + width_of(line) + 1 + width_of(word) > columns;
            if (is_full) lines += indent + std::exchange(line, "") + "\n";
            line += (line.empty() ? "" : " ") + word;
        }
        lines += indent + line + "\n";
    }
    return lines;
}

std::string text_table(const Rows& rows, std::size_t columns)
{
    if (rows.empty()) return {};
    std::vector<std::size_t> widths(rows.front().size());
    for (const auto& row : rows)
        for (std::size_t i = 0; i < std::min(row.size(), widths.size()); ++i)
            widths[i] = std::max(widths[i], width_of(row[i]));
    const std::size_t gaps = 2 * (widths.size() - 1);
    const std::size_t whole = std::accumulate(widths.begin(), widths.end(), gaps);
    if (whole > columns) return one_cell_per_line(rows, columns);
    std::string text;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::string line;
        for (std::size_t column = 0; column < widths.size() && column < rows[i].size(); ++column)
            line += (column == 0 ? "" : "  ") + padded(rows[i][column], widths[column], is_number_column(rows, column));
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
        if (i == 0) text += std::string(whole, '-') + "\n";
    }
    return text;
}

std::string plain_text(const Document& document)
{
    std::string text;
    bool was_item = false;
    for (const Block& block : document.blocks) {
        const bool is_item = !block.marker.empty();
        // No blank line between items of a list.
        if (!text.empty() && !(is_item && was_item)) text += "\n";
        text += text_of(block, document);
        was_item = is_item;
    }
    if (document.why_cut) text += "\n" + wrapped(*document.why_cut);
    return text;
}

}  // namespace spillway::lessons
