#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "app/model/grouped.h"
#include "app/model/time_account.h"
#include "app/teaching/time_words.h"
#include "app/trace/kernel_rows.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/open_trace.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/panels.h"
#include "app/window/panels/trace_page.h"

namespace spillway::window {
namespace {

/// Columns in the order in which they go where there is no room.
constexpr const char* least_telling[] = {"shared", "block", "grid", "local", "launches", "occupancy", "registers"};

/// The kernels that a traced program launched.
class TraceView final : public PanelView {
public:
    void draw(PanelContext& context) override;

private:
    void take(const PanelContext& context);
    void draw_bar(PanelContext& context);
    void draw_table(PanelContext& context, float height);
    void draw_heads(PanelContext& context);
    void draw_row(PanelContext& context, std::size_t kernel);
    void draw_remarks(PanelContext& context);
    void choose_columns(float room, float padding);
    [[nodiscard]] std::string hidden_words(const trace::TracedKernel& kernel) const;
    [[nodiscard]] const trace::Trace& shown() const { return open_->trace; }
    static constexpr std::size_t name_column = 0, time_column = 1;

    std::shared_ptr<const OpenTrace> open_;
    std::vector<std::size_t> order_;
    std::vector<float> widths_;         ///< of the columns, for this font
    std::vector<std::size_t> columns_;  ///< those that there is room for
    double all_seconds_ = 0;
    ImFont* font_ = nullptr;
    float font_size_ = 0, scale_ = 1;
    std::size_t sorted_by_ = time_column;
    bool is_descending_ = true;
};

/// Cells are measured once: of some thousand kernels each frame would take its time.
void TraceView::take(const PanelContext& context)
{
    const Theme& theme = context.theme;
    const float size = font_pixels(theme.body);
    if (open_ == context.view.trace && font_ == theme.body && font_size_ == size) return;
    if (open_ != context.view.trace) {
        sorted_by_ = time_column;
        is_descending_ = true;
    }
    open_ = context.view.trace;
    font_ = theme.body;
    font_size_ = size;
    scale_ = theme.scale;
    all_seconds_ = trace::total_seconds(shown());
    order_ = trace::sorted_by(shown(), sorted_by_, is_descending_);
    widths_.assign(trace::columns().size(), 0);
    for (std::size_t column = 0; column < widths_.size(); ++column) {
        const float tip = 14 * theme.scale;
        widths_[column] = text_width(theme.small, trace::columns()[column].title) + tip;
        for (const trace::TracedKernel& kernel : shown().kernels)
            widths_[column] =
                std::max(widths_[column], text_width(theme.body, trace::cell(kernel, column, all_seconds_)));
    }
}

/// All where there is room beside a name that can be read; else those that tell least go first.
void TraceView::choose_columns(float room, float padding)
{
    columns_.clear();
    for (std::size_t i = 0; i < widths_.size(); ++i) columns_.push_back(i);
    const auto taken = [&] {
        float sum = 0;
        for (const std::size_t i : columns_)
            if (i != name_column) sum += widths_[i] + padding;
        return sum;
    };
    const float least = std::min(widths_[name_column], 170 * scale_);
    for (const char* key : least_telling) {
        if (taken() + least + 2 * padding <= room) return;
        std::erase_if(columns_, [&](std::size_t i) {
            return i != sorted_by_ && std::string_view(trace::columns()[i].key) == key;
        });
    }
}

/// What was counted of it, and on what its warps waited.
std::string counted_words(const trace::TracedKernel& kernel)
{
    if (kernel.counters_reason) return "\n\n" + *kernel.counters_reason;
    if (!kernel.counters) return {};
    std::string words = "\n\nOne launch: " + trace::traffic_words(*kernel.counters) + ".";
    const auto stalls = model::stall_reasons(*kernel.counters);
    if (const std::string most = model::largest_stall(stalls); !most.empty())
        words += " Its warps waited " + std::to_string(std::lround(100 * stalls.at(most))) + " % of their time for " +
                 teaching::stall_words(most) + ".";
    return words;
}

/// What the table has no room for, "grid 32,768, block 128".
std::string TraceView::hidden_words(const trace::TracedKernel& kernel) const
{
    std::string words;
    for (std::size_t i = 0; i < trace::columns().size(); ++i) {
        if (std::ranges::find(columns_, i) != columns_.end()) continue;
        words += (words.empty() ? "" : ", ") + std::string(trace::columns()[i].title) + " " +
                 trace::cell(kernel, i, all_seconds_);
    }
    return words;
}

void TraceView::draw_bar(PanelContext& context)
{
    const Theme& theme = context.theme;
    const float close = button_size(theme, "Close").x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x - close - 12 * theme.scale;
    const std::string words = trace::headline(shown());
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float height = button_size(theme, "Close").y;
    draw_text_fitted(list, theme.body, {at.x, at.y + (height - font_pixels(theme.body)) / 2}, theme.text, words, room);
    context.items.note("trace:headline", {at, {at.x + room, at.y + height}});
    if (ImGui::IsMouseHoveringRect(at, {at.x + room, at.y + height}) && ImGui::IsWindowHovered())
        tooltip(theme, words, open_->file.string());
    if (button_at(context, "trace:close", {at.x + room + 12 * theme.scale, at.y}, "Close", ButtonLook::quiet))
        context.commands.post([](session::Session&, ViewState& view) { close_trace(view); });
    ImGui::SetCursorScreenPos({at.x, at.y + height + 4 * theme.scale});
}

/// A click sorts: most first, a second click least first; names by the alphabet.
void TraceView::draw_heads(PanelContext& context)
{
    const Theme& theme = context.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers, font_pixels(theme.small) + 8 * theme.scale);
    for (std::size_t place_of = 0; place_of < columns_.size(); ++place_of) {
        const std::size_t i = columns_[place_of];
        const trace::Column& column = trace::columns()[i];
        ImGui::TableSetColumnIndex(static_cast<int>(place_of));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x, height = font_pixels(theme.small) + 4 * theme.scale;
        const Rect place{at, {at.x + width, at.y + height}};
        const Touch touch = touch_area(context, std::string("trace:sort:") + column.key, place);
        const bool is_sorted = sorted_by_ == i;
        const float words = text_width(theme.small, column.title), tip = 12 * theme.scale;
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
        order_ = trace::sorted_by(shown(), sorted_by_, is_descending_);
    }
}

void TraceView::draw_row(PanelContext& context, std::size_t index)
{
    const Theme& theme = context.theme;
    const trace::TracedKernel& kernel = shown().kernels[index];
    ImDrawList* list = ImGui::GetWindowDrawList();
    ImGui::TableNextRow();
    const std::string hidden = hidden_words(kernel);
    for (std::size_t place = 0; place < columns_.size(); ++place) {
        const std::size_t i = columns_[place];
        ImGui::TableSetColumnIndex(static_cast<int>(place));
        const std::string text = trace::cell(kernel, i, all_seconds_);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float room = ImGui::GetContentRegionAvail().x;
        const bool is_name = i == name_column;
        const float left = is_name ? at.x : at.x + std::max(0.0f, room - text_width(theme.body, text));
        draw_text_fitted(list, theme.body, {left, at.y}, is_name || i == sorted_by_ ? theme.text : theme.text_muted,
                         text, room + 1);
        ImGui::Dummy({room, font_pixels(theme.body)});
        if (is_name) context.items.note("trace:kernel:" + kernel.name, {at, {at.x + room, at.y + 1}});
        if (!is_name || !ImGui::IsItemHovered()) continue;
        const auto us = [](double seconds) { return model::grouped(std::to_string(std::llround(seconds * 1e9))); };
        tooltip(theme, kernel.name,
                "One launch took " + us(kernel.seconds.min) + " to " + us(kernel.seconds.max) + " ns, all of them " +
                    us(kernel.seconds.total) + " ns, on " + std::to_string(kernel.streams) +
                    (kernel.streams == 1 ? " stream." : " streams.") + (hidden.empty() ? "" : "\n" + hidden) +
                    counted_words(kernel) + "\n\n" + kernel.mangled);
    }
}

void TraceView::draw_table(PanelContext& context, float height)
{
    const Theme& theme = context.theme;
    const float padding = 2 * ImGui::GetStyle().CellPadding.x;
    choose_columns(ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize, padding);
    const int count = static_cast<int>(columns_.size());
    const ImGuiTableFlags flags = ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_RowBg | ImGuiTableFlags_PadOuterX |
                                  ImGuiTableFlags_ScrollY | ImGuiTableFlags_ScrollX;
    if (!ImGui::BeginTable(("kernels" + std::to_string(count)).c_str(), count, flags, {0, height})) return;
    // The name stays in sight where the numbers need more room than there is; what is left is the name's.
    ImGui::TableSetupScrollFreeze(1, 1);
    float taken = 0;
    for (const std::size_t i : columns_)
        if (i != name_column) taken += widths_[i] + padding;
    const float left = ImGui::GetContentRegionAvail().x - taken - 2 * padding;
    const float least = std::min(widths_[name_column], 170 * theme.scale);
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, std::max(left, least));
    for (const std::size_t i : columns_)
        if (i != name_column) ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, widths_[i]);
    draw_heads(context);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(order_.size()));
    while (clipper.Step())
        for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row)
            draw_row(context, order_[static_cast<std::size_t>(row)]);
    ImGui::EndTable();
}

