#include "app/window/panels/code/code_column.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {

ImU32 token_color(const Theme& theme, teaching::Token token)
{
    switch (token) {
        case teaching::Token::keyword: return mixed(theme.accent, theme.text, 0.25F);
        case teaching::Token::type: return mixed(theme.series[2], theme.text, 0.35F);
        case teaching::Token::comment: return theme.text_muted;
        case teaching::Token::number: return mixed(theme.series[3], theme.text, 0.35F);
        case teaching::Token::string: return mixed(theme.series[3], theme.text, 0.35F);
        case teaching::Token::directive: return mixed(theme.accent, theme.text_muted, 0.45F);
        case teaching::Token::reg: return mixed(theme.text, theme.text_muted, 0.45F);
        case teaching::Token::local_access: return theme.local_highlight_text;
        case teaching::Token::plain: break;
    }
    return theme.text;
}

namespace {

struct Metrics {
    float row_height, gutter, advance, text_left;
    float bar, waits_left, lane_left, control_left;  ///< of the lanes between the gutter and the text
};

// In character widths.
constexpr float lane_number = 3, widest_bar = 5, narrowest_bar = 2.5F, narrowest_of_two = 1.2F, lane_gap = 0.8F,
                arrow_room = 1.6F, control_width = 17, waits_width = 5;
constexpr std::size_t waits_series = 3;  ///< a colour that no other mark beside code has
constexpr double least_percent = 0.05;   ///< of the samples; a smaller share has only its bar

Metrics measure(const Theme& theme, const CodeColumn& column)
{
    Metrics m{};
    m.advance = text_size(theme.code, "0").x;
    m.row_height = std::floor(font_pixels(theme.code) * theme.code_row);
    const auto own = static_cast<int>(std::max<std::size_t>(2, std::to_string(column.rows).size()));
    m.gutter = m.advance * static_cast<float>(column.number_digits > 0 ? column.number_digits : own) + 10 * theme.scale;
    const float characters = ImGui::GetWindowWidth() / m.advance;
    // Beside a second lane the register bar is shorter, so the text keeps its space.
    m.bar = m.advance * (column.has_waits() ? std::clamp(characters / 24, narrowest_of_two, widest_bar)
                                            : std::clamp(characters / 12, narrowest_bar, widest_bar));
    m.waits_left = m.text_left = m.gutter + 10 * theme.scale;
    if (column.has_waits()) m.text_left += m.advance * (waits_width + lane_gap);
    m.lane_left = m.text_left;
    if (column.lane) m.text_left += m.advance * (lane_number + 2 * lane_gap) + m.bar;
    m.control_left = m.text_left + m.advance * arrow_room;
    if (column.shows_control) m.text_left += m.advance * (arrow_room + control_width);
    return m;
}

void draw_ground(ImDrawList* draw, const Theme& theme, const CodeColumn& column, const CodeRow& row, int at,
                 ImVec2 from, ImVec2 to)
{
    if (row.touches_local) {
        const float strength = row.belongs ? 1.0F : 0.45F;
        fill_rounded(draw, theme, from, to, faded(theme.local_highlight, strength), theme.rounding / 2);
        draw->AddRectFilled(from, {from.x + 3 * theme.scale, to.y}, faded(theme.local_highlight_text, strength));
    }
    if (row.ground != 0) draw->AddRectFilled(from, to, row.ground);
    if (!row.error.empty()) {
        fill_rounded(draw, theme, from, to, faded(theme.error, 0.14F), theme.rounding / 2);
        draw->AddRectFilled(from, {from.x + 3 * theme.scale, to.y}, theme.error);
    }
    if (column.cursor == at) {
        fill_rounded(draw, theme, from, to, faded(theme.good, 0.18F), theme.rounding / 2);
        draw->AddRectFilled(from, {from.x + 4 * theme.scale, to.y}, theme.good);
    }
    if (row.linked) {
        fill_rounded(draw, theme, from, to, faded(theme.accent, 0.16F), theme.rounding / 2);
        draw->AddRect(from, to, faded(theme.accent, 0.7F), theme.rounding / 2);
    }
    if (column.is_selected(at))
        fill_rounded(draw, theme, from, to, faded(theme.accent, 0.28F), theme.rounding / 2);
    else if (column.hovered == at)
        fill_rounded(draw, theme, from, to, faded(theme.text, 0.06F), theme.rounding / 2);
}

void draw_tokens(ImDrawList* draw, const Theme& theme, const CodeColumn& column, const CodeRow& row, ImVec2 at)
{
    bool in_comment = row.starts_in_comment;
    const float strength = (row.belongs ? 1.0F : 0.42F) * (column.is_stale ? 0.5F : 1.0F);
    for (const teaching::TokenSpan& span : teaching::highlight(column.language, row.text, in_comment)) {
        const std::string_view text = row.text.substr(span.begin, span.end - span.begin);
        ImU32 color = token_color(theme, span.token);
        if (row.touches_local && span.token == teaching::Token::plain) color = theme.local_highlight_text;
        if (text.find_first_not_of(' ') != std::string_view::npos)
            draw_text(draw, theme.code, at, faded(color, strength), text);
        at.x += text_size(theme.code, text).x;
    }
}

/// Marks the search hits.
void draw_hits(ImDrawList* draw, const Theme& theme, const CodeColumn& column, int at, const Metrics& m, ImVec2 text)
{
    const auto begin = std::lower_bound(column.hits.begin(), column.hits.end(), at,
                                        [](const teaching::SearchHit& hit, int row) { return hit.row < row; });
    for (auto hit = begin; hit != column.hits.end() && hit->row == at; ++hit) {
        const float x = text.x + m.advance * static_cast<float>(hit->begin);
        const ImVec2 from{x - 1, text.y - 1};
        const ImVec2 to{x + m.advance * static_cast<float>(column.hit_length) + 1,
                        text.y + font_pixels(theme.code) + 1};
        const bool is_current = hit - column.hits.begin() == column.current_hit;
        fill_rounded(draw, theme, from, to, faded(theme.warning, is_current ? 0.6F : 0.28F), theme.rounding / 2);
        if (is_current) draw->AddRect(from, to, theme.warning, theme.rounding / 2, 0, std::max(1.0F, theme.scale));
    }
}

/// The number of live registers, a bar for it, and the cap as a line over the bar.
void draw_lane(ImDrawList* draw, const Theme& theme, const CodeColumn& column, const Metrics& m, int at, ImVec2 from)
{
    const teaching::RegisterLane& lane = *column.lane;
    const float left = from.x + m.lane_left, bar = left + m.advance * (lane_number + lane_gap);
    const float full = m.bar, strength = column.is_stale ? 0.5F : 1.0F;
    const auto x_of = [&](int registers) {
        return bar + full * static_cast<float>(registers) / static_cast<float>(lane.full);
    };
    const float thin = std::max(1.0F, std::round(theme.scale));
    if (const auto live = static_cast<std::size_t>(at) < lane.live.size() ? lane.live[at] : std::nullopt) {
        const bool is_most = *live == lane.peak;
        const ImU32 color = faded(is_most ? theme.warning : theme.accent, strength);
        const std::string number = std::to_string(*live);
        const float right = left + m.advance * lane_number - text_size(theme.code, number).x;
        const float text_y = from.y + (m.row_height - font_pixels(theme.code)) / 2;
        draw_text(draw, theme.code, {right, text_y}, is_most ? color : faded(theme.text_muted, strength), number);
        const float inset = std::round(m.row_height * 0.22F);
        draw->AddRectFilled({bar, from.y + inset}, {std::min(x_of(*live), bar + full), from.y + m.row_height - inset},
                            faded(color, is_most ? 0.9F : 0.55F));
    }
    if (lane.cap)
        draw->AddRectFilled({x_of(lane.cap->registers) - thin, from.y},
                            {x_of(lane.cap->registers) + thin, from.y + m.row_height},
                            faded(theme.error, 0.75F * strength));
}

/// The share of all samples that hit this row, over a bar.
void draw_waits(ImDrawList* draw, const Theme& theme, const CodeColumn& column, const Metrics& m, int at, ImVec2 from)
{
    const auto share = column.waits->share(at);
    if (!share) return;
    const float strength = column.is_stale ? 0.5F : 1.0F, width = m.advance * waits_width;
    const float left = from.x + m.waits_left, inset = std::max(1.0F, std::round(m.row_height * 0.08F));
    const bool is_most = at == column.waits->most_row;
    const auto part = static_cast<float>(*share / column.waits->most);
    draw->AddRectFilled({left, from.y + inset}, {left + width * part, from.y + m.row_height - inset},
                        faded(theme.series[waits_series], (is_most ? 0.6F : 0.36F) * strength));
    const double percent = 100 * *share;
    if (percent < least_percent) return;
    char text[16];
    std::snprintf(text, sizeof text, percent < 9.95 ? "%.1f%%" : "%.0f%%", percent);
    const float text_y = from.y + (m.row_height - font_pixels(theme.code)) / 2;
    const float right = left + width - text_size(theme.code, text).x;
    draw_text(draw, theme.code, {right, text_y}, faded(is_most ? theme.text : theme.text_muted, strength), text);
}

/// Arrows from each load to the instruction that waits for it, left of the control codes.
void draw_arrows(const Theme& theme, const CodeColumn& column, const Metrics& m, ImVec2 top_left)
{
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const float right = top_left.x + m.control_left - 0.2F * m.advance, left = right - 1.1F * m.advance;
    const float thick = std::max(1.5F, 1.5F * theme.scale), head = 0.45F * m.advance;
    for (const CodeColumn::Arrow& arrow : column.arrows) {
        const auto y_of = [&](int row) { return top_left.y + (static_cast<float>(row) + 0.5F) * m.row_height; };
        const float from = y_of(arrow.from), to = y_of(arrow.to);
        const ImVec2 points[] = {{right, from}, {left, from}, {left, to}, {right, to}};
        draw->AddPolyline(points, 4, theme.accent, 0, thick);
        draw->AddTriangleFilled({right + head * 0.3F, to}, {right - head, to - head}, {right - head, to + head},
                                theme.accent);
    }
}

void draw_row(const Theme& theme, CodeColumn& column, const Metrics& m, int at, float width)
{
    const CodeRow row = column.row(at);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const ImVec2 to{from.x + width, from.y + m.row_height};
    ImDrawList* draw = ImGui::GetWindowDrawList();
    draw_ground(draw, theme, column, row, at, from, to);
    const float text_y = from.y + (m.row_height - font_pixels(theme.code)) / 2;
    const std::string number = row.number.empty() ? std::to_string(at + 1) : std::string(row.number);
    const float number_x = from.x + m.gutter - text_size(theme.code, number).x;
    const ImU32 number_color = !row.error.empty()  ? theme.error
                               : row.touches_local ? theme.local_highlight_text
                                                   : theme.text_faint;
    draw_text(draw, theme.code, {number_x, text_y}, faded(number_color, row.belongs ? 1.0F : 0.6F), number);
    if (column.has_waits()) draw_waits(draw, theme, column, m, at, from);
    if (column.lane) draw_lane(draw, theme, column, m, at, from);
    if (column.shows_control)
        draw_text(draw, theme.code, {from.x + m.control_left, text_y}, theme.text_muted, row.control);
    const ImVec2 text{from.x + m.text_left, text_y};
    draw_hits(draw, theme, column, at, m, text);
    draw_tokens(draw, theme, column, row, text);
    if (!row.error.empty())
        draw_text(draw, theme.body, {text.x + m.advance * static_cast<float>(row.text.size() + 3), text_y}, theme.error,
                  row.error);
    else if (!row.note.empty())
        draw_text(draw, theme.small,
                  {text.x + m.advance * static_cast<float>(row.text.size() + 2),
                   from.y + (m.row_height - font_pixels(theme.small)) / 2},
                  faded(theme.local_highlight_text, column.is_stale ? 0.5F : 1.0F), row.note);
    ImGui::Dummy({width, m.row_height});
}

ImU32 mark_color(const Theme& theme, CodeMark::Kind kind)
{
    switch (kind) {
        case CodeMark::Kind::local: return theme.local_highlight_text;
        case CodeMark::Kind::hit:
        case CodeMark::Kind::wait:
        case CodeMark::Kind::peak: return theme.warning;
        case CodeMark::Kind::error:
        case CodeMark::Kind::removed: return theme.error;
        case CodeMark::Kind::added: return theme.good;
    }
    return theme.text_faint;
}

/// Marks on the scroll bar at the rows' positions; equal marks on the same pixel are drawn once.
void draw_marks(const Theme& theme, const CodeColumn& column)
{
    if (column.marks.empty() || column.rows <= 0) return;
    const float width = ImGui::GetStyle().ScrollbarSize, bottom = ImGui::GetScrollMaxX() > 0 ? width : 0;
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    const Rect bar{{at.x + size.x - width, at.y}, {at.x + size.x, at.y + size.y - bottom}};
    const float thick = std::max(2.0F, std::round(2 * theme.scale));
    ImDrawList* draw = ImGui::GetWindowDrawList();
    draw->PushClipRect(at, {at.x + size.x, at.y + size.y}, false);
    int last_drawn = -1;
    for (const CodeMark& mark : column.marks) {
        const float share = (static_cast<float>(mark.row) + 0.5F) / static_cast<float>(column.rows);
        const float y = std::round(bar.min.y + share * (bar.height() - thick));
        const int position = static_cast<int>(y) * 8 + static_cast<int>(mark.kind);
        if (position == last_drawn) continue;
        last_drawn = position;
        const bool left = mark.kind == CodeMark::Kind::hit;
        const float middle = bar.centre().x;
        draw->AddRectFilled({left ? bar.min.x + 1 : middle - width * 0.2F, y},
                            {left ? middle + width * 0.1F : bar.max.x - 1, y + thick}, mark_color(theme, mark.kind));
    }
    draw->PopClipRect();
}

/// The mouse over the column: hover, click, drag and shift-click to select rows.
bool handle_mouse(CodeColumn& column, const Metrics& m, float top)
{
    column.hovered = -1;
    if (!ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem)) return false;
    const int row = static_cast<int>(std::floor((ImGui::GetMousePos().y - top) / m.row_height));
    if (row < 0 || row >= column.rows) return false;
    column.hovered = row;
    const float left = ImGui::GetWindowPos().x - ImGui::GetScrollX() + m.text_left;
    const float inside = ImGui::GetMousePos().x - left + m.text_left;
    column.over = inside >= m.text_left || inside < m.waits_left     ? CodeColumn::Over::text
                  : column.has_waits() && inside < m.lane_left       ? CodeColumn::Over::waits
                  : column.shows_control && inside >= m.control_left ? CodeColumn::Over::control
                                                                     : CodeColumn::Over::lane;
    column.hovered_byte =
        static_cast<std::size_t>(std::max(0.0F, std::floor((ImGui::GetMousePos().x - left) / m.advance)));
    const bool pressed = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Right) && !column.is_selected(row)) column.select(row, row);
    if (pressed) {
        const bool again = column.anchor == row && column.head == row;
        if (ImGui::GetIO().KeyShift && column.anchor >= 0)
            column.head = row;
        else if (again)
            column.select(-1, -1);
        else
            column.select(row, row);
    } else if (ImGui::IsMouseDragging(ImGuiMouseButton_Left) && column.anchor >= 0 && ImGui::IsWindowFocused()) {
        column.head = row;
    }
    return pressed && column.anchor >= 0;
}

