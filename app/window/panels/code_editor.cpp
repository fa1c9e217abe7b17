#include "app/window/panels/code_editor.h"

#include <algorithm>
#include <cmath>

#include <imgui_internal.h>

#include "app/teaching/listing_index.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {
namespace {

constexpr double rest_seconds = 0.3;  ///< without a key, the hands count as at rest
constexpr int tab_columns = 4;

/// Where the field's own cursor is, and how it asks for more room.
struct Field {
    std::string* text;
    std::size_t cursor = 0;
};

int on_field(ImGuiInputTextCallbackData* data)
{
    Field& field = *static_cast<Field*>(data->UserData);
    if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
        field.text->resize(static_cast<std::size_t>(data->BufTextLen));
        data->Buf = field.text->data();
    }
    field.cursor = static_cast<std::size_t>(data->CursorPos);
    return 0;
}

/// Columns of the screen up to a byte: a tab is as wide as four spaces, a character of several bytes as one.
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

/// The text cut at its line ends, nothing replaced.
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

}  // namespace

/// Another experiment, or another text in its file.
void CodeEditor::take_file(PanelContext& context)
{
    const model::Experiment& experiment = context.session.experiment();
    if (experiment_ != experiment.source_file) {
        close(context.commands);
        experiment_ = experiment.source_file;
        text_ = saved_ = experiment.source;
        theirs_.clear();
        refused_.clear();
        saving_.reset();
        cursor_ = 0;
        wants_keyboard_ = true;
        ImGui::ClearActiveID();  // the field keeps its own copy while it has the keyboard
        return;
    }
    if (experiment.source == saved_ || experiment.source == theirs_) return;
    if (is_unsaved()) {
        theirs_ = experiment.source;
        return;
    }
    text_ = saved_ = experiment.source;
    wants_keyboard_ = is_active_;
    ImGui::ClearActiveID();
}

void CodeEditor::take_saved()
{
    if (saving_ == nullptr || !saving_->is_done) return;
    (saving_->problem ? refused_ : saved_) = saving_->text;
    saving_.reset();
}

/// Where two have changed the file the learner decides; what was refused is not tried again until it changes.
bool CodeEditor::may_be_saved() const
{
    return is_unsaved() && saving_ == nullptr && theirs_.empty() && text_ != refused_;
}

void CodeEditor::save(Commands& commands)
{
    take_saved();
    if (experiment_.empty() || !may_be_saved()) return;
    saving_ = std::make_shared<Saving>(Saving{text_, false, {}});
    commands.post([saving = saving_, file = experiment_](session::Session& session, ViewState& view) {
        saving->problem = session.save_source(file, saving->text);
        saving->is_done = true;
        if (saving->problem) view.saved = saving->problem->line();
    });
}

void CodeEditor::close(Commands& commands)
{
    take_saved();
    const bool is_to_be_kept = !experiment_.empty() && is_unsaved();
    if (is_to_be_kept)
        commands.post([file = experiment_, text = text_, may_be_saved = may_be_saved()](session::Session& session,
                                                                                        ViewState& view) {
            if (may_be_saved && !session.save_source(file, text)) return;
            const auto kept = session.keep_beside(file, text);
            view.saved = kept ? "What was typed is kept in " + kept->string() : kept.error().line();
        });
    experiment_.clear();
    text_ = saved_;
}

void CodeEditor::draw_conflict(PanelContext& context)
{
    if (theirs_.empty()) return;
    draw_text(context.theme.body_bold, context.theme.warning, "Another editor has changed the file too.");
    ImGui::SameLine();
    if (switch_button(context, "editor:mine", "Keep mine", false)) {
        saved_ = std::exchange(theirs_, {});
        changed_seconds_ = 0;
    }
    ImGui::SameLine();
    if (switch_button(context, "editor:theirs", "Take the file's", false)) {
        text_ = saved_ = std::exchange(theirs_, {});
        ImGui::ClearActiveID();
    }
}

/// Line numbers, colours and the compiler's words; the field above them is drawn without text.
void CodeEditor::draw_lines(const PanelContext& context, const SourceText& shown, const Measures& m, ImVec2 origin)
{
    const Theme& theme = context.theme;
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const float top = ImGui::GetWindowPos().y, bottom = top + ImGui::GetWindowHeight();
    const bool errors_fit = !is_unsaved();
    bool in_comment = false;
    int row = 0;
    for (const std::string_view line : lines_of(text_)) {
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
    Field field{&text_, cursor_};
    const std::string before = text_;
    ImGui::SetCursorScreenPos(origin);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
    ImGui::PushStyleColor(ImGuiCol_FrameBg, 0);
    ImGui::PushStyleColor(ImGuiCol_Text, 0);
    if (std::exchange(wants_keyboard_, false)) take_keyboard(context);
    text_.reserve(text_.size() + 1);
    bool changed =
        ImGui::InputTextMultiline("##text", text_.data(), text_.capacity() + 1, size,
                                  ImGuiInputTextFlags_CallbackResize | ImGuiInputTextFlags_CallbackAlways |
                                      ImGuiInputTextFlags_AllowTabInput | ImGuiInputTextFlags_NoHorizontalScroll,
                                  on_field, &field);
    // Taking the keyboard, the field scrolls itself into view, and the line numbers out of it.
    if (ImGui::IsItemActivated()) frames_to_follow_ = 3;
    is_active_ = ImGui::IsItemActive();
    ImGui::PopStyleColor(2);
    ImGui::PopStyleVar();
    // On Escape the field would bring back what it began with.
    if (changed && !is_active_ && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false)) {
        text_ = before;
        changed = false;
    }
    cursor_moved_ = is_active_ && (changed || field.cursor != cursor_ || frames_to_follow_-- > 0);
    frames_to_follow_ = std::max(frames_to_follow_, 0);
    cursor_ = std::min(field.cursor, text_.size());
    const std::string_view above = std::string_view(text_).substr(0, cursor_);
    cursor_line_ = static_cast<int>(std::count(above.begin(), above.end(), '\n')) + 1;
    const std::size_t line_begin = above.rfind('\n') == std::string_view::npos ? 0 : above.rfind('\n') + 1;
    cursor_column_ = columns_of(above.substr(line_begin));
    return changed;
}

void CodeEditor::keep_in_view(const Measures& m)
{
    const int row = std::exchange(scroll_to_, -1);
    if (row < 0 && !std::exchange(cursor_moved_, false)) return;
    const float y = m.line * static_cast<float>(row >= 0 ? row : cursor_line_ - 1);
    const float height = ImGui::GetWindowHeight() - ImGui::GetStyle().ScrollbarSize, top = ImGui::GetScrollY();
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

void CodeEditor::draw(PanelContext& context, const SourceText& shown, ImVec2 size)
{
    const Theme& theme = context.theme;
    take_saved();
    take_file(context);
    const float before = ImGui::GetCursorPosY();
    draw_conflict(context);
    size.y -= ImGui::GetCursorPosY() - before;
    push_font(theme.code);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::BeginChild("editor", size, false, ImGuiWindowFlags_HorizontalScrollbar);
    const auto lines = lines_of(text_);
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
    if (edit(context, origin, field)) changed_seconds_ = context.now_seconds;
    draw_cursor(context, m, origin);
    keep_in_view(m);
    ImGui::EndChild();
    if (context.items != nullptr) context.items->note("editor", {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    ImGui::PopStyleVar();
    ImGui::PopFont();
    if (context.now_seconds - changed_seconds_ >= rest_seconds) save(context.commands);
}

}  // namespace spillway::window
