#include "app/cli/homework.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/base/counted.h"
#include "app/base/folder_reader.h"
#include "app/base/output_file.h"
#include "app/base/visible_text.h"
#include "app/catalogue/questions.h"
#include "app/cli/exercise_check.h"
#include "app/cli/output.h"
#include "app/cli/print.h"
#include "app/learner/exercise_folder.h"
#include "app/learner/progress_store.h"

namespace spillway::cli {
namespace fs = std::filesystem;
namespace {

using learner::HandedExercise;
using learner::HandIn;

std::string counted(std::size_t count, const char* what)
{
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// Names without duplicates, in order of first occurrence.
std::vector<std::string> each_once(const std::vector<std::string>& names)
{
    std::vector<std::string> once;
    for (const std::string& name : names)
        if (std::ranges::count(once, name) == 0) once.push_back(name);
    return once;
}

/// The learner's kernel.cu for an exercise; empty if there is none or it is unchanged. The Error: that is unknown,
/// because the file or its folder cannot be read.
model::Expected<std::string> kernel_of(const model::Experiment& exercise)
{
    const fs::path exercises = learner::exercises_folder(), place = exercises / exercise.name;
    if (exercises.empty()) return std::string();
    if (base::what_stands_at(place / "kernel.cu") == base::Standing::nothing) return std::string();
    const auto folder = base::FolderReader::open(place);
    if (!folder) return folder.error();
    const auto text = folder->read("kernel.cu", learner::max_handed_kernel_bytes);
    if (!text) return text.error();
    return *text == exercise.source ? std::string() : *text;
}

/// Answers and changed kernels of a lesson. The Error: a kernel cannot be read; no hand-in is written without it.
model::Expected<learner::HandedLesson> lesson_work(const model::Experiment& lesson,
                                                   const learner::LessonProgress& progress, const learner::Task* task)
{
    learner::HandedLesson work;
    for (const model::Question& question : lesson.questions) {
        const auto made = progress.predictions.find(question.id);
        const bool is_asked = task == nullptr || task->asks(question);
        if (is_asked && made != progress.predictions.end()) work.answers[question.id] = made->second;
    }
    for (const model::Experiment& exercise : lesson.exercises) {
        auto kernel = kernel_of(exercise);
        if (!kernel) return kernel.error();
        if (kernel->empty()) continue;
        HandedExercise handed{std::move(*kernel), {}, {}};
        if (const auto won = progress.won.find(exercise.name); won != progress.won.end()) handed.won = won->second;
        work.exercises[exercise.name] = std::move(handed);
    }
    return work;
}

/// The task's lessons; without a task, the whole catalogue's.
model::Expected<std::vector<const model::Experiment*>> lessons_of(const Context& context, const learner::Task* task)
{
    std::vector<const model::Experiment*> lessons;
    if (task == nullptr) {
        for (const model::Experiment& experiment : context.library.catalogue().experiments)
            if (!experiment.exercise) lessons.push_back(&experiment);
        return lessons;
    }
    for (const std::string& name : task->lessons) {
        const auto lesson = find_experiment(context, name);
        if (!lesson)
            return model::Error{"the task names a lesson that is not here: '" + base::visible_line(name) + "'", "task",
                                "ask for its folder, and add --catalogue FOLDER"};
        lessons.push_back(*lesson);
    }
    return lessons;
}

std::map<std::string, learner::HandedGoal> handed_goals(const model::Experiment& exercise, const FoundExercise& found)
{
    std::map<std::string, learner::HandedGoal> goals;
    if (found.verdict.refusal != judging::Refusal::none)
        for (const model::Claim& goal : exercise.claims) {
            goals[goal.id].found = found.refusal;
            if (!judging::is_interrupted(found.verdict.refusal)) goals[goal.id].holds = false;
        }
    for (const judging::GoalFinding& goal : found.verdict.goals) {
        learner::HandedGoal& into = goals[goal.id];
        if (goal.check.verdict != catalogue::ClaimVerdict::unknown)
            into.holds = goal.check.verdict == catalogue::ClaimVerdict::holds;
        into.found = goal.waits_for_gpu ? "needs a GPU" : goal.check.detail;
        for (const catalogue::FoundNumber& number : goal.check.numbers)
            into.numbers[number.variant + "." + number.key] = number.value;
    }
    return goals;
}

/// Why an existing hand-in may not be replaced: it is another learner's, or for another task.
std::optional<model::Error> check_owner(const HandInOptions& handed, const HandIn& hand_in)
{
    if (handed.output.empty() || handed.force) return std::nullopt;
    std::error_code ignored;
    const fs::path place = fs::absolute(handed.output, ignored);
    const auto folder = base::FolderReader::open(place.parent_path());
    const auto text = folder && folder->has(place.filename().string())
                          ? folder->read(place.filename().string(), learner::max_hand_in_bytes)
                          : model::Expected<std::string>(model::Error{});
    const auto before = text ? learner::parse_hand_in(*text) : model::Expected<HandIn>(model::Error{});
    if (!before || (before->name == hand_in.name && before->course == hand_in.course)) return std::nullopt;
    return model::Error{"the hand-in there has another name or is for another task", handed.output,
                        "name another file, or add --force to replace it"};
}

/// Checks the goals on this machine, so that `grade` can compare numbers. The Error: unknown GPU, or no worker.
std::optional<model::Error> check_goals(Context& context, const CommonOptions& options, HandIn& hand_in)
{
    std::vector<WrittenKernel> kernels;
    std::vector<HandedExercise*> owners;
    for (auto& [name, lesson] : hand_in.lessons) {
        const model::Experiment* experiment = context.library.catalogue().find(name);
        for (const model::Experiment& exercise : experiment->exercises) {
            const auto handed = lesson.exercises.find(exercise.name);
            const model::Experiment* copy = context.library.catalogue().find(exercise.name);
            // Only the learner's own trusted exercises are compiled.
            if (handed == lesson.exercises.end()) continue;
            if (copy == nullptr || !copy->origin.trusted) {
                print(stderr,
                      "{}: the goals were not checked, since this machine does not trust the exercise's folder\n",
                      exercise.name);
                continue;
            }
            kernels.push_back({&exercise, handed->second.kernel});
            owners.push_back(&handed->second);
        }
    }
    if (kernels.empty()) return std::nullopt;
    worker_client::Dispatcher dispatcher(context.worker_command, {});
    if (auto trouble = meet_worker(dispatcher, context)) return trouble;
    const auto gpu = context.library.choose_gpu(options.gpu);
    if (!gpu) return gpu.error();
    if (dispatcher.status().is_shipped || !context.library.has_compiler()) {
        print(stderr, "The goals were not checked: there is no compiler here\n");
        return std::nullopt;
    }
    const auto found = check_exercises(context, dispatcher, *gpu, kernels);
    for (std::size_t i = 0; i < found.size(); ++i) {
        owners[i]->goals = handed_goals(*kernels[i].exercise, found[i]);
        // Won with an earlier text: what goes along does not reach it.
        if (found[i].verdict.mark() == judging::Mark::not_reached) owners[i]->won.reset();
    }
    hand_in.gpu = handed_gpu_name(context, *gpu);
    if (const auto& hello = dispatcher.status().hello) hand_in.compiler = hello->compiler.version;
    return std::nullopt;
}

void list_answer(const std::string& id, const learner::Prediction& answer)
{
    if (answer.skipped)
        print("    question {}: skipped\n", id);
    else if (answer.answer.empty())
        print("    question {}: your drawing, {}\n", id, answer.guess);
    else
        print("    question {}: you guessed \"{}\", the answer was \"{}\"\n", id, answer.guess, answer.answer);
}

void list_exercise(const std::string& name, const HandedExercise& handed)
{
    const auto lines = std::count(handed.kernel.begin(), handed.kernel.end(), '\n');
    print("    exercise {}: your kernel.cu, whole, {}{}\n", name,
          base::counted(static_cast<std::size_t>(lines), "line"),
          !handed.won           ? ""
          : handed.won->checked ? "; won"
                                : "; the window saw all goals reached and could not check the output");
    for (const auto& [id, goal] : handed.goals)
        print("      goal {}: {}{}\n", id,
              !goal.holds   ? "could not be checked here"
              : *goal.holds ? "reached"
                            : "not reached",
              goal.found.empty() ? "" : " (" + goal.found + ")");
}

/// Prints the complete contents of the hand-in.
void list(const HandIn& hand_in)
{
    print("This goes into the hand-in, and nothing else:\n");
    print("  name: {}\n", hand_in.name.empty() ? "none (--name adds one)" : hand_in.name);
    if (!hand_in.course.empty()) print("  course: {}, the task's random number\n", hand_in.course);
    if (!hand_in.compiler.empty()) print("  checked with NVRTC {} for {}\n", hand_in.compiler, hand_in.gpu);
    for (const auto& [name, lesson] : hand_in.lessons) {
        print("  {}{}\n", name, lesson == learner::HandedLesson{} ? ": nothing yet" : "");
        for (const auto& [id, answer] : lesson.answers) list_answer(id, answer);
        for (const auto& [exercise, handed] : lesson.exercises) list_exercise(exercise, handed);
    }
}

}  // namespace

std::string handed_gpu_name(const Context& context, const model::Gpu& gpu)
{
    const std::string in_table = context.library.table_name(gpu);
    return in_table.empty() ? gpu.name : in_table;
}

model::Expected<learner::Task> read_task(const std::string& file)
{
    std::error_code ignored;
    const fs::path place = fs::absolute(file, ignored);
    const auto folder = base::FolderReader::open(place.parent_path());
    if (!folder) return folder.error();
    const auto text = folder->read(place.filename().string(), learner::max_task_bytes);
    if (!text) return text.error();
    auto task = learner::parse_task(*text);
    if (!task) return model::Error{task.error().what, file, task.error().advice};
    return task;
}

int assign_command(const CommonOptions& options, const AssignOptions& assigned)
{
    if (auto error = check_ending(assigned.output, learner::task_ending)) return fail(*error);
    if (auto error = check_output(assigned.output, OutputKind::task, assigned.force)) return fail(*error);
    const auto context = load_context(options);
    if (!context) return fail(context.error());
    for (const std::string& name : assigned.lessons)
        if (const auto lesson = find_experiment(*context, name); !lesson)
            return fail(lesson.error());
        else if ((*lesson)->exercise)
            return fail({"'" + name + "' is an exercise", "--lesson",
                         "name its lesson, '" + (*lesson)->exercise->lesson + "'"});
    if (assigned.title.size() > learner::max_name_bytes)
        return fail({"the title is longer than 200 bytes", "--title", "shorten it"});
    std::vector<int> levels = assigned.levels;
    std::ranges::sort(levels);
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    if (!levels.empty() && (levels.front() < 1 || levels.back() > model::question_levels))
        return fail(
            {fmt::format("there are no questions of level {}", levels.front() < 1 ? levels.front() : levels.back()),
             "--level", fmt::format("1 to {} was expected", model::question_levels)});
    const learner::Task task{assigned.title, base::random_name(), each_once(assigned.lessons), levels};
    if (const auto error = write_output(assigned.output, learner::print_task(task))) return fail(*error, exit_other);
    std::size_t questions = 0, exercises = 0;
    for (const std::string& name : task.lessons) {
        const auto& asked = context->library.catalogue().find(name)->questions;
        questions += static_cast<std::size_t>(
            std::ranges::count_if(asked, [&](const model::Question& question) { return task.asks(question); }));
        exercises += context->library.catalogue().find(name)->exercises.size();
    }
    print(stderr, "{}: {}, {}, {}\n", assigned.output, counted(task.lessons.size(), "lesson"),
          counted(questions, "question"), counted(exercises, "exercise"));
    return exit_ok;
}

int hand_in_command(const CommonOptions& options, const HandInOptions& handed)
{
    if (handed.output == "-")
        return fail({"the list of what goes into it is on standard output already", "-o", "name a file"});
    if (auto error = check_ending(handed.output, learner::hand_in_ending)) return fail(*error);
    if (auto error = check_output(handed.output, OutputKind::hand_in, handed.force)) return fail(*error);
    if (auto error = check_not_input(handed.output, {handed.task})) return fail(*error);
    if (handed.name.size() > learner::max_name_bytes)
        return fail({"the name is longer than 200 bytes", "--name", "shorten it"});
    std::optional<learner::Task> task;
    if (!handed.task.empty()) {
        auto read = read_task(handed.task);
        if (!read) return fail(read.error());
        task = std::move(*read);
    }
    auto context = load_context(options);
    if (!context) return fail(context.error());
    const auto lessons = lessons_of(*context, task ? &*task : nullptr);
    if (!lessons) return fail(lessons.error());
    learner::ProgressStore store(learner::progress_file());
    const auto troubles = store.take_troubles();
    for (const model::Error& trouble : troubles) (void)fail(trouble);
    // Without its answers, this hand-in could replace one that has them.
    if (!troubles.empty() && !handed.output.empty() && !handed.force)
        return fail({"no hand-in was written, because answers would be missing", handed.output,
                     "add --force to hand in the rest"},
                    exit_other);

    HandIn hand_in{handed.name, task ? task->course : "", "", "", SPILLWAY_VERSION, {}};
    for (const model::Experiment* lesson : *lessons) {
        const auto known = store.now().find(lesson->name);
        auto work = lesson_work(*lesson, known == store.now().end() ? learner::LessonProgress{} : known->second,
                                task ? &*task : nullptr);
        if (!work) return fail(work.error(), exit_other);
        if (task || *work != learner::HandedLesson{}) hand_in.lessons[lesson->name] = std::move(*work);
    }
    if (const auto error = check_owner(handed, hand_in)) return fail(*error);
    if (const auto error = check_goals(*context, options, hand_in)) return fail(*error);
    list(hand_in);
    if (handed.output.empty()) {
        print("Nothing was written: add -o FILE.spillway-hand-in.\n");
        return exit_ok;
    }
    const std::string text = learner::print_hand_in(hand_in);
    if (const auto read_back = learner::parse_hand_in(text); !read_back)
        return fail({"this is more than a hand-in can hold: " + read_back.error().what, handed.output,
                     "hand in fewer lessons at once"});
    if (const auto error = write_output(handed.output, text)) return fail(*error, exit_other);
    print("Written: {}\n", handed.output);
    return exit_ok;
}

}  // namespace spillway::cli
