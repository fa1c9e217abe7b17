#include "app/web/lesson_beside.h"

#include <algorithm>
#include <set>
#include <vector>

#include "app/catalogue/questions.h"
#include "app/charts/metric_chart.h"
#include "app/judging/number_text.h"
#include "app/lessons/html_text.h"
#include "app/lessons/lesson_steps.h"
#include "app/model/metrics.h"
#include "app/teaching/covers.h"
#include "app/teaching/lesson_facts.h"
#include "app/teaching/parameter_steps.h"
#include "app/teaching/predictions.h"
#include "app/window/kit/lesson_turning.h"
#include "app/window/panels/charts/shown_charts.h"
#include "app/window/panels/question_card.h"

namespace spillway::web {
namespace {

using lessons::html_escaped;
using model::Question;
using model::QuestionKind;
using window::ViewState;

constexpr std::size_t max_rows = 12;  ///< of a table: a screen reader reads them one by one

std::string paragraph(const std::string& text)
{
    return text.empty() ? "" : "<p>" + html_escaped(text) + "</p>\n";
}

std::string button(const std::string& act, const std::string& label)
{
    return "<button type=\"button\" data-act=\"" + html_escaped(act) + "\">" + html_escaped(label) + "</button>\n";
}

/// Claims whose text would reveal the answer of an open question.
std::set<std::string> covered_claims(const session::SessionView& session, const ViewState& view)
{
    std::set<std::string> covered;
    if (window::tells_answers(view)) return covered;
    for (const Question& question : session.experiment().questions)
        if (teaching::is_open(session, question)) covered.insert(question.hides.begin(), question.hides.end());
    return covered;
}

bool is_open(const session::SessionView& session, const ViewState& view, const std::string& id)
{
    const Question* question = catalogue::find_question(session.experiment(), id);
    return question != nullptr && !window::tells_answers(view) && teaching::is_open(session, *question);
}

// ---- the question ----

std::string open_question(const Question& question)
{
    std::string html;
    if (question.kind == QuestionKind::choice) {
        html += "<ul>\n";
        for (std::size_t i = 0; i < question.choices.size(); ++i)
            html += "<li>" + button("answer:" + question.id + ":" + std::to_string(i), question.choices[i].text) +
                    "</li>\n";
        html += "</ul>\n";
    }
    if (question.kind == QuestionKind::number)
        html += "<p><label>Your guess in " + html_escaped(question.unit) + " <input type=\"text\" data-answer=\"" +
                html_escaped(question.id) + "\"></label>\n" + button("answer:" + question.id + ":", "Check") + "</p>\n";
    if (question.kind == QuestionKind::curve)
        html += paragraph("This question asks for a drawn curve over " + question.curve.over +
                          ". Draw it in the window, or skip it: the table then has the values.");
    return html + button("skip:" + question.id, "Skip this question");
}

std::string settled_question(const session::SessionView& session, const Question& question,
                             const judging::Prediction& prediction)
{
    const teaching::LiveAnswer live = teaching::live_answer(session, question);
    const std::string truth = judging::truth_text(question, {live.answer.number, live.answer.choice, {}, {}});
    if (prediction.skipped)
        return paragraph("You skipped it.") + paragraph(truth.empty() ? "" : "It is: " + truth) +
               paragraph(question.why);
    std::string html;
    if (question.kind != QuestionKind::curve)
        html += paragraph("You said: " + prediction.guess) + paragraph("It is: " + prediction.answer);
    return html + paragraph(teaching::judgement(question, prediction)) + paragraph(prediction.where) +
           paragraph(teaching::reply_to(question, prediction)) + paragraph(question.why);
}

std::string question_html(const session::SessionView& session, const ViewState& view, const Question& question)
{
    std::string html = "<section aria-label=\"Question\">\n<h2>Question</h2>\n" + paragraph(question.text);
    if (const auto* prediction = window::prediction_of(session, question.id))
        html += settled_question(session, question, *prediction);
    else if (view.shows_everything)
        html += paragraph(question.why);
    else
        html += open_question(question);
    return html + "</section>\n";
}

// ---- the lesson ----

std::string step_html(const session::SessionView& session, const ViewState& view)
{
    const model::Experiment& experiment = session.experiment();
    if (experiment.lesson.empty()) return paragraph("This experiment has no lesson.");
    const auto steps = lessons::lesson_steps(experiment, {}, covered_claims(session, view));
    const int count = static_cast<int>(steps.size());
    const int at = std::clamp(window::shown_step(view, experiment.name), 1, count);
    const lessons::LessonStep& step = steps[static_cast<std::size_t>(at) - 1];
    std::string html = paragraph("Step " + std::to_string(at) + " of " + std::to_string(count) + " of the lesson.");
    if (at > 1) html += button("turn:-1", "Previous step");
    if (at < count) html += button("turn:1", "Next step");
    const bool is_covered =
        std::ranges::any_of(step.asked_before, [&](const std::string& id) { return is_open(session, view, id); });
    html += is_covered ? paragraph("The lesson continues here once you answer or skip a question before it.")
                       : lessons::html_text(step.text, {});
    if (const Question* question = catalogue::find_question(experiment, step.question))
        html += question_html(session, view, *question);
    return html;
}

// ---- the curves ----

std::string cell(const model::Metric& metric, const results::CurvePoint& point)
{
    if (point.result == nullptr || point.is_stale()) return "no result";
    const auto value = metric.get(*point.result);
    return value ? model::format_metric(metric, *value) : "no result";
}

/// Indices of the points in the table: evenly spaced, with both ends and the slider's value.
std::vector<std::size_t> shown_points(const std::vector<results::CurvePoint>& points, const model::Value& now)
{
    std::vector<std::size_t> shown;
    const std::size_t count = points.size(), rows = std::min(count, max_rows);
    for (std::size_t i = 0; i < rows; ++i) shown.push_back(rows < 2 ? 0 : i * (count - 1) / (rows - 1));
    for (std::size_t i = 0; i < count; ++i)
        if (points[i].x == now) shown.push_back(i);
    std::ranges::sort(shown);
    shown.erase(std::unique(shown.begin(), shown.end()), shown.end());
    return shown;
}

std::string table_html(const session::SessionView& session, const ViewState& view, const model::Metric& metric)
{
    const model::Parameter& x = session.x_parameter();
    std::vector<const results::Curve*> curves;
    for (const results::Curve& curve : session.curves())
        if (!view.hidden_variants.contains(curve.variant) && !curve.points.empty()) curves.push_back(&curve);
    if (curves.empty()) return {};
    const model::Value now = session.selection().values.at(x.name);
    std::string html = "<table>\n<caption>" + html_escaped(std::string(charts::chart_title(metric))) + " over " +
                       html_escaped(x.label) + "</caption>\n<tr><th scope=\"col\">" + html_escaped(x.label) + "</th>";
    for (const results::Curve* curve : curves)
        html += "<th scope=\"col\">" + html_escaped(session.experiment().find_variant(curve->variant)->label) + "</th>";
    html += "</tr>\n";
    for (const std::size_t i : shown_points(curves.front()->points, now)) {
        const model::Value& at = curves.front()->points[i].x;
        html += "<tr><th scope=\"row\">" + html_escaped(teaching::value_label(x, at)) +
                (at == now ? " (the slider is here)" : "") + "</th>";
        for (const results::Curve* curve : curves)
            html += "<td>" + html_escaped(i < curve->points.size() ? cell(metric, curve->points[i]) : "no result") +
                    "</td>";
        html += "</tr>\n";
    }
    return html + "</table>\n";
}

std::string curves_html(const session::SessionView& session, const ViewState& view)
{
    std::string html = "<h2>The curves on " + html_escaped(session.gpu().label) + "</h2>\n<ul>\n";
    for (const model::Parameter& parameter : session.experiment().parameters)
        if (const auto value = session.selection().values.find(parameter.name);
            value != session.selection().values.end())
            html += "<li>" + html_escaped(parameter.label + ": " + teaching::value_label(parameter, value->second)) +
                    "</li>\n";
    html += "</ul>\n";
    const teaching::Covers covers = window::covers_of(session, view);
    for (const std::string& key : window::shown_metrics(session, view)) {
        const model::Metric* metric = model::find_metric(key);
        if (metric == nullptr) continue;
        if (covers.hides(key) || covers.hides_outcome())
            html += paragraph(std::string(charts::chart_title(*metric)) + ": " + std::string(teaching::asked_words));
        else
            html += table_html(session, view, *metric);
    }
    return html;
}

// ---- what its buttons do ----

void remember(session::Session& session, const std::string& question, const judging::Prediction& prediction)
{
    const std::string experiment = session.view().selection().experiment;
    session.change_learner(
        [=](learner::LearnerProgress& all) { all[experiment].predictions.insert_or_assign(question, prediction); });
}

std::optional<std::string> answer(const std::string& id, const std::string& typed, session::Session& session)
{
    const Question* question = catalogue::find_question(session.view().experiment(), id);
    if (question == nullptr || !teaching::is_open(session.view(), *question)) return std::nullopt;
    const auto guess = judging::read_number(typed, question->kind == QuestionKind::number ? question->unit : "");
    if (!guess) return guess.error().line();
    const teaching::LiveAnswer live = teaching::live_answer(session.view(), *question);
    if (live.is_pending) return "The answer is not here yet. Try again in a moment.";
    if (live.answer.number)
        remember(session, id, judging::judge_number(*question, *guess, *live.answer.number));
    else if (live.answer.choice)
        remember(session, id, judging::judge_choice(*question, static_cast<std::size_t>(*guess), *live.answer.choice));
    else
        return "There is no answer for " + session.view().gpu().label + ": " + live.answer.why_unknown.value_or("") +
               ".";
    return std::nullopt;
}

}  // namespace

std::string lesson_beside(const session::SessionView& session, const ViewState& view)
{
    const model::Experiment& experiment = session.experiment();
    return "<h1>" + html_escaped(experiment.title) + "</h1>\n" + paragraph(experiment.question) +
           step_html(session, view) + curves_html(session, view);
}

std::optional<std::string> act_beside(const std::string& act, session::Session& session, ViewState& view)
{
    const std::size_t first = act.find(':'), second = act.find(':', first + 1);
    const std::string what = act.substr(0, first), id = act.substr(first + 1, second - first - 1);
    if (what == "turn") window::turn_lesson(session, view, id == "-1" ? -1 : 1);
    if (what == "answer") return answer(id, act.substr(second + 1), session);
    if (what == "skip") {
        judging::Prediction skipped;
        skipped.skipped = true;
        remember(session, id, skipped);
        view.sketch.reset();
    }
    return std::nullopt;
}

}  // namespace spillway::web
