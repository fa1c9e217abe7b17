#pragma once

// Lanes beside the code: live registers per row against the cap; beside SASS also control codes, with an arrow to the
// row that waits for a result.

#include "app/window/panels/code/code_texts.h"

namespace spillway::window {

/// Updates the lanes from the focused variant's listing. Call it once per session revision.
void refresh_lanes(SourceText& source, GeneratedText& ptx, GeneratedText& sass, const session::SessionView& session,
                   const model::Listing& listing);
/// The same for code that is not the session's: there is no register cap, and stall reasons are unknown.
void refresh_lanes(SourceText& source, GeneratedText& sass, const model::Listing& listing);
void clear_lanes(SourceText& source);

/// Updates the arrows for the hovered row, else for the selected one.
void refresh_arrows(CodeColumn& column, const std::vector<model::ListingLine>& sass);

/// Tooltip for the lane under the mouse. False if the mouse is elsewhere, or the lane has nothing in that row. `lines`:
/// the listing with the control codes; null: none.
bool draw_lane_help(const PanelContext& context, const CodeColumn& column,
                    const std::vector<model::ListingLine>* lines);

/// Below the code: the register peak, the row with the most stalls, spills, or missing data. The buttons "Peak" and
/// "Most waited" move `column`; true if one did.
bool draw_lane_foot(PanelContext& context, const model::Listing& listing, CodeColumn& column);
/// The same for another result than the focused one; null: none.
bool draw_lane_foot(PanelContext& context, const model::Listing& listing, CodeColumn& column,
                    const model::RunResult* result);

}  // namespace spillway::window
