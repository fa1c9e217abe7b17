#pragma once

// User actions that start from several places of the window, one function each: set a parameter, choose an experiment
// or a whole setting, show a refusal. Commands and keys call them after a frame.

#include <string>

#include "app/window/kit/panel.h"

namespace spillway::window {

/// Text of a refusal: the reason and the advice.
[[nodiscard]] std::string refusal_words(const model::Error& error);

/// Sets the parameter and makes it the one that the arrow keys move. A refusal appears below its row.
void set_parameter(session::Session& session, ViewState& view, const std::string& name, const model::Value& value,
                   session::Edit edit = session::Edit::finished);
/// One undo step. A refusal appears in the status line.
void set_parameters(session::Session& session, ViewState& view, const model::Values& values);
/// Resets the parameter to its initial value on this GPU.
void reset_parameter(session::Session& session, ViewState& view, const std::string& name);
/// Resets all parameters and the x axis in one undo step.
void reset_parameters(session::Session& session, ViewState& view);
/// Drops what belongs to the previous experiment: zoom, typed value, sketch, hidden variants, and the parameter that
/// the arrow keys move. Does nothing if the experiment is still the same.
void follow_experiment(const session::SessionView& session, ViewState& view);
/// Chooses the experiment and shows the view of its lesson's current step. Does nothing if it is chosen already.
void choose_experiment(session::Session& session, ViewState& view, const std::string& name);
/// Sets experiment, GPU, axis, variant and values at once: one undo step.
void choose_setting(session::Session& session, ViewState& view, const session::Selection& setting);

/// Experiment and variant whose code and warp are shown: "coalescing/strided".
[[nodiscard]] std::string shown_code(const session::SessionView& session);
/// Current place in a warp's run: the user's choice in this variant, else the beginning of the first warp.
[[nodiscard]] catalogue::WarpPlace warp_place(const session::SessionView& session, const ViewState& view);
/// Opens the editor of the user's own kernel; it fills the window from the next frame on.
void open_editor(ViewState& view);
/// Stores a place in the shown variant's run, which the tab Warp shows. Does not open that tab.
void show_warp_place(session::Session& session, ViewState& view, const catalogue::WarpPlace& place);

}  // namespace spillway::window
