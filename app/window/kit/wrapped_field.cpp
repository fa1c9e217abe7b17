#include "app/window/kit/wrapped_field.h"

#include <algorithm>
#include <utility>

#include "app/window/kit/compat.h"
#include "app/window/kit/editable_text.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {
namespace {

constexpr std::string_view soft_break = "\r\n";
constexpr std::size_t max_undo_steps = 200;

bool continues_character(char c)
{
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

std::size_t next_character(const std::string& text, std::size_t at)
{
    do ++at;
    while (at < text.size() && continues_character(text[at]));
    return std::min(at, text.size());
}

/// End of the line that starts at `from`: after the last blank that fits, else after the last character that fits.
std::size_t end_of_line(ImFont* font, const std::string& text, std::size_t from, std::size_t end, float width)
{
    std::size_t after_blank = from, at = from;
    while (at < end) {
        const std::size_t next = next_character(text, at);
        const bool is_blank = text[at] == ' ';  // a blank always fits at a line's end
        if (!is_blank && text_width(font, std::string_view(text).substr(from, next - from)) > width) break;
        if (is_blank) after_blank = next;
        at = next;
    }
    if (at == end) return end;
    return after_blank > from ? after_blank : std::max(at, next_character(text, from));
}

/// Maps a position in the plain text to the wrapped text; `is_behind` selects the side at a soft break.
std::size_t wrapped_position(const std::string& wrapped, std::size_t place, bool is_behind)
{
    std::size_t at = 0, passed = 0;
    while (at < wrapped.size()) {
        const bool is_soft = wrapped.compare(at, soft_break.size(), soft_break) == 0;
        if (passed == place && !(is_soft && is_behind)) return at;
        passed += is_soft ? 0 : 1;
        at += is_soft ? soft_break.size() : 1;
    }
    return at;
}

std::size_t plain_position(const std::string& wrapped, std::size_t place)
{
    return without_soft_breaks(wrapped.substr(0, place)).size();
}

/// Delete and Backspace at a soft break remove half of it; the user meant the character beyond the break.
void finish_deleting(std::string& now, std::size_t& cursor, const std::string& before)
{
    if (now.size() + 1 != before.size()) return;
    if (cursor > 0 && now[cursor - 1] == '\r' && (cursor == now.size() || now[cursor] != '\n')) {
        std::size_t from = cursor - 1;
        while (from > 0 && continues_character(now[from - 1])) --from;
        from -= from > 0 ? 1 : 0;
        now.erase(from, cursor - from);
        cursor = from;
    } else if (cursor < now.size() && now[cursor] == '\n' &&
               before.compare(cursor, soft_break.size(), soft_break) == 0) {
        now.erase(cursor, next_character(now, cursor + 1) - cursor);
    }
}

}  // namespace

std::string soft_wrapped(ImFont* font, const std::string& text, float width)
{
    std::string wrapped;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t end = std::min(text.find('\n', from), text.size());
        const std::size_t line = end_of_line(font, text, from, end, width);
        wrapped.append(text, from, line - from);
        from = line;
        if (from < end)
            wrapped += soft_break;
        else if (from < text.size())
            wrapped += text[from++];
    }
    return wrapped;
}

std::string without_soft_breaks(const std::string& wrapped)
{
    std::string text;
    for (std::size_t i = 0; i < wrapped.size(); ++i) {
        if (wrapped[i] != '\r') text += wrapped[i];
        if (wrapped[i] == '\r' && i + 1 < wrapped.size() && wrapped[i + 1] == '\n') ++i;
    }
    return text;
}

/// One undo step is a word, or a larger insertion or deletion.
void WrappedField::remember(const std::string& before, const std::string& now)
{
    future_.clear();
    const bool is_one = now.size() <= before.size() + 1 && before.size() <= now.size() + 1;
    const bool ends_word = now.ends_with(' ') || now.ends_with('\n') || now.size() < before.size();
    if (is_one && !ends_word && !past_.empty()) return;
    past_.push_back(before);
    if (past_.size() > max_undo_steps) past_.erase(past_.begin());
}

