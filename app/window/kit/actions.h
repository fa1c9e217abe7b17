#pragma once

// What a user does from more than one place of the window, each in one function: a parameter is set, an experiment or a
// whole setting is chosen, a refusal is shown. Called from commands and keys, after a frame.

#include <string>

#include "app/window/kit/panel.h"

namespace spillway::window {

/// Why something was refused, and what to do.
[[nodiscard]] std::string refusal_words(const model::Error& error);

/// The arrow keys move this parameter from now on. A refusal is shown below its row.
void set_parameter(session::Session& session, ViewState& view, const std::string& name, const model::Value& value,
                   session::Edit edit = session::Edit::finished);
/// One undo step. A refusal is shown in the status line.
void set_parameters(session::Session& session, ViewState& view, const model::Values& values);
/// Back to its initial value on this GPU.
void reset_parameter(session::Session& session, ViewState& view, const std::string& name);
/// All of them, and the x axis: one undo step.
void reset_parameters(session::Session& session, ViewState& view);
/// What the view kept for the experiment before, its zoom and a typed value, goes.
void choose_experiment(session::Session& session, ViewState& view, const std::string& name);
/// Experiment, GPU, axis, variant and values at once: one undo step.
void choose_setting(session::Session& session, ViewState& view, const session::Selection& setting);

/// Experiment and variant that code and warp are shown of: "coalescing/strided".
[[nodiscard]] std::string shown_code(const session::SessionView& session);
/// The place in a warp's run that is shown: where the user went in this variant, else the beginning of the first warp.
[[nodiscard]] catalogue::WarpPlace warp_place(const session::SessionView& session, const ViewState& view);
/// Shows it on the tab Warp, of the variant that is shown.
void show_warp_place(session::Session& session, ViewState& view, const catalogue::WarpPlace& place);

}  // namespace spillway::window
