#include "app/cli/lesson_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/questions.h"
#include "app/catalogue/spoken_values.h"
#include "app/cli/batch.h"
#include "app/judging/needs.h"
#include "app/judging/prediction.h"

namespace spillway::cli {
namespace {

using Rows = std::vector<std::vector<std::string>>;

constexpr int max_axis_values = 1024;  ///< considered for a table where nothing is recorded

/// Clears the error that only says that no result ships, so that the point counts as missing, not as refused.
void clear_unanswered(model::RunResult& result, const results::ResultLibrary& library)
{
    if (!library.is_unanswered(result)) return;
    result.status = model::Status::ok;
    result.message = result.advice = std::nullopt;
}

std::vector<model::RunResult> results_at(const LessonNumbers& lesson,
                                         const std::vector<const model::Variant*>& variants,
                                         const std::vector<model::Values>& settings)
{
    std::vector<BatchItem> items;
    for (const model::Values& values : settings)
        for (const model::Variant* variant : variants) items.push_back({&lesson.experiment, variant, values});
    std::vector<model::RunResult> results;
    BatchOptions options;
    // Without counts of the SASS, shipped reports answer at once.
    options.inspect_sass = std::ranges::any_of(table_metrics(lesson.experiment), [](const model::Metric* metric) {
        return metric->group == model::MetricGroup::sass;
    });
    for (auto& result : run_batch(lesson.dispatcher, lesson.context.library, lesson.gpu, items, options)) {
        results.push_back(std::move(*result));
        clear_unanswered(results.back(), lesson.context.library);
    }
    return results;
}

/// Ascending indices of `points` for a table or chart of at most `most`: both ends, `spoken` in its order, powers of
/// two, and points in the widest gaps.
std::vector<std::size_t> chosen_points(const std::vector<model::Value>& points, const std::vector<model::Value>& spoken,
                                       std::size_t most)
{
    std::set<std::size_t> chosen;
    const auto choose = [&](const model::Value& value) {
        const auto at = std::ranges::find(points, value);
        if (at != points.end() && chosen.size() < most) chosen.insert(static_cast<std::size_t>(at - points.begin()));
    };
    if (points.size() <= most) {
        for (const model::Value& point : points) choose(point);
        return {chosen.begin(), chosen.end()};
    }
    choose(points.front());
    choose(points.back());
    for (const model::Value& value : spoken) choose(value);
    for (std::int64_t power = 1; power < (std::int64_t{1} << 62); power *= 2) choose(power);
    while (chosen.size() < most) {
        std::size_t first = 0, widest = 0;
        for (auto at = chosen.begin(); std::next(at) != chosen.end(); ++at)
            if (const std::size_t gap = *std::next(at) - *at; gap > widest) {
                first = *at;
                widest = gap;
            }
        chosen.insert(first + widest / 2);
    }
    return {chosen.begin(), chosen.end()};
}

/// Adds the spoken values that `points` lacks, and sorts: of a long axis, `points` holds only a selection.
std::vector<model::Value> with_spoken(const model::Parameter& axis, std::vector<model::Value> points,
                                      const std::vector<model::Value>& spoken)
{
    for (const model::Value& value : spoken)
        if (std::ranges::find(points, value) == points.end() && !catalogue::check_value(axis, value))
            points.push_back(value);
    std::ranges::sort(points, {}, [&](const model::Value& value) { return catalogue::axis_position(axis, value); });
    return points;
}

/// Removes the common unit of a table's numbers and returns it for the heading; empty if they differ.
std::string take_unit(Rows& rows)
{
    std::string unit;
    const auto unit_of = [](const std::string& cell) {
        const std::size_t space = cell.find(' ');
        return space == std::string::npos ? std::string() : cell.substr(space + 1);
    };
    for (auto row = rows.begin() + 1; row < rows.end(); ++row)
        for (std::size_t i = 1; i < row->size(); ++i) {
            if ((*row)[i] == "-") continue;
            const std::string here = unit_of((*row)[i]);
            if (here.empty() || (!unit.empty() && here != unit)) return {};
            unit = here;
        }
    for (auto row = rows.begin() + 1; row < rows.end() && !unit.empty(); ++row)
        for (std::size_t i = 1; i < row->size(); ++i) (*row)[i] = (*row)[i].substr(0, (*row)[i].find(' '));
    return unit;
}

}  // namespace

const model::Experiment* find_exercise(const LessonNumbers& lesson, const std::string& name)
{
    for (const model::Experiment& exercise : lesson.experiment.exercises)
        if (exercise.name == name) return &exercise;
    return nullptr;
}

std::vector<std::string> unanswered_variants(const LessonNumbers& lesson)
{
    std::vector<std::string> names;
    for (const model::Variant& variant : lesson.experiment.variants) {
        BatchOptions options;
        options.inspect_sass = false;
        const std::vector<BatchItem> items{{&lesson.experiment, &variant, lesson.values}};
        const auto results = run_batch(lesson.dispatcher, lesson.context.library, lesson.gpu, items, options);
        if (lesson.context.library.is_unanswered(*results.front())) names.push_back(variant.name);
    }
    return names;
}

std::string answer_words(const LessonNumbers& lesson, const model::Question& question)
{
    if (question.kind == model::QuestionKind::curve)
        return fmt::format("See the table of {}.", model::find_metric(question.curve.metric)->label);
    const auto needs = judging::needs_of(lesson.experiment, question, lesson.gpu);
    const auto results = results_of(lesson.context.library, lesson.dispatcher, lesson.gpu, lesson.experiment, needs);
    const auto answer = catalogue::answer_of(lesson.experiment, question, results, lesson.gpu);
    const auto unanswered =
        std::ranges::find_if(results, [&](const auto& each) { return lesson.context.library.is_unanswered(each); });
    if (unanswered != results.end())
        return fmt::format("The answer needs a result of {} at the question's values, but none ships with the program.",
                           unanswered->variant);
    if (!answer.number && !answer.choice && answer.missing) return answer.missing->text() + ".";
    const std::string text = judging::truth_text(question, {answer.number, answer.choice, {}, {}});
    if (answer.choice) return fmt::format("{}) {}.", static_cast<char>('a' + *answer.choice), text);
    return (answer.number ? text : answer.why_unknown.value_or("There is no answer here")) + ".";
}

std::optional<LessonCurves> lesson_curves(const LessonNumbers& lesson, std::size_t max_points)
{
    const auto x = find_parameter(lesson.experiment, lesson.experiment.x_axis);
    if (!x) return std::nullopt;
    LessonCurves curves;
    curves.x = *x;
    curves.spoken = catalogue::spoken_values(lesson.experiment, **x, lesson.gpu);
    model::Values at = lesson.values;
    at.merge(catalogue::initial_values(lesson.experiment, lesson.gpu));
    auto points = lesson.context.library.recorded_along(lesson.experiment, at, (*x)->name, lesson.gpu);
    if (points.empty()) points = with_spoken(**x, catalogue::axis_values(**x, max_axis_values), curves.spoken);
    for (const std::size_t i : chosen_points(points, curves.spoken, max_points)) curves.points.push_back(points[i]);
    std::vector<model::Values> settings(curves.points.size(), lesson.values);
    for (std::size_t i = 0; i < settings.size(); ++i) settings[i][(*x)->name] = curves.points[i];
    for (const model::Variant& variant : lesson.experiment.variants) curves.variants.push_back(&variant);
    curves.results = results_at(lesson, curves.variants, settings);
    return curves;
}

LessonCurves thinned(const LessonCurves& curves, std::size_t max_points)
{
    LessonCurves some{curves.x, curves.spoken, {}, curves.variants, {}};
    for (const std::size_t i : chosen_points(curves.points, curves.spoken, max_points)) {
        some.points.push_back(curves.points[i]);
        for (std::size_t v = 0; v < curves.variants.size(); ++v)
            some.results.push_back(curves.results[i * curves.variants.size() + v]);
    }
    return some;
}

std::vector<const model::Metric*> table_metrics(const model::Experiment& experiment)
{
    std::vector<std::string> keys = experiment.charts;
    for (const model::Question& question : experiment.questions)
        if (question.kind == model::QuestionKind::curve) keys.push_back(question.curve.metric);
    std::vector<const model::Metric*> metrics;
    for (const std::string& key : keys)
        if (const model::Metric* metric = model::find_metric(key); metric && !std::ranges::count(metrics, metric))
            metrics.push_back(metric);
    return metrics;
}

std::string letter_of(std::size_t variant)
{
    return {static_cast<char>('A' + variant)};
}

std::vector<std::string> failed_points(const LessonCurves& curves)
{
    const std::size_t columns = curves.variants.size();
    const auto failure_at = [&](std::size_t point, std::size_t variant) {
        const model::RunResult& result = curves.results[point * columns + variant];
        return result.status != model::Status::ok && result.message ? &result : nullptr;
    };
    std::vector<std::string> sentences;
    for (std::size_t variant = 0; variant < columns; ++variant)
        for (std::size_t first = 0; first < curves.points.size(); ++first) {
            const model::RunResult* failure = failure_at(first, variant);
            if (failure == nullptr) continue;
            std::size_t last = first;
            while (last + 1 < curves.points.size() && failure_at(last + 1, variant)) ++last;
            const std::string reason = failure->message->substr(0, failure->message->find('\n'));
            const std::string from = model::to_string(curves.points[first]), to = model::to_string(curves.points[last]);
            sentences.push_back(fmt::format("{}, {} {}{}: {}", letter_of(variant), curves.x->label, from,
                                            first == last ? "" : fmt::format(" to {} (reason at {})", to, from),
                                            reason));
            first = last;
        }
    return sentences;
}

CurveTable curve_table(const LessonCurves& curves, const model::Metric& metric)
{
    CurveTable table;
    table.rows.resize(1 + curves.points.size());
    table.rows.front().push_back(curves.x->label);
    for (std::size_t i = 0; i < curves.variants.size(); ++i) table.rows.front().push_back(letter_of(i));
    for (std::size_t i = 0; i < curves.results.size(); ++i) {
        const std::size_t point = i / curves.variants.size();
        auto& row = table.rows[1 + point];
        if (row.empty()) row.push_back(model::to_string(curves.points[point]));
        const auto value = metric.get(curves.results[i]);
        row.push_back(value ? model::format_metric(metric, *value) : "-");
    }
    const std::string unit = take_unit(table.rows);
    table.heading = fmt::format("{}, {}, over {}", metric.label, unit.empty() ? metric.unit : unit, curves.x->label);
    return table;
}

}  // namespace spillway::cli
