#include "app/window/panels/exercise_card.h"
#include "app/window/kit/actions.h"

#include <algorithm>
#include <cmath>

#include "app/catalogue/access_limits.h"
#include "app/catalogue/exercises.h"
#include "app/learner/exercise_folder.h"
#include "app/teaching/availability.h"
#include "app/teaching/exercise_verdict.h"
#include "app/teaching/parameter_labels.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/panels/card.h"
#include "app/window/panels/lesson_links.h"

namespace spillway::window {
namespace {

using session::Session;
using session::SessionView;

constexpr const char* unchecked_words = "goals reached, unchecked";

const learner::Win* win_of(const SessionView& session, const std::string& lesson, const std::string& exercise)
{
    const auto known = session.learner().find(lesson);
    if (known == session.learner().end()) return nullptr;
    const auto found = known->second.won.find(exercise);
    return found == known->second.won.end() ? nullptr : &found->second;
}

/// The copy becomes a permanently trusted experiment, because the learner created it through the program.
bool open_copy(Session& session, ViewState& view, const std::string& name,
               const model::Expected<std::filesystem::path>& folder)
{
    if (!folder) {
        view.status_notice = folder.error().line();
        return false;
    }
    if (auto problem = session.add_catalogue_folder(learner::exercises_folder())) {
        view.status_notice = problem->line();
        return false;
    }
    session.trust_experiment(name);
    choose_experiment(session, view, name);
    view.sketch.reset();
    view.tab = "lesson";
    return true;
}

void select_lesson(PanelContext& context, const std::string& lesson)
{
    context.commands.post([lesson](Session& session, ViewState& view) { choose_experiment(session, view, lesson); });
}

void remember_win(PanelContext& context, const teaching::ExerciseVerdict& verdict)
{
    const model::Experiment& copy = context.session.experiment();
    const bool is_checked = verdict.is_won;
    const learner::Win* known = win_of(context.session, copy.exercise->lesson, copy.name);
    if (!verdict.is_reached || (known != nullptr && (known->checked || !is_checked))) return;
    context.commands.post([lesson = copy.exercise->lesson, name = copy.name, is_checked](Session& session, ViewState&) {
        session.change_learner([=](learner::LearnerProgress& all) { all[lesson].won[name] = {is_checked}; });
    });
}

/// The goal's text and its result.
std::string goal_text(const model::Experiment& experiment, const teaching::Goal& goal)
{
    const std::string text = teaching::without_code_marks(goal.text, experiment);
    if (goal.waits_for_gpu) return text + " Needs a GPU.";
    if (goal.live.is_pending) return text;
    return text + " " + teaching::as_sentence(teaching::found_words(experiment, goal.live));
}

/// Output over a limit still matches: the limit has its own mark.
Mark output_mark(judging::OutputState state)
{
    switch (state) {
        case judging::OutputState::right:
        case judging::OutputState::over_limit: return Mark::yes;
        case judging::OutputState::wrong: return Mark::no;
        case judging::OutputState::pending: return Mark::pending;
        case judging::OutputState::unchecked: break;
    }
    return Mark::unknown;
}

Mark limit_mark(judging::LimitState state)
{
    switch (state) {
        case judging::LimitState::kept: return Mark::yes;
        case judging::LimitState::exceeded: return Mark::no;
        case judging::LimitState::pending: return Mark::pending;
        case judging::LimitState::unchecked: break;
    }
    return Mark::unknown;
}

/// A refused kernel gets no more results: pending marks become unknown.
Mark settled(Mark mark, const teaching::ExerciseVerdict& verdict)
{
    const bool is_over = verdict.state == judging::ExerciseState::refused && mark == Mark::pending;
    return is_over ? Mark::unknown : mark;
}

std::vector<std::pair<Mark, std::string>> marked_goals(const model::Experiment& experiment,
                                                       const teaching::ExerciseVerdict& verdict)
{
    std::vector<std::pair<Mark, std::string>> all;
    for (const teaching::Goal& goal : verdict.goals)
        all.emplace_back(settled(claim_mark(goal.live), verdict), goal_text(experiment, goal));
    for (const teaching::LimitGoal& limit : verdict.limits)
        all.emplace_back(settled(limit_mark(limit.state), verdict), limit.text);
    return all;
}

void draw_goals(Card& card, const Theme& theme, const model::Experiment& experiment,
                const teaching::ExerciseVerdict& verdict)
{
    for (const auto& [mark, text] : marked_goals(experiment, verdict)) card.marked(mark, theme.body, text);
}

void draw_strip_line(const Theme& theme, Mark mark, const std::string& text)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = std::round(20 * theme.scale), line = font_pixels(theme.body);
    draw_mark(ImGui::GetWindowDrawList(), theme, {at.x + 6 * theme.scale, at.y + line / 2}, 5 * theme.scale, mark);
    ImGui::SetCursorScreenPos({at.x + room, at.y});
    draw_text(theme.body, theme.text, text, true);
}

/// "Hint 1 of 3", then the next one; after the last, a button to hide them.
std::string hint_label(int shown, int all)
{
    if (shown >= all) return all == 1 ? "Hide the hint" : "Hide the hints";
    if (all == 1) return "A hint";
    return "Hint " + std::to_string(shown + 1) + " of " + std::to_string(all);
}

void draw_hints(Card& card, const Theme& theme, const std::vector<std::string>& hints, int shown)
{
    const std::size_t count = std::min(hints.size(), static_cast<std::size_t>(std::max(shown, 0)));
    for (std::size_t i = 0; i < count; ++i)
        card.text(theme.body, theme.text, hints.size() == 1 ? hints[i] : std::to_string(i + 1) + ". " + hints[i]);
}

}  // namespace

