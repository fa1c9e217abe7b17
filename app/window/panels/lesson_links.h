#pragma once

#include <optional>
#include <string>

#include "app/lessons/markdown.h"
#include "app/teaching/lesson_facts.h"
#include "app/window/kit/panel.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {

/// What a link of a lesson would do.
struct LinkTarget {
    model::Values set;
    std::string gpu, variant, tab, x_axis;  ///< empty: as it is
    std::optional<catalogue::WarpPlace> warp;
    std::string experiment;                  ///< another one, as it was left; empty: this one
    std::string question;                    ///< of this lesson, to go to; empty: none
    std::optional<std::string> why_nowhere;  ///< it can do nothing
};
[[nodiscard]] LinkTarget target_of(const session::SessionView& session, const lessons::markdown::Link& link);

/// Whether the window shows already what the link would set.
[[nodiscard]] bool is_current(const session::SessionView& session, const ViewState& view, const LinkTarget& target);

/// What it says on hover: for a claim whether it holds here and what was found, then what a click changes. One that is
/// covered, or was found by what is, tells neither.
[[nodiscard]] std::string link_help(const PanelContext& context, const lessons::markdown::Link& link,
                                    const LinkTarget& target, bool is_covered);

/// Follows it. Where that changes the GPU the status line says so, and how to come back.
void follow(PanelContext& context, const lessons::markdown::Link& link, const LinkTarget& target);

/// The claim of that id; null where there is none.
[[nodiscard]] const model::Claim* find_claim(const model::Experiment& experiment, const std::string& id);
/// Its mark here and now.
[[nodiscard]] Mark claim_mark(const teaching::LiveClaim& claim);

}  // namespace spillway::window
