// Lays out and draws the parts of a frame.
#include "app/window/shell/app.h"

#include <algorithm>

#include <imgui.h>

#include "app/window/kit/steady_time.h"
#include "app/window/kit/step_view.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/charts/charts.h"
#include "app/window/panels/charts/shown_charts.h"
#include "app/window/panels/panels.h"
#include "app/window/panels/sentence.h"
#include "app/window/shell/banner.h"
#include "app/window/shell/borders.h"
#include "app/window/shell/course_page.h"
#include "app/window/shell/help.h"
#include "app/window/shell/layout.h"
#include "app/window/shell/lesson_layout.h"
#include "app/window/shell/present_controls.h"
#include "app/window/shell/saving_page.h"
#include "app/window/shell/status_line.h"
#include "app/window/shell/top_bar.h"

namespace spillway::window {
namespace {

/// Height of the current tab in present mode. A question's choices need the whole half; code leaves room for the
/// sliders only.
PresentHeight present_height(const session::SessionView& session, const ViewState& view)
{
    if (view.tab.empty() || view.tab == "lesson")
        return asks_question(session, view) ? PresentHeight::whole
               : shows_code(session, view)  ? PresentHeight::from_controls
                                            : PresentHeight::between_controls_and_advice;
    const auto& all = panels();
    const auto shown = std::ranges::find_if(all, [&](const Panel* panel) { return view.tab == panel->key; });
    return shown == all.end() ? PresentHeight::between_controls_and_advice : (*shown)->present_height;
}

}  // namespace

/// Uses the lesson's layout while the lesson is open, unless the user wants all panels. Not for a plain file, which has
/// no lesson of its own.
void App::place_lesson(LayoutInput& input, const std::vector<std::string>& metrics)
{
    const model::Experiment& experiment = session_.view().experiment();
    const bool is_read = (view_.tab.empty() || view_.tab == "lesson") && !experiment.lesson.empty() &&
                         !experiment.is_plain() && view_.filled == Part::none && !view_.present;
    view_.can_lesson_lead = is_read && has_lesson_room(input);
    view_.lesson_leads_now = view_.can_lesson_lead && view_.lesson_leads;
    input.lesson_leads = view_.lesson_leads_now;
    const auto large = std::ranges::find(metrics, large_chart(session_.view(), view_));
    input.large_chart = large == metrics.end() ? 0 : static_cast<std::size_t>(large - metrics.begin());
    input.has_pane = view_.lesson_leads_now && !is_curve_revealed(session_.view(), view_) &&
                     !pane_beside(session_.view(), view_).empty();
}

void App::place_parts(const PanelContext& context, ImVec2 size)
{
    const std::vector<std::string> metrics = shown_metrics(session_.view(), view_);
    LayoutInput input{size, theme_.scale, view_.present, 0, 0, metrics.size(), view_.borders, view_.filled};
    if (LayoutInput plain = input; plain.present = false, plain.is_upright()) input = plain;  // too narrow for halves
    place_lesson(input, metrics);
    view_.is_phone = input.is_upright() || input.is_low();
    const float middle = compute_layout(input).middle.width();
    input.banner_height = banner_height(context, middle);
    const PresentHeight height =
        view_.present ? present_height(session_.view(), view_) : PresentHeight::between_controls_and_advice;
    if ((view_.present || view_.is_phone || view_.lesson_leads_now) && height != PresentHeight::whole)
        input.controls_height = present_controls_height(context);
    const Layout without_sentence = compute_layout(input);
    // Decide as if all panels were shown: leaving the lesson's tab shows the SM beside the tabs again.
    LayoutInput all_panels = input;
    all_panels.lesson_leads = false;
    view_.right_in_tabs = compute_layout(all_panels).right_in_tabs;
    view_.advice_in_strip = without_sentence.right_is_short;
    const bool has_strip =
        view_.advice_in_strip && keeps_sentence_room(context) && height == PresentHeight::between_controls_and_advice;
    input.sentence_height = has_strip ? sentence_height(theme_, view_.present) : 0;
    layout_ = compute_layout(input);
}

/// Draws the parts; the one that fills the window has larger type.
void App::draw_parts(PanelContext& context)
{
    const Theme larger = reading_theme(theme_);
    PanelContext reading = context.with(larger);
    if (layout_.left.width() > 0 && layout_.left.height() > 0)
        layout_.has_controls_alone ? draw_present_controls(context, layout_.left)
                                   : panels_.draw_left(context, layout_.left);
    if (!layout_.charts.empty()) draw_charts(reading, chart_board_, layout_.charts);
    if (layout_.sentence.height() > 0) draw_sentence_strip(context, layout_.sentence);
    if (layout_.tabs.width() > 0) panels_.draw_tabs(reading, layout_.tabs);
    if (layout_.pane.width() > 0) panels_.draw_pane(context, pane_beside(session_.view(), view_), layout_.pane);
    if (layout_.right.width() > 0) panels_.draw_right(context, layout_.right);
}

/// Covers the window in black until a key or a click, so that the audience looks at the lecturer.
void App::draw_black_screen(PanelContext& context)
{
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, IM_COL32(0, 0, 0, 255));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::Begin("##black", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoNav);
    ImGui::PopStyleVar(3);
    ImGui::PopStyleColor();
    const bool is_clicked = ImGui::InvisibleButton("##black:click", ImGui::GetContentRegionAvail());
    ImGui::End();
    items_.note("black", {{0, 0}, size});
    if (is_clicked || !view_.present)
        context.commands.post([](session::Session&, ViewState& view) { view.is_black = false; });
}

void App::draw()
{
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    // The painter has already filled the background; filling it again would be slow in a software renderer.
    ImGui::Begin("##window", nullptr,
                 ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                     ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleVar(2);

    panels_.begin_frame();
    PanelContext context{session_.view(),
                         view_,
                         theme_,
                         commands_,
                         items_,
                         terms_,
                         steady_seconds(),
                         is_still_,
                         visible_next_step(),
                         [this](std::string_view action) { return bindings_.keys_of(action); }};
    place_parts(context, size);
    view_.present ? draw_present_bar(context, layout_.top_bar) : draw_top_bar(context, layout_.top_bar);
    if (layout_.banner.height() > 0) draw_banner(context, layout_.banner);
    draw_parts(context);
    panels_.end_frame(commands_);
    draw_borders(context, layout_);
    if (layout_.status.height() > 0) draw_status_line(context, layout_.status, frame_times_);
    ImGui::End();
    if (view_.shows_qr_code) qr_page_.draw(context);
    if (view_.shows_room) room_page_.draw(context);
    if (view_.course_page.is_open) draw_course_page(context);
    if (!view_.show_help) view_.help_search.clear();
    if (view_.show_help && draw_help(context, bindings_)) {
        view_.show_help = false;
        start_here_.open();
        owed_frames_ = std::max(owed_frames_, 2);
    }
    start_here_.draw(context);
    // The focus is shown on an open page only, not on the parts behind it.
    const bool is_page_open = view_.show_help || start_here_.is_open() || view_.course_page.is_open ||
                              view_.shows_qr_code || view_.shows_room;
    const auto is_on = [&](const char* page) { return items_.focused().starts_with(page); };
    if (is_page_open && !is_on("help:") && !is_on("start:") && !is_on("course:") && !is_on("qr:") && !is_on("room:"))
        items_.hide_focus();
    if (view_.saving_page.is_open) draw_saving_page(context);
    find_page_.draw(context, bindings_);
    if (view_.is_black) draw_black_screen(context);
}

}  // namespace spillway::window
