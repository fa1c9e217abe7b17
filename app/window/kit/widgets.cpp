#include "app/window/kit/widgets.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "app/charts/text_measure.h"
#include "app/window/kit/compat.h"

namespace spillway::window {

namespace {

constexpr std::size_t max_line_bytes = 1000;  ///< draw_text_fitted cuts longer texts before it measures them

}  // namespace

std::string_view utf8_prefix(std::string_view text, std::size_t max_bytes)
{
    if (text.size() <= max_bytes) return text;
    while (max_bytes > 0 && (static_cast<unsigned char>(text[max_bytes]) & 0xc0) == 0x80) --max_bytes;
    return text.substr(0, max_bytes);
}

std::string_view drawable(std::string_view text)
{
    constexpr std::size_t max_bytes = 8000;
    return utf8_prefix(text, max_bytes);
}

ImVec2 text_size(ImFont* font, std::string_view text)
{
    text = drawable(text);
    return font->CalcTextSizeA(font_pixels(font), 1e9f, 0, text.data(), text.data() + text.size());
}

float text_width(ImFont* font, std::string_view text)
{
    return text_size(font, text).x;
}

void draw_text(ImDrawList* list, ImFont* font, ImVec2 at, ImU32 colour, std::string_view text)
{
    text = drawable(text);
    list->AddText(font, font_pixels(font), {std::round(at.x), std::round(at.y)}, colour, text.data(),
                  text.data() + text.size());
}

float draw_text_fitted(ImDrawList* list, ImFont* font, ImVec2 at, ImU32 colour, std::string_view text, float width)
{
    text = utf8_prefix(text, max_line_bytes);
    const float whole = text_width(font, text);
    if (whole <= width) {
        draw_text(list, font, at, colour, text);
        return whole;
    }
    constexpr std::string_view ellipsis = "…";
    const float room = width - text_width(font, ellipsis);
    std::size_t length = text.size();
    while (length > 0 && text_width(font, text.substr(0, length)) > room) {
        --length;
        while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80) --length;
    }
    while (length > 0 && text[length - 1] == ' ') --length;
    const std::string cut = std::string(text.substr(0, length)) + std::string(ellipsis);
    draw_text(list, font, at, colour, cut);
    return text_width(font, cut);
}

float draw_name_fitted(ImDrawList* list, ImFont* font, ImVec2 at, ImU32 colour, std::string_view name, float width)
{
    const std::string cut =
        charts::cut_in_middle(name, width, [&](std::string_view part) { return text_width(font, part); });
    draw_text(list, font, at, colour, cut);
    return text_width(font, cut);
}

std::string wrapped_text(ImFont* font, std::string_view text, float width)
{
    std::string wrapped(drawable(text));
    if (text_width(font, wrapped) <= width) return wrapped;
    std::size_t line = 0, blank = std::string::npos;  // start of the line, and its last blank
    for (std::size_t at = 0; at <= wrapped.size(); ++at) {
        if (at < wrapped.size() && wrapped[at] != ' ' && wrapped[at] != '\n') continue;
        const bool is_wide = text_width(font, std::string_view(wrapped).substr(line, at - line)) > width;
        if (is_wide && blank != std::string::npos) {
            wrapped[blank] = '\n';
            line = blank + 1;
        }
        const bool ends = at == wrapped.size() || wrapped[at] == '\n';
        blank = ends ? std::string::npos : at;
        if (ends) line = at + 1;
    }
    return wrapped;
}

// Dear ImGui breaks a word that is wider than the whole width.
float draw_text_wrapped(ImDrawList* list, ImFont* font, ImVec2 at, ImU32 colour, std::string_view text, float width)
{
    const std::string lines = wrapped_text(font, text, width);
    list->AddText(font, font_pixels(font), {std::round(at.x), std::round(at.y)}, colour, lines.data(),
                  lines.data() + lines.size(), std::max(width, 1.0f));
    return wrapped_height(font, text, width);
}

float wrapped_height(ImFont* font, std::string_view text, float width)
{
    const std::string lines = wrapped_text(font, text, width);
    return font
        ->CalcTextSizeA(font_pixels(font), 1e9f, std::max(width, 1.0f), lines.data(), lines.data() + lines.size())
        .y;
}

