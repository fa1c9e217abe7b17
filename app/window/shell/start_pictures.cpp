#include "app/window/shell/start_pictures.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/teaching/start_screens.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {
namespace {

constexpr int block_warps = 8, least_registers = 16;

/// The time, limited to the end of the last whole cycle, so that an animation stops at a complete picture.
double before_rest(double seconds, double turn)
{
    return std::min(seconds, std::floor(start_moving_seconds / turn) * turn - 1e-3);
}

/// Goes up and down between 0 and 1 once a period.
float swing(double seconds, double period)
{
    const double t = std::fmod(seconds, period) / period;
    return static_cast<float>(t < 0.5 ? 2 * t : 2 - 2 * t);
}

ImU32 block_colour(const Theme& theme, int block)
{
    return mixed(theme.accent, theme.dark ? theme.text : theme.background, 0.16f * static_cast<float>(block % 4));
}

void draw_label(const Theme& theme, ImVec2 at, std::string_view text)
{
    draw_text(ImGui::GetWindowDrawList(), theme.small, at, theme.text_muted, text);
}

/// Draws the text in as many lines as it needs. Returns the y position below them.
float draw_wrapped_label(const Theme& theme, const Rect& place, float y, const std::string& text)
{
    const float height = draw_text_wrapped(ImGui::GetWindowDrawList(), theme.small, {place.min.x, y}, theme.text_muted,
                                           text, place.width());
    return y + height + 6 * theme.scale;
}

/// The occupancy curve's place in the picture.
struct ChartPlace {
    Rect plot;
    int max_registers = 255;
    int warps = 64;
    [[nodiscard]] float x(double registers) const
    {
        const double share = (registers - least_registers) / (max_registers - least_registers);
        return plot.min.x + static_cast<float>(share) * plot.width();
    }
    [[nodiscard]] float y(int taken) const
    {
        return plot.max.y - plot.height() * static_cast<float>(taken) / static_cast<float>(warps);
    }
    [[nodiscard]] int registers_at(float at) const
    {
        const double share = std::clamp((at - plot.min.x) / plot.width(), 0.0f, 1.0f);
        return least_registers + static_cast<int>(std::lround(share * (max_registers - least_registers)));
    }
};

void draw_curve(const Theme& theme, const ChartPlace& chart, const model::Gpu& gpu)
{
    ImDrawList* list = ImGui::GetWindowDrawList();
    ImVec2 from{chart.x(least_registers), chart.y(teaching::warps_by_registers(gpu, least_registers))};
    for (int registers = least_registers + 1; registers <= chart.max_registers; ++registers) {
        const ImVec2 to{chart.x(registers), chart.y(teaching::warps_by_registers(gpu, registers))};
        if (to.y != from.y || registers == chart.max_registers) {
            list->AddLine(from, {to.x, from.y}, theme.accent, 2 * theme.scale);
            list->AddLine({to.x, from.y}, to, theme.accent, 2 * theme.scale);
            from = to;
        }
    }
}

void draw_chart_ground(const Theme& theme, const ChartPlace& chart)
{
    ImDrawList* list = ImGui::GetWindowDrawList();
    for (const int share : {0, 50, 100}) {
        const float y = chart.plot.max.y - chart.plot.height() * static_cast<float>(share) / 100;
        list->AddLine({chart.plot.min.x, y}, {chart.plot.max.x, y}, theme.grid, std::max(1.0f, theme.scale));
        const std::string words = std::to_string(share) + " %";
        draw_label(
            theme,
            {chart.plot.min.x - text_width(theme.small, words) - 6 * theme.scale, y - font_pixels(theme.small) / 2},
            words);
    }
    for (const int registers : {32, 64, 128, 192, 255}) {
        const std::string words = std::to_string(registers);
        draw_label(theme,
                   {chart.x(std::min(registers, chart.max_registers)) - text_width(theme.small, words) / 2,
                    chart.plot.max.y + 4 * theme.scale},
                   words);
    }
    draw_label(theme, {chart.plot.min.x, chart.plot.max.y + font_pixels(theme.small) + 8 * theme.scale},
               "Registers per thread");
}

}  // namespace

