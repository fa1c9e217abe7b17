#include "app/window/panels/code/code_editor.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include <imgui_internal.h>

#include "app/base/visible_text.h"
#include "app/catalogue/exercises.h"
#include "app/teaching/listing_index.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/editable_text.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {
namespace {

constexpr int tab_columns = 4;

/// Data of the text field's callback: the text, and the cursor as Dear ImGui reports it.
struct Field {
    std::string* text;
    TextHistory* history;
    std::size_t cursor = 0, anchor = 0;  ///< the anchor is the selection's other end
    std::optional<std::size_t> place;    ///< new place of the cursor
    bool was_active = false;
    bool is_stepped = false;  ///< undone or redone in this frame
    bool left_out = false;    ///< the field rejected a character that it cannot hold
};

/// Ctrl+Z undoes; Ctrl+Shift+Z and Ctrl+Y redo.
void step_in_history(ImGuiInputTextCallbackData& data, Field& field)
{
    const ImGuiIO& io = ImGui::GetIO();
    if (!io.KeyCtrl || io.KeyAlt) return;
    const bool is_z = is_key_pressed(ImGuiKey_Z), is_y = is_key_pressed(ImGuiKey_Y);
    if (!is_z && !is_y) return;
    const TextHistory::State now{std::string(data.Buf, static_cast<std::size_t>(data.BufTextLen)),
                                 static_cast<std::size_t>(data.CursorPos)};
    const auto state = is_y || io.KeyShift ? field.history->redo(now) : field.history->undo(now);
    if (!state) return;
    data.DeleteChars(0, data.BufTextLen);
    data.InsertChars(0, state->text.data(), state->text.data() + state->text.size());
    data.CursorPos = data.SelectionStart = data.SelectionEnd = static_cast<int>(state->cursor);
    field.is_stepped = true;
}

void follow_cursor(ImGuiInputTextCallbackData& data, Field& field)
{
    step_in_history(data, field);
    if (field.place)
        data.CursorPos = data.SelectionStart = data.SelectionEnd =
            std::min(static_cast<int>(*std::exchange(field.place, std::nullopt)), data.BufTextLen);
    // Shift+click selects from the earlier cursor.
    if (const ImGuiIO& io = ImGui::GetIO(); field.was_active && io.KeyShift && ImGui::IsMouseClicked(0)) {
        data.SelectionStart = std::min(static_cast<int>(field.anchor), data.BufTextLen);
        data.SelectionEnd = data.CursorPos;
    }
    const bool is_selecting = data.SelectionStart != data.SelectionEnd;
    field.anchor = static_cast<std::size_t>(is_selecting ? data.SelectionStart : data.CursorPos);
}

int on_field(ImGuiInputTextCallbackData* data)
{
    Field& field = *static_cast<Field*>(data->UserData);
    if (data->EventFlag == ImGuiInputTextFlags_CallbackCharFilter) {
        field.left_out |= is_left_out(data->EventChar);
        return is_left_out(data->EventChar) ? 1 : 0;
    }
    if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
        field.text->resize(static_cast<std::size_t>(data->BufTextLen));
        data->Buf = field.text->data();
        return 0;  // this event has no cursor: its 0 would scroll to the first line
    }
    follow_cursor(*data, field);
    field.cursor = static_cast<std::size_t>(data->CursorPos);
    return 0;
}

/// Width in columns of the screen: a tab takes four, a character of several bytes one.
int columns_of(std::string_view line)
{
    int columns = 0;
    for (const char c : line)
        if (c == '\t')
            columns += tab_columns;
        else if ((static_cast<unsigned char>(c) & 0xc0) != 0x80)
            ++columns;
    return columns;
}

/// Splits the text at its line ends; changes nothing else.
std::vector<std::string_view> lines_of(std::string_view text)
{
    std::vector<std::string_view> lines;
    for (std::size_t begin = 0;;) {
        const std::size_t end = text.find('\n', begin);
        lines.push_back(text.substr(begin, end - begin));
        if (end == std::string_view::npos) return lines;
        begin = end + 1;
    }
}

