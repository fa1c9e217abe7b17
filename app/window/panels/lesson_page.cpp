#include "app/window/panels/lesson_page.h"

#include <algorithm>
#include <utility>

#include "app/catalogue/questions.h"
#include "app/model/claim_link.h"
#include "app/teaching/covers.h"
#include "app/window/kit/cover.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/lesson_turning.h"
#include "app/window/panels/exercise_card.h"
#include "app/window/panels/lesson_links.h"

namespace spillway::window {
namespace {

/// First of the earlier questions that is still open; null if there is none or answers are shown.
const model::Question* first_open(const PanelContext& context, const std::vector<std::string>& asked)
{
    if (tells_answers(context.view)) return nullptr;
    for (const std::string& id : asked) {
        const model::Question* question = catalogue::find_question(context.session.experiment(), id);
        if (question != nullptr && teaching::is_open(context.session, *question)) return question;
    }
    return nullptr;
}

/// Shown instead of text that follows an open question: it would explain the answer.
void draw_covered_text(PanelContext& context, const std::string& question, float width)
{
    constexpr std::string_view words = "The lesson continues here once you answer or skip a question before it.";
    const Theme& theme = context.theme;
    ImGui::Dummy({0, 6 * theme.scale});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = draw_text_wrapped(ImGui::GetWindowDrawList(), theme.body, at, theme.text_muted, words, width);
    ImGui::Dummy({width, height + 8 * theme.scale});
    const Rect row = take_row(button_size(theme, question_words).y);
    if (button_at(context, "lesson:question", row.min, question_words, ButtonLook::primary))
        context.commands.post(
            [question](session::Session& session, ViewState& view) { go_to_question(session, view, question); });
    ImGui::Dummy({0, 8 * theme.scale});
}

}  // namespace

LessonPage::LessonPage(lessons::LessonStep step)
    : question_(std::move(step.question)),
      exercise_(std::move(step.exercise)),
      asked_before_(std::move(step.asked_before))
{
    text_.set(std::move(step.text));
}

void LessonPage::draw_text_of_step(PanelContext& context, const Lesson& lesson, TextWidths widths)
{
    const auto& links = text_.document().links;
    const auto at = [&](int link) -> const auto&
    {
        return links[static_cast<std::size_t>(link)];
    };
    const auto target = [&](int link) { return target_of(context.session, at(link)); };
    const auto is_covered = [&](int link) {
        const auto claims = model::claims_of_link(at(link).target);
        return std::ranges::any_of(claims, [&](const auto& claim) { return lesson.covered.contains(claim); });
    };
    MarkdownView::Hooks hooks;
    hooks.clicked = [&](int link) { follow(context, at(link), target(link)); };
    hooks.hovered = [&](int link) {
        tooltip(context.theme, link_help(context, at(link), target(link), is_covered(link)));
    };
    hooks.is_current = [&](int link) { return is_current(context.session, context.view, target(link)); };
    hooks.mark = [&](int link) { return lesson.marks.of(at(link).target); };
    hooks.term_hovered = [&](int term) {
        const lessons::Term& word = context.terms[static_cast<std::size_t>(term)];
        tooltip_of_word(context.theme, word.name, word.text);
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
    text_.draw(context, widths, hooks);
    if (const auto& why_cut = text_.document().why_cut)
        draw_text(context.theme.small, context.theme.warning, *why_cut, true);
}

void LessonPage::draw(PanelContext& context, const Lesson& lesson, TextWidths widths)
{
    const float width = widths.column;
    const model::Experiment& experiment = context.session.experiment();
    const model::Question* before = first_open(context, asked_before_);
    if (before != nullptr && !text_.document().blocks.empty())
        draw_covered_text(context, before->id, width);
    else
        draw_text_of_step(context, lesson, widths);
    if (const model::Question* question = catalogue::find_question(experiment, question_))
        draw_question(context, *question, lesson.drafts, width);
    for (const model::Experiment& exercise : experiment.exercises)
        if (exercise.name == exercise_) draw_exercise_offer(context, exercise, width);
}

}  // namespace spillway::window
