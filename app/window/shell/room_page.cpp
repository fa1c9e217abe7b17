#include "app/window/shell/room_page.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/page_window.h"
#include "app/window/kit/widgets.h"
#include "app/window/shell/hosted_room.h"
#include "app/window/shell/qr_drawing.h"

namespace spillway::window {
namespace {

constexpr const char* close_label = "Close  Esc";

void draw_start_buttons(PanelContext& context)
{
    const Theme& theme = context.theme;
    const auto start = [&](const char* key, const char* label, ButtonLook look, RoomReach reach, const char* words) {
        const Rect row = take_row(button_size(theme, label).y + 6 * theme.scale);
        if (button_at(context, key, row.min, label, look))
            context.commands.post([reach](session::Session&, ViewState& view) { open_room(view, reach); });
        draw_text(theme.body, theme.text_muted, words, true);
        ImGui::Dummy({0, 12 * theme.scale});
    };
    start("room:network", "Open on your network", ButtonLook::primary, RoomReach::network,
          "Every machine that reaches this one can load the room's pages. With the link it can answer, and ask your "
          "compiler and GPU about the installed experiments, and nothing else. The connection is not encrypted.");
    start("room:local", "Open on this machine only", ButtonLook::plain, RoomReach::this_machine,
          "To try it out: no other machine reaches the room.");
}

void draw_closed_room(PanelContext& context)
{
    const Theme& theme = context.theme;
    push_font(theme.heading);
    ImGui::TextUnformatted("A room for your class");
    ImGui::PopFont();
    ImGui::Dummy({0, 6 * theme.scale});
    draw_text(theme.body, theme.text,
              "Phones answer the lessons' questions, and laptops get this window as a page, with your compiler and GPU "
              "behind it. The votes go into room.spillway-votes in the current folder.",
              true);
    ImGui::Dummy({0, 12 * theme.scale});
    const HostedRoom* room = context.view.room.get();
    if (room != nullptr && room->problem) {
        draw_text(theme.body, theme.warning, room->problem->line(), true);
        ImGui::Dummy({0, 12 * theme.scale});
    }
    if (room == nullptr || room->problem) return draw_start_buttons(context);
    draw_text(theme.body_bold, theme.text, "The room opens …");
    const Rect row = take_row(button_size(theme, "Stop").y + 6 * theme.scale);
    if (button_at(context, "room:end", row.min, "Stop"))
        context.commands.post([](session::Session&, ViewState& view) { end_room(view); });
}

std::string words_on(const RoomDetails& details)
{
    std::string words = details.is_joined  ? "Another program serves this room and ends it."
                        : details.is_local ? "Only this machine reaches this room."
                                           : "The room ends with this window.";
    if (details.why_no_page) words += " It has votes only: " + *details.why_no_page + ".";
    return words + " Votes: " + details.votes;
}

void copy_button(PanelContext& context, const char* key, ImVec2& at, const char* label, const std::string& link,
                 const char* notice)
{
    if (button_at(context, key, at, label)) {
        ImGui::SetClipboardText(link.c_str());
        context.commands.post([notice](session::Session&, ViewState& view) { view.status_notice = notice; });
    }
    at.x += button_size(context.theme, label).x + 8 * context.theme.scale;
}

/// The presenter's link is copied, never shown: the projector shows this page.
void draw_room_buttons(PanelContext& context, const RoomDetails& details, ImVec2 at)
{
    copy_button(context, "room:presenter", at, "Copy the presenter's link", details.presenter,
                "The presenter's link is in the clipboard: open it in a browser of this machine.");
    if (!details.page.empty())
        copy_button(context, "room:page", at, "Copy the laptops' link", details.page,
                    "The laptops' link is in the clipboard.");
    const char* label = details.is_joined ? "Leave the room" : "End the room";
    if (button_at(context, "room:end", at, label, ButtonLook::quiet))
        context.commands.post([](session::Session&, ViewState& view) { end_room(view); });
}

}  // namespace

void RoomPage::draw_open_room(PanelContext& context, const Rect& inside, float top)
{
    const Theme& theme = context.theme;
    const RoomDetails& details = *context.view.room->details;
    if (details.room != link_) {
        link_ = details.room;
        code_ = qr::encode(link_);
    }
    draw_room_buttons(context, details, inside.min);
    ImDrawList* list = ImGui::GetWindowDrawList();
    const std::string words = context.view.status_notice.empty() ? words_on(details) : context.view.status_notice;
    const float words_height = wrapped_height(theme.body, words, inside.width());
    const float words_top = inside.max.y - words_height;
    draw_text_wrapped(list, theme.body, {inside.min.x, words_top}, theme.text_muted, words, inside.width());
    const auto lines = lines_of_address(theme.heading, link_, inside.width());
    const float line = std::round(font_pixels(theme.heading) * 1.3F);
    const float foot = words_top - 8 * theme.scale - line * static_cast<float>(lines.size());
    if (code_) draw_qr_code(context, *code_, {{inside.min.x, top}, {inside.max.x, foot - 8 * theme.scale}});
    for (std::size_t i = 0; i < lines.size(); ++i)
        draw_text(list, theme.heading,
                  {inside.centre().x - text_width(theme.heading, lines[i]) / 2, foot + line * static_cast<float>(i)},
                  theme.text, lines[i]);
}

void RoomPage::draw(PanelContext& context)
{
    const Theme& theme = context.theme;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    begin_page("##room", theme.panel);
    context.items.begin_scope();
    push_font(theme.body);
    const Rect inside = Rect{{0, 0}, screen}.inset(std::round(14 * theme.scale));
    const ImVec2 button = button_size(theme, close_label);
    const float top = inside.min.y + button.y + 10 * theme.scale;
    if (context.view.room && context.view.room->details) {
        draw_open_room(context, inside, top);
    } else {
        const float width = std::min(640 * theme.scale, inside.width());
        ImGui::SetCursorScreenPos({inside.centre().x - width / 2, top});
        ImGui::BeginChild("##closed room", {width, inside.max.y - top});
        draw_closed_room(context);
        ImGui::EndChild();
    }
    if (button_at(context, "room:close", {inside.max.x - button.x, inside.min.y}, close_label, ButtonLook::quiet))
        context.commands.post([](session::Session&, ViewState& view) { view.shows_room = false; });
    ImGui::PopFont();
    context.items.end_scope();
    end_page();
}

void toggle_room_page(ViewState& view)
{
    if (!worker_client::can_run_programs()) return;
    view.shows_room = !view.shows_room;
    if (view.shows_room) view.open_menu.clear();
}

}  // namespace spillway::window
