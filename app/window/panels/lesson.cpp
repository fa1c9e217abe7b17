#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/questions.h"
#include "app/lessons/lesson_text.h"
#include "app/teaching/covers.h"
#include "app/teaching/lesson_facts.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/markdown_view.h"
#include "app/window/panels/exercise_card.h"
#include "app/window/panels/lesson_links.h"
#include "app/window/panels/panels.h"
#include "app/window/panels/question_card.h"

namespace spillway::window {
namespace {

using lessons::markdown::LinkKind;

/// Claims whose words would give the answer of a question away that is still open.
std::set<std::string> covered_claims(const PanelContext& context)
{
    std::set<std::string> covered;
    if (context.view.shows_answers) return covered;
    for (const model::Question& question : context.session.experiment().questions)
        if (teaching::is_open(context.session, question)) covered.insert(question.hides.begin(), question.hides.end());
    return covered;
}

/// The lesson after this one, in the catalogue's order; null after the last. A copy of an exercise is none.
const model::Experiment* next_lesson(const session::SessionView& session)
{
    const auto& all = session.catalogue().experiments;
    const auto here = std::find_if(all.begin(), all.end(),
                                   [&](const auto& each) { return each.name == session.selection().experiment; });
    if (here == all.end()) return nullptr;
    const auto next = std::find_if(here + 1, all.end(), [](const auto& each) { return !each.exercise; });
    return next == all.end() ? nullptr : &*next;
}

/// Below the text: that it was read, and the way on.
void draw_foot(PanelContext& context)
{
    const Theme& theme = context.theme;
    const std::string name = context.session.selection().experiment;
    const auto& learner = context.session.learner();
    const auto known = learner.find(name);
    const bool is_read = known != learner.end() && known->second.read;
    const model::Experiment* next = next_lesson(context.session);
    const auto mark_read = [name](session::Session& session, bool read) {
        session.change_learner([name, read](learner::LearnerProgress& all) { all[name].read = read; });
    };
    ImGui::Dummy({0, 14 * theme.scale});
    const std::string onward = next == nullptr ? "Done: this was the last lesson" : "Done, next lesson: " + next->title;
    const Rect row = take_row(button_size(theme, onward).y);
    if (button_at(context, "lesson:next", row.min, onward, ButtonLook::primary))
        context.commands.post(
            [mark_read, to = next == nullptr ? "" : next->name](session::Session& session, ViewState& view) {
                mark_read(session, true);
                if (!to.empty()) choose_experiment(session, view, to);
            });
    const ImVec2 beside{row.min.x + button_size(theme, onward).x + 12 * theme.scale, row.min.y};
    if (button_at(context, "lesson:read", beside, is_read ? "Read. Mark as unread" : "Mark as read", ButtonLook::quiet))
        context.commands.post(
            [mark_read, is_read](session::Session& session, ViewState&) { mark_read(session, !is_read); });
    ImGui::Dummy({0, 10 * theme.scale});
}

/// What follows a question explains its answer.
void draw_covered_text(const Theme& theme, float width)
{
    constexpr std::string_view words = "The lesson continues here once you answer or skip the question above.";
    ImGui::Dummy({0, 6 * theme.scale});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = draw_text_wrapped(ImGui::GetWindowDrawList(), theme.body, at, theme.text_muted, words, width);
    ImGui::Dummy({width, height + 8 * theme.scale});
}

/// About 75 characters: lines that the eye finds back from.
float comfortable_width(const Theme& theme)
{
    constexpr std::string_view sample = "the quick brown fox jumps over a lazy dog ";
    return text_size(theme.body, sample).x / static_cast<float>(sample.size()) * 75;
}

/// The lesson in parts, with what is asked between them.
class LessonView final : public PanelView {
public:
    void draw(PanelContext& context) override;

private:
    struct Part {
        std::unique_ptr<MarkdownView> text;
        std::string question, exercise;
    };
    void refresh(PanelContext& context);
    void refresh_marks(const session::SessionView& session, bool is_still);
    void wish(PanelContext& context);
    void draw_parts(PanelContext& context);
    void follow_steps(PanelContext& context, const std::vector<float>& tops);
    void stand_in_the_middle(const Theme& theme, float room, float width);
    void draw_part(PanelContext& context, Part& part, float width);
    void draw_asked(PanelContext& context, const Part& part, float width);

