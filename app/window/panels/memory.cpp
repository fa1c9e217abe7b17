#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "app/catalogue/job.h"
#include "app/catalogue/parameter_values.h"
#include "app/charts/imgui_painter.h"
#include "app/charts/memory_drawing.h"
#include "app/model/grouped.h"
#include "app/teaching/parameter_steps.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/chart_look.h"
#include "app/window/kit/flow.h"
#include "app/window/panels/panels.h"

namespace spillway::window {
namespace {

constexpr int warp_size = 32;

/// Nothing where the variant is no kernel, or its launch cannot be worked out.
std::optional<charts::LaunchFigure> launch_of(const session::Session& session, const model::RunResult& result)
{
    const model::Variant* variant = session.experiment().find_variant(session.selection().focus);
    if (variant == nullptr || variant->copy || !result.occupancy) return std::nullopt;
    const auto job = catalogue::make_job(session.experiment(), *variant, session.selection().values, session.gpu());
    if (!job) return std::nullopt;
    charts::LaunchFigure launch;
    launch.blocks = job->grid[0] * job->grid[1] * job->grid[2];
    launch.threads_per_block = job->threads_per_block();
    launch.warps_per_block = (launch.threads_per_block + warp_size - 1) / warp_size;
    launch.blocks_per_sm = result.occupancy->blocks_per_sm;
    launch.sms = session.gpu().sm_count;
    return launch;
}

std::string counted(std::int64_t number, const char* what)
{
    return model::grouped(std::to_string(number)) + " " + what + (number == 1 ? "" : "s");
}

void draw_launch(const Theme& theme, const charts::LaunchFigure& launch)
{
    std::string words = counted(launch.blocks, "block") + " of " + counted(launch.threads_per_block, "thread") + " (" +
                        counted(launch.warps_per_block, "warp") + ").";
    if (launch.blocks_at_a_time() > 0) {
        words += " " + counted(launch.blocks_per_sm, "block") + " fit on an SM, " +
                 model::grouped(std::to_string(launch.blocks_at_a_time())) + " on its " + counted(launch.sms, "SM") +
                 ": " + counted(launch.waves(), "wave");
        const long idle = std::lround(100 * launch.idle_in_last_wave());
        const char* whose = launch.waves() == 1 ? " % of its places" : " % of the last one's places";
        words += idle == 0 ? "." : "; " + std::to_string(idle) + whose + " stay empty.";
    }
    draw_text(theme.body, theme.text, words, true);
}

/// The value of the x axis nearest to the cursor where this variant was counted.
std::optional<model::Value> nearest_counted(const session::Session& session)
{
    const model::Parameter& x = session.x_parameter();
    const double here = catalogue::axis_position(x, session.selection().values.at(x.name));
    std::optional<model::Value> best;
    for (const results::Curve& curve : session.curves()) {
        if (curve.variant != session.selection().focus) continue;
        for (const results::CurvePoint& point : curve.points) {
            if (point.result == nullptr || !point.result->measurement.counters) continue;
            const double away = std::abs(catalogue::axis_position(x, point.x) - here);
            if (!best || away < std::abs(catalogue::axis_position(x, *best) - here)) best = point.x;
        }
    }
    return best;
}

void draw_uncounted(PanelContext& context, const std::string& why)
{
    const Theme& theme = context.theme;
    draw_text(theme.body, theme.text_muted, why, true);
    const auto nearest = nearest_counted(context.session);
    if (!nearest) return;
    const model::Parameter& x = context.session.x_parameter();
    const std::string label = x.label + " " + teaching::value_label(x, *nearest) + " has them";
    if (switch_button(context, "memory:counted", label.c_str(), false))
        context.commands.post([name = x.name, value = *nearest](session::Session& session, ViewState& view) {
            set_parameter(session, view, name, value);
        });
}

void draw_flow(PanelContext& context, const charts::MemoryFlow& flow)
{
    const Theme& theme = context.theme;
    const charts::ChartFonts fonts = chart_fonts(theme);
    charts::ChartStyle style = chart_style(theme, context.view.present);
    style.padding = 4 * theme.scale;
    const ImVec2 room = ImGui::GetContentRegionAvail(), origin = ImGui::GetCursorScreenPos();
    const ImVec2 size{std::max(room.x, 100.0F), std::max(room.y, 215 * theme.scale)};
    const charts::Drawing drawing =
        charts::memory_drawing(flow, {size.x, size.y}, style, charts::ImFontTextMeasure(fonts));
    charts::paint(drawing, *ImGui::GetWindowDrawList(), origin, *theme.palette, fonts, *theme.round);
    ImGui::Dummy(size);
}

void draw_memory(PanelContext& context)
{
    const Theme& theme = context.theme;
    if (covers_of(context.session, context.view).any()) return draw_cover(theme);
    const model::RunResult* result = focused_result(context.session);
    if (result == nullptr) return draw_empty(theme, "No answer for this configuration yet.");
    if (const auto launch = launch_of(context.session, *result)) draw_launch(theme, *launch);
    const charts::MemoryFlow flow = charts::memory_flow(result->measurement);
    ImGui::Dummy({0, 2 * theme.scale});
    if (flow.arrows.empty()) return draw_uncounted(context, flow.reason);
    draw_flow(context, flow);
}

}  // namespace

const Panel memory_panel{"memory", "Memory", PanelPlace::tab, plain_view<draw_memory>};

}  // namespace spillway::window