void copy_popup(CodeColumn& column)
{
    const int first = std::min(column.anchor, column.head), last = std::max(column.anchor, column.head);
    if (first >= 0 && ImGui::IsWindowFocused() && copy_was_pressed())
        ImGui::SetClipboardText(rows_text(column, first, last).c_str());
    if (!ImGui::BeginPopupContextWindow("copy code")) return;
    if (first >= 0 && ImGui::MenuItem(first == last ? "Copy line (Ctrl+C)" : "Copy lines (Ctrl+C)"))
        ImGui::SetClipboardText(rows_text(column, first, last).c_str());
    if (ImGui::MenuItem("Copy all")) ImGui::SetClipboardText(rows_text(column, 0, column.rows - 1).c_str());
    ImGui::EndPopup();
}

/// The arrow keys, while the column has the keyboard: the row above or below. True when they moved.
bool handle_keys(const PanelContext& context, CodeColumn& column)
{
    const int step = context.view.code_keys.row_step;
    if (step == 0 || column.rows <= 0) return false;
    if (context.items.focused() != "column:" + column.id) return false;
    column.go_to(std::clamp(column.head < 0 ? 0 : column.head + step, 0, column.rows - 1));
    return true;
}

/// The whole column is one stop of the Tab key.
void add_item(const PanelContext& context, const CodeColumn& column)
{
    const Rect rect{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
    if (context.items.add("column:" + column.id, rect).focused)
        draw_ring(ImGui::GetWindowDrawList(), context.theme, rect.inset(2 * context.theme.scale));
}

}  // namespace