ImU32 variant_colour(const Theme& theme, std::size_t index)
{
    return theme.series[index % theme.series.size()];
}

void draw_marker(ImDrawList* list, const Theme& theme, ImVec2 c, charts::Marker marker, float r, ImU32 colour,
                 bool hollow)
{
    using charts::Marker;
    const float stroke = std::max(1.5f, r * 0.4f);
    const auto shape = [&](std::initializer_list<ImVec2> points) {
        const auto count = static_cast<int>(points.size());
        if (hollow) {
#if IMGUI_VERSION_NUM >= 18200
            list->AddPolyline(points.begin(), count, colour, ImDrawFlags_Closed, stroke);
#else
            list->AddPolyline(points.begin(), count, colour, true, stroke);
#endif
        } else {
            list->AddConvexPolyFilled(points.begin(), count, colour);
        }
    };
    switch (marker) {
        case Marker::circle:
            hollow ? list->AddCircle(c, r, colour, 0, stroke) : fill_disc(list, theme, c, r, colour);
            break;
        case Marker::square:
            shape({{c.x - r, c.y - r}, {c.x + r, c.y - r}, {c.x + r, c.y + r}, {c.x - r, c.y + r}});
            break;
        case Marker::triangle:
            shape({{c.x, c.y - r * 1.15f}, {c.x + r * 1.15f, c.y + r}, {c.x - r * 1.15f, c.y + r}});
            break;
        case Marker::diamond:
            shape({{c.x, c.y - r * 1.3f}, {c.x + r * 1.3f, c.y}, {c.x, c.y + r * 1.3f}, {c.x - r * 1.3f, c.y}});
            break;
        case Marker::cross:
            list->AddLine({c.x - r, c.y - r}, {c.x + r, c.y + r}, colour, stroke * 1.3f);
            list->AddLine({c.x - r, c.y + r}, {c.x + r, c.y - r}, colour, stroke * 1.3f);
            break;
        case Marker::plus:
            list->AddLine({c.x - r * 1.2f, c.y}, {c.x + r * 1.2f, c.y}, colour, stroke * 1.3f);
            list->AddLine({c.x, c.y - r * 1.2f}, {c.x, c.y + r * 1.2f}, colour, stroke * 1.3f);
            break;
    }
}

void draw_eye(ImDrawList* list, const Theme& theme, const Rect& rect, ImU32 colour, bool open)
{
    const ImVec2 c = rect.centre();
    const float w = rect.height() * 0.36f, h = w * 0.85f;
    const float stroke = std::max(1.0f, std::round(rect.height() / 15));  // whole pixels need a third of the triangles
    list->AddBezierQuadratic({c.x - w, c.y}, {c.x, c.y - h * 1.5f}, {c.x + w, c.y}, colour, stroke);
    list->AddBezierQuadratic({c.x - w, c.y}, {c.x, c.y + h * 1.5f}, {c.x + w, c.y}, colour, stroke);
    fill_disc(list, theme, c, h * 0.36f, colour);
    if (!open) list->AddLine({c.x - w * 0.8f, c.y + h}, {c.x + w * 0.8f, c.y - h}, colour, stroke * 1.4f);
}

void draw_tick(ImDrawList* list, ImVec2 c, float r, ImU32 colour)
{
    const ImVec2 points[] = {{c.x - r, c.y + r * 0.1f}, {c.x - r * 0.25f, c.y + r * 0.8f}, {c.x + r, c.y - r * 0.75f}};
    list->AddPolyline(points, 3, colour, ImDrawFlags_None, std::max(1.5f, r * 0.4f));
}

void draw_mark(ImDrawList* list, const Theme& theme, ImVec2 c, float r, Mark mark)
{
    if (mark == Mark::yes) return draw_tick(list, c, r, theme.good);
    if (mark == Mark::no) return draw_marker(list, theme, c, charts::Marker::cross, r * 0.8f, theme.error);
    if (mark == Mark::pending) {
        for (const float at : {-0.8f, 0.0f, 0.8f})
            fill_disc(list, theme, {c.x + at * r, c.y}, 0.25f * r, theme.text_muted);
        return;
    }
    const float height = font_pixels(theme.small);
    draw_text(list, theme.small, {c.x - text_width(theme.small, "?") / 2, c.y - height / 2}, theme.text_muted, "?");
}

