#include "app/window/panels/warp_lanes.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {
namespace {

using teaching::WarpRow;
using teaching::WarpScene;

constexpr int lanes = ptx::lane_count;
constexpr float name_gaps = 18;  ///< around a register's name and its meaning, pixels at scale 1

bool has_lane(ptx::Mask mask, int lane)
{
    return (mask >> lane & 1U) != 0;
}

/// Horizontal layout: one column per lane.
struct Columns {
    float left = 0, width = 0;
    [[nodiscard]] float of(int lane) const { return left + width * static_cast<float>(lane); }
};

void draw_lane_row(const PanelContext& context, const WarpScene& scene, const Columns& columns, const Rect& row)
{
    const Theme& theme = context.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    draw_text(list, theme.small, {row.min.x, row.centre().y - font_pixels(theme.small) / 2}, theme.text_muted, "lane");
    const bool all_have_room = text_width(theme.small, "30") < columns.width * 0.84F;
    for (int lane = 0; lane < lanes; ++lane) {
        const float inset = std::min(1.5F * theme.scale, columns.width * 0.08F);
        const ImVec2 from{columns.of(lane) + inset, row.min.y + inset},
            to{columns.of(lane + 1) - inset, row.max.y - inset};
        const bool is_at_work = has_lane(scene.lanes, lane), is_active = has_lane(scene.active, lane),
                   is_alive = has_lane(scene.alive, lane), is_at_fault = has_lane(scene.faulting, lane);
        if (is_at_work)
            fill_rounded(list, theme, from, to, mixed(theme.panel, is_at_fault ? theme.error : theme.accent, 0.65F),
                         theme.rounding / 2);
        if (is_alive)
            list->AddRect(from, to, is_active ? theme.accent : theme.text_faint, theme.rounding / 2, 0, theme.scale);
        const std::string number = std::to_string(lane);
        const ImVec2 size = text_size(theme.small, number);
        if (all_have_room || lane % 4 == 0)
            draw_text(list, theme.small, {(from.x + to.x - size.x) / 2, (from.y + to.y - size.y) / 2},
                      is_at_work ? theme.text : theme.text_muted, number);
        if (ImGui::IsMouseHoveringRect(from, to))
            tooltip(theme, "lane " + std::to_string(lane) +
                               (is_at_fault                     ? ": the fault is here"
                                : is_at_work                    ? ": executes this instruction"
                                : is_active                     ? ": its predicate is false"
                                : is_alive                      ? ": waits on another branch"
                                : has_lane(scene.threads, lane) ? ": has ended"
                                                                : ": has no thread"));
    }
}

/// Fills the cell of a value without room for its digits: the larger the value, the stronger the colour.
void draw_amount(ImDrawList* list, const Theme& theme, const WarpRow& row, ImVec2 from, ImVec2 to, int lane)
{
    const auto [least, most] = std::minmax_element(row.numbers.begin(), row.numbers.end());
    const double range = *most - *least, value = row.numbers[static_cast<std::size_t>(lane)];
    const double share = range > 0 && std::isfinite(range) && std::isfinite(value) ? (value - *least) / range : 0;
    fill_rounded(list, theme, from, to, mixed(theme.panel, theme.series[2], 0.12F + 0.6F * static_cast<float>(share)),
                 theme.rounding / 2);
}

/// Width of the widest value.
float widest_value(const Theme& theme, const WarpRow& row)
{
    float width = 0;
    for (const std::string& value : row.values) width = std::max(width, text_width(theme.small, value));
    return width;
}

/// "-1,071 to 88": smallest and largest value of the lanes in `seen`; a single value if they are equal.
std::string range_words(const WarpRow& row, ptx::Mask seen)
{
    int least = -1, most = -1;
    const auto number = [&](int lane) { return row.numbers[static_cast<std::size_t>(lane)]; };
    for (int lane = 0; lane < lanes; ++lane) {
        if (!has_lane(seen, lane)) continue;
        if (least < 0 || number(lane) < number(least)) least = lane;
        if (most < 0 || number(lane) > number(most)) most = lane;
    }
    if (least < 0) return "";
    const auto text = [&](int lane) { return row.values[static_cast<std::size_t>(lane)]; };
    return text(least) == text(most) ? text(least) : text(least) + " to " + text(most);
}

/// The range over the middle of the cells; a single lane's value beside its cell.
void draw_range(ImDrawList* list, const Theme& theme, const WarpRow& row, const Columns& columns, const Rect& place,
                ptx::Mask seen)
{
    const std::string words = range_words(row, seen);
    if (words.empty()) return;
    const float width = text_width(theme.small, words), pad = 6 * theme.scale;
    const float left = columns.of(0), right = columns.of(lanes) - width - pad;
    const float at = std::has_single_bit(seen) ? std::min(columns.of(std::countr_zero(seen)) + pad / 2, right)
                                               : (left + columns.of(lanes) - width) / 2;
    fill_rounded(list, theme, {at - pad, place.min.y + theme.scale}, {at + width + pad, place.max.y - theme.scale},
                 theme.panel, theme.rounding / 2);
    draw_text(list, theme.small, {at, place.centre().y - font_pixels(theme.small) / 2}, theme.text, words);
}

/// For cells too narrow for their digits: colours, and over them the values of every second lane or else the range.
void draw_amounts(ImDrawList* list, const Theme& theme, const WarpRow& row, const Columns& columns, const Rect& place,
                  ptx::Mask seen)
{
    const float inset = std::min(1.5F * theme.scale, columns.width * 0.08F);
    for (int lane = 0; lane < lanes; ++lane)
        if (has_lane(seen, lane))
            draw_amount(list, theme, row, {columns.of(lane) + inset, place.min.y + inset},
                        {columns.of(lane + 1) - inset, place.max.y - inset}, lane);
    const float needed = widest_value(theme, row) + 6 * theme.scale;
    constexpr int every = 2;
    if (needed > columns.width * every) return draw_range(list, theme, row, columns, place, seen);
    const float y = place.centre().y - font_pixels(theme.small) / 2;
    for (int lane = 0; lane < lanes; lane += every)
        draw_text(list, theme.small, {columns.of(lane) + 2 * theme.scale, y},
                  has_lane(seen, lane) ? theme.text : theme.text_muted, row.values[static_cast<std::size_t>(lane)]);
}

void draw_value(ImDrawList* list, const Theme& theme, const WarpRow& row, ImVec2 from, ImVec2 to, int lane,
                bool is_active)
{
    const std::string& value = row.values[static_cast<std::size_t>(lane)];
    const ImVec2 size = text_size(theme.small, value);
    const ImU32 colour = is_active ? theme.text : theme.text_faint;
    if (row.is_predicate && value == "1" && is_active)
        fill_rounded(list, theme, from, to, mixed(theme.panel, theme.good, 0.4F), theme.rounding / 2);
    draw_text(list, theme.small, {(from.x + to.x - size.x) / 2, (from.y + to.y - size.y) / 2}, colour, value);
}

/// "line 18: int i = ..." if it fits, else only "line 18".
std::string fitting_meaning(const Theme& theme, const std::string& meaning, float room)
{
    return text_width(theme.small, meaning) <= room ? meaning : meaning.substr(0, meaning.find(": "));
}

void draw_register(const PanelContext& context, const WarpScene& scene, const WarpRow& row, const Columns& columns,
                   const Rect& place)
{
    const Theme& theme = context.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const bool is_written = row.role == WarpRow::Role::written;
    if (is_written) fill_rounded(list, theme, place.min, place.max, faded(theme.accent, 0.12F), theme.rounding / 2);
    const float text_y = place.centre().y - font_pixels(theme.small) / 2, room = columns.left - place.min.x;
    const std::string name = (is_written ? "→ " : "") + row.name;
    const bool is_used = is_written || row.role == WarpRow::Role::read;
    const ImU32 colour = is_used ? theme.text : theme.text_muted;
    const float used = draw_text_fitted(list, theme.small, {place.min.x + 4 * theme.scale, text_y}, colour, name,
                                        room - 8 * theme.scale);
    const float left = room - used - name_gaps * theme.scale;
    if (!row.meaning.empty() && left > 24 * theme.scale)
        draw_text_fitted(list, theme.small, {place.min.x + used + 12 * theme.scale, text_y}, theme.text_muted,
                         fitting_meaning(theme, row.meaning, left), left);
    const ptx::Mask seen = is_written ? scene.lanes : scene.active;
    const float inset = std::min(1.5F * theme.scale, columns.width * 0.08F);
    const bool all_fit = widest_value(theme, row) <= columns.width - 2 * inset;
    if (!row.summary.empty() && !all_fit) {
        // The summary is about the active lanes, so it spans them.
        const int first = std::countr_zero(scene.active), last = lanes - std::countl_zero(scene.active);
        const ImVec2 from{columns.of(first), place.min.y + inset}, to{columns.of(last), place.max.y - inset};
        list->AddRect(from, to, mixed(theme.panel, theme.text, 0.25F), theme.rounding / 2, 0, theme.scale);
        const float width = std::min(text_width(theme.small, row.summary), to.x - from.x);
        draw_text_fitted(list, theme.small, {(from.x + to.x - width) / 2, text_y}, theme.text, row.summary,
                         to.x - from.x);
    } else if (!all_fit && !row.is_predicate) {
        draw_amounts(list, theme, row, columns, place, seen);
    } else {
        for (int lane = 0; lane < lanes; ++lane)
            draw_value(list, theme, row, {columns.of(lane) + inset, place.min.y + inset},
                       {columns.of(lane + 1) - inset, place.max.y - inset}, lane, has_lane(seen, lane));
    }
    if (!ImGui::IsMouseHoveringRect(place.min, place.max)) return;
    const auto hovered = static_cast<int>(std::floor((ImGui::GetMousePos().x - columns.left) / columns.width));
    std::string words = row.meaning.empty() ? "" : row.meaning + "\n";
    if (hovered >= 0 && hovered < lanes)
        words += "lane " + std::to_string(hovered) + ": " + row.values[static_cast<std::size_t>(hovered)];
    tooltip(theme, "register " + row.name + (is_written ? ", written here" : ""), words);
}

}  // namespace

