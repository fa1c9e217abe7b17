#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "app/charts/imgui_painter.h"
#include "app/charts/layout.h"
#include "app/trace/kernel_rows.h"
#include "app/window/kit/chart_look.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/open_trace.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/file_run.h"
#include "app/window/panels/memory_cards.h"
#include "app/window/panels/panels.h"
#include "app/window/panels/trace_code.h"
#include "app/window/panels/trace_counted.h"
#include "app/window/panels/trace_launches.h"
#include "app/window/panels/trace_page.h"
#include "app/window/panels/trace_table.h"

namespace spillway::window {
namespace {

/// View of a trace: all kernels, or details of one.
enum class TracePart { kernels, launches, memory, code };

/// The kernels that a traced program launched.
class TraceView final : public PanelView {
public:
    void draw(PanelContext& context) override;

private:
    void refresh(const PanelContext& context);
    void draw_bar(PanelContext& context);
    void draw_parts(PanelContext& context);
    void draw_kernels(PanelContext& context);
    void draw_launches(PanelContext& context);
    void draw_memory(PanelContext& context);
    void draw_remarks(PanelContext& context);
    [[nodiscard]] const trace::Trace& shown() const { return open_->trace; }
    [[nodiscard]] const trace::TracedKernel& kernel() const { return shown().kernels[table_.chosen()]; }

    std::shared_ptr<const OpenTrace> open_;
    TraceTable table_;
    std::unique_ptr<TraceCode> code_;
    TracePart part_ = TracePart::kernels;
    charts::Chart launches_;
    std::size_t launches_of_ = ~std::size_t{0};  ///< index of the kernel in the chart
};

void TraceView::refresh(const PanelContext& context)
{
    if (open_ == context.view.trace) return;
    open_ = context.view.trace;
    part_ = TracePart::kernels;
    launches_of_ = ~std::size_t{0};
    code_ = std::make_unique<TraceCode>();
    if (!shown().kernels.empty()) table_.show(shown());
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

/// The switches, and the chosen kernel's name beside them.
void TraceView::draw_parts(PanelContext& context)
{
    constexpr std::pair<const char*, TracePart> parts[] = {{"Kernels", TracePart::kernels},
                                                           {"Launches", TracePart::launches},
                                                           {"Memory", TracePart::memory},
                                                           {"Code", TracePart::code}};
    for (const auto& [label, part] : parts) {
        if (switch_button(context, std::string("trace:part:") + label, label, part_ == part)) part_ = part;
        ImGui::SameLine();
    }
    if (part_ == TracePart::kernels) return ImGui::NewLine();
    const Theme& theme = context.theme;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x, height = ImGui::GetFrameHeight();
    draw_text_fitted(ImGui::GetWindowDrawList(), theme.body_bold,
                     {at.x, at.y + (height - font_pixels(theme.body_bold)) / 2}, theme.text, kernel().name, room);
    ImGui::Dummy({room, height});
    if (ImGui::IsItemHovered()) tooltip(theme, kernel().name, "Choose another kernel in the list.");
}

void TraceView::draw_kernels(PanelContext& context)
{
    const bool says_more = table_.is_scrolled();  // by the layout of the last frame
    const std::size_t lines = std::min<std::size_t>(trace::remarks(shown()).size() + (says_more ? 2 : 0), 4);
    const float foot = static_cast<float>(lines) * (font_pixels(context.theme.small) + ImGui::GetStyle().ItemSpacing.y);
    const float room = ImGui::GetContentRegionAvail().y - foot;
    table_.draw(context, std::max(room, 4 * ImGui::GetFrameHeight()));
    if (table_.is_scrolled()) draw_text(context.theme.small, context.theme.text, table_.all_words(), true);
    draw_remarks(context);
}

void TraceView::draw_launches(PanelContext& context)
{
    const Theme& theme = context.theme;
    if (std::exchange(launches_of_, table_.chosen()) != table_.chosen())
        launches_ = launches_chart(shown(), table_.chosen());
    if (!launches_.empty_message.empty()) return draw_empty(theme, launches_.empty_message);
    const charts::ChartFonts fonts = chart_fonts(theme);
    charts::ChartStyle style = chart_style(theme, context.view.present);
    style.controls = false;
    style.readout_labels = true;
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const ImVec2 size{std::max(room.x, 120.0F), std::max(room.y, 80.0F)};
    const charts::ImFontTextMeasure measure(fonts);
    const charts::Drawing drawing = charts::layout(launches_, {size.x, size.y}, style, measure);
    charts::paint(drawing, *ImGui::GetWindowDrawList(), at, *theme.palette, fonts, *theme.round);
    ImGui::Dummy(size);
    context.items.note("trace:chart", {at, {at.x + size.x, at.y + size.y}});
}

void TraceView::draw_memory(PanelContext& context)
{
    CountedKernel counted = counted_kernel(context.session, shown(), kernel());
    if (!counted.account.empty()) {
        draw_text(context.theme.body, context.theme.text, counted.account, true);
        context.items.note("trace:account", {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    }
    draw_memory_cards(context, {std::move(counted.card)});
}

void TraceView::draw_remarks(PanelContext& context)
{
    for (const std::string& sentence : trace::remarks(shown()))
        draw_text(context.theme.small, context.theme.text_muted, sentence, true);
}

void TraceView::draw(PanelContext& context)
{
    if (context.view.run) return draw_file_run(context);
    if (!context.view.trace)
        return draw_empty(context.theme, "Drop a trace on the window: spillway trace -o NAME.spillway-trace PROGRAM");
    refresh(context);
    draw_bar(context);
    if (shown().kernels.empty()) {
        draw_empty(context.theme, "Spillway saw no kernel launch of this program.");
        return draw_remarks(context);
    }
    draw_parts(context);
    switch (part_) {
        case TracePart::kernels: return draw_kernels(context);
        case TracePart::launches: return draw_launches(context);
        case TracePart::memory: return draw_memory(context);
        case TracePart::code: return code_->draw(context, shown(), kernel());
    }
}

}  // namespace

const Panel trace_panel{"trace", "Trace", PanelPlace::tab, open_view<TraceView>};

}  // namespace spillway::window
