#pragma once

#include <optional>
#include <string>

#include "app/lessons/markdown.h"
#include "app/teaching/lesson_facts.h"
#include "app/window/kit/panel.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {

/// Effect of a link in a lesson.
struct LinkTarget {
    model::Values set;
    std::string gpu, variant, tab, x_axis;  ///< empty: unchanged
    std::optional<catalogue::WarpPlace> warp;
    std::string experiment;                  ///< another experiment to choose; empty: this one
    std::string question;                    ///< a question of this lesson to go to; empty: none
    std::optional<std::string> why_nowhere;  ///< reason why the link has no effect
};
/// A web link has no effect on the window: its target is empty.
[[nodiscard]] LinkTarget target_of(const session::SessionView& session, const lessons::markdown::Link& link);

/// True if the window already shows the link's setting.
[[nodiscard]] bool is_current(const session::SessionView& session, const ViewState& view, const LinkTarget& target);

/// Tooltip of a link: for a claim, whether it holds here and the evidence; then the effect of a click. For a covered
/// claim only the effect of a click.
[[nodiscard]] std::string link_help(const PanelContext& context, const lessons::markdown::Link& link,
                                    const LinkTarget& target, bool is_covered);

/// Follows the link; copies the address of a web link. If the GPU changes, the status line says so and how to return.
void follow(PanelContext& context, const lessons::markdown::Link& link, const LinkTarget& target);

/// The claim with that id; null if there is none.
[[nodiscard]] const model::Claim* find_claim(const model::Experiment& experiment, const std::string& id);
/// The claim's mark for the current results.
[[nodiscard]] Mark claim_mark(const teaching::LiveClaim& claim);

}  // namespace spillway::window
