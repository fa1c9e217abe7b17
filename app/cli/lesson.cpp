#include "app/cli/lesson.h"

#include <fmt/format.h>

#include "app/catalogue/access_limits.h"
#include "app/catalogue/lesson.h"
#include "app/catalogue/questions.h"
#include "app/cli/lesson_numbers.h"
#include "app/cli/print.h"
#include "app/judging/drawn_curve.h"
#include "app/lessons/lesson_text.h"
#include "app/lessons/plain_text.h"

namespace spillway::cli {
namespace {

void print_question(const model::Question& question, std::size_t number)
{
    print("\n{}", lessons::wrapped(
                      fmt::format("QUESTION {} ({}). {}", number, catalogue::level_words(question), question.text)));
    for (std::size_t i = 0; i < question.choices.size(); ++i)
        print("{}",
              lessons::wrapped(fmt::format("{}) {}", static_cast<char>('a' + i), question.choices[i].text), "  "));
    if (question.kind == model::QuestionKind::number)
        print("  Your answer in {}: ____ (within {} is right)\n", question.unit, judging::tolerance_percent());
    if (question.kind == model::QuestionKind::curve)
        print("  Draw the curve over {}; its table is at the end.\n", question.curve.over);
    print("  The answer is at the end.\n");
}

void print_answers(const LessonNumbers& lesson, const std::vector<const model::Question*>& asked)
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

void print_exercise(const LessonNumbers& lesson, const std::string& name)
{
    const model::Experiment* exercise = find_exercise(lesson, name);
    if (exercise == nullptr) return;
    print("\n{}", lessons::wrapped(fmt::format("EXERCISE: {}. {}", exercise->title, exercise->question)));
    for (const model::Claim& claim : exercise->claims) print("{}", lessons::wrapped("[ ] " + claim.text, "  "));
    for (const std::string& limit : catalogue::limit_words(*exercise))
        print("{}", lessons::wrapped("[ ] " + limit, "  "));
    if (!exercise->exercise->hints.empty()) print("  Hints are at the end.\n");
}

/// Prints hints last, so that no reader sees them by accident.
void print_hints(const LessonNumbers& lesson)
{
    for (const model::Experiment& exercise : lesson.experiment.exercises) {
        const std::vector<std::string>& hints = exercise.exercise->hints;
        if (hints.empty()) continue;
        print("\n{}", lessons::plain_text(lessons::markdown::parse("## Hints: " + exercise.title)));
        for (std::size_t i = 0; i < hints.size(); ++i)
            print("{}", lessons::wrapped(fmt::format("{}. {}", i + 1, hints[i])));
    }
}

void print_curves(const LessonNumbers& lesson)
{
    const auto curves = lesson_curves(lesson, max_table_rows);
    if (!curves) return;
    tell_recording(lesson.context, curves->results);
    print("\n");
    for (std::size_t i = 0; i < curves->variants.size(); ++i)
        print("  {}: {}\n", letter_of(i), curves->variants[i]->label);
    for (const std::string& sentence : failed_points(*curves)) print("{}", lessons::wrapped(sentence + "."));
    for (const model::Metric* metric : table_metrics(lesson.experiment)) {
        const CurveTable table = curve_table(*curves, *metric);
        print("\n{}\n", lessons::plain_text(lessons::markdown::parse("## " + table.heading)));
        print("{}", lessons::text_table(table.rows));
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
    const LessonNumbers lesson{experiment, asked->values, *gpu, *context, dispatcher};
    std::vector<const model::Question*> questions;
    bool is_first = true;
    for (const lessons::LessonPart& part : lessons::lesson_parts(experiment, {}, {})) {
        print("{}{}", is_first ? "" : "\n", lessons::plain_text(part.text));
        is_first = false;
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
    print_hints(lesson);
    return exit_ok;
}

}  // namespace spillway::cli
