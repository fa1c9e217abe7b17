#include "app/window/panels/roofline_chart.h"

namespace spillway::window {

namespace {

charts::ChartInput input_of(const session::SessionView& session, const ViewState& view)
{
    const session::Selection& selection = session.selection();
    return {.experiment = session.experiment(),
            .curves = session.curves(),
            .x_axis = selection.x_axis,
            .values = selection.values,
            .focus = selection.focus,
            .hidden = view.hidden_variants,
            .gpu = &session.gpu(),
            .y_scales = {},
            .ghost_label = "",
            .notes = charts::Notes::none};
}

}  // namespace

charts::Roofline roofline_of(const session::SessionView& session, const ViewState& view, charts::RoofLevel level)
{
    return charts::roofline(input_of(session, view), level);
}

std::optional<charts::RoofLevel> limiting_level_of(const session::SessionView& session, const ViewState& view)
{
    return charts::limiting_level(input_of(session, view));
}

const char* roof_level_key(charts::RoofLevel level)
{
    switch (level) {
        case charts::RoofLevel::dram: return "dram";
        case charts::RoofLevel::l2: return "l2";
        case charts::RoofLevel::l1: return "l1";
    }
    return "";
}

}  // namespace spillway::window