bool CodeColumn::is_selected(int at) const
{
    return anchor >= 0 && at >= std::min(anchor, head) && at <= std::max(anchor, head);
}

std::string rows_text(const CodeColumn& column, int first, int last)
{
    std::string text;
    for (int i = std::max(0, first); i <= last && i < column.rows; ++i) {
        text += column.row(i).text;
        text += '\n';
    }
    return text;
}

bool draw_code_column(const PanelContext& context, CodeColumn& column, ImVec2 size)
{
    const Theme& theme = context.theme;
    const bool moved = handle_keys(context, column);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::BeginChild(column.id.c_str(), size, false, ImGuiWindowFlags_HorizontalScrollbar);
    const Metrics m = measure(theme, column);
    if (column.scroll_to >= 0) {
        const float y = static_cast<float>(column.scroll_to) * m.row_height;
        const float top = ImGui::GetScrollY(), height = ImGui::GetWindowHeight();
        const float bottom = static_cast<float>(std::max(column.scroll_to + 1, column.scroll_end) + 1) * m.row_height;
        // Leave a row above the part: it may hold template parameters.
        const float above = column.scroll_end < 0 ? height * 0.4F : m.row_height;
        if (y < top || bottom > top + height) ImGui::SetScrollY(std::max(0.0F, y - above));
        column.scroll_to = column.scroll_end = -1;
    }
    const float top = ImGui::GetCursorScreenPos().y;
    const float width =
        std::max(ImGui::GetContentRegionAvail().x,
                 m.text_left + m.advance * static_cast<float>(std::max(column.longest_line, column.note_reach) + 2));
    const bool clicked = handle_mouse(column, m, top);
    ImGuiListClipper clipper;
    clipper.Begin(column.rows, m.row_height);
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) draw_row(theme, column, m, i, width);
    if (!column.arrows.empty()) draw_arrows(theme, column, m, {ImGui::GetWindowPos().x - ImGui::GetScrollX(), top});
    copy_popup(column);
    draw_marks(theme, column);
    ImGui::EndChild();
    add_item(context, column);
    ImGui::PopStyleVar();
    return clicked || moved;
}

}  // namespace spillway::window
