#include "app/window/panels/card.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"

namespace spillway::window {
namespace {

constexpr std::size_t max_typed = 2000;

}  // namespace

Card::Card(PanelContext& context, float width, ImU32 edge)
    : context_(context),
      list_(ImGui::GetWindowDrawList()),
      start_(ImGui::GetCursorScreenPos()),
      origin_(start_),
      width_(width),
      inset_(std::round(14 * context.theme.scale)),
      edge_(edge)
{
    origin_.y += std::round(8 * context.theme.scale);
    at_ = {origin_.x + inset_, origin_.y + inset_ * 0.8f};
    list_->ChannelsSplit(2);
    list_->ChannelsSetCurrent(1);
}

Card::~Card()
{
    end_row();
    const Theme& theme = context_.theme;
    const Rect box{origin_, {origin_.x + width_, at_.y + inset_ * 0.5f}};
    list_->ChannelsSetCurrent(0);
    fill_rounded(list_, theme, box.min, box.max, faded(theme.accent_soft, theme.dark ? 0.55f : 0.6f),
                 theme.rounding * 1.5f);
    list_->AddRectFilled(box.min, {box.min.x + std::round(4 * theme.scale), box.max.y}, edge_, theme.rounding * 1.5f,
                         ImDrawFlags_RoundCornersLeft);
    list_->ChannelsMerge();
    ImGui::SetCursorScreenPos(start_);
    ImGui::Dummy({width_, box.max.y - start_.y + std::round(6 * theme.scale)});
}

float Card::inner() const
{
    return width_ - 2 * inset_;
}

void Card::title(std::string_view text, std::string_view right)
{
    end_row();
    const Theme& theme = context_.theme;
    draw_text(list_, theme.small, at_, edge_, upper_case(text));
    if (const std::string capitals = upper_case(right); !capitals.empty())
        draw_text(list_, theme.small, {origin_.x + width_ - inset_ - text_width(theme.small, capitals), at_.y},
                  theme.text_muted, capitals);
    at_.y += font_pixels(theme.small) + 5 * theme.scale;
}

void Card::text(ImFont* font, ImU32 colour, std::string_view text)
{
    if (text.empty()) return;
    end_row();
    at_.y += draw_text_wrapped(list_, font, at_, colour, text, inner()) + 4 * context_.theme.scale;
}

void Card::marked(Mark mark, ImFont* font, std::string_view text)
{
    end_row();
    const Theme& theme = context_.theme;
    const float room = std::round(20 * theme.scale);
    draw_mark(list_, theme, {at_.x + 6 * theme.scale, at_.y + font_pixels(font) / 2}, 5 * theme.scale, mark);
    at_.y += draw_text_wrapped(list_, font, {at_.x + room, at_.y}, theme.text, text, inner() - room) + 4 * theme.scale;
}

void Card::gap(float height)
{
    end_row();
    at_.y += height * context_.theme.scale;
}

bool Card::button(const std::string& key, std::string_view label, ButtonLook look, std::string_view help)
{
    const ImVec2 size = button_size(context_.theme, label);
    if (at_.x + size.x > origin_.x + width_ - inset_ && at_.x > origin_.x + inset_) end_row();
    const bool pressed = button_at(context_, key, at_, label, look, help);
    at_.x += size.x + 8 * context_.theme.scale;
    row_height_ = std::max(row_height_, size.y);
    return pressed;
}

bool Card::wide_button(const std::string& key, std::string_view label)
{
    end_row();
    const Theme& theme = context_.theme;
    const float pad = 10 * theme.scale;
    const float height = wrapped_height(theme.body, label, inner() - 2 * pad) + 12 * theme.scale;
    const Rect rect{at_, {at_.x + inner(), at_.y + height}};
    const Touch touch = touch_area(context_, key, rect);
    fill_rounded(list_, theme, rect.min, rect.max, touch.hovered ? theme.panel_border : theme.panel, theme.rounding);
    list_->AddRect(rect.min, rect.max, touch.hovered ? theme.accent : theme.panel_border, theme.rounding, 0,
                   std::max(1.0f, theme.scale));
    draw_text_wrapped(list_, theme.body, {at_.x + pad, at_.y + 6 * theme.scale}, theme.text, label, inner() - 2 * pad);
    at_.y += height + 6 * theme.scale;
    return touch.clicked;
}

bool Card::field(const std::string& key, std::string& text, std::string_view hint, float width)
{
    const Theme& theme = context_.theme;
    const float height = button_size(theme, "0").y, wide = std::min(std::round(width * theme.scale), inner());
    if (at_.x + wide > origin_.x + width_ - inset_ && at_.x > origin_.x + inset_) end_row();
    std::array<char, max_typed> buffer{};
    text.copy(buffer.data(), buffer.size() - 1);
    ImGui::SetCursorScreenPos(at_);
    ImGui::SetNextItemWidth(wide);
    const float pad = (height - font_pixels(theme.body)) / 2;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {8 * theme.scale, pad});
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, std::max(1.0f, theme.scale));
    ImGui::PushStyleColor(ImGuiCol_FrameBg, theme.panel);
    const std::string hint_text(hint);
    const bool entered = ImGui::InputTextWithHint(("##" + key).c_str(), hint_text.c_str(), buffer.data(), buffer.size(),
                                                  ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
    if (keyboard_item(context_, key)) focus_keyboard(context_, -1);
    text = buffer.data();
    at_.x += wide + 8 * theme.scale;
    row_height_ = std::max(row_height_, height);
    return entered;
}

void Card::focus_field()
{
    window::focus_keyboard(context_);
}

float Card::y()
{
    end_row();
    return at_.y;
}

void Card::scroll_to(float top)
{
    const float margin = std::round(12 * context_.theme.scale), bottom = y() + inset_;
    const float first = ImGui::GetWindowPos().y, height = ImGui::GetWindowHeight();
    const float by_top = top - margin - first, by_bottom = bottom + margin - first - height;
    if (by_top < 0 || by_bottom > 0)
        ImGui::SetScrollY(ImGui::GetScrollY() + (by_top < 0 ? by_top : std::min(by_top, by_bottom)));
}

void Card::end_row()
{
    if (row_height_ == 0) return;
    at_ = {origin_.x + inset_, at_.y + row_height_ + 7 * context_.theme.scale};
    row_height_ = 0;
}

}  // namespace spillway::window