/// Ctrl+Z undoes; Ctrl+Shift+Z redoes.
bool WrappedField::step_in_history(std::string& text)
{
    const ImGuiIO& io = ImGui::GetIO();
    if (!io.KeyCtrl || io.KeyAlt || !is_key_pressed(ImGuiKey_Z)) return false;
    auto& from = io.KeyShift ? future_ : past_;
    auto& to = io.KeyShift ? past_ : future_;
    while (!from.empty() && from.back() == text) from.pop_back();
    if (from.empty()) return false;
    to.push_back(std::exchange(text, std::move(from.back())));
    from.pop_back();
    return true;
}

/// Runs after each key: stores the typed text and wraps the lines again.
void WrappedField::follow(ImGuiInputTextCallbackData& data)
{
    std::string now(data.Buf, static_cast<std::size_t>(data.BufTextLen));
    auto cursor = static_cast<std::size_t>(data.CursorPos);
    const bool is_edited = now != wrapped_;
    if (is_edited) finish_deleting(now, cursor, wrapped_);
    // The cursor passes a soft break in one step.
    const bool is_inside = cursor > 0 && cursor < now.size() && now[cursor - 1] == '\r' && now[cursor] == '\n';
    const bool is_behind =
        is_inside ? is_key_pressed(ImGuiKey_RightArrow) : is_edited || (cursor > 0 && now[cursor - 1] == '\n');
    std::size_t place = plain_position(now, cursor);
    const std::size_t selected_from = plain_position(now, static_cast<std::size_t>(data.SelectionStart)),
                      selected_to = plain_position(now, static_cast<std::size_t>(data.SelectionEnd));
    const bool has_selection = data.SelectionStart != data.SelectionEnd;
    std::string text = without_soft_breaks(now);
    if (text != text_) remember(text_, text);
    if (step_in_history(text)) place = text.size();
    text_ = std::move(text);
    wrapped_ = soft_wrapped(ImGui::GetFont(), text_, width_);
    if (std::string_view(data.Buf, static_cast<std::size_t>(data.BufTextLen)) != wrapped_) {
        data.DeleteChars(0, data.BufTextLen);
        data.InsertChars(0, wrapped_.data(), wrapped_.data() + wrapped_.size());
    } else if (!is_inside) {
        return;
    }
    const auto at = static_cast<int>(wrapped_position(wrapped_, place, is_behind));
    data.CursorPos = at;
    data.SelectionStart = has_selection ? static_cast<int>(wrapped_position(wrapped_, selected_from, false)) : at;
    data.SelectionEnd = has_selection ? static_cast<int>(wrapped_position(wrapped_, selected_to, false)) : at;
}

int WrappedField::on_edit(ImGuiInputTextCallbackData* data)
{
    auto& field = *static_cast<WrappedField*>(data->UserData);
    if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
        field.field_.resize(static_cast<std::size_t>(data->BufTextLen));
        data->Buf = field.field_.data();
    }
    if (data->EventFlag == ImGuiInputTextFlags_CallbackCharFilter) {
        field.left_out_ |= is_left_out(data->EventChar);
        return is_left_out(data->EventChar) ? 1 : 0;
    }
    if (data->EventFlag == ImGuiInputTextFlags_CallbackAlways) field.follow(*data);
    return 0;
}

void WrappedField::draw(const char* id, std::string& text)
{
    const ImGuiStyle& style = ImGui::GetStyle();
    width_ = ImGui::GetContentRegionAvail().x - 2 * style.FramePadding.x - style.ScrollbarSize - 2;
    if (text != text_) {  // the text was changed outside the field
        past_.clear();
        future_.clear();
        text_ = text;
    }
    wrapped_ = soft_wrapped(ImGui::GetFont(), text_, width_);
    field_ = wrapped_;
    ImGui::InputTextMultiline(id, field_.data(), field_.capacity() + 1, {-1, -1},
                              ImGuiInputTextFlags_CallbackResize | ImGuiInputTextFlags_CallbackAlways |
                                  ImGuiInputTextFlags_CallbackCharFilter | ImGuiInputTextFlags_NoUndoRedo |
                                  ImGuiInputTextFlags_NoHorizontalScroll,
                              on_edit, this);
    text = text_;
}

}  // namespace spillway::window
