#include "app/window/panels/lesson_marks.h"

#include "app/teaching/lesson_facts.h"
#include "app/window/panels/lesson_links.h"

namespace spillway::window {

void LessonMarks::forget()
{
    marks_.clear();
    revision_ = 0;
}

void LessonMarks::wish(PanelContext& context)
{
    const session::SessionView& session = context.session;
    const model::Experiment& experiment = session.experiment();
    const std::string now = experiment.name + '|' + experiment.origin.content_hash + '|' + session.selection().gpu +
                            '|' + std::to_string(session.worker().generation);
    if (now == wished_) return;
    wished_ = now;
    forget();
    context.commands.post([](session::Session& target, ViewState&) {
        target.request_in_background(session::Requester::lesson, teaching::lesson_requests(target.view()));
    });
}

/// Evaluates the claims only after new results and while nothing moves, because formulas are too slow for every step of
/// a drag.
void LessonMarks::refresh(PanelContext& context)
{
    wish(context);
    const session::SessionView& session = context.session;
    if (!context.is_still || revision_ == session.revision()) return;
    revision_ = session.revision();
    for (const model::Claim& claim : session.experiment().claims) {
        Mark& mark = marks_.try_emplace(claim.id, Mark::pending).first->second;
        // A claim over many points is evaluated once, after all of them have arrived.
        const bool is_decided = mark == Mark::yes || mark == Mark::no;
        if (claim.over && (is_decided || session.progress().in_flight > 0)) continue;
        mark = claim_mark(teaching::live_claim(session, claim));
    }
}

Mark LessonMarks::of(const std::string& claim) const
{
    const auto known = marks_.find(claim);
    return known == marks_.end() ? Mark::unknown : known->second;
}

}  // namespace spillway::window
