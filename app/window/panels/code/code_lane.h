#pragma once

// Beside each row of code: how many registers are live there, under the cap; beside SASS its control codes as well,
// with an arrow to the row that waits for a result.

#include "app/window/panels/code/code_texts.h"

namespace spillway::window {

/// What the listing tells of the focused variant's lines; once for each of the session's revisions.
void refresh_lanes(SourceText& source, GeneratedText& ptx, GeneratedText& sass, const session::SessionView& session,
                   const model::Listing& listing);
/// The same of code that is none of the session's: no knob caps its registers, and where it waits is not known.
void refresh_lanes(SourceText& source, GeneratedText& sass, const model::Listing& listing);
void clear_lanes(SourceText& source);

/// The arrows of the row that is hovered, or else selected.
void refresh_arrows(CodeColumn& column, const std::vector<model::ListingLine>& sass);

/// What the mouse is on beside the code, in words. False where it is on something else.
bool draw_lane_help(const PanelContext& context, const CodeColumn& column,
                    const std::vector<model::ListingLine>* lines);

/// Under the code: the peak in words, what is spilled, or what is missing. `column` is the one that "Peak" moves; true
/// when it did.
bool draw_lane_foot(PanelContext& context, const model::Listing& listing, CodeColumn& column);
/// The same for a result that is not the focused one, or none.
bool draw_lane_foot(PanelContext& context, const model::Listing& listing, CodeColumn& column,
                    const model::RunResult* result);

}  // namespace spillway::window