    std::string experiment_, lesson_;  ///< what the parts were made of
    std::set<std::string> covered_;
    std::vector<Part> parts_;
    bool is_new_ = false;
    Drafts drafts_;
    bool shows_hint_ = false;
    std::uint64_t jumped_ = 0;  ///< serial of the last jump to a step that was made
    int jump_frames_ = 0;       ///< until it has come to rest
    float jump_scroll_ = 0;     ///< where it rests
    std::string wished_;        ///< for which experiment, GPU and worker the session has the list of what to find out
    std::uint64_t marked_revision_ = 0;  ///< of the session, when the marks were last looked at
    std::map<std::string, Mark> marks_;  ///< by the claim's id
};

void LessonView::refresh(PanelContext& context)
{
    const model::Experiment& experiment = context.session.experiment();
    std::set<std::string> covered = covered_claims(context);
    is_new_ = experiment.name != experiment_;
    if (!is_new_ && experiment.lesson == lesson_ && covered == covered_) return;
    if (is_new_) {
        drafts_.clear();
        marks_.clear();
        shows_hint_ = false;
    }
    experiment_ = experiment.name;
    lesson_ = experiment.lesson;
    covered_ = std::move(covered);
    marked_revision_ = 0;
    parts_.clear();
    for (lessons::LessonPart& part : lessons::lesson_parts(experiment, context.terms, covered_)) {
        parts_.push_back({std::make_unique<MarkdownView>(), part.question, part.exercise});
        parts_.back().text->set(std::move(part.text));
    }
}

/// What claims and questions want to know is found out behind what the sliders ask for.
void LessonView::wish(PanelContext& context)
{
    const session::SessionView& session = context.session;
    const model::Experiment& experiment = session.experiment();
    const std::string now = experiment.name + '|' + experiment.origin.content_hash + '|' + session.selection().gpu +
                            '|' + std::to_string(session.worker().generation);
    if (now == wished_) return;
    wished_ = now;
    marks_.clear();
    marked_revision_ = 0;
    context.commands.post([](session::Session& target, ViewState&) {
        target.request_in_background(session::Requester::lesson, teaching::lesson_requests(target.view()));
    });
}

/// Only where something has come to be known since, and not while things move: a claim's formulas are not evaluated at
/// every step of a drag.
void LessonView::refresh_marks(const session::SessionView& session, bool is_still)
{
    if (!is_still || marked_revision_ == session.revision()) return;
    marked_revision_ = session.revision();
    for (const model::Claim& claim : session.experiment().claims) {
        Mark& mark = marks_.try_emplace(claim.id, Mark::pending).first->second;
        // Many points: once all of them have come, and not again while it stands.
        const bool is_decided = mark == Mark::yes || mark == Mark::no;
        if (claim.over && (is_decided || session.progress().in_flight > 0)) continue;
        mark = claim_mark(teaching::live_claim(session, claim));
    }
}

void LessonView::draw_part(PanelContext& context, Part& part, float width)
{
    const auto& links = part.text->document().links;
    const auto target = [&](int link) { return target_of(context.session, links[static_cast<std::size_t>(link)]); };
    const auto at = [&](int link) -> const auto&
    {
        return links[static_cast<std::size_t>(link)];
    };
    MarkdownView::Hooks hooks;
    hooks.clicked = [&](int link) { follow(context, at(link), target(link)); };
    hooks.hovered = [&](int link) {
        tooltip(context.theme, link_help(context, at(link), target(link), covered_.contains(at(link).target)));
    };
    hooks.is_current = [&](int link) { return is_current(context.session, context.view, target(link)); };
    hooks.mark = [&](int link) {
        const auto mark = marks_.find(at(link).target);
        return mark == marks_.end() ? Mark::unknown : mark->second;
    };
    hooks.term_hovered = [&](int term) {
        const lessons::Term& word = context.terms[static_cast<std::size_t>(term)];
        tooltip(context.theme, word.name, word.text);
    };
    const auto& variants = context.session.experiment().variants;
    hooks.variant_hovered = [&](int index) {
        const model::Variant& variant = variants[static_cast<std::size_t>(index)];
        tooltip(context.theme, variant.label,
                variant.help + "\nIts key is " + variant.name + ". Click to show its code.");
    };
    hooks.variant_clicked = [&](int index) {
        context.commands.post([name = variants[static_cast<std::size_t>(index)].name](
                                  session::Session& session, ViewState&) { session.set_focus(name); });
    };
    part.text->draw(context, width, hooks);
    if (const auto& why_cut = part.text->document().why_cut)
        draw_text(context.theme.small, context.theme.warning, *why_cut, true);
}

void LessonView::draw_asked(PanelContext& context, const Part& part, float width)
{
    const model::Experiment& experiment = context.session.experiment();
    if (const model::Question* question = catalogue::find_question(experiment, part.question))
        draw_question(context, *question, drafts_, width);
    for (const model::Experiment& exercise : experiment.exercises)
        if (exercise.name == part.exercise) draw_exercise_offer(context, exercise, width);
}

/// Alone in the window the column stands in its middle, as a page does.
void LessonView::stand_in_the_middle(const Theme& theme, float room, float width)
{
    float reach = width;
    for (const Part& part : parts_) reach = std::max(reach, part.text->reach(theme, width));
    if (const float margin = std::round((room - reach) / 2); margin > 0) ImGui::Indent(margin);
}

void LessonView::draw(PanelContext& context)
{
    const model::Experiment& experiment = context.session.experiment();
    wish(context);
    refresh(context);
    if (experiment.lesson.empty()) return draw_empty(context.theme, "This experiment has no lesson.");
    refresh_marks(context.session, context.is_still);
    push_font(context.theme.body);
    ImGui::BeginChild("lesson text");
    if (is_new_) ImGui::SetScrollY(0);
    draw_parts(context);
    ImGui::EndChild();
    ImGui::PopFont();
}

void LessonView::draw_parts(PanelContext& context)
{
    const model::Experiment& experiment = context.session.experiment();
    const float room = ImGui::GetContentRegionAvail().x;
    const float width = std::min(room, comfortable_width(context.theme));
    if (context.view.filled != window::Part::none) stand_in_the_middle(context.theme, room, width);
    if (experiment.exercise) draw_exercise_verdict(context, shows_hint_, width);
    bool is_after_open_question = false;
    std::vector<float> tops;
    for (Part& part : parts_) {
        tops.push_back(ImGui::GetCursorPosY());
        if (is_after_open_question && !part.text->document().blocks.empty())
            draw_covered_text(context.theme, width);
        else
            draw_part(context, part, width);
        draw_asked(context, part, width);
        const model::Question* asked = catalogue::find_question(experiment, part.question);
        is_after_open_question =
            asked != nullptr && !context.view.shows_answers && teaching::is_open(context.session, *asked);
    }
    if (!experiment.exercise && !experiment.is_plain()) draw_foot(context);
    follow_steps(context, tops);
}

/// Scrolls to the step that a view asks for, and tells which one is at the top. The last steps may not get there: the
/// step that was asked for stays the one of now until the user scrolls.
void LessonView::follow_steps(PanelContext& context, const std::vector<float>& tops)
{
    constexpr int frames_to_rest = 4;
    const LessonJump& jump = context.view.lesson_jump;
    const int count = static_cast<int>(tops.size());
    if (count == 0) return;
    const int wanted = std::clamp(jump.step, 1, count);
    if (jumped_ != jump.serial) {
        jumped_ = jump.serial;
        jump_frames_ = frames_to_rest;
    }
    const bool is_jumping = jump_frames_ > 0;
    if (is_jumping) {
        ImGui::SetScrollY(wanted == 1 ? 0 : tops[static_cast<std::size_t>(wanted - 1)]);
        jump_scroll_ = ImGui::GetScrollY();
        if (--jump_frames_ > 0) context.commands.post([](session::Session&, ViewState&) {});  // another frame
    }
    int step = 1;
    const float at = ImGui::GetScrollY() + font_pixels(context.theme.body);
    for (int i = 0; i < count; ++i)
        if (tops[static_cast<std::size_t>(i)] <= at) step = i + 1;
    if (jump.serial != 0 && (is_jumping || ImGui::GetScrollY() == jump_scroll_)) step = wanted;
    if (step != context.view.lesson_step)
        context.commands.post([step](session::Session&, ViewState& view) { view.lesson_step = step; });
}

}  // namespace

const Panel lesson_panel{"lesson", "Lesson", PanelPlace::tab, open_view<LessonView>};

}  // namespace spillway::window
