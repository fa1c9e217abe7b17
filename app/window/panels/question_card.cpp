#include "app/window/panels/question_card.h"

#include <algorithm>
#include <utility>

#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/questions.h"
#include "app/judging/number_text.h"
#include "app/judging/prediction.h"
#include "app/model/metrics.h"
#include "app/teaching/availability.h"
#include "app/teaching/gpu_labels.h"
#include "app/teaching/lesson_facts.h"
#include "app/teaching/predictions.h"
#include "app/window/kit/actions.h"
#include "app/window/panels/card.h"
#include "app/window/panels/charts/shown_charts.h"

namespace spillway::window {
namespace {

std::string problem_words(const model::Error& error)
{
    return teaching::as_sentence(error.what + "; " + error.advice);
}

using learner::Prediction;
using model::Question;
using model::QuestionKind;

void remember(PanelContext& context, const std::string& question, Prediction prediction)
{
    const std::string experiment = context.session.selection().experiment;
    context.commands.post(
        [experiment, question, prediction = std::move(prediction)](session::Session& session, ViewState&) {
            session.change_learner([=](learner::LearnerProgress& all) {
                all[experiment].predictions.insert_or_assign(question, prediction);
            });
        });
}

void ask_again(PanelContext& context, const std::string& question, Draft& draft)
{
    draft = {};
    const std::string experiment = context.session.selection().experiment;
    context.commands.post([experiment, question](session::Session& session, ViewState& view) {
        session.change_learner([=](learner::LearnerProgress& all) { all[experiment].predictions.erase(question); });
        view.sketch.reset();
    });
}

/// The question's slider values and variant.
session::Selection setting_of(const session::SessionView& session, const Question& question)
{
    session::Selection setting = session.selection();
    setting.values = catalogue::initial_values(session.experiment(), session.gpu());
    for (const auto& [name, value] : question.set) setting.values[name] = value;
    // If the question sets one parameter, it becomes the x axis: over another, curves may have a single point.
    const bool sets_one = question.set.size() == 1 && question.kind != model::QuestionKind::curve;
    if (sets_one && session.experiment().find_parameter(question.set.begin()->first) != nullptr)
        setting.x_axis = question.set.begin()->first;
    const auto variants = catalogue::question_variants(session.experiment(), question);
    const bool includes_focus = std::find(variants.begin(), variants.end(), setting.focus) != variants.end();
    if (!variants.empty() && !includes_focus) setting.focus = variants.front();
    return setting;
}

/// The pending guess, judged once the answer has arrived.
std::optional<Prediction> judged(const Question& question, const Draft& draft, const catalogue::QuestionAnswer& answer)
{
    if (draft.number && answer.number) return judging::judge_number(question, *draft.number, *answer.number);
    if (draft.choice && answer.choice) return judging::judge_choice(question, *draft.choice, *answer.choice);
    return std::nullopt;
}

/// If no answer is possible here: the missing part, and a button to the first other GPU with a recording.
void draw_missing(PanelContext& context, Card& card, const std::string& missing)
{
    const session::SessionView& session = context.session;
    card.text(context.theme.body, context.theme.warning,
              "There is no answer for " + session.gpu().label + ": " + missing + ".");
    for (const model::Gpu& gpu : session.gpus()) {
        if (gpu.name == session.selection().gpu) continue;
        if (!session.may_be_recorded(session.selection().experiment, gpu.name)) continue;
        if (card.button("question:gpu", "Use " + gpu.label + "'s recording"))
            context.commands.post([name = gpu.name](session::Session& target, ViewState&) { target.set_gpu(name); });
        return;
    }
}

void draw_waiting(PanelContext& context, Card& card, const Question& question, const Draft& draft)
{
    const teaching::LiveAnswer live = teaching::live_answer(context.session, question);
    if (auto prediction = judged(question, draft, live.answer)) {
        remember(context, question.id, std::move(*prediction));
        context.commands.post([question](session::Session& session, ViewState& view) {
            choose_setting(session, view, setting_of(session.view(), question));
        });
    } else if (live.is_pending) {
        card.text(context.theme.body, context.theme.text_muted, "Your guess is kept; compiling ...");
    } else {
        draw_missing(context, card, live.answer.why_unknown.value_or(""));
    }
}

void draw_number(Card& card, const Question& question, Draft& draft)
{
    const std::string key = "question:" + question.id;
    if (std::exchange(draft.returns_to_field, false)) card.focus_field();
    const bool entered = card.field(key, draft.typed, question.unit.empty() ? "your guess" : question.unit, 150);
    if (card.button(key + ":check", "Check", ButtonLook::primary) || entered) {
        const auto guess = judging::read_number(draft.typed, question.unit);
        draft.problem = guess ? "" : problem_words(guess.error());
        if (guess) draft.number = *guess;
        draft.returns_to_field = !guess && entered;
    }
}

void draw_choices(Card& card, const Question& question, Draft& draft)
{
    for (std::size_t i = 0; i < question.choices.size(); ++i)
        if (card.wide_button("question:" + question.id + ":" + std::to_string(i), question.choices[i].text))
            draft.choice = i;
}

bool is_sketched(const PanelContext& context, const Question& question)
{
    const auto& sketch = context.view.sketch;
    return sketch && sketch->question == question.id && sketch->experiment == context.session.selection().experiment;
}

/// The setting whose curve answers the question.
session::Selection curve_setting(const session::SessionView& session, const Question& question)
{
    session::Selection setting = setting_of(session, question);
    setting.x_axis = question.curve.over;
    setting.focus = question.curve.variant;
    // The curve is the same wherever the slider of its axis is.
    if (session.selection().x_axis == setting.x_axis)
        setting.values[setting.x_axis] = session.selection().values.at(setting.x_axis);
    return setting;
}

/// Covers the chart, moves the sliders to the question's setting, and adds a chart of its metric (shown_charts.h).
void begin_sketch(PanelContext& context, const Question& question)
{
    context.commands.post([question](session::Session& session, ViewState& view) {
        choose_setting(session, view, curve_setting(session.view(), question));
        view.hidden_variants.erase(question.curve.variant);
        view.zoom.clear();
        view.sketch = begun_sketch(session.view(), question);
    });
}

/// True if enough points of the real curve have arrived to show its shape.
bool is_shape_known(const session::SessionView& session, const teaching::Curve& truth)
{
    constexpr std::size_t enough = 9;
    return truth.size() >= enough || (truth.size() >= 2 && session.progress().in_flight == 0);
}

/// Moves the sliders back to the question's setting: another setting has another curve. False until they are there.
bool is_at_question(PanelContext& context, const Question& question, Draft& draft)
{
    const session::Selection setting = curve_setting(context.session, question);
    if (context.session.selection() == setting) {
        draft.has_returned = false;
        return true;
    }
    if (std::exchange(draft.has_returned, true)) {
        draft.is_revealing = draft.has_returned = false;
        draft.problem = "The question's setting cannot be chosen here.";
        return false;
    }
    context.commands.post([setting](session::Session& session, ViewState& view) {
        choose_setting(session, view, setting);
        view.hidden_variants.erase(setting.focus);
    });
    return false;
}

/// Reveals the real curve once enough of its points have arrived.
void reveal(PanelContext& context, const Question& question, Draft& draft)
{
    const teaching::Sketch& sketch = *context.view.sketch;
    if (!is_at_question(context, question, draft)) return;
    const TrueCurve truth = true_curve(context.session, context.view, sketch);
    if (sketch.points.size() < 2) {
        draft.is_revealing = false;
        const auto typed = teaching::parse_curve(draft.typed);
        draft.problem = typed || draft.typed.empty() ? "Draw a curve first: it needs at least two points."
                                                     : problem_words(typed.error());
        return;
    }
    if (!is_shape_known(context.session, truth.points)) {
        const bool is_working = context.session.progress().in_flight > 0;
        draft.problem = is_working ? "Compiling; the curve appears as soon as it is ready."
                                   : "There is no result for this curve on this GPU.";
        return;
    }
    const model::Parameter* over = context.session.experiment().find_parameter(question.curve.over);
    if (over == nullptr) return;
    if (!judging::covers(sketch.points, truth.points)) {
        draft.is_revealing = false;
        draft.problem = judging::uncovered_words();
        return;
    }
    draft = {};
    remember(context, question.id, teaching::judge_drawing(sketch.points, truth.points, *over, truth.unit));
    context.commands.post([](session::Session&, ViewState& view) {
        if (!view.sketch) return;
        view.sketch->is_revealed = true;
        view.sketch->shown_share = view.less_motion || view.system_wants_less_motion ? 1 : 0;
    });
}

/// Draws the typed points as soon as they parse; reports an error only after Enter.
void take_typed_points(PanelContext& context, Draft& draft, bool entered)
{
    if (draft.typed == draft.drawn && !entered) return;
    draft.drawn = draft.typed;
    const auto curve = teaching::parse_curve(draft.typed);
    draft.problem = curve || !entered ? "" : problem_words(curve.error());
    if (!curve) return;
    context.commands.post([points = *curve](session::Session&, ViewState& view) {
        if (view.sketch) teaching::replace(*view.sketch, points);
    });
}

void draw_sketching(PanelContext& context, Card& card, const Question& question, Draft& draft)
{
    const Theme& theme = context.theme;
    const std::string key = "question:" + question.id;
    const std::string metric(charts::chart_title(*model::find_metric(question.curve.metric)));
    card.text(theme.body, theme.text,
              "Draw over the chart \"" + metric +
                  "\", from left to right, with the mouse or your finger. Or type a few points:");
    if (std::exchange(draft.returns_to_field, false)) card.focus_field();
    if (const std::size_t points = context.view.sketch ? context.view.sketch->points.size() : 0;
        std::exchange(draft.sketched_points, points) != points)
        draft.problem.clear();  // it was about the earlier points
    const bool entered = card.field(key, draft.typed, "8:0, 32:128", 260);
    take_typed_points(context, draft, entered);
    draft.returns_to_field = entered;
    card.end_row();
    if (card.button(key + ":show", "Show the curve", ButtonLook::primary)) draft.is_revealing = true;
    if (context.view.sketch->is_asked_for) {
        draft.is_revealing = true;
        context.commands.post([](session::Session&, ViewState& view) {
            if (view.sketch) view.sketch->is_asked_for = false;
        });
    }
    if (draft.is_revealing) reveal(context, question, draft);
    if (card.button(key + ":erase", "Erase", ButtonLook::quiet))
        context.commands.post([](session::Session&, ViewState& view) {
            if (view.sketch) teaching::replace(*view.sketch, {});
        });
}

/// Returns the top of the text that answers the last attempt.
float draw_open(PanelContext& context, Card& card, const Question& question, Draft& draft)
{
    const std::string key = "question:" + question.id;
    const float top = card.y();
    if (draft.number || draft.choice) draw_waiting(context, card, question, draft);
    const float waiting_bottom = card.y();
    if (question.kind == QuestionKind::number) draw_number(card, question, draft);
    if (question.kind == QuestionKind::choice) draw_choices(card, question, draft);
    if (question.kind == QuestionKind::curve) {
        if (is_sketched(context, question))
            draw_sketching(context, card, question, draft);
        else if (card.button(key + ":draw", "Draw it", ButtonLook::primary))
            begin_sketch(context, question);
    }
    // A click just below the last choice must not skip the question.
    if (question.kind == QuestionKind::choice) card.gap(10);
    if (card.button(key + ":skip", "Skip", ButtonLook::quiet,
                    "Spillway remembers that you skipped it and does not ask again.")) {
        Prediction skipped;
        skipped.skipped = true;
        remember(context, question.id, std::move(skipped));
        context.commands.post([](session::Session&, ViewState& view) { view.sketch.reset(); });
    }
    const float problem_top = card.y();
    card.text(context.theme.body, context.theme.warning, draft.problem);
    return draft.problem.empty() && waiting_bottom > top ? top : problem_top;
}

/// Identifies the outcome of the last attempt; empty: there is none yet.
std::string outcome_of(const Prediction* known, const Draft& draft)
{
    if (known != nullptr) return "settled";
    if (!draft.problem.empty()) return draft.problem;
    return draft.number || draft.choice ? "waiting" : "";
}

std::string answer_words(const PanelContext& context, const Question& question)
{
    const teaching::LiveAnswer live = teaching::live_answer(context.session, question);
    return judging::truth_text(question, {live.answer.number, live.answer.choice, {}, {}});
}

/// One click records the learner's observation; another click on it removes it.
void draw_seen(PanelContext& context, Card& card, const Question& question, const Prediction& prediction)
{
    using learner::Seen;
    card.text(context.theme.body_bold, context.theme.text, "What do you see?");
    constexpr std::pair<Seen, const char*> all[] = {{Seen::as_guessed, "As I guessed"},
                                                    {Seen::otherwise, "Not as I guessed"},
                                                    {Seen::cannot_tell, "I cannot tell"}};
    for (const auto& [seen, label] : all) {
        const bool is_chosen = prediction.seen == seen;
        const std::string key = "question:" + question.id + ":seen:" + std::to_string(static_cast<int>(seen));
        if (!card.button(key, label, is_chosen ? ButtonLook::primary : ButtonLook::plain)) continue;
        Prediction changed = prediction;
        changed.seen = is_chosen ? Seen::not_said : seen;
        remember(context, question.id, std::move(changed));
    }
    card.end_row();
}

void draw_prediction(PanelContext& context, Card& card, const Question& question, const Prediction& prediction)
{
    const Theme& theme = context.theme;
    if (question.kind != QuestionKind::curve) {
        card.text(theme.body, theme.text_muted, "You said: " + prediction.guess);
        card.text(theme.body_bold, theme.text, "It is: " + prediction.answer);
    } else if (!is_sketched(context, question)) {
        card.text(theme.body, theme.text_muted, "You drew it.");
    } else {
        card.text(theme.body, theme.text,
                  std::string("The ") + (theme.dark ? "white" : "black") + ", dashed line in the chart is your guess.");
    }
    const bool is_right = prediction.off_by && judging::is_right(question, *prediction.off_by);
    card.text(theme.body_bold, is_right ? theme.good : theme.warning, teaching::judgement(question, prediction));
    card.text(theme.body, theme.text, prediction.where);
    card.text(theme.body, theme.text, teaching::reply_to(question, prediction));
    card.text(theme.body, theme.text, question.why);
    draw_seen(context, card, question, prediction);
}

/// "answered · " or "skipped · "; for an open question about a number, the tolerance.
std::string state_words(const Question& question, const Prediction* known)
{
    if (known != nullptr) return known->skipped ? "skipped · " : "answered · ";
    return question.kind == QuestionKind::number ? "within " + judging::tolerance_percent() + " is right · " : "";
}

/// Shows the recorded sketch in front of the current curve.
void show_drawing(PanelContext& context, const Question& question, const Prediction& prediction)
{
    begin_sketch(context, question);
    context.commands.post([guess = prediction.guess](session::Session&, ViewState& view) {
        const auto points = teaching::parse_curve(guess);
        if (!view.sketch || !points) return;
        view.sketch->points = *points;
        view.sketch->is_revealed = true;
    });
}

/// In the mode that shows everything: the answer without the question's buttons.
void draw_answer(const PanelContext& context, Card& card, const Question& question)
{
    const Theme& theme = context.theme;
    if (const std::string answer = answer_words(context, question); !answer.empty())
        card.text(theme.body_bold, theme.text, "It is: " + answer);
    card.text(theme.body, theme.text, question.why);
}

void draw_settled(PanelContext& context, Card& card, const Question& question, const Prediction& prediction,
                  Draft& draft)
{
    const Theme& theme = context.theme;
    const std::string key = "question:" + question.id;
    if (!prediction.skipped)
        draw_prediction(context, card, question, prediction);
    else if (const std::string answer = answer_words(context, question); !answer.empty())
        card.text(theme.body, theme.text_muted, "It is: " + answer);
    if (question.kind == QuestionKind::curve && !prediction.skipped) {
        const bool is_shown = is_sketched(context, question);
        if (card.button(key + ":drawing", is_shown ? "Hide the drawing" : "Show the drawing")) {
            if (is_shown)
                context.commands.post([](session::Session&, ViewState& view) { view.sketch.reset(); });
            else
                show_drawing(context, question, prediction);
        }
    }
    if (card.button(key + ":again", prediction.skipped ? "Answer it now" : "Ask again", ButtonLook::quiet))
        ask_again(context, question.id, draft);
}

}  // namespace

teaching::Sketch begun_sketch(const session::SessionView& session, const model::Question& question)
{
    const model::CurveToDraw& curve = question.curve;
    teaching::Sketch sketch;
    sketch.experiment = session.selection().experiment;
    sketch.question = question.id;
    sketch.metric = curve.metric;
    sketch.variant = curve.variant;
    sketch.over = curve.over;
    sketch.least = curve.least;
    sketch.most = curve.most;
    return sketch;
}

const Prediction* prediction_of(const session::SessionView& session, const std::string& question)
{
    const auto lesson = session.learner().find(session.selection().experiment);
    if (lesson == session.learner().end()) return nullptr;
    const auto found = lesson->second.predictions.find(question);
    return found == lesson->second.predictions.end() ? nullptr : &found->second;
}

void draw_question(PanelContext& context, const Question& question, Drafts& drafts, float width)
{
    const Theme& theme = context.theme;
    const Prediction* known = prediction_of(context.session, question.id);
    Card card(context, width, known == nullptr ? theme.accent : theme.text_muted);
    card.title(question.kind == QuestionKind::curve ? "Predict: draw the curve" : "Predict",
               state_words(question, known) + catalogue::level_words(question));
    card.text(theme.body_bold, theme.text, question.text);
    card.gap(2);
    Draft& draft = drafts[question.id];
    const std::optional<std::string> before = draft.outcome;
    float outcome_top = card.y();
    if (known != nullptr)
        draw_settled(context, card, question, *known, draft);
    else if (context.view.shows_everything)
        draw_answer(context, card, question);
    else
        outcome_top = draw_open(context, card, question, draft);
    draft.outcome = outcome_of(known, draft);
    if (before && !draft.outcome->empty() && before != draft.outcome) card.scroll_to(outcome_top);
}

}  // namespace spillway::window
