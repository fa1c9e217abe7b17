#include "app/window/panels/lesson_marks.h"

#include <set>

#include "app/model/claim_link.h"
#include "app/teaching/lesson_facts.h"
#include "app/window/panels/lesson_links.h"

namespace spillway::window {

void LessonMarks::forget()
{
    marks_.clear();
    revision_ = 0;
}

/// Evaluates the claims only after new results and while nothing moves, because formulas are too slow for every step of
/// a drag.
void LessonMarks::refresh(PanelContext& context)
{
    const session::SessionView& session = context.session;
    if (const std::string now = teaching::lesson_requests_key(session); now != key_) {
        key_ = now;
        forget();
    }
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

Mark LessonMarks::of(const std::string& link) const
{
    std::set<Mark> found;
    for (const std::string& claim : model::claims_of_link(link)) {
        const auto known = marks_.find(claim);
        found.insert(known == marks_.end() ? Mark::unknown : known->second);
    }
    for (const Mark worst : {Mark::no, Mark::pending, Mark::unknown})
        if (found.contains(worst)) return worst;
    return Mark::yes;
}

}  // namespace spillway::window