void TraceView::draw_remarks(PanelContext& context)
{
    if (columns_.size() < trace::columns().size() && !shown().kernels.empty())
        draw_text(
            context.theme.small, context.theme.text_muted,
            "The table has no room for every column: the mouse on a kernel tells the rest, and so does a wider tab.",
            true);
    for (const std::string& sentence : trace::remarks(shown()))
        draw_text(context.theme.small, context.theme.text_muted, sentence, true);
}

void TraceView::draw(PanelContext& context)
{
    if (!context.view.trace)
        return draw_empty(context.theme, "Drop a trace on the window: spillway trace -o NAME.spillway-trace PROGRAM");
    take(context);
    draw_bar(context);
    if (shown().kernels.empty()) {
        draw_empty(context.theme, "The program launched no kernel that was seen.");
        return draw_remarks(context);
    }
    const bool says_more = columns_.size() < trace::columns().size();  // as the frame before had room
    const std::size_t lines = std::min<std::size_t>(trace::remarks(shown()).size() + (says_more ? 1 : 0), 3);
    const float foot = static_cast<float>(lines) * (font_pixels(context.theme.small) + ImGui::GetStyle().ItemSpacing.y);
    const float room = ImGui::GetContentRegionAvail().y - foot;
    draw_table(context, std::max(room, 4 * ImGui::GetFrameHeight()));
    draw_remarks(context);
}

}  // namespace

const Panel trace_panel{"trace", "Trace", PanelPlace::tab, open_view<TraceView>};

}  // namespace spillway::window
