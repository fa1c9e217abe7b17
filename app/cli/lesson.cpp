#include "app/cli/lesson.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/lesson.h"
#include "app/catalogue/questions.h"
#include "app/cli/batch.h"
#include "app/cli/print.h"
#include "app/lessons/lesson_text.h"
#include "app/lessons/plain_text.h"
#include "app/model/metrics.h"

namespace spillway::cli {
namespace {

constexpr int most_points = 16;  ///< of a curve's table

using Rows = std::vector<std::vector<std::string>>;

/// What a lesson's numbers are looked up with.
struct Lesson {
    const model::Experiment& experiment;
    const model::Values& values;
    const model::Gpu& gpu;
    Context& context;
    worker_client::Dispatcher& dispatcher;
};

std::vector<model::RunResult> results_at(const Lesson& lesson, const std::vector<std::string>& variants,
                                         const std::vector<model::Values>& settings)
{
    std::vector<BatchItem> items;
    for (const model::Values& values : settings)
        for (const std::string& name : variants)
            items.push_back({&lesson.experiment, lesson.experiment.find_variant(name), values});
    std::vector<model::RunResult> results;
    BatchOptions options;
    options.inspect_sass = false;  // nothing that a lesson tells: what ships answers at once
    for (auto& result : run_batch(lesson.dispatcher, lesson.context.library, lesson.gpu, items, options))
        results.push_back(std::move(*result));
    return results;
}

// ---- questions ----

void print_question(const model::Question& question, std::size_t number)
{
    print("\n{}", lessons::wrapped(fmt::format("QUESTION {}. {}", number, question.text)));
    for (std::size_t i = 0; i < question.choices.size(); ++i)
        print("{}",
              lessons::wrapped(fmt::format("{}) {}", static_cast<char>('a' + i), question.choices[i].text), "  "));
    if (question.kind == model::QuestionKind::number) print("  Your answer in {}: ____\n", question.unit);
    if (question.kind == model::QuestionKind::curve)
        print("  Draw the curve over {}; its table is at the end.\n", question.curve.over);
    print("  The answer is at the end.\n");
}

std::string answer_words(const Lesson& lesson, const model::Question& question)
{
    if (question.kind == model::QuestionKind::curve)
        return fmt::format("See the table of {}.", model::find_metric(question.curve.metric)->label);
    model::Values values = lesson.values;
    for (const auto& [name, value] : question.set) values[name] = value;
    const auto variants = catalogue::question_variants(lesson.experiment, question);
    const auto answer =
        catalogue::answer_of(lesson.experiment, question, results_at(lesson, variants, {values}), lesson.gpu);
    if (answer.number) return fmt::format("{} {}.", model::format_count(*answer.number), question.unit);
    if (answer.choice)
        return fmt::format("{}) {}", static_cast<char>('a' + *answer.choice), question.choices[*answer.choice].text);
    return answer.why_unknown.value_or("no answer here") + ".";
}

void print_answers(const Lesson& lesson, const std::vector<const model::Question*>& asked)
{
    if (asked.empty()) return;
    print("\n{}", lessons::plain_text(lessons::markdown::parse("## Answers")));
    for (std::size_t i = 0; i < asked.size(); ++i) {
        print("{}", lessons::wrapped(fmt::format("{}. {} {}", i + 1, answer_words(lesson, *asked[i]), asked[i]->why)));
        for (std::size_t j = 0; j < asked[i]->choices.size(); ++j)
            if (const std::string& reply = asked[i]->choices[j].reply; !reply.empty())
                print("{}",
                      lessons::wrapped(
                          fmt::format("{}) {}", static_cast<char>('a' + j), catalogue::without_links(reply)), "   "));
    }
}

void print_exercise(const Lesson& lesson, const std::string& name)
{
    const model::Experiment* exercise = lesson.context.library.catalogue().find(name);
    if (exercise == nullptr) return;
    print("\n{}", lessons::wrapped(fmt::format("EXERCISE: {}. {}", exercise->title, exercise->question)));
    for (const model::Claim& claim : exercise->claims) print("{}", lessons::wrapped("[ ] " + claim.text, "  "));
}

// ---- curves ----

/// The points of the x axis that a table has room for, both ends among them.
std::vector<model::Value> points_of(const Lesson& lesson, const model::Parameter& x)
{
    std::vector<model::Value> all =
        lesson.context.library.recorded_along(lesson.experiment, lesson.values, x.name, lesson.gpu);
    if (all.empty()) return catalogue::axis_values(x, most_points);
    if (all.size() <= std::size_t{most_points}) return all;
    std::vector<model::Value> some;
    for (std::size_t i = 0; i < std::size_t{most_points}; ++i)
        some.push_back(all[i * (all.size() - 1) / (most_points - 1)]);
    return some;
}

/// What a table calls a variant: its label is too long for a column.
std::string letter_of(std::size_t variant)
{
    return {static_cast<char>('A' + variant)};
}

void print_variants(const model::Experiment& experiment)
{
    print("\n");
    for (std::size_t i = 0; i < experiment.variants.size(); ++i)
        print("  {}: {}\n", letter_of(i), experiment.variants[i].label);
}

/// What the charts show, and what is to be drawn in a question.
std::vector<const model::Metric*> told_metrics(const model::Experiment& experiment)
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

/// The unit that every number of a table has: it stands once, in the heading. Empty where they differ.
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

void print_curves(const Lesson& lesson)
{
    const auto x = find_parameter(lesson.experiment, lesson.experiment.x_axis);
    if (!x) return;
    const std::vector<model::Value> points = points_of(lesson, **x);
    std::vector<model::Values> settings(points.size(), lesson.values);
    for (std::size_t i = 0; i < points.size(); ++i) settings[i][(*x)->name] = points[i];
    std::vector<std::string> variants;
    for (const model::Variant& variant : lesson.experiment.variants) variants.push_back(variant.name);
    const std::vector<model::RunResult> results = results_at(lesson, variants, settings);
    tell_recording(lesson.context, results);
    print_variants(lesson.experiment);
    for (const model::Metric* metric : told_metrics(lesson.experiment)) {
        Rows rows(1 + points.size());
        rows.front().push_back((*x)->label);
        for (std::size_t i = 0; i < variants.size(); ++i) rows.front().push_back(letter_of(i));
        for (std::size_t i = 0; i < results.size(); ++i) {
            auto& row = rows[1 + i / variants.size()];
            if (row.empty()) row.push_back(model::to_string(points[i / variants.size()]));
            const auto value = metric->get(results[i]);
            row.push_back(value ? model::format_metric(*metric, *value) : "-");
        }
        const std::string unit = take_unit(rows);
        print("\n{}\n", lessons::plain_text(lessons::markdown::parse(fmt::format(
                            "## {}, {}, over {}", metric->label, unit.empty() ? metric->unit : unit, (*x)->label))));
        print("{}", lessons::text_table(rows));
    }
}

}  // namespace

int lesson_command(const CommonOptions& options)
{
    auto context = load_context(options);
    if (!context) return fail(context.error());
    const auto asked = read_request(*context, options);
    if (!asked) return fail(asked.error());
    worker_client::Dispatcher dispatcher(context->worker_command, {});
    if (const auto trouble = meet_worker(dispatcher, *context)) return fail(*trouble, exit_other);
    const auto gpu = context->library.choose_gpu(options.gpu);
    if (!gpu) return fail(gpu.error());

    const model::Experiment& experiment = *asked->experiment;
    const Lesson lesson{experiment, asked->values, *gpu, *context, dispatcher};
    std::vector<const model::Question*> questions;
    for (const lessons::LessonPart& part : lessons::lesson_parts(experiment, {}, {})) {
        print("{}{}", questions.empty() ? "" : "\n", lessons::plain_text(part.text));
        if (const model::Question* question = catalogue::find_question(experiment, part.question)) {
            questions.push_back(question);
            print_question(*question, questions.size());
        }
        if (!part.exercise.empty()) print_exercise(lesson, part.exercise);
    }
    print("\n{}", lessons::wrapped(fmt::format("The numbers below are for {}, with every setting except the x axis at "
                                               "its initial value. \"-\": no result, or not possible.",
                                               gpu->label)));
    print_curves(lesson);
    print_answers(lesson, questions);
    return exit_ok;
}

}  // namespace spillway::cli