void draw_sm_picture(const PanelContext& context, const model::Gpu& gpu, const Rect& place, double seconds)
{
    const Theme& theme = context.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const int warps = std::max(gpu.max_warps_per_sm(), 1), blocks = std::max(warps / block_warps, 1);
    const int rows = (warps + block_warps - 1) / block_warps;
    const float line = font_pixels(theme.small) + 6 * theme.scale, gap = 2 * theme.scale;
    const float cell = place.width() / static_cast<float>(gpu.warp_size);
    const float width = place.width() / block_warps;
    const std::string of_sm = "One SM: " + std::to_string(warps) + " warp slots, a row for each block of 8 warps";
    const std::string of_warp = "One warp: " + std::to_string(gpu.warp_size) + " threads take each step together";
    const float words = wrapped_height(theme.small, of_sm, place.width()) +
                        wrapped_height(theme.small, of_warp, place.width()) + 12 * theme.scale;
    const float height =
        std::min(0.7f * width, (place.height() - words - 0.6f * line - 5 * cell) / static_cast<float>(rows));
    constexpr double a_block = 0.7, a_step = 1.4;  // seconds
    const int filled = (1 + static_cast<int>(before_rest(seconds, blocks * a_block) / a_block) % blocks) * block_warps;
    float y = draw_wrapped_label(theme, place, place.min.y, of_sm);
    for (int warp = 0; warp < warps; ++warp) {
        const float x = place.min.x + static_cast<float>(warp % block_warps) * width;
        const float top = y + static_cast<float>(warp / block_warps) * height;
        const ImU32 colour = warp < filled ? block_colour(theme, warp / block_warps) : theme.panel_border;
        fill_rounded(list, theme, {x, top}, {x + width - gap, top + height - gap}, colour, theme.rounding / 2);
    }
    y += static_cast<float>(rows) * height + line * 0.6f;
    y = draw_wrapped_label(theme, place, y, of_warp);
    // All threads move together, because a warp takes each step together.
    const float step = swing(before_rest(seconds, a_step), a_step);
    for (int thread = 0; thread < gpu.warp_size; ++thread) {
        const float x = place.min.x + (static_cast<float>(thread) + 0.5f) * cell;
        const float travel = std::max(place.max.y - y - cell, cell);
        fill_disc(list, theme, {x, y + cell / 2 + std::min(travel, 3 * cell) * step}, 0.3f * cell, theme.accent);
    }
}

std::optional<std::size_t> draw_places_picture(PanelContext& context, const model::Gpu& gpu, const Rect& place,
                                               double seconds)
{
    const Theme& theme = context.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const auto places = teaching::start_places(gpu);
    const float gap = 14 * theme.scale;
    const float height =
        (place.height() - gap * static_cast<float>(places.size())) / static_cast<float>(places.size() + 1);
    const ImVec2 thread{place.min.x + 26 * theme.scale, place.min.y + height / 2};
    fill_disc(list, theme, thread, 9 * theme.scale, theme.accent);
    draw_text(list, theme.body_bold, {thread.x + 18 * theme.scale, thread.y - font_pixels(theme.body_bold) / 2},
              theme.text, "A thread");
    std::optional<std::size_t> clicked;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const float top = place.min.y + static_cast<float>(i + 1) * (height + gap);
        const Rect box{{place.min.x, top}, {place.max.x, top + height}};
        const Touch touch = touch_area(context, "start:place:" + std::to_string(i), box);
        fill_rounded(list, theme, box.min, box.max, touch.hovered ? theme.panel_border : theme.accent_soft,
                     theme.rounding);
        const float left = box.min.x + 56 * theme.scale;
        draw_text_fitted(list, theme.body_bold, {left, box.centre().y - font_pixels(theme.body_bold) / 2}, theme.text,
                         places[i].name, box.width() / 2);
        const float width = text_width(theme.body, places[i].size);
        draw_text(list, theme.body,
                  {box.max.x - width - 12 * theme.scale, box.centre().y - font_pixels(theme.body) / 2},
                  theme.text_muted, places[i].size);
        if (touch.clicked) clicked = i;
    }
    // One value after the other travels to a memory and back; the path to a more distant memory is longer.
    list->AddLine(thread, {thread.x, thread.y + static_cast<float>(places.size()) * (height + gap)}, theme.text_muted,
                  theme.scale);
    for (std::size_t i = 1; i <= places.size(); ++i)
        fill_disc(list, theme, {thread.x, thread.y + static_cast<float>(i) * (height + gap)}, 4 * theme.scale,
                  theme.text_muted);
    constexpr double turn = 2.4;
    const double now = before_rest(seconds, turn * static_cast<double>(places.size()));
    const auto to = static_cast<std::size_t>(now / turn) % places.size();
    const float reach = static_cast<float>(to + 1) * (height + gap) * swing(now, turn);
    list->AddLine(thread, {thread.x, thread.y + reach}, faded(theme.warning, 0.6f), 3 * theme.scale);
    fill_disc(list, theme, {thread.x, thread.y + reach}, 6 * theme.scale, theme.warning);
    return clicked;
}