void draw_ring(ImDrawList* list, const Theme& theme, const Rect& rect)
{
    const float grow = std::round(2 * theme.scale), line = std::max(2.0f, 2 * theme.scale);
    // The ring lies above items drawn later and inside the clip rectangle, so that it is never cut.
    const ImVec2 from = list->GetClipRectMin(), to = list->GetClipRectMax();
    const float half = std::ceil(line / 2);
    const Rect frame{{std::max(rect.min.x - grow, from.x + half), std::max(rect.min.y - grow, from.y + half)},
                     {std::min(rect.max.x + grow, to.x - half), std::min(rect.max.y + grow, to.y - half)}};
    if (frame.width() <= 0 || frame.height() <= 0) return;
    ImGui::GetForegroundDrawList()->AddRect(frame.min, frame.max, theme.accent, theme.rounding + grow, 0, line);
}

void scroll_to_focus(const PanelContext& context, const std::string& key, const Rect& rect)
{
    if (!context.items.wants_scroll(key)) return;
    const float top = ImGui::GetWindowPos().y;
    if (rect.min.y >= top && rect.max.y <= top + ImGui::GetWindowHeight()) return;
    ImGui::SetScrollFromPosY((rect.min.y + rect.max.y) / 2 - top, 0.5f);
}

Touch touch_area(PanelContext& context, const std::string& key, const Rect& rect)
{
    ImGui::PushID(key.c_str());
    const ImVec2 kept = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos(rect.min);
    Touch touch;
    touch.clicked = ImGui::InvisibleButton("##area", {std::max(rect.width(), 1.0f), std::max(rect.height(), 1.0f)});
    touch.hovered = ImGui::IsItemHovered();
    touch.held = ImGui::IsItemActive();
    touch.pressed = ImGui::IsItemActivated();
    touch.released = ImGui::IsItemDeactivated();
    touch.double_clicked = touch.hovered && ImGui::IsMouseDoubleClicked(0);
    touch.right_clicked = touch.hovered && ImGui::IsMouseClicked(1);
    const FocusRegistry::State state = context.items.add(key, rect);
    touch.focused = state.focused;
    touch.clicked |= state.activated;
    if (touch.pressed) context.items.focus(key, false);
    scroll_to_focus(context, key, rect);
    if (touch.focused) draw_ring(ImGui::GetWindowDrawList(), context.theme, rect);
    ImGui::SetCursorScreenPos(kept);
    ImGui::PopID();
    return touch;
}

ImVec2 button_size(const Theme& theme, std::string_view label)
{
    return {std::ceil(text_width(theme.body, label) + 20 * theme.scale),
            std::ceil(font_pixels(theme.body) + 12 * theme.scale)};
}

/// True if the mouse has not moved since its last click.
static bool rests_since_click()
{
    const ImGuiIO& io = ImGui::GetIO();
    return io.MouseClickedTime[0] > 0 && io.MousePos.x == io.MouseClickedPos[0].x &&
           io.MousePos.y == io.MouseClickedPos[0].y;
}

bool button_at(PanelContext& context, const std::string& key, ImVec2 at, std::string_view label, ButtonLook look,
               std::string_view help)
{
    const Theme& theme = context.theme;
    const ImVec2 size = button_size(theme, label);
    const Rect rect{at, {at.x + size.x, at.y + size.y}};
    const Touch touch = touch_area(context, key, rect);
    ImDrawList* list = ImGui::GetWindowDrawList();
    ImU32 ground = look == ButtonLook::primary ? theme.accent : look == ButtonLook::plain ? theme.accent_soft : 0;
    ImU32 ink = look == ButtonLook::primary ? theme.panel : look == ButtonLook::plain ? theme.text : theme.text_muted;
    if (touch.hovered) {
        if (look != ButtonLook::primary) ground = theme.panel_border;
        if (look == ButtonLook::quiet) ink = theme.text;
    }
    if (ground != 0) fill_rounded(list, theme, rect.min, rect.max, ground, theme.rounding);
    draw_text(list, theme.body, {at.x + 10 * theme.scale, at.y + 6 * theme.scale}, ink, label);
    if (touch.hovered && !help.empty()) tooltip(theme, {}, help);
    return touch.clicked;
}

