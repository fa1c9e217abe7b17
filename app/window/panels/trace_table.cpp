#include "app/window/panels/trace_table.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/model/grouped.h"
#include "app/model/time_account.h"
#include "app/teaching/time_words.h"
#include "app/trace/kernel_rows.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {
namespace {

constexpr std::size_t name_column = 0, time_column = 1;

/// The kernel's counters and stall reasons.
std::string counted_words(const trace::TracedKernel& kernel)
{
    if (kernel.counters_reason) return "\n\n" + *kernel.counters_reason;
    if (!kernel.counters) return {};
    std::string words = "\n\nOne launch: " + trace::traffic_words(*kernel.counters) + ".";
    const auto stalls = model::stall_reasons(*kernel.counters);
    if (const std::string largest = model::largest_stall(stalls); !largest.empty())
        words += " Its warps waited " + std::to_string(std::lround(100 * stalls.at(largest))) +
                 " % of their time for " + teaching::stall_words(largest) + ".";
    return words;
}

}  // namespace

/// Measures the cells once: with some thousand kernels it would take too long for every frame.
void TraceTable::measure(const Theme& theme)
{
    const MeasuredWith measured = measured_with(theme);
    if (measured_ == measured) return;
    measured_ = measured;
    for (const bool is_small : {false, true}) {
        std::vector<float>& widths = widths_[is_small ? 1 : 0];
        widths.assign(trace::columns().size(), 0);
        for (std::size_t column = 0; column < widths.size(); ++column) {
            // Leaves room for the sort arrow beside the title.
            const float tip = (is_small ? 6 : 14) * theme.scale;
            widths[column] = text_width(theme.small, trace::columns()[column].title) + tip;
            for (const trace::TracedKernel& kernel : trace_->kernels)
                widths[column] = std::max(widths[column], text_width(is_small ? theme.small : theme.body,
                                                                     trace::cell(kernel, column, all_seconds_)));
        }
    }
}

void TraceTable::show(const trace::Trace& trace)
{
    trace_ = &trace;
    measured_ = {};
    sorted_by_ = time_column;
    is_descending_ = true;
    chosen_ = 0;
    all_seconds_ = trace::total_seconds(trace);
    order_ = trace::sorted_by(trace, sorted_by_, is_descending_);
}

/// A click sorts in descending order, a second one in ascending order; names alphabetically.
void TraceTable::draw_heads(PanelContext& context)
{
    const Theme& theme = context.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers, font_pixels(theme.small) + 8 * theme.scale);
    for (std::size_t i = 0; i < trace::columns().size(); ++i) {
        const trace::Column& column = trace::columns()[i];
        ImGui::TableSetColumnIndex(static_cast<int>(i));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x, height = font_pixels(theme.small) + 4 * theme.scale;
        const Rect place{at, {at.x + width, at.y + height}};
        const Touch touch = touch_area(context, std::string("trace:sort:") + column.key, place);
        const bool is_sorted = sorted_by_ == i;
        const float words = text_width(theme.small, column.title);
        const float tip = is_sorted ? std::min(12 * theme.scale, std::max(0.0F, width - words)) : 4 * theme.scale;
        const float left = i == name_column ? at.x : place.max.x - words - tip;
        draw_text(list, theme.small, {left, at.y + 2 * theme.scale},
                  is_sorted || touch.hovered ? theme.text : theme.text_muted, column.title);
        if (is_sorted) {
            const float r = (is_descending_ ? 3.2f : -3.2f) * theme.scale, half = 3.2f * theme.scale;
            const ImVec2 c{left + words + tip / 2 + theme.scale, place.centre().y};
            list->AddTriangleFilled({c.x - half, c.y - r * 0.8f}, {c.x + half, c.y - r * 0.8f}, {c.x, c.y + r},
                                    theme.text);
        }
        if (touch.hovered) tooltip(theme, column.title, column.help);
        if (!touch.clicked) continue;
        is_descending_ = is_sorted ? !is_descending_ : i != name_column;
        sorted_by_ = i;
        order_ = trace::sorted_by(*trace_, sorted_by_, is_descending_);
    }
}

