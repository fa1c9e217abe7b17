#include "app/cli/answer_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "app/catalogue/claims.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/questions.h"
#include "app/charts/metric_chart.h"
#include "app/cli/batch.h"
#include "app/cli/pictures.h"
#include "app/model/metrics.h"

namespace spillway::cli {
namespace {

constexpr double same = 0.011;         ///< numbers travel with three digits
constexpr double better_curve = 0.10;  ///< the learner may have seen the curve at fewer points, but not nearer by this
constexpr double right = 0.005;        ///< as the window says "Right."
constexpr int most_curve_values = 48;

bool is_measured(const model::Question& question)
{
    const std::set<std::string> keys = catalogue::question_keys(question);
    return std::any_of(keys.begin(), keys.end(), [](const std::string& key) {
        const model::Metric* metric = model::find_metric(key);
        return metric != nullptr && metric->group == model::MetricGroup::measurement;
    });
}

std::optional<double> number_in(const std::string& text)
{
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    if (end == text.c_str() || !std::isfinite(number)) return std::nullopt;
    return number;
}

std::string answer_words(const model::Question& question, const Truth& truth)
{
    if (truth.choice) return question.choices[*truth.choice].text;
    if (!truth.number) return "";
    const std::string number = *truth.number == std::round(*truth.number) ? model::format_count(*truth.number)
                                                                          : fmt::format("{:.3g}", *truth.number);
    return question.unit.empty() ? number : number + " " + question.unit;
}

/// How far off the guess is; empty where it is none.
std::optional<double> off(const model::Question& question, const std::string& guess, const Truth& truth)
{
    if (truth.choice) {
        const auto chosen = std::find_if(question.choices.begin(), question.choices.end(),
                                         [&](const model::Option& each) { return each.text == guess; });
        if (chosen == question.choices.end()) return std::nullopt;
        return chosen - question.choices.begin() == static_cast<std::ptrdiff_t>(*truth.choice) ? 0 : 1;
    }
    if (truth.number) {
        const auto number = number_in(guess);
        return number ? std::optional(learner::share_off(*number, *truth.number)) : std::nullopt;
    }
    const auto drawn = learner::parse_curve(guess);
    return drawn ? learner::distance(*drawn, truth.curve) : std::nullopt;
}

/// Whether the learner was shown this truth.
bool is_shown(const model::Question& question, const learner::Prediction& said, const Truth& truth, double found)
{
    if (truth.choice) return question.choices[*truth.choice].text == said.answer;
    if (truth.number) {
        const auto number = number_in(said.answer);
        return number && learner::share_off(*number, *truth.number) <= same;
    }
    return said.off_by && *said.off_by > found - better_curve;
}

bool is_same_share(const model::Question& question, double said, double found)
{
    if (question.kind == model::QuestionKind::curve) return said > found - better_curve;
    return std::abs(said - found) <= same * std::max(1.0, found);
}

}  // namespace

std::string off_words(const model::Question& question, std::optional<double> off_by)
{
    if (!off_by) return "not known";
    if (question.kind == model::QuestionKind::choice) return *off_by == 0 ? "right" : "wrong";
    const std::string share =
        *off_by < 9.995 ? fmt::format("off by {:.0f} %", *off_by * 100) : fmt::format("off by {:.0f} times", *off_by);
    if (question.kind == model::QuestionKind::curve) return "drawn, " + share;
    return *off_by < right ? "right" : share;
}

const Truth& AnswerKey::truth(const model::Experiment& lesson, const model::Question& question, const model::Gpu& gpu)
{
    const std::tuple name{lesson.name, question.id, gpu.name};
    const auto known = truths_.find(name);
    return known != truths_.end() ? known->second : truths_[name] = find(lesson, question, gpu);
}

std::vector<model::Gpu> AnswerKey::possible_gpus(const model::Question& question, const model::Gpu& gpu) const
{
    std::vector<model::Gpu> gpus{gpu};
    if (is_measured(question)) {
        for (const model::Gpu& each : context_.library.gpus())
            if (each.name != gpu.name && context_.library.is_recorded(each.name)) gpus.push_back(each);
        return gpus;
    }
    model::Claim everywhere;
    everywhere.gpu = catalogue::every_architecture;
    for (const model::Gpu* each : catalogue::claim_gpus(everywhere, context_.library.table()))
        if (each->name != gpu.name) gpus.push_back(*each);
    return gpus;
}

Truth AnswerKey::find(const model::Experiment& lesson, const model::Question& question, const model::Gpu& gpu)
{
    Truth truth;
    if (question.kind == model::QuestionKind::curve) {
        truth.curve = curve(lesson, question, gpu);
        if (!truth.is_known()) truth.why_unknown = question.curve.metric + " is not known here";
        return truth;
    }
    std::vector<BatchItem> items;
    for (const std::string& variant : catalogue::question_variants(lesson, question))
        items.push_back({&lesson, lesson.find_variant(variant), question.set});
    BatchOptions options;
    std::string formulas = question.answer;
    for (const model::Option& choice : question.choices) formulas += " " + choice.when;
    options.inspect_sass = model::needs_code(formulas);
    std::vector<model::RunResult> results;
    for (auto& result : run_batch(dispatcher_, context_.library, gpu, items, options))
        results.push_back(std::move(*result));
    const auto answer = catalogue::answer_of(lesson, question, results, gpu);
    truth.number = answer.number;
    truth.choice = answer.choice;
    truth.why_unknown = answer.why_unknown;
    return truth;
}

/// As the window's chart has it, in the unit that was drawn in.
learner::Curve AnswerKey::curve(const model::Experiment& lesson, const model::Question& question, const model::Gpu& gpu)
{
    const model::Parameter* over = lesson.find_parameter(question.curve.over);
    const model::Variant* variant = lesson.find_variant(question.curve.variant);
    if (over == nullptr || variant == nullptr) return {};
    model::Values values = catalogue::initial_values(lesson, gpu);
    for (const auto& [name, value] : question.set) values[name] = value;
    std::vector<model::Value> points = context_.library.recorded_along(lesson, values, over->name, gpu);
    if (points.size() < 2) points = catalogue::axis_values(*over, most_curve_values);
    std::vector<BatchItem> items;
    for (const model::Value& point : points) {
        items.push_back({&lesson, variant, values});
        items.back().values[over->name] = point;
    }
    BatchOptions options;
    options.inspect_sass = model::needs_code(question.curve.metric);
    std::vector<model::RunResult> results;
    for (auto& result : run_batch(dispatcher_, context_.library, gpu, items, options))
        results.push_back(std::move(*result));
    const std::vector<Axis> axes{{over, points}};
    const std::vector<const model::Variant*> variants{variant};
    const std::vector<results::Curve> curves = curves_of({lesson, variants, axes, gpu, results});
    const charts::ChartInput input{lesson, curves, over->name, values, variant->name,
                                   {},     &gpu,   {},         "",     charts::Notes::none};
    learner::Curve truth;
    for (const charts::Series& series : charts::metric_chart(input, question.curve.metric).series)
        for (const charts::DataPoint& point : series.points)
            if (series.key == variant->name && !series.is_secondary && point.y &&
                point.look == charts::PointLook::solid)
                truth[point.x] = *point.y;
    return truth;
}

FoundAnswer check_answer(AnswerKey& key, const model::Experiment& lesson, const model::Question& question,
                         const model::Gpu& gpu, const learner::Prediction& said)
{
    FoundAnswer found;
    bool is_found = false, was_shown = false;
    for (const model::Gpu& each : key.possible_gpus(question, gpu)) {
        const Truth& truth = key.truth(lesson, question, each);
        if (!truth.is_known()) {
            if (found.why.empty()) found.why = truth.why_unknown.value_or("");
            continue;
        }
        const auto off_by = off(question, said.guess, truth);
        if (!off_by && question.kind == model::QuestionKind::curve && learner::parse_curve(said.guess)) {
            found.why = "no point of the drawing is over the axis";
            continue;
        }
        if (!off_by)
            return {Agreement::contradicts,
                    answer_words(question, truth),
                    {},
                    each.name,
                    "the guess is no answer to this question"};
        was_shown = is_shown(question, said, truth, *off_by);
        if (!is_found || was_shown) found = {Agreement::agrees, answer_words(question, truth), off_by, each.name, ""};
        is_found = true;
        if (was_shown) break;
    }
    if (!is_found) return found;
    if (!was_shown && is_measured(question)) {
        found.agreement = Agreement::unchecked;
        found.why = "measured on another GPU than those known here";
    } else if (!was_shown) {
        found.agreement = Agreement::contradicts;
        found.why = question.kind == model::QuestionKind::curve
                        ? "the drawing cannot have been that near"
                        : "no GPU gives the answer that the file says was shown";
    } else if (!said.off_by || !is_same_share(question, *said.off_by, *found.off_by)) {
        found.agreement = Agreement::contradicts;
        found.why = fmt::format("the guess is {}, the file says {}", off_words(question, found.off_by),
                                off_words(question, said.off_by));
    }
    return found;
}

}  // namespace spillway::cli
