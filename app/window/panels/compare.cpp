#include <algorithm>
#include <string>
#include <vector>

#include "app/teaching/comparison.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/cover.h"
#include "app/window/kit/flow.h"
#include "app/window/panels/panels.h"

namespace spillway::window {
namespace {

void post_pin(const PanelContext& context)
{
    context.commands.post(
        [](session::Session& session, ViewState& view) { view.pinned = teaching::pin(session.view()); });
}

void draw_invitation(PanelContext& context)
{
    const Theme& theme = context.theme;
    draw_text(theme.body, theme.text,
              "Pin this view as A, then change anything: A's curves stay behind the new ones, and every number shows "
              "its difference from A. A can have another setting, variant, GPU, compiler or recording.",
              true);
    ImGui::Dummy({0, 4 * theme.scale});
    const Rect row = take_row(button_size(theme, "Pin as A").y);
    if (button_at(context, "compare:pin", row.min, "Pin as A", ButtonLook::primary)) post_pin(context);
}

void draw_buttons(PanelContext& context, const teaching::Pinned& a)
{
    if (switch_button(context, "compare:pin", "Replace A with this view", false)) post_pin(context);
    ImGui::SameLine();
    if (switch_button(context, "compare:back", "Back to A's setting", false))
        context.commands.post([setting = a.selection](session::Session& session, ViewState& view) {
            choose_setting(session, view, setting);
        });
    ImGui::SameLine();
    if (switch_button(context, "compare:forget", "Forget A", false))
        context.commands.post([](session::Session&, ViewState& view) { view.pinned = nullptr; });
}

void draw_settings(const PanelContext& context, const teaching::Pinned& a)
{
    const Theme& theme = context.theme;
    const std::vector<std::string> lines = teaching::changed_settings(a, context.session);
    if (lines.empty()) return draw_text(theme.body, theme.text_muted, "A and B are identical. Move a slider.", true);
    for (const std::string& line : lines) draw_text(theme.body_bold, theme.text, line, true);
}

ImU32 difference_colour(const Theme& theme, const teaching::Difference& difference)
{
    return difference.change > teaching::Change::inside_noise ? theme.text : theme.text_faint;
}

void draw_row(const PanelContext& context, const teaching::ComparedRow& row)
{
    const Theme& theme = context.theme;
    ImGui::TableNextRow();
    ImGui::TableSetColumnIndex(0);
    draw_text(theme.body, theme.text_muted, row.metric->label);
    if (ImGui::IsItemHovered())
        tooltip(theme, std::string(row.metric->help) + " (" + std::string(row.metric->unit) + ")");
    ImGui::TableSetColumnIndex(1);
    draw_text(theme.body, theme.text_muted, row.a);
    ImGui::TableSetColumnIndex(2);
    draw_text(theme.body_bold, theme.text, row.b);
    ImGui::TableSetColumnIndex(3);
    if (row.difference) draw_text(theme.body, difference_colour(theme, *row.difference), row.difference->text);
}

void draw_table(const PanelContext& context, const model::RunResult& a, const model::RunResult& b)
{
    const Theme& theme = context.theme;
    const ImGuiTableFlags flags = ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_RowBg | ImGuiTableFlags_PadOuterX;
    if (!ImGui::BeginTable("compare", 4, flags)) return;
    const float room = ImGui::GetContentRegionAvail().x;
    for (const float share : {0.34F, 0.22F, 0.22F, 0.2F})
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed,
                                std::min(share * room, 300 * share * 4 * theme.scale));
    ImGui::TableNextRow();
    int at = 1;
    for (const char* head : {"A", "B (current)", "From A to B"}) {
        ImGui::TableSetColumnIndex(at++);
        draw_text(theme.body_bold, theme.text, head);
    }
    // Differing rows first: they are the reason to compare.
    std::vector<teaching::ComparedRow> rows = teaching::compared_rows(a, b);
    std::stable_partition(rows.begin(), rows.end(), [](const teaching::ComparedRow& row) {
        return row.difference && row.difference->change > teaching::Change::inside_noise;
    });
    for (const teaching::ComparedRow& row : rows) draw_row(context, row);
    ImGui::EndTable();
}

void draw_compare(PanelContext& context)
{
    const Theme& theme = context.theme;
    if (!context.view.pinned) return draw_invitation(context);
    const teaching::Pinned& a = *context.view.pinned;
    draw_buttons(context, a);
    ImGui::Dummy({0, 4 * theme.scale});
    draw_settings(context, a);
    ImGui::Dummy({0, 4 * theme.scale});
    const auto before = a.results.find(a.selection.focus);
    const model::RunResult* now = focused_result(context.session);
    if (before == a.results.end()) return draw_empty(theme, "A had no results when you pinned it. Pin it again.");
    if (now == nullptr) return draw_empty(theme, "No results for B yet.");
    if (focused_is_stale(context.session)) draw_text(theme.small, theme.text_muted, "Waiting for B's results.");
    if (covers_of(context.session, context.view).any()) return draw_cover(context, "compare");
    draw_table(context, *before->second, *now);
}

}  // namespace

const Panel compare_panel{"compare", "Compare", PanelPlace::tab, plain_view<draw_compare>};

}  // namespace spillway::window