void tooltip(const Theme& theme, std::string_view title, std::string_view text)
{
    if (!rests_since_click()) tooltip_of_word(theme, title, text);
}

void tooltip_of_word(const Theme& theme, std::string_view title, std::string_view text)
{
    ImGui::BeginTooltip();
    push_font(theme.body);
    const float width = std::min(420 * theme.scale, ImGui::GetIO().DisplaySize.x - 40 * theme.scale);
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    if (!title.empty()) {
        push_font(theme.body_bold);
        ImGui::TextUnformatted(wrapped_text(theme.body_bold, title, width).c_str());
        ImGui::PopFont();
    }
    if (!text.empty()) ImGui::TextUnformatted(wrapped_text(theme.body, text, width).c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopFont();
    ImGui::EndTooltip();
}

void tooltip(const Theme& theme, std::string_view text)
{
    tooltip(theme, {}, text);
}

void fill_rounded(ImDrawList* list, const Theme& theme, ImVec2 min, ImVec2 max, ImU32 colour, float rounding)
{
    theme.round->fill_rectangle(*list, min, max, colour, rounding);
}

void fill_disc(ImDrawList* list, const Theme& theme, ImVec2 centre, float radius, ImU32 colour)
{
    theme.round->fill_disc(*list, centre, radius, colour);
}

void draw_card(ImDrawList* list, const Theme& theme, const Rect& rect)
{
    fill_rounded(list, theme, rect.min, rect.max, theme.panel, theme.rounding * 1.4f);
    if (!theme.dark) list->AddRect(rect.min, rect.max, theme.panel_border, theme.rounding * 1.4f);
}

void draw_strip(ImDrawList* list, const Theme& theme, const Rect& rect, ImU32 colour)
{
    draw_card(list, theme, rect);
    fill_rounded(list, theme, rect.min, rect.max, with_alpha(colour, 0.1f), theme.rounding * 1.4f);
    list->AddRectFilled(rect.min, {rect.min.x + 5 * theme.scale, rect.max.y}, colour, theme.rounding * 1.4f,
                        ImDrawFlags_RoundCornersLeft);
}

void fade_foot(const Theme& theme, bool is_card)
{
    const float below = ImGui::GetScrollMaxY() - ImGui::GetScrollY(), height = 22 * theme.scale;
    if (below < 1) return;
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    const float bottom = at.y + size.y, top = bottom - std::min(height, below + height / 2);
    const ImU32 ground = theme.panel, clear = with_alpha(theme.panel, 0);
    const float right = at.x + size.x - ImGui::GetStyle().ScrollbarSize;
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilledMultiColor({at.x, top}, {right, bottom}, clear, clear, ground, ground);
    // The card's bottom border stays above the faded rows.
    if (is_card && !theme.dark) list->AddRectFilled({at.x, bottom - 1}, {right, bottom}, theme.panel_border);
}

std::string upper_case(std::string_view text)
{
    std::string upper(text);
    for (char& c : upper)
        if (static_cast<unsigned char>(c) < 0x80) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return upper;
}

void section_title(const Theme& theme, std::string_view title, std::string_view right)
{
    const Rect row = take_row(font_pixels(theme.small) + 8 * theme.scale);
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float y = row.min.y + 3 * theme.scale;
    draw_text_fitted(list, theme.small, {row.min.x, y}, theme.text_muted, upper_case(title), row.width());
    if (!right.empty())
        draw_text(list, theme.small, {row.max.x - text_width(theme.small, right), y}, theme.text_faint, right);
}

Rect take_row(float height)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::Dummy({width, height});
    return {at, {at.x + width, at.y + height}};
}

}  // namespace spillway::window
