#include "app/cli/answer_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/base/visible_text.h"
#include "app/catalogue/claims.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/questions.h"
#include "app/charts/metric_chart.h"
#include "app/cli/batch.h"
#include "app/cli/pictures.h"
#include "app/judging/needs.h"
#include "app/judging/number_text.h"
#include "app/model/metrics.h"

namespace spillway::cli {
namespace {

constexpr double share_tolerance = 0.011;  ///< older files store shares with three digits
/// The learner may have seen a curve with fewer points, which makes the drawing at most this much closer.
constexpr double curve_tolerance = 0.10;
constexpr int max_curve_values = 48;

bool is_measured(const model::Question& question)
{
    const std::set<std::string> keys = catalogue::question_keys(question);
    return std::any_of(keys.begin(), keys.end(), [](const std::string& key) {
        const model::Metric* metric = model::find_metric(key);
        return metric != nullptr && metric->group == model::MetricGroup::measurement;
    });
}

/// True if this GPU's answer is the one that the file says Spillway showed.
bool is_shown(const model::Question& question, const judging::Prediction& said, const judging::Truth& truth,
              double found)
{
    if (question.kind != model::QuestionKind::curve) return judging::was_shown(question, said, truth);
    // Without a share, the file says that nothing could be compared.
    return !said.off_by || *said.off_by > found - curve_tolerance;
}

bool is_same_share(const model::Question& question, double said, double found)
{
    if (question.kind == model::QuestionKind::curve) return said > found - curve_tolerance;
    return std::abs(said - found) <= share_tolerance * std::max(1.0, found);
}

}  // namespace

std::string off_words(const model::Question& question, std::optional<double> off_by,
                      const judging::GuessedNumber& numbers)
{
    if (!off_by) return "not known";
    const bool is_right = judging::is_right(question, *off_by);
    if (question.kind == model::QuestionKind::choice) return is_right ? "right" : "wrong";
    if (question.kind == model::QuestionKind::curve) return "drawn, " + judging::share_text(*off_by) + " off";
    return judging::is_exact(*off_by) ? "right" : judging::number_off_text(numbers, *off_by);
}

const judging::Truth& AnswerKey::truth(const model::Experiment& lesson, const model::Question& question,
                                       const model::Gpu& gpu)
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

judging::Truth AnswerKey::find(const model::Experiment& lesson, const model::Question& question, const model::Gpu& gpu)
{
    judging::Truth truth;
    if (auto refusal = refuse_untrusted(lesson)) {
        truth.why_unknown = refusal->what;
        return truth;
    }
    if (question.kind == model::QuestionKind::curve) {
        truth.curve = curve(lesson, question, gpu);
        if (!truth.is_known()) truth.why_unknown = question.curve.metric + " is not known here";
        return truth;
    }
    const auto needs = judging::needs_of(lesson, question, gpu);
    const auto answer =
        catalogue::answer_of(lesson, question, results_of(context_.library, dispatcher_, gpu, lesson, needs), gpu);
    truth.number = answer.number;
    truth.choice = answer.choice;
    truth.why_unknown = answer.why_unknown;
    return truth;
}

/// The curve as in the window's chart, in the unit of the drawing.
judging::Curve AnswerKey::curve(const model::Experiment& lesson, const model::Question& question, const model::Gpu& gpu)
{
    const model::Parameter* over = lesson.find_parameter(question.curve.over);
    const model::Variant* variant = lesson.find_variant(question.curve.variant);
    if (over == nullptr || variant == nullptr) return {};
    model::Values values = catalogue::initial_values(lesson, gpu);
    for (const auto& [name, value] : question.set) values[name] = value;
    std::vector<model::Value> points = context_.library.recorded_along(lesson, values, over->name, gpu);
    if (points.size() < 2) points = catalogue::axis_values(*over, max_curve_values);
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
    judging::Curve truth;
    for (const charts::Series& series : charts::metric_chart(input, question.curve.metric).series)
        for (const charts::DataPoint& point : series.points)
            if (series.key == variant->name && !series.is_secondary && point.y &&
                point.look == charts::PointLook::solid)
                truth[point.x] = *point.y;
    return truth;
}

namespace {

/// Why a guess cannot be compared with the truth.
std::string why_no_answer(const model::Question& question, const judging::Prediction& said)
{
    if (question.kind == model::QuestionKind::curve) return judging::uncovered_words();
    if (question.kind == model::QuestionKind::choice) return "this version of the lesson has no such choice";
    const auto read = judging::read_number(said.guess, question.unit);
    return read ? "the guess has another unit" : read.error().what + "; " + read.error().advice;
}

/// Compares the guess with the correct answer for one GPU.
FoundAnswer found_on(const model::Question& question, const model::Gpu& gpu, const judging::Truth& truth,
                     const judging::Prediction& said)
{
    FoundAnswer found;
    found.gpu = gpu.name;
    found.answer = judging::truth_text(question, truth);
    found.off_by = judging::off_by(question, said, truth);
    if (truth.number)
        found.numbers = {judging::guessed_number(question, said).value_or(0), *truth.number, question.unit};
    if (!found.off_by) found.why = why_no_answer(question, said);
    return found;
}

/// Sets the agreement and, if it is not `agrees`, the reason.
void decide(const model::Question& question, const judging::Prediction& said, bool was_shown, FoundAnswer& found)
{
    found.agreement = Agreement::agrees;
    if (!was_shown && is_measured(question)) {
        found.agreement = Agreement::unchecked;
        found.why = "no GPU or recording here gives this measured answer";
    } else if (!was_shown) {
        found.agreement = Agreement::contradicts;
        found.why = question.kind == model::QuestionKind::curve
                        ? "the drawing cannot have been that close"
                        : "no known GPU gives the answer that the file says Spillway showed, \"" +
                              base::visible_line(said.answer) + "\"";
    } else if (said.off_by && !is_same_share(question, *said.off_by, *found.off_by)) {
        found.agreement = Agreement::contradicts;
        found.why = fmt::format("the guess is {}, the file says {}", off_words(question, found.off_by, found.numbers),
                                off_words(question, said.off_by, said.numbers.value_or(judging::GuessedNumber{})));
    }
}

}  // namespace

FoundAnswer check_answer(AnswerKey& key, const model::Experiment& lesson, const model::Question& question,
                         const model::Gpu& gpu, const judging::Prediction& said)
{
    std::optional<FoundAnswer> first, shown;
    std::string why_unknown;
    for (const model::Gpu& each : key.possible_gpus(question, gpu)) {
        const judging::Truth& truth = key.truth(lesson, question, each);
        if (!truth.is_known()) {
            if (why_unknown.empty()) why_unknown = truth.why_unknown.value_or("");
            continue;
        }
        FoundAnswer found = found_on(question, each, truth, said);
        if (!found.off_by) return found;
        const bool was_shown = is_shown(question, said, truth, *found.off_by);
        if (was_shown) shown = found;
        if (!first) first = std::move(found);
        if (was_shown) break;
    }
    FoundAnswer found = shown ? *shown : first.value_or(FoundAnswer{});
    if (first)
        decide(question, said, shown.has_value(), found);
    else
        found.why = why_unknown;
    return found;
}

}  // namespace spillway::cli