void draw_exercise_offer(PanelContext& context, const model::Experiment& exercise, float width)
{
    const Theme& theme = context.theme;
    const SessionView& session = context.session;
    const learner::Win* win = win_of(session, session.selection().experiment, exercise.name);
    Card card(context, width, win != nullptr && win->checked ? theme.good : theme.accent);
    card.title("Exercise: " + exercise.title, win == nullptr ? "" : win->checked ? "won" : unchecked_words);
    if (covers_of(session, context.view).any()) {
        card.text(theme.body, theme.text_muted, "Answer or skip the lesson's questions to see the goals.");
    } else {
        card.text(theme.body_bold, theme.text, exercise.question);
        for (const model::Claim& claim : exercise.claims)
            card.text(theme.body, theme.text_muted, "Goal: " + claim.text);
        for (const std::string& limit : catalogue::limit_words(exercise))
            card.text(theme.body, theme.text_muted, "Goal: " + limit);
    }
    if (!session.experiment().origin.trusted)
        return card.text(theme.body, theme.warning,
                         "Trust this experiment first, so that its exercise can be compiled.");
    if (!teaching::compiles_own_code(session))
        return card.text(theme.body, theme.text_muted,
                         "Your own lines need a compiler: an installed Spillway, or a room whose server takes code.");
    const bool is_begun = session.catalogue().find(exercise.name) != nullptr;
    if (card.button("exercise:" + exercise.name, is_begun ? "Continue" : "Begin with your own copy",
                    ButtonLook::primary))
        context.commands.post([exercise](Session& target, ViewState& view) {
            open_copy(target, view, exercise.name, learner::begin_exercise(exercise));
        });
}

void draw_exercise_strip(PanelContext& context)
{
    const Theme& theme = context.theme;
    const teaching::ExerciseVerdict verdict = teaching::judge_exercise(context.session);
    remember_win(context, verdict);
    draw_text(theme.body_bold, verdict.is_won ? theme.good : theme.text, verdict.sentence, true);
    for (const auto& [mark, text] : marked_goals(context.session.experiment(), verdict))
        draw_strip_line(theme, mark, text);
    if (!verdict.trouble.empty()) draw_text(theme.body, theme.warning, verdict.trouble, true);
}

