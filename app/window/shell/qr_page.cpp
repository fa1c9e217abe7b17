#include "app/window/shell/qr_page.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "app/base/percent_text.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/page_window.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/views.h"
#include "app/window/shell/qr_drawing.h"

namespace spillway::window {
namespace {

void close(PanelContext& context)
{
    context.commands.post([](session::Session&, ViewState& view) { view.shows_qr_code = false; });
}

}  // namespace

model::Expected<std::string> address_of_view(const session::SessionView& session, const ViewState& view)
{
    ViewState listener = view;
    listener.present = false;  // a phone has no room for a projector's layout
    const auto link = fragment_of_view(session, listener);
    if (!link) return link.error();
    constexpr std::string_view plain =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789;,/?:@&=+$-_.!~*'()#";
    return view.page_address + "#" + base::percent_encoded(*link, plain);
}

void QrPage::read_address(const PanelContext& context)
{
    auto address = address_of_view(context.session, context.view);
    if (!address) {
        address_.clear();
        code_ = address.error();
    } else if (*address != address_) {
        address_ = std::move(*address);
        code_ = qr::encode(address_);
    }
}

void QrPage::draw(PanelContext& context)
{
    read_address(context);
    const Theme& theme = context.theme;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    begin_page("##qr", theme.panel);
    context.items.begin_scope();
    push_font(theme.body);
    const Rect inside = Rect{{0, 0}, screen}.inset(std::round(10 * theme.scale));
    const std::string_view label = for_input_device(context.view, "Close  Esc", "Close");
    const ImVec2 button = button_size(theme, label);
    if (button_at(context, "qr:close", {inside.max.x - button.x, inside.min.y}, label, ButtonLook::quiet) ||
        (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(0)))
        close(context);
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (code_) {
        const auto lines = lines_of_address(theme.code, address_, inside.width());
        const float line = std::round(font_pixels(theme.code) * 1.3f);
        const float foot = inside.max.y - line * static_cast<float>(lines.size());
        // If the window is not much wider than tall, the button has a row of its own.
        const bool is_beside = inside.width() - 2 * button.x > foot - inside.min.y;
        draw_qr_code(
            context, *code_,
            {{inside.min.x, inside.min.y + (is_beside ? 0 : button.y)}, {inside.max.x, foot - 6 * theme.scale}});
        for (std::size_t i = 0; i < lines.size(); ++i)
            draw_text(list, theme.code,
                      {inside.centre().x - text_width(theme.code, lines[i]) / 2, foot + line * static_cast<float>(i)},
                      theme.text, lines[i]);
    } else {
        draw_text_wrapped(list, theme.body, {inside.min.x, inside.centre().y}, theme.text, code_.error().line(),
                          inside.width());
    }
    ImGui::PopFont();
    context.items.end_scope();
    end_page();
}

}  // namespace spillway::window
