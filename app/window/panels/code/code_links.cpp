#include "app/window/panels/code/code_links.h"

#include <algorithm>

namespace spillway::window {
namespace {

/// True if a generated line came from a selected source row, or from the hovered one if none is selected.
bool is_from_selected_source(const CodeColumn& source, int source_line)
{
    if (source_line <= 0) return false;
    if (source.anchor >= 0) return source.is_selected(source_line - 1);
    return source.hovered == source_line - 1;
}

/// The reverse: true if a selected generated row (the hovered one if none is selected) came from this source row.
bool is_source_of_selected(const CodeColumn& generated, const std::vector<model::ListingLine>& lines, int source_row)
{
    const auto comes_from = [&](int row) {
        return row >= 0 && row < static_cast<int>(lines.size()) && lines[row].source_line == source_row + 1;
    };
    if (generated.anchor < 0) return comes_from(generated.hovered);
    const int first = std::min(generated.anchor, generated.head), last = std::max(generated.anchor, generated.head);
    for (int row = first; row <= last; ++row)
        if (comes_from(row)) return true;
    return false;
}

}  // namespace

void LinkedCode::prepare(teaching::Language generated_language, bool is_stale) const
{
    prepare_source();
    if (generated != nullptr) prepare_generated(generated_language, is_stale);
}

void LinkedCode::prepare_source() const
{
    SourceText& text = source;
    text.column.id = "source";
    text.column.language = teaching::Language::cuda;
    text.column.rows = static_cast<int>(text.lines.size());
    text.column.row = [&text, other = generated, listing = lines](int at) {
        const bool linked = other != nullptr && is_source_of_selected(other->column, *listing, at);
        CodeRow row{text.lines[at], text.touches_local[at], text.belongs[at], linked, text.starts_in_comment[at]};
        row.error = text.errors[at];
        if (static_cast<std::size_t>(at) < text.notes.size()) row.note = text.notes[at];
        return row;
    };
    text.column.marks.clear();
    for (int i = 0; i < text.column.rows; ++i) {
        if (text.touches_local[i]) text.column.marks.push_back({i, CodeMark::Kind::local});
        if (!text.errors[i].empty()) text.column.marks.push_back({i, CodeMark::Kind::error});
    }
    if (text.column.lane) text.column.marks.push_back({text.column.lane->peak_row, CodeMark::Kind::peak});
    if (text.column.has_waits()) text.column.marks.push_back({text.column.waits->most_row, CodeMark::Kind::wait});
}

void LinkedCode::prepare_generated(teaching::Language language, bool is_stale) const
{
    GeneratedText& text = *generated;
    text.column.id = language == teaching::Language::ptx ? "ptx" : "sass";
    text.column.language = language;
    text.column.rows = static_cast<int>(text.lines.size());
    text.column.is_stale = is_stale;
    text.column.row = [&text, &other = source.column, listing = lines](int at) {
        const model::ListingLine& line = (*listing)[at];
        CodeRow row{text.lines[at].text, line.touches_local, text.index.belongs[at],
                    is_from_selected_source(other, line.source_line)};
        if (static_cast<std::size_t>(at) < text.notes.size()) row.note = text.notes[at];
        if (static_cast<std::size_t>(at) < text.controls.size()) row.control = text.controls[at];
        return row;
    };
    text.column.marks.clear();
    for (const int row : text.index.local_rows) text.column.marks.push_back({row, CodeMark::Kind::local});
    if (text.column.lane) text.column.marks.push_back({text.column.lane->peak_row, CodeMark::Kind::peak});
    if (text.column.has_waits()) text.column.marks.push_back({text.column.waits->most_row, CodeMark::Kind::wait});
}

void LinkedCode::follow_source() const
{
    if (generated == nullptr) return;
    generated->column.select(-1, -1);
    const auto& rows = generated->index.rows_of_source_line;
    if (const auto found = rows.find(source.column.head + 1); found != rows.end())
        generated->column.scroll_to = found->second.front();
}

void LinkedCode::follow_generated() const
{
    if (generated == nullptr || lines == nullptr) return;
    source.column.select(-1, -1);
    const int line = (*lines)[std::max(0, generated->column.head)].source_line;
    if (line > 0) source.column.scroll_to = line - 1;
}

}  // namespace spillway::window
