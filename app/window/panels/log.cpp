#include <array>
#include <string>

#include "app/window/kit/flow.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/panels.h"

namespace spillway::window {
namespace {

using base::LogEntry;
using base::Severity;

struct State {
    std::array<char, 128> filter{};
    bool infos = true, warnings = true, errors = true;
    std::size_t seen = 0;  ///< number of entries at the last frame: the log scrolls to newer ones
};

const char* severity_mark(Severity severity)
{
    switch (severity) {
        case Severity::info: return "info";
        case Severity::warning: return "warning";
        case Severity::error: return "error";
    }
    return "";
}

ImU32 severity_color(const Theme& theme, Severity severity)
{
    switch (severity) {
        case Severity::info: return theme.text_muted;
        case Severity::warning: return theme.warning;
        case Severity::error: return theme.error;
    }
    return theme.text;
}

bool is_wanted(const State& state, const LogEntry& entry, const std::string& line)
{
    if (entry.severity == Severity::info && !state.infos) return false;
    if (entry.severity == Severity::warning && !state.warnings) return false;
    if (entry.severity == Severity::error && !state.errors) return false;
    const std::string filter(state.filter.data());
    return filter.empty() || line.find(filter) != std::string::npos;
}

std::string text_line(const LogEntry& entry)
{
    return entry.time + "  " + severity_mark(entry.severity) + "  " + entry.error.line();
}

void draw_bar(const PanelContext& context, State& state)
{
    const auto toggle = [&](const char* label, bool& is_on) {
        if (switch_button(context, std::string("log:") + label, label, is_on)) is_on = !is_on;
        ImGui::SameLine();
    };
    toggle("Info", state.infos);
    toggle("Warnings", state.warnings);
    toggle("Errors", state.errors);
    // Leaves room for the button beside it.
    const float copy_width = text_width(context.theme.body, "Copy all") + 16 * context.theme.scale;
    const float room = ImGui::GetContentRegionAvail().x - copy_width - ImGui::GetStyle().ItemSpacing.x;
    ImGui::SetNextItemWidth(std::clamp(room, 60 * context.theme.scale, 180 * context.theme.scale));
    // The same height as the switches beside it.
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {8 * context.theme.scale, 3 * context.theme.scale});
    ImGui::InputTextWithHint("##filter", "Filter", state.filter.data(), state.filter.size());
    ImGui::PopStyleVar();
    const Rect field{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
    const FocusRegistry::State keyboard = context.items.add("log:filter", field);
    if (keyboard.focused) draw_ring(ImGui::GetWindowDrawList(), context.theme, field);
    if (keyboard.activated) focus_keyboard(context, -1);
    ImGui::SameLine();
    if (!switch_button(context, "log:copy", "Copy all", false)) return;
    std::string all;
    for (const LogEntry& entry : context.session.log()) {
        const std::string line = text_line(entry);
        if (is_wanted(state, entry, line)) all += line + "\n";
    }
    ImGui::SetClipboardText(all.c_str());
}

void draw_entry(const Theme& theme, const LogEntry& entry, float message_left)
{
    const float left = ImGui::GetCursorPosX();
    draw_text(theme.code, theme.text_faint, entry.time);
    ImGui::SameLine(left + text_size(theme.code, "00:00:00  ").x);
    draw_text(theme.code, severity_color(theme, entry.severity), severity_mark(entry.severity));
    ImGui::SameLine(left + message_left);
    ImGui::BeginGroup();
    const std::string what = entry.error.where.empty() ? entry.error.what : entry.error.where + ": " + entry.error.what;
    draw_text(theme.body, theme.text, what, true);
    if (!entry.error.advice.empty()) draw_text(theme.body, theme.text_muted, entry.error.advice, true);
    ImGui::EndGroup();
    copy_menu("entry", text_line(entry), "Copy entry");
}

class LogView final : public PanelView {
public:
    void draw(PanelContext& context) override;

private:
    State state_;
};

void LogView::draw(PanelContext& context)
{
    draw_bar(context, state_);
    const auto& log = context.session.log();
    if (log.empty()) return draw_empty(context.theme, "Nothing to report.");
    ImGui::BeginChild("entries");
    const float message_left = text_size(context.theme.code, "00:00:00  warning  ").x;
    bool any = false;
    int id = 0;
    for (const LogEntry& entry : log) {
        ImGui::PushID(id++);
        const bool wanted = is_wanted(state_, entry, text_line(entry));
        if (wanted) draw_entry(context.theme, entry, message_left);
        any = any || wanted;
        ImGui::PopID();
    }
    if (!any) draw_empty(context.theme, "No entry matches the filter.");
    if (log.size() > state_.seen) ImGui::SetScrollHereY(1);
    state_.seen = log.size();
    ImGui::EndChild();
}

}  // namespace

const Panel log_panel{"log", "Log", PanelPlace::tab, open_view<LogView>};

}  // namespace spillway::window