float lanes_label_width(const Theme& theme, float room)
{
    // A line's number must fit after a register's name.
    const float needed =
        text_width(theme.small, "→ %rd46") + name_gaps * theme.scale + text_width(theme.small, "line 188");
    return std::min(250 * theme.scale, std::max(room * 0.22F, needed));
}

float lanes_row_height(const Theme& theme)
{
    return font_pixels(theme.small) + 8 * theme.scale;
}

void draw_warp_lanes(PanelContext& context, const WarpScene& scene, float height)
{
    const Theme& theme = context.theme;
    const float row_height = lanes_row_height(theme);
    const Rect room = take_row(height);
    Columns columns;
    const float label = lanes_label_width(theme, room.width());
    columns.left = room.min.x + label;
    columns.width = (room.width() - label) / lanes;
    float top = room.min.y;
    draw_lane_row(context, scene, columns, {{room.min.x, top}, {room.max.x, top + row_height}});
    std::size_t shown = 0;
    for (const WarpRow& row : scene.rows) {
        top += row_height;
        if (top + row_height > room.max.y) break;
        draw_register(context, scene, row, columns, {{room.min.x, top}, {room.max.x, top + row_height}});
        ++shown;
    }
    context.items.note("warp:lanes", room);
    context.items.note("warp:rows:" + std::to_string(shown), room);
}

}  // namespace spillway::window