void draw_exercise_bar(PanelContext& context)
{
    const Theme& theme = context.theme;
    const teaching::ExerciseVerdict verdict = teaching::judge_exercise(context.session);
    remember_win(context, verdict);
    const auto marks = marked_goals(context.session.experiment(), verdict);
    const Rect row = take_row(std::round(font_pixels(theme.body) + 8 * theme.scale));
    const float step = 24 * theme.scale, line = font_pixels(theme.body), y = row.centre().y - line / 2;
    float x = row.min.x;
    for (std::size_t i = 0; i < marks.size(); ++i, x += step) {
        const Rect cell{{x, row.min.y}, {x + step, row.max.y}};
        draw_mark(ImGui::GetWindowDrawList(), theme, cell.centre(), 5 * theme.scale, marks[i].first);
        const Touch touch = touch_area(context, "goal:" + std::to_string(i), cell);
        if (touch.hovered || touch.focused) tooltip(theme, marks[i].second);
    }
    x += 6 * theme.scale;
    ImDrawList* list = ImGui::GetWindowDrawList();
    x += draw_text_fitted(list, theme.body_bold, {x, y}, verdict.is_won ? theme.good : theme.text, verdict.sentence,
                          row.max.x - x) +
         12 * theme.scale;
    const auto open = std::ranges::find_if(marks, [](const auto& mark) { return mark.first == Mark::no; });
    if (open != marks.end() && x < row.max.x)
        draw_text_fitted(list, theme.body, {x, y}, theme.text_muted, open->second, row.max.x - x);
    if (!verdict.trouble.empty()) draw_text(theme.body, theme.warning, verdict.trouble, true);
}

namespace {

/// Drawn above everything that grows when results arrive, so no button moves away from the mouse.
void draw_exercise_buttons(PanelContext& context, Card& card, int& hints)
{
    const model::Experiment& copy = context.session.experiment();
    if (card.button("exercise:edit", "Edit", ButtonLook::primary,
                    "Opens your kernel here; you can also use any other editor."))
        context.commands.post([](Session&, ViewState& view) {
            open_editor(view);
            view.status_notice =
                for_input_device(view, "The editor fills the window; Esc brings the charts back.",
                                 "The editor fills the window; the button in its corner brings the charts back.");
        });
    if (card.button("exercise:copy_path", "Copy the path", ButtonLook::quiet))
        ImGui::SetClipboardText(copy.source_file.c_str());
    const int all = static_cast<int>(copy.exercise->hints.size());
    if (all > 0 && card.button("exercise:hint", hint_label(hints, all))) hints = hints < all ? hints + 1 : 0;
    if (const model::Experiment* original = catalogue::original_of(context.session.catalogue(), copy);
        original != nullptr &&
        card.button("exercise:again", "Start again", ButtonLook::plain, "Your kernel.cu is kept beside the new one."))
        context.commands.post([original = *original](Session& session, ViewState& view) {
            const auto folder = learner::begin_exercise_again(original);
            if (open_copy(session, view, original.name, folder))
                view.status_notice = "Your earlier kernel.cu is kept beside the new one in " + folder->string();
        });
    if (card.button("exercise:back", "Back to the lesson", ButtonLook::quiet))
        select_lesson(context, copy.exercise->lesson);
}

}  // namespace

void draw_exercise_verdict(PanelContext& context, int& hints, float width)
{
    const Theme& theme = context.theme;
    const model::Experiment& copy = context.session.experiment();
    const teaching::ExerciseVerdict verdict = teaching::judge_exercise(context.session);
    remember_win(context, verdict);
    Card card(context, width, verdict.is_won ? theme.good : verdict.trouble.empty() ? theme.accent : theme.warning);
    card.title("Exercise", verdict.is_won ? "won" : verdict.is_reached ? unchecked_words : "");
    draw_exercise_buttons(context, card, hints);
    card.text(theme.body_bold, verdict.is_won ? theme.good : theme.text, verdict.sentence);
    draw_goals(card, theme, copy, verdict);
    card.marked(output_mark(verdict.output), theme.body, verdict.result);
    card.text(theme.body, theme.warning, verdict.trouble);
    draw_hints(card, theme, copy.exercise->hints, hints);
    card.text(theme.code, theme.text_muted, copy.source_file);
}

}  // namespace spillway::window
