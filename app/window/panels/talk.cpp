#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/lessons/markdown.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/editable_text.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/markdown_view.h"
#include "app/window/kit/wrapped_field.h"
#include "app/window/panels/panels.h"
#include "app/window/panels/talk_steps.h"

namespace spillway::window {
namespace {

using teaching::TalkStop;

constexpr const char* too_long = "The notes are not saved: they are longer than 16 KiB. Shorten them.";

/// The stops of a talk, and the notes of the current one.
class TalkView final : public PanelView {
public:
    void draw(PanelContext& context) override;
    void leave(Commands& commands, Leaving) override { save_notes(commands); }
    [[nodiscard]] bool is_animating() const override { return is_editing_ && notes_ != in_talk_ && !are_too_long(); }

private:
    void reload_notes(const PanelContext& context);
    void save_notes(Commands& commands);
    void save_at_rest(const PanelContext& context);
    void keep_beginning(Commands& commands);
    [[nodiscard]] bool are_too_long() const { return notes_.size() > teaching::max_note_bytes; }
    void draw_bar(PanelContext& context);
    void draw_conflict(PanelContext& context);
    void draw_stops(PanelContext& context, float width);
    void draw_notes(PanelContext& context);
    void edit_notes(PanelContext& context);

    int stop_ = -1;        ///< stop of the notes
    std::string in_talk_;  ///< the notes as read from the talk
    std::string notes_;
    std::string typed_;         ///< the notes in the last frame
    double typed_seconds_ = 0;  ///< time of their last change
    bool is_editing_ = false, wants_keyboard_ = false;
    WrappedField field_;
    MarkdownView shown_;
    std::string parsed_ = "\n";  ///< notes that shown_ was parsed from; the initial value parses to nothing
};

/// Reads the notes again if the stop changed or they were changed elsewhere.
void TalkView::reload_notes(const PanelContext& context)
{
    const OpenTalk& open = *context.view.talk;
    const bool has_stop = open.at >= 0 && open.at < static_cast<int>(open.talk.stops.size());
    const std::string& now = has_stop ? open.talk.stops[static_cast<std::size_t>(open.at)].notes : parsed_;
    if (stop_ != open.at) {
        if (are_too_long()) keep_beginning(context.commands);
        save_notes(context.commands);
        is_editing_ = false;
        in_talk_ = notes_ = has_stop ? now : std::string();
    } else if (has_stop && now != in_talk_) {
        in_talk_ = notes_ = now;
    }
    stop_ = open.at;
}

void TalkView::save_notes(Commands& commands)
{
    if (notes_ == in_talk_) return;
    if (are_too_long()) {
        // They stay in the field: no text is lost.
        commands.post([](session::Session&, ViewState& view) { view.status_notice = too_long; });
        return;
    }
    in_talk_ = notes_;
    commands.post([stop = stop_, notes = notes_](session::Session&, ViewState& view) { set_notes(view, stop, notes); });
}

/// Another stop is shown, so the field cannot keep notes that are too long.
void TalkView::keep_beginning(Commands& commands)
{
    std::size_t bytes = teaching::max_note_bytes;
    const auto is_continuation = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
    while (bytes > 0 && is_continuation(notes_[bytes])) --bytes;
    notes_.resize(bytes);
    commands.post([](session::Session&, ViewState& view) {
        view.status_notice = "The notes were longer than 16 KiB; their end is not kept.";
    });
}

/// After a pause in typing, so that a killed program loses nothing older.
void TalkView::save_at_rest(const PanelContext& context)
{
    constexpr double rest_seconds = 0.3;
    if (std::exchange(typed_, notes_) != notes_) typed_seconds_ = context.now_seconds;
    if (notes_ != in_talk_ && !are_too_long() && context.now_seconds - typed_seconds_ >= rest_seconds)
        save_notes(context.commands);
}

void TalkView::draw_bar(PanelContext& context)
{
    using Act = void (*)(session::Session&, ViewState&);
    bool is_first = true;
    // On as many rows as needed, so that a narrow window clips no button.
    const auto press = [&](const char* key, const char* label, bool is_on) {
        if (!std::exchange(is_first, false)) next_in_row(context.theme, label);
        return switch_button(context, key, label, is_on);
    };
    const auto button = [&](const char* key, const char* label, Act act) {
        if (!press(key, label, false)) return;
        save_notes(context.commands);
        context.commands.post(act);
    };
    button("talk:add", "Add this view", add_stop);
    if (context.view.talk && stop_ >= 0) {
        button("talk:replace", "Replace view", replace_stop);
        button("talk:up", "Up", [](session::Session&, ViewState& view) { move_stop(view, -1); });
        button("talk:down", "Down", [](session::Session&, ViewState& view) { move_stop(view, 1); });
        button("talk:remove", "Remove", remove_stop);
        if (press("talk:edit", "Edit notes", is_editing_)) {
            is_editing_ = !is_editing_ || are_too_long();
            wants_keyboard_ = is_editing_;
            save_notes(context.commands);
        }
    }
    if (context.view.talk && context.view.page_address.empty() &&
        press("talk:window", "Second window", context.view.shows_speaker_notes))
        context.commands.post([](session::Session&, ViewState& view) { toggle_speaker_notes(view); });
    button("talk:close", "Close talk", [](session::Session&, ViewState& view) { close_talk(view); });
}

void TalkView::draw_conflict(PanelContext& context)
{
    draw_text(context.theme.body, context.theme.warning, "Another program has changed the talk's file too.", true);
    if (switch_button(context, "talk:mine", "Keep mine", false))
        context.commands.post([](session::Session&, ViewState& view) { keep_my_talk(view); });
    ImGui::SameLine();
    if (switch_button(context, "talk:theirs", "Use the file's", false))
        context.commands.post([](session::Session&, ViewState& view) { take_their_talk(view); });
}

void TalkView::draw_stops(PanelContext& context, float width)
{
    const Theme& theme = context.theme;
    ImGui::BeginChild("stops", {width, 0});
    ImDrawList* list = ImGui::GetWindowDrawList();
    int index = 0;
    for (const TalkStop& stop : context.view.talk->talk.stops) {
        const Rect row = take_row(std::round(font_pixels(theme.body) + 10 * theme.scale));
        const Touch touch = touch_area(context, "stop:" + std::to_string(index + 1), row);
        const bool is_current = index == context.view.talk->at;
        if (is_current || touch.hovered)
            fill_rounded(list, theme, row.min, row.max, is_current ? theme.accent_soft : theme.panel_border,
                         theme.rounding);
        const float y = row.centre().y - font_pixels(theme.body) / 2, x = row.min.x + 8 * theme.scale;
        draw_text(list, theme.body, {x, y}, theme.text_muted, std::to_string(index + 1));
        draw_text_fitted(list, is_current ? theme.body_bold : theme.body, {x + 28 * theme.scale, y}, theme.text,
                         stop_title(context.session, stop), row.width() - 40 * theme.scale);
        if (is_current && ImGui::IsWindowAppearing()) ImGui::SetScrollHereY();
        if (touch.clicked) {
            save_notes(context.commands);
            context.commands.post(
                [index](session::Session& session, ViewState& view) { show_stop(session, view, index); });
        }
        ++index;
    }
    ImGui::EndChild();
}

void TalkView::edit_notes(PanelContext& context)
{
    const Theme& theme = context.theme;
    if (const auto why = why_not_editable(notes_)) {
        draw_text(theme.body, theme.warning, *why + " Edit the file in another editor.", true);
        return;
    }
    if (std::exchange(wants_keyboard_, false)) focus_keyboard(context);
    field_.draw("##notes", notes_);
    if (field_.has_left_out())
        context.commands.post([](session::Session&, ViewState& view) { view.status_notice = left_out_words; });
    context.items.note("notes", {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    if (ImGui::IsItemDeactivated()) save_notes(context.commands);
    save_at_rest(context);
}

void TalkView::draw_notes(PanelContext& context)
{
    const Theme& theme = context.theme;
    if (stop_ < 0)
        return draw_text(
            theme.body, theme.text_muted,
            for_input_device(context.view, "Page Down goes to the first stop.", "A tap on the first stop opens it."),
            true);
    if (is_editing_) return edit_notes(context);
    if (notes_.empty())
        return draw_text(theme.body, theme.text_muted, "No notes. Choose Edit notes to write some.", true);
    if (parsed_ != notes_) shown_.set(lessons::markdown::parse(notes_));
    parsed_ = notes_;
    const float width = ImGui::GetContentRegionAvail().x;
    shown_.draw(context, {width, width}, {.clicked = [](int) {}});
}

void TalkView::draw(PanelContext& context)
{
    if (!context.view.talk) {
        stop_ = -1;
        draw_bar(context);
        return draw_empty(context.theme,
                          "A talk is a list of views with notes. Add this view to begin one, or drop a .spillway-talk "
                          "file on the window.");
    }
    reload_notes(context);
    draw_bar(context);
    if (context.view.talk->found) draw_conflict(context);
    ImGui::Dummy({0, 4 * context.theme.scale});
    draw_stops(context, std::round(ImGui::GetContentRegionAvail().x * 0.34F));
    ImGui::SameLine(0, 16 * context.theme.scale);
    ImGui::BeginChild("talk notes");
    draw_notes(context);
    ImGui::EndChild();
}

}  // namespace

const Panel talk_panel{"talk", "Talk", PanelPlace::tab, open_view<TalkView>};

}  // namespace spillway::window
