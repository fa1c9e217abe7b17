#include "app/cli/progress_command.h"

#include "app/cli/json_output.h"
#include "app/cli/print.h"
#include "app/learner/progress_store.h"

namespace spillway::cli {
namespace {

using learner::LessonProgress;
using learner::Prediction;

/// A lesson with progress. Lessons of catalogues that are not open have no title.
struct Lesson {
    std::string name, title;
    const model::Experiment* experiment = nullptr;
    LessonProgress progress;
};

std::vector<Lesson> lessons_of(const catalogue::Catalogue& catalogue, const learner::LearnerProgress& progress)
{
    std::vector<Lesson> lessons;
    for (const model::Experiment& experiment : catalogue.experiments) {
        const auto known = progress.find(experiment.name);
        if (experiment.exercise && known == progress.end()) continue;  // the learner's copy of a lesson's exercise
        lessons.push_back({experiment.name, experiment.title, &experiment,
                           known == progress.end() ? LessonProgress{} : known->second});
    }
    for (const auto& [name, lesson] : progress)
        if (catalogue.find(name) == nullptr) lessons.push_back({name, "", nullptr, lesson});
    return lessons;
}

Json seen_word(learner::Seen seen)
{
    switch (seen) {
        case learner::Seen::not_said: return {};
        case learner::Seen::as_guessed: return "as_guessed";
        case learner::Seen::otherwise: return "otherwise";
        case learner::Seen::cannot_tell: return "cannot_tell";
    }
    return {};
}

Json prediction_json(const std::string& id, const Prediction& prediction)
{
    Json json{{"question", id}, {"status", prediction.skipped ? "skipped" : "made"}};
    json["guess"] = prediction.skipped ? Json() : Json(prediction.guess);
    json["answer"] = prediction.skipped ? Json() : Json(prediction.answer);
    json["where"] = prediction.where.empty() ? Json() : Json(prediction.where);
    json["seen"] = seen_word(prediction.seen);
    json["off_by"] = prediction.off_by ? Json(*prediction.off_by) : Json();
    return json;
}

Json lesson_json(const Lesson& lesson)
{
    Json predictions = Json::array(), won = Json::array();
    for (const auto& [id, prediction] : lesson.progress.predictions)
        predictions.push_back(prediction_json(id, prediction));
    for (const auto& [name, win] : lesson.progress.won) won.push_back({{"exercise", name}, {"checked", win.checked}});
    return {{"experiment", lesson.name},
            {"title", lesson.experiment != nullptr ? Json(lesson.title) : Json()},
            {"read", lesson.progress.read},
            {"predictions", predictions},
            {"won", won}};
}

void print_lesson(const Lesson& lesson)
{
    if (lesson.progress == LessonProgress{}) return;
    print("{}{}\n", lesson.experiment != nullptr ? lesson.title : lesson.name, lesson.progress.read ? ": read" : "");
    for (const auto& [id, prediction] : lesson.progress.predictions) {
        if (prediction.skipped)
            print("  {:<24} skipped\n", id);
        else if (prediction.answer.empty())  // a curve
            print("  {:<24} drawn. {}\n", id, prediction.where);
        else
            print("  {:<24} guessed {}, answer {}\n", id, prediction.guess, prediction.answer);
    }
    for (const auto& [name, win] : lesson.progress.won)
        print("  {:<24} {}\n", name, win.checked ? "won" : "goals reached, result unchecked (no GPU)");
}

}  // namespace

int progress_command(const CommonOptions& options)
{
    auto context = load_context(options);
    if (!context) return fail(context.error());
    print_log(*context);
    learner::ProgressStore store(learner::progress_file());
    for (const model::Error& trouble : store.take_troubles()) (void)fail(trouble);
    const std::vector<Lesson> lessons = lessons_of(context->library.catalogue(), store.now());
    if (options.json) {
        Json json = Json::array();
        for (const Lesson& lesson : lessons) json.push_back(lesson_json(lesson));
        print_json(json);
        return exit_ok;
    }
    std::size_t read = 0, all = 0;
    for (const Lesson& lesson : lessons) {
        print_lesson(lesson);
        if (lesson.experiment != nullptr && lesson.experiment->exercise) continue;  // a copy is not a lesson
        read += lesson.progress.read ? 1 : 0;
        ++all;
    }
    print("{} of {} lessons read. Stored in {}, and nowhere else.\n", read, all, learner::progress_file().string());
    return exit_ok;
}

}  // namespace spillway::cli