std::optional<int> draw_kernel_picture(PanelContext& context, const Rect& place, int thread)
{
    const Theme& theme = context.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const std::string_view kernel = teaching::start_kernel;
    const float code = text_size(theme.code, kernel).y, pad = 10 * theme.scale;
    fill_rounded(list, theme, place.min, {place.max.x, place.min.y + code + 2 * pad}, faded(theme.text, 0.06f),
                 theme.rounding);
    list->PushClipRect(place.min, place.max, true);
    draw_text(list, theme.code, {place.min.x + pad, place.min.y + pad}, theme.text, kernel);
    list->PopClipRect();
    const float line = font_pixels(theme.small) + 6 * theme.scale;
    float y = place.min.y + code + 4 * pad;
    draw_label(theme, {place.min.x, y}, "out[], one row for each block");
    y += line;
    const float width = place.width() / teaching::start_block;
    const float height = std::min((place.max.y - y) / teaching::start_blocks, 3 * width);
    const Rect cells{{place.min.x, y}, {place.max.x, y + height * teaching::start_blocks}};
    const ImVec2 mouse = ImGui::GetMousePos();
    const Touch touch = touch_area(context, "start:cells", cells);
    const bool is_inside = cells.contains(mouse);
    const int pointed = std::min(static_cast<int>((mouse.x - cells.min.x) / width), teaching::start_block - 1) +
                        teaching::start_block *
                            std::min(static_cast<int>((mouse.y - cells.min.y) / height), teaching::start_blocks - 1);
    for (int i = 0; i < teaching::start_block * teaching::start_blocks; ++i) {
        const int block = i / teaching::start_block;
        const ImVec2 at{place.min.x + static_cast<float>(i % teaching::start_block) * width,
                        y + static_cast<float>(block) * height};
        const bool is_pointed = touch.hovered && is_inside && i == pointed;
        const ImU32 colour = i == thread ? theme.warning : faded(block_colour(theme, block), is_pointed ? 0.9f : 0.45f);
        fill_rounded(list, theme, at, {at.x + width - 2 * theme.scale, at.y + height - 2 * theme.scale}, colour,
                     theme.rounding / 2);
    }
    return touch.clicked && is_inside ? std::optional(pointed) : std::nullopt;
}

std::optional<int> draw_occupancy_picture(PanelContext& context, const model::Gpu& gpu, const Rect& place,
                                          std::optional<int> clicked, double seconds)
{
    const Theme& theme = context.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float line = font_pixels(theme.small) + 8 * theme.scale;
    const ChartPlace chart{{{place.min.x + 52 * theme.scale, place.min.y + 2 * line},
                            {place.max.x - 14 * theme.scale, place.max.y - 3 * line}},
                           std::max(gpu.max_registers_per_thread, least_registers + 1),
                           std::max(gpu.max_warps_per_sm(), 1)};
    draw_chart_ground(theme, chart);
    draw_curve(theme, chart, gpu);
    const Touch touch = touch_area(context, "start:chart", chart.plot);
    // Until the first click the cursor moves along the curve; while the mouse is over the chart, it follows the mouse.
    const int walking = least_registers + static_cast<int>(swing(before_rest(seconds, 18), 18) *
                                                           static_cast<float>(chart.max_registers - least_registers));
    const int at = touch.hovered ? chart.registers_at(ImGui::GetMousePos().x) : clicked.value_or(walking);
    const ImVec2 point{chart.x(at), chart.y(teaching::warps_by_registers(gpu, at))};
    list->AddLine({point.x, chart.plot.min.y}, {point.x, chart.plot.max.y}, theme.cursor, std::max(1.0f, theme.scale));
    fill_disc(list, theme, point, 5 * theme.scale, theme.accent);
    draw_text_fitted(list, theme.body, place.min, theme.text, teaching::start_chart_words(gpu, at), place.width());
    if (!touch.clicked) return std::nullopt;
    return at;  // by the keyboard: where the cursor is
}

}  // namespace spillway::window