/// A warning above the text, as wide as its column.
void draw_sentence(const PanelContext& context, const std::string& sentence, float width)
{
    const Theme& theme = context.theme;
    const float wide = width > 0 ? width : ImGui::GetContentRegionAvail().x;
    const float height = draw_text_wrapped(ImGui::GetWindowDrawList(), theme.body, ImGui::GetCursorScreenPos(),
                                           theme.warning, sentence, wide);
    ImGui::Dummy({wide, height + theme.padding / 2});
}

/// Reason why typed text is not saved yet; empty if there is none.
std::string waiting_words(Obstacle obstacle)
{
    switch (obstacle) {
        case Obstacle::none: break;
        case Obstacle::too_large:
            return "Larger than 1,024 KiB. Your text is kept; it is saved once both it and the file are smaller.";
        case Obstacle::gone: return "The file is gone. Your text is kept, and saved once the file is back.";
        case Obstacle::unreadable: return "The file cannot be read. Your text is kept, and saved once it can be.";
        case Obstacle::untrusted:
            return "Another folder has replaced this file's folder. Your text is kept, and saved once you trust it.";
    }
    return {};
}

}  // namespace

/// Above the text: the reason why it is not saved, or two buttons to choose between versions.
void CodeEditor::draw_choices(PanelContext& context, float width)
{
    if (const std::string waiting = waiting_words(text_.obstacle()); !waiting.empty()) {
        draw_sentence(context, waiting, width);
        context.items.note("editor:waiting", {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    } else if (text_.is_contested()) {
        draw_sentence(context, "Another editor has changed the file too.", width);
        if (switch_button(context, "editor:mine", "Keep mine", false)) text_.keep_mine(context.commands);
        ImGui::SameLine();
        if (switch_button(context, "editor:theirs", "Take the file's", false)) {
            text_.take_theirs(context.commands);
            ImGui::ClearActiveID();
        }
    } else if (text_.has_left()) {
        draw_sentence(context, "Your last text here was never saved.", width);
        if (switch_button(context, "editor:restore", "Restore it", false)) {
            text_.take_up_left(context.commands, context.now_seconds);
            ImGui::ClearActiveID();
        }
        ImGui::SameLine();
        if (switch_button(context, "editor:discard", "Keep the file's", false)) text_.put_left_away(context.commands);
    }
}

/// Why this text is not edited here, and where it can be.
void CodeEditor::draw_why_not(const PanelContext& context, float width) const
{
    const std::string sentence = text_.why_not().value_or("") + " Spillway would not write it back unchanged: edit " +
                                 context.session.experiment().source_file +
                                 " in an editor of your own. Spillway compiles it each time you save.";
    draw_sentence(context, base::visible_line(sentence), width);
}

/// Line numbers, coloured text and the compiler's errors. The field above them draws its own text invisibly.
void CodeEditor::draw_lines(const PanelContext& context, const SourceText& shown, const Measures& m, ImVec2 origin)
{
    const Theme& theme = context.theme;
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const float top = ImGui::GetWindowPos().y, bottom = top + ImGui::GetWindowHeight();
    const bool errors_fit = !text_.is_unsaved();
    bool in_comment = false;
    int row = 0;
    for (const std::string_view line : lines_of(text_.text)) {
        const auto spans = teaching::highlight(teaching::Language::cuda, line, in_comment);
        const float y = origin.y + static_cast<float>(row++) * m.line;
        if (y + m.line < top || y > bottom) continue;
        const std::string number = std::to_string(row);
        const bool is_wrong =
            errors_fit && row <= static_cast<int>(shown.errors.size()) && !shown.errors[row - 1].empty();
        if (is_wrong)
            draw->AddRectFilled({origin.x - m.gutter, y}, {origin.x + ImGui::GetWindowWidth() * 4, y + m.line},
                                faded(theme.error, 0.16F));
        draw_text(draw, theme.code, {origin.x - 10 * theme.scale - text_width(theme.code, number), y},
                  is_wrong              ? theme.error
                  : row == cursor_line_ ? theme.text
                                        : theme.text_faint,
                  number);
        float x = origin.x;
        for (const teaching::TokenSpan& span : spans) {
            const std::string_view part = line.substr(span.begin, span.end - span.begin);
            draw_text(draw, theme.code, {x, y}, token_color(theme, span.token), part);
            x += m.advance * static_cast<float>(columns_of(part));
        }
        if (is_wrong) draw_text(draw, theme.body, {x + 3 * m.advance, y}, theme.error, shown.errors[row - 1]);
    }
}

void CodeEditor::draw_cursor(const PanelContext& context, const Measures& m, ImVec2 origin)
{
    if (!is_active_) return;
    const float x = std::round(origin.x + m.advance * static_cast<float>(cursor_column_));
    const float y = origin.y + m.line * static_cast<float>(cursor_line_ - 1);
    ImGui::GetWindowDrawList()->AddRectFilled({x, y}, {x + std::max(2.0F, 2 * context.theme.scale), y + m.line},
                                              context.theme.accent);
}

/// Dear ImGui's field, as large as its text, so that the window around it scrolls.
bool CodeEditor::edit(const PanelContext& context, ImVec2 origin, ImVec2 size)
{
    std::string& text = text_.text;
    const std::size_t cursor_before = cursor_;
    Field field{&text, &history_, cursor_, anchor_, place_, is_active_};
    const std::string before = text;
    ImGui::SetCursorScreenPos(origin);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
    ImGui::PushStyleColor(ImGuiCol_FrameBg, 0);
    ImGui::PushStyleColor(ImGuiCol_Text, 0);
    if (std::exchange(wants_keyboard_, false)) focus_keyboard(context);
    text.reserve(text.size() + 1);
    bool changed =
        ImGui::InputTextMultiline("##text", text.data(), text.capacity() + 1, size,
                                  ImGuiInputTextFlags_CallbackResize | ImGuiInputTextFlags_CallbackAlways |
                                      ImGuiInputTextFlags_CallbackCharFilter | ImGuiInputTextFlags_AllowTabInput |
                                      ImGuiInputTextFlags_NoUndoRedo | ImGuiInputTextFlags_NoHorizontalScroll,
                                  on_field, &field);
    // The field's text ends at its NUL, whatever length it was given room for.
    text.resize(std::min(text.size(), std::strlen(text.c_str())));
    if (field.left_out)
        context.commands.post([](session::Session&, ViewState& view) { view.status_notice = left_out_words; });
    // When it takes the keyboard, the field scrolls itself into view, and the line numbers out of it.
    if (ImGui::IsItemActivated()) frames_to_follow_ = 3;
    is_active_ = ImGui::IsItemActive();
    ImGui::PopStyleColor(2);
    ImGui::PopStyleVar();
    // On Escape the field would restore the text that it began with.
    if (changed && !is_active_ && is_key_pressed(ImGuiKey_Escape, false)) {
        text = before;
        changed = false;
    }
    cursor_moved_ = is_active_ && (changed || field.cursor != cursor_ || frames_to_follow_-- > 0);
    frames_to_follow_ = std::max(frames_to_follow_, 0);
    cursor_ = std::min(field.cursor, text.size());
    anchor_ = field.anchor;
    place_ = field.place;
    if (changed && !field.is_stepped) history_.add({before, cursor_before}, {text, cursor_}, context.now_seconds);
    const std::string_view above = std::string_view(text).substr(0, cursor_);
    cursor_line_ = static_cast<int>(std::count(above.begin(), above.end(), '\n')) + 1;
    const std::size_t line_begin = above.rfind('\n') == std::string_view::npos ? 0 : above.rfind('\n') + 1;
    cursor_column_ = columns_of(above.substr(line_begin));
    return changed;
}

void CodeEditor::keep_in_view(const Measures& m)
{
    const float height = ImGui::GetWindowHeight() - ImGui::GetStyle().ScrollbarSize, top = ImGui::GetScrollY();
    const float cursor_y = m.line * static_cast<float>(cursor_line_ - 1);
    // Messages above and below the text come and go with results: a cursor that was in view stays in view.
    const bool is_resized = std::exchange(height_, height) != height;
    if (is_active_ && is_resized && was_in_view_) cursor_moved_ = true;
    was_in_view_ = cursor_moved_ || (cursor_y >= top && cursor_y + m.line <= top + height);
    if (frames_to_top_ > 0) {  // the first frames do not know yet how far the text can be scrolled
        --frames_to_top_;
        ImGui::SetScrollX(0);
        return ImGui::SetScrollY(m.line * static_cast<float>(std::max(top_row_ - 1, 0)));
    }
    const int row = std::exchange(scroll_to_, -1);
    if (row < 0 && !std::exchange(cursor_moved_, false)) return;
    const float y = row >= 0 ? m.line * static_cast<float>(row) : cursor_y;
    if (row >= 0 && (y < top || y + 2 * m.line > top + height))
        ImGui::SetScrollY(std::max(0.0F, y - height * 0.4F));
    else if (row < 0 && y < top)
        ImGui::SetScrollY(y);
    else if (row < 0 && y + m.line > top + height)
        ImGui::SetScrollY(y + m.line - height);
    if (row >= 0) return;
    const float x = m.gutter + m.advance * static_cast<float>(cursor_column_), width = ImGui::GetWindowWidth();
    const float left = ImGui::GetScrollX(), margin = 4 * m.advance;
    if (x - m.gutter < left) ImGui::SetScrollX(std::max(0.0F, x - m.gutter - margin));
    if (x + margin > left + width) ImGui::SetScrollX(x + margin - width);
}

/// Puts the cursor at the first of the learner's lines in an exercise.
void CodeEditor::begin_at_learners_lines()
{
    const std::size_t mark = text_.text.find(catalogue::yours_begins);
    const std::size_t end = mark == std::string::npos ? mark : text_.text.find('\n', mark);
    cursor_ = end == std::string::npos ? 0 : end + 1;
    place_ = cursor_;
    const auto begin = text_.text.begin();
    top_row_ = static_cast<int>(std::count(begin, begin + static_cast<std::ptrdiff_t>(cursor_), '\n'));
    frames_to_top_ = cursor_ > 0 ? 6 : 0;
}

bool CodeEditor::draw(PanelContext& context, const SourceText& shown, ImVec2 size)
{
    const Theme& theme = context.theme;
    const bool is_another_file = text_.file() != context.session.experiment().source_file;
    if (text_.take(context, is_active_)) {
        ImGui::ClearActiveID();  // the field keeps its own copy while it has the keyboard
        wants_keyboard_ = is_another_file || is_active_;
        history_.clear();
        if (is_another_file) begin_at_learners_lines();
    }
    if (text_.why_not()) {
        draw_why_not(context, size.x);
        return false;
    }
    const float before = ImGui::GetCursorPosY();
    draw_choices(context, size.x);
    size.y -= ImGui::GetCursorPosY() - before;
    push_font(theme.code);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::BeginChild("editor", size, false, ImGuiWindowFlags_HorizontalScrollbar);
    const auto lines = lines_of(text_.text);
    std::size_t longest = 0;
    for (const std::string_view line : lines) longest = std::max(longest, line.size());
    Measures m{font_pixels(theme.code), text_width(theme.code, "0"), 0};
    m.gutter = m.advance * static_cast<float>(std::max<std::size_t>(3, std::to_string(lines.size()).size())) +
               20 * theme.scale;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 origin{at.x + m.gutter, at.y};
    draw_lines(context, shown, m, origin);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const ImVec2 field{std::max(room.x - m.gutter, m.advance * static_cast<float>(longest + 60)),
                       std::max(room.y, m.line * static_cast<float>(lines.size() + 2))};
    if (edit(context, origin, field)) text_.typed(context.commands, context.now_seconds);
    draw_cursor(context, m, origin);
    keep_in_view(m);
    ImGui::EndChild();
    context.items.note("editor", {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    ImGui::PopStyleVar();
    ImGui::PopFont();
    text_.save_at_rest(context.commands, context.now_seconds);
    return true;
}

}  // namespace spillway::window
