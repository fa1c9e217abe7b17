#include "app/window/panels/trace_code.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/teaching/source_outline.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/code/code_lane.h"
#include "app/window/panels/code/code_links.h"

namespace spillway::window {
namespace {

const trace::TracedSource* source_of(const trace::Trace& trace, const trace::TracedKernel& kernel)
{
    if (!kernel.code || !kernel.code->source || !trace.sources) return nullptr;
    return &(*trace.sources)[static_cast<std::size_t>(*kernel.code->source)];
}

/// Reason why this kernel has no code.
std::string why_no_code(const trace::TracedKernel& kernel)
{
    if (!kernel.code) return "The trace did not keep its module, so its code is unknown.";
    if (kernel.code->listing_reason) return "There is no code: " + *kernel.code->listing_reason;
    return "The trace keeps code only for the slowest kernels; not for this one.";
}

/// Reason why there is no source beside the code.
std::string why_no_source(const trace::TracedKernel& kernel)
{
    if (!kernel.code->has_lines) return "The program has no line information: compile it with nvcc -lineinfo.";
    return kernel.code->listing_reason.value_or("Its source is not in the trace.");
}

}  // namespace

void TraceCode::refresh(const trace::Trace& trace, const trace::TracedKernel& kernel)
{
    if (shown_ == &kernel) return;
    shown_ = &kernel;
    const trace::TracedSource* source = source_of(trace, kernel);
    has_source_ = source != nullptr;
    const std::string name = teaching::base_name(kernel.name);
    read_source(source_, source ? source->text : std::string(), name);
    source_.errors.assign(source_.lines.size(), {});
    source_.touches_local.assign(source_.lines.size(), false);
    source_.belongs.assign(source_.lines.size(), true);
    const model::Listing& listing = *kernel.code->listing;
    for (const int line : listing.local_source_lines) source_.touches_local[static_cast<std::size_t>(line - 1)] = true;
    if (listing.sass) refresh_generated(sass_, *listing.sass, name);
    sass_.index.belongs.assign(sass_.lines.size(), true);
    refresh_lanes(source_, sass_, listing);
}

void TraceCode::draw_switches(PanelContext& context, bool is_wide)
{
    if (has_source_ && !is_wide) {
        if (switch_button(context, "trace:source", "Source", shows_source_)) shows_source_ = true;
        ImGui::SameLine();
        if (switch_button(context, "trace:sass", "SASS", !shows_source_)) shows_source_ = false;
        ImGui::SameLine();
    }
    if (sass_.controls.empty() || (!is_wide && has_source_ && shows_source_)) return ImGui::NewLine();
    if (switch_button(context, "trace:control", "Control codes", shows_control_)) shows_control_ = !shows_control_;
}

void TraceCode::draw_columns(PanelContext& context, const model::Listing& listing, bool is_wide, float height)
{
    const LinkedCode linked{source_, &sass_, &*listing.sass};
    linked.prepare(teaching::Language::sass, false);
    sass_.column.shows_control = shows_control_ && !sass_.controls.empty();
    refresh_arrows(sass_.column, *listing.sass);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const bool beside = is_wide && has_source_;
    const float gap = context.theme.padding;
    const float half = beside ? std::round((ImGui::GetContentRegionAvail().x - gap) / 2) : 0;
    if (beside || (has_source_ && shows_source_)) {
        if (draw_code_column(context, source_.column, {half, height})) linked.follow_source();
        draw_lane_help(context, source_.column, nullptr);
        if (!beside) return;
        ImGui::SetCursorScreenPos({from.x + half + gap, from.y});
    }
    if (draw_code_column(context, sass_.column, {0, height})) linked.follow_generated();
    draw_lane_help(context, sass_.column, linked.lines);
}

void TraceCode::draw(PanelContext& context, const trace::Trace& trace, const trace::TracedKernel& kernel)
{
    if (!kernel.code || !kernel.code->listing || !kernel.code->listing->sass)
        return draw_empty(context.theme, why_no_code(kernel));
    refresh(trace, kernel);
    const float character = text_size(context.theme.code, "0").x;
    // Side by side only if the lanes beside the code have room, too.
    const bool is_wide = ImGui::GetContentRegionAvail().x > (shows_control_ ? 108.0F : 70.0F) * character;
    draw_switches(context, is_wide);
    if (!has_source_) draw_text(context.theme.small, context.theme.text_muted, why_no_source(kernel), true);
    const float foot = ImGui::GetFrameHeightWithSpacing();
    const float height = std::max(ImGui::GetContentRegionAvail().y - foot, 3 * foot);
    draw_columns(context, *kernel.code->listing, is_wide, height);
    const bool by_source = has_source_ && (is_wide || shows_source_);
    draw_lane_foot(context, *kernel.code->listing, by_source ? source_.column : sass_.column, nullptr);
}

}  // namespace spillway::window
