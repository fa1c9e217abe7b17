#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <utility>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/model/metrics.h"
#include "app/teaching/parameter_labels.h"
#include "app/teaching/parameter_steps.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/cover.h"
#include "app/window/kit/flow.h"
#include "app/window/panels/charts/occupancy_chart.h"
#include "app/window/panels/panels.h"

namespace spillway::window {
namespace {

void draw_numbers(const PanelContext& context, const model::RunResult& result)
{
    const Theme& theme = context.theme;
    const ImU32 color = focused_is_stale(context.session) ? theme.text_faint : theme.text;
    bool is_first = true;
    for (const char* key : {"theoretical_occupancy", "blocks_per_sm", "warps_per_sm", "registers", "shared_bytes"}) {
        const model::Metric* metric = model::find_metric(key);
        const std::optional<double> value = metric == nullptr ? std::nullopt : metric->get(result);
        if (!value) continue;
        const std::string text = model::format_metric(*metric, *value);
        const float width = std::max(text_width(theme.heading, text), text_width(theme.small, metric->label));
        if (!std::exchange(is_first, false)) ImGui::SameLine(0, 26 * theme.scale);
        if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();  // a narrow pane has two rows
        ImGui::BeginGroup();
        draw_text(theme.heading, color, text);
        draw_text(theme.small, theme.text_muted, metric->label);
        ImGui::EndGroup();
        if (ImGui::IsItemHovered()) tooltip(theme, metric->help);
    }
    ImGui::Dummy({0, 4 * theme.scale});
}

struct Limit {
    const char* label;
    const char* resource;  ///< name in Occupancy::limiter
    int blocks;
};

void draw_limit(const PanelContext& context, const Limit& limit, const model::Occupancy& occupancy, int max_blocks)
{
    const Theme& theme = context.theme;
    const auto& limiter = occupancy.limiter;
    const bool limits = std::find(limiter.begin(), limiter.end(), limit.resource) != limiter.end();
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = text_size(theme.body, "0").y + 3 * theme.scale;
    const float bar_left = from.x + 112 * theme.scale, bar_room = std::max(20.0F, width - (112 + 96) * theme.scale);
    const float share =
        static_cast<float>(std::min(limit.blocks, max_blocks)) / static_cast<float>(std::max(1, max_blocks));
    ImDrawList* draw = ImGui::GetWindowDrawList();
    draw_text(draw, limits ? theme.body_bold : theme.body, from, limits ? theme.text : theme.text_muted, limit.label);
    const float inset = height * 0.25F;
    const ImVec2 bar_from{bar_left, from.y + inset * 0.7F}, bar_to{bar_left + bar_room, from.y + height - inset * 1.3F};
    fill_rounded(draw, theme, bar_from, bar_to, mixed(theme.panel, theme.text, 0.08F), theme.rounding / 2);
    fill_rounded(draw, theme, bar_from, {bar_left + std::max(2.0F, bar_room * share), bar_to.y},
                 limits ? theme.error : mixed(theme.panel, theme.accent, 0.75F), theme.rounding / 2);
    std::string text = teaching::grouped(limit.blocks);
    if (limits) text += " \xe2\x97\x80 limits";
    draw_text(draw, limits ? theme.body_bold : theme.body, {bar_left + bar_room + 8 * theme.scale, from.y},
              limits ? theme.error : theme.text_muted, text);
    ImGui::Dummy({width, height});
}

/// Blocks that each resource alone allows; the shortest bar is the limit.
void draw_limits(const PanelContext& context, const model::Occupancy& occupancy)
{
    section_heading(context.theme, "Blocks per SM that each resource allows");
    std::array limits{
        Limit{"Registers", "registers", occupancy.limit_registers},
        Limit{"Shared memory", "shared_memory", occupancy.limit_shared},
        Limit{"Warps", "warps", occupancy.limit_warps},
        Limit{"Blocks", "blocks", occupancy.limit_blocks},
        Limit{"Barriers", "barriers", occupancy.limit_barriers},
    };
    const int max_blocks = std::max(1, context.session.gpu().max_blocks_per_sm);
    for (const Limit& limit : limits)
        if (limit.blocks > 0 || limit.resource != std::string("barriers"))
            draw_limit(context, limit, occupancy, max_blocks);
}

/// A knob and its allowed value nearest to x.
struct KnobValue {
    const model::Parameter* parameter;
    model::Value value;
};

KnobValue nearest_knob_value(const session::SessionView& session, const char* knob, std::int64_t x)
{
    const model::Parameter* parameter = session.experiment().find_parameter(knob);
    return {parameter, catalogue::nearest_value(*parameter, static_cast<double>(x))};
}

void post(const PanelContext& context, const KnobValue& knob_value)
{
    context.commands.post(
        [name = knob_value.parameter->name, value = knob_value.value](session::Session& session, ViewState& view) {
            set_parameter(session, view, name, value);
        });
}

/// Text such as "sets Register cap to 96 registers".
std::function<std::string(std::int64_t)> click_words(const session::SessionView& session, const char* knob,
                                                     std::int64_t less = 0)
{
    if (session.experiment().find_parameter(knob) == nullptr) return nullptr;
    return [&session, knob, less](std::int64_t x) {
        const KnobValue knob_value = nearest_knob_value(session, knob, std::max<std::int64_t>(0, x - less));
        return "sets " + knob_value.parameter->label + " to " +
               teaching::value_label(*knob_value.parameter, knob_value.value);
    };
}

std::optional<std::int64_t> knob_number(const session::SessionView& session, const char* name)
{
    const auto found = session.selection().values.find(name);
    if (found == session.selection().values.end()) return std::nullopt;
    const auto* number = std::get_if<std::int64_t>(&found->second);
    return number == nullptr ? std::nullopt : std::optional(*number);
}

/// A what-if chart and the knob that a click sets: to the clicked x minus `less`, which the kernel needs anyway.
struct WhatIf {
    WhatIfChart chart;
    const char* knob;
    std::int64_t less = 0;
};

std::array<WhatIf, 3> what_ifs(const session::SessionView& session, const model::OccupancyCurves& curves,
                               const model::RunResult& result)
{
    const int warps = session.gpu().max_warps_per_sm();
    std::optional<std::int64_t> registers, shared;
    if (result.compile) {
        if (result.compile->registers) registers = *result.compile->registers;
        shared = result.compile->static_shared_bytes + result.dynamic_shared_bytes;
    }
    const std::int64_t own = shared.value_or(0) - knob_number(session, "extra_shared_bytes").value_or(0);
    std::optional<std::int64_t> threads = knob_number(session, "block_size");
    // If the knob follows the file's launch: the value of that launch.
    if (const auto launched = result.parameters.find("block_size"); launched != result.parameters.end())
        if (const auto* number = std::get_if<std::int64_t>(&launched->second)) threads = *number;
    return {{{{"occupancy:block_size", "Block size", "threads", false, &curves.over_block_size, threads, warps,
               click_words(session, "block_size")},
              "block_size"},
             {{"occupancy:registers", "Registers per thread", "registers", false, &curves.over_registers, registers,
               warps, click_words(session, "register_cap")},
              "register_cap"},
             {{"occupancy:shared", "Shared memory per block", "", true, &curves.over_shared_bytes, shared, warps,
               shared ? click_words(session, "extra_shared_bytes", own) : nullptr},
              "extra_shared_bytes",
              own}}};
}

void draw_curves(const PanelContext& context, const model::RunResult& result)
{
    const session::SessionView& session = context.session;
    const model::OccupancyCurves* curves = session.occupancy_curves();
    if (curves == nullptr) return;
    section_heading(context.theme, "Change one resource at a time: warps per SM (blocks on each step)");
    const float gap = context.theme.padding * 1.5F, room = ImGui::GetContentRegionAvail().x;
    const bool side_by_side = room > 480 * context.theme.scale;
    const float width = side_by_side ? (room - 2 * gap) / 3 : room;
    const ImVec2 size{std::max(width, 80.0F), std::max(112 * context.theme.scale, ImGui::GetContentRegionAvail().y)};
    bool is_first = true;
    for (const WhatIf& what_if : what_ifs(session, *curves, result)) {
        if (side_by_side && !std::exchange(is_first, false)) ImGui::SameLine(0, gap);
        if (const auto x = draw_what_if(context, what_if.chart, size))
            post(context, nearest_knob_value(session, what_if.knob, std::max<std::int64_t>(0, *x - what_if.less)));
    }
}

void draw_occupancy(PanelContext& context)
{
    const teaching::Covers covers = covers_of(context.session, context.view);
    if (covers.hides_occupancy() || covers.hides_outcome()) return draw_cover(context, "occupancy");
    const model::RunResult* result = focused_result(context.session);
    if (result == nullptr) return draw_empty(context.theme, "No occupancy for this configuration yet.");
    if (!result->occupancy) {
        const std::string what = result->message.value_or("Without a compiled kernel there is no occupancy.");
        const std::string advice = teaching::with_labels(result->advice.value_or(""), context.session.experiment());
        return draw_error(context.theme, {what, model::to_string(result->status), advice});
    }
    draw_numbers(context, *result);
    draw_limits(context, *result->occupancy);
    draw_curves(context, *result);
}

}  // namespace

const Panel occupancy_panel{"occupancy", "Occupancy", PanelPlace::tab, plain_view<draw_occupancy>};

}  // namespace spillway::window