/// Tooltip of a kernel.
void TraceTable::draw_help(const Theme& theme, const trace::TracedKernel& kernel)
{
    const auto ns = [](double seconds) { return model::grouped(std::to_string(std::llround(seconds * 1e9))); };
    tooltip(theme, kernel.name,
            "One launch took " + ns(kernel.seconds.min) + " to " + ns(kernel.seconds.max) + " ns, all of them " +
                ns(kernel.seconds.total) + " ns, on " + std::to_string(kernel.streams) +
                (kernel.streams == 1 ? " stream." : " streams.") + counted_words(kernel) + "\n\n" + kernel.mangled);
}

/// A click chooses the kernel for the other views.
void TraceTable::draw_row(PanelContext& context, std::size_t index, ImFont* font)
{
    const Theme& theme = context.theme;
    const trace::TracedKernel& kernel = trace_->kernels[index];
    ImDrawList* list = ImGui::GetWindowDrawList();
    ImGui::TableNextRow();
    if (index == chosen_) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg1, faded(theme.accent, 0.22F));
    for (std::size_t i = 0; i < trace::columns().size(); ++i) {
        ImGui::TableSetColumnIndex(static_cast<int>(i));
        const std::string text = trace::cell(kernel, i, all_seconds_);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float room = ImGui::GetContentRegionAvail().x, height = font_pixels(font);
        const bool is_name = i == name_column;
        const float left = is_name ? at.x : at.x + std::max(0.0f, room - text_width(font, text));
        draw_text_fitted(list, font, {left, at.y}, is_name || i == sorted_by_ ? theme.text : theme.text_muted, text,
                         room + 1);
        ImGui::Dummy({room, height});
        if (!is_name) continue;
        const Touch touch =
            touch_area(context, "trace:kernel:" + std::to_string(index), {at, {at.x + room, at.y + height}});
        if (touch.clicked) chosen_ = index;
        if (touch.hovered) draw_help(theme, kernel);
    }
}

void TraceTable::draw(PanelContext& context, float height)
{
    const Theme& theme = context.theme;
    measure(theme);
    const float padding = 2 * ImGui::GetStyle().CellPadding.x;
    const float rows = static_cast<float>(order_.size() + 2) * (font_pixels(theme.body) + padding);
    const float bar = rows > height ? ImGui::GetStyle().ScrollbarSize : 0;
    const float room = ImGui::GetContentRegionAvail().x - bar;
    const float least = std::min(widths_[0][name_column], 170 * theme.scale);  // enough for a readable name
    const auto taken = [&](const std::vector<float>& widths) {
        float sum = 2 * padding;
        for (std::size_t i = 0; i < widths.size(); ++i)
            if (i != name_column) sum += widths[i] + padding;
        return sum;
    };
    // If the columns do not fit, a smaller font is used; if that is too wide as well, the table scrolls.
    const bool is_small = taken(widths_[0]) + least > room;
    const std::vector<float>& widths = widths_[is_small ? 1 : 0];
    is_scrolled_ = taken(widths) + least > room;
    const int count = static_cast<int>(widths.size());
    const ImGuiTableFlags flags = ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_RowBg | ImGuiTableFlags_PadOuterX |
                                  ImGuiTableFlags_ScrollY | ImGuiTableFlags_ScrollX;
    if (!ImGui::BeginTable(is_small ? "small kernels" : "kernels", count, flags, {0, height})) return;
    // The name stays visible while the numbers scroll; it takes the remaining width.
    ImGui::TableSetupScrollFreeze(1, 1);
    const float left = ImGui::GetContentRegionAvail().x - taken(widths);
    for (std::size_t i = 0; i < widths.size(); ++i)
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed,
                                i == name_column ? std::max(left, least) : widths[i]);
    draw_heads(context);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(order_.size()));
    while (clipper.Step())
        for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row)
            draw_row(context, order_[static_cast<std::size_t>(row)], is_small ? theme.small : theme.body);
    ImGui::EndTable();
}

std::string TraceTable::all_words() const
{
    std::string words;
    const trace::TracedKernel& kernel = trace_->kernels[chosen_];
    for (std::size_t i = 0; i < trace::columns().size(); ++i)
        words += (i == 0   ? ""
                  : i == 1 ? ": "
                           : ", ") +
                 (i == name_column ? std::string() : std::string(trace::columns()[i].title) + " ") +
                 trace::cell(kernel, i, all_seconds_);
    return words;
}

}  // namespace spillway::window
