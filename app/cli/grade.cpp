#include "app/cli/grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>

#include "app/base/counted.h"
#include "app/base/folder_reader.h"
#include "app/base/output_file.h"
#include "app/base/visible_text.h"
#include "app/cli/graded.h"
#include "app/cli/homework.h"
#include "app/cli/output.h"
#include "app/cli/print.h"

namespace spillway::cli {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t max_files = 1000;

/// Names of a folder's hand-ins, and the number of other files.
struct Listing {
    std::vector<std::string> names;
    std::size_t others = 0;
};

model::Expected<Listing> list_folder(const fs::path& folder)
{
    Listing listing;
    std::error_code failure;
    fs::directory_iterator each(folder, failure);
    for (; !failure && each != fs::directory_iterator(); each.increment(failure)) {
        std::string name = each->path().filename().string();
        if (name.ends_with(learner::hand_in_ending))
            listing.names.push_back(std::move(name));
        else
            ++listing.others;
        if (listing.names.size() > max_files)
            return model::Error{"more than 1,000 hand-ins", folder.string(), "grade them in several folders"};
    }
    if (failure) return model::Error{"cannot be read: " + failure.message(), folder.string(), "name a folder"};
    std::sort(listing.names.begin(), listing.names.end());
    return listing;
}

GradedFile read_file(const base::FolderReader& folder, const std::string& name)
{
    GradedFile file;
    file.file = name;
    if (base::what_stands_at(folder.path() / name) == base::Standing::link) {
        file.trouble = "a symbolic link, perhaps to another learner's hand-in";
        return file;
    }
    const auto text = folder.read(name, learner::max_hand_in_bytes);
    auto hand_in = text ? learner::parse_hand_in(*text) : text.error();
    if (!hand_in) {
        file.trouble = hand_in.error().what;
        return file;
    }
    file.hand_in = std::move(*hand_in);
    file.name = file.hand_in.name;
    return file;
}

/// Lessons to grade: the task's, or the hand-in's own without a task.
std::vector<const model::Experiment*> lessons_of(const Context& context, const learner::Task* task,
                                                 const GradedFile& file)
{
    std::set<std::string> names;
    if (task != nullptr) names = {task->lessons.begin(), task->lessons.end()};
    if (task == nullptr)
        for (const auto& [name, lesson] : file.hand_in.lessons) names.insert(name);
    std::vector<const model::Experiment*> lessons;
    for (const model::Experiment& experiment : context.library.catalogue().experiments)
        if (names.contains(experiment.name) && !experiment.exercise) lessons.push_back(&experiment);
    return lessons;
}

/// Sentences that the hand-in belongs to another task, or has parts that this catalogue lacks; those are not graded.
std::string note_of(const Context& context, const learner::Task* task, const GradedFile& file)
{
    std::size_t unknown = 0;
    for (const auto& [name, handed] : file.hand_in.lessons) {
        const model::Experiment* lesson = context.library.catalogue().find(name);
        if (lesson == nullptr || lesson->exercise) {
            ++unknown;
            continue;
        }
        for (const auto& [id, answer] : handed.answers)
            unknown += std::none_of(lesson->questions.begin(), lesson->questions.end(),
                                    [&, &wanted = id](const auto& each) { return each.id == wanted; });
        for (const auto& [exercise, work] : handed.exercises)
            unknown += std::none_of(lesson->exercises.begin(), lesson->exercises.end(),
                                    [&, &wanted = exercise](const auto& each) { return each.name == wanted; });
    }
    std::string note;
    if (task != nullptr && file.hand_in.course != task->course)
        note = file.hand_in.course.empty() ? "made without a task." : "made for another task.";
    if (unknown > 0)
        note += fmt::format("{}{} of its lessons, questions or exercises are not in this catalogue.",
                            note.empty() ? "" : " ", unknown);
    return note;
}

bool compiles_here(const Context& context, const worker_client::Dispatcher& dispatcher)
{
    return !dispatcher.status().is_shipped && dispatcher.status().hello && context.library.has_compiler();
}

class Grading {
public:
    Grading(Context& context, worker_client::Dispatcher& dispatcher, const model::Gpu& gpu, const learner::Task* task)
        : context_(context), dispatcher_(dispatcher), gpu_(gpu), task_(task), key_(context, dispatcher)
    {
        if (const auto& hello = dispatcher.status().hello) compiler_ = hello->compiler.version;
        can_compile_ = compiles_here(context, dispatcher);
    }

    void grade(std::vector<GradedFile>& files)
    {
        if (can_compile_) compile(files);
        for (std::size_t i = 0; i < files.size(); ++i) {
            GradedFile& file = files[i];
            if (!file.trouble.empty()) continue;
            file.note = note_of(context_, task_, file);
            for (const model::Experiment* lesson : lessons_of(context_, task_, file)) grade(file, i, *lesson);
        }
    }

private:
    using Place = std::tuple<std::size_t, std::string, std::string>;  ///< file, lesson, exercise

    /// Compiles all kernels of all hand-ins together, so that every core has work.
    void compile(const std::vector<GradedFile>& files)
    {
        std::vector<WrittenKernel> kernels;
        std::vector<Place> places;
        for (std::size_t i = 0; i < files.size(); ++i)
            for (const model::Experiment* lesson : lessons_of(context_, task_, files[i])) {
                const auto handed = files[i].hand_in.lessons.find(lesson->name);
                if (handed == files[i].hand_in.lessons.end() || !lesson->origin.trusted) continue;
                for (const model::Experiment& exercise : lesson->exercises)
                    if (const auto work = handed->second.exercises.find(exercise.name);
                        work != handed->second.exercises.end()) {
                        kernels.push_back({&exercise, work->second.kernel, i});
                        places.emplace_back(i, lesson->name, exercise.name);
                    }
            }
        const auto report_compiled = [&](std::size_t writer, std::size_t compiled, std::size_t all) {
            print(stderr, "{}: {} of {} compiled\n", base::visible_line(files[writer].file), compiled,
                  base::counted(all, "kernel"));
        };
        auto found = check_exercises(context_, dispatcher_, gpu_, kernels, report_compiled);
        for (std::size_t i = 0; i < found.size(); ++i) found_[places[i]] = std::move(found[i]);
    }

    void grade(GradedFile& file, std::size_t index, const model::Experiment& lesson)
    {
        static const learner::HandedLesson nothing;
        const auto handed = file.hand_in.lessons.find(lesson.name);
        const learner::HandedLesson& work = handed == file.hand_in.lessons.end() ? nothing : handed->second;
        const model::Gpu* own = context_.library.find_gpu(file.hand_in.gpu);
        for (const model::Question& question : lesson.questions)
            if (task_ == nullptr || task_->asks(question))
                file.items.push_back(grade_answer(key_, lesson, question, own != nullptr ? *own : gpu_, work));
        for (const model::Experiment& exercise : lesson.exercises) {
            const auto found = found_.find({index, lesson.name, exercise.name});
            file.items.push_back(grade_exercise(lesson, exercise, file.hand_in,
                                                found == found_.end() ? nullptr : &found->second, compiler_,
                                                handed_gpu_name(context_, gpu_)));
        }
    }

    Context& context_;
    worker_client::Dispatcher& dispatcher_;
    const model::Gpu& gpu_;
    const learner::Task* task_;
    AnswerKey key_;
    std::string compiler_;
    bool can_compile_ = false;
    std::map<Place, FoundExercise> found_;
};

std::size_t count_files(const std::vector<GradedFile>& files, bool (*is_it)(const GradedFile&))
{
    return static_cast<std::size_t>(std::ranges::count_if(files, is_it));
}

bool is_unread(const GradedFile& file)
{
    return !file.trouble.empty();
}
bool is_contradicted(const GradedFile& file)
{
    return file.count(Grade::contradicts) > 0;
}
bool has_unchecked_exercise(const GradedFile& file)
{
    return file.count(true, judging::Mark::not_checked) > 0;
}
bool is_over_budget(const GradedFile& file)
{
    return std::ranges::any_of(file.items, &GradedItem::is_over_budget);
}

/// Lists the hand-ins that used up their time budget.
void print_over_budget(const std::vector<GradedFile>& files)
{
    for (const GradedFile& file : files)
        if (is_over_budget(file)) print(stderr, "Used up its time budget: {}\n", base::visible_line(file.file));
}

/// Sentence on how this machine checked: its compiler, and its GPU or small runs.
std::string checked_with(const model::Gpu& gpu, const worker_client::Dispatcher& dispatcher, const Context& context)
{
    if (!compiles_here(context, dispatcher)) return "No compiler here: no kernel was compiled or run.";
    const std::string compiler = "NVRTC " + dispatcher.status().hello->compiler.version;
    if (context.library.is_live(gpu.name)) return fmt::format("Checked with {} on {}.", compiler, gpu.name);
    return fmt::format(
        "Checked with {} for {}. No GPU here: kernels ran in small runs that interpret their PTX, and no time "
        "was measured.",
        compiler, gpu.name);
}

int conclude(const std::vector<GradedFile>& files, const Listing& listing, const model::Gpu& gpu,
             const worker_client::Dispatcher& dispatcher, const Context& context)
{
    const std::size_t unread = count_files(files, is_unread), doubtful = count_files(files, is_contradicted),
                      unchecked = count_files(files, has_unchecked_exercise);
    std::fflush(stdout);  // both streams may be one pipe
    print_over_budget(files);
    print(stderr,
          "{}: {} contradicted, {} not read, {} with exercises that were not checked; {} other files left alone. {}\n",
          files.size() == 1 ? "1 hand-in" : fmt::format("{} hand-ins", files.size()), doubtful, unread, unchecked,
          listing.others, checked_with(gpu, dispatcher, context));
    return unread + doubtful + unchecked > 0 ? exit_refused : exit_ok;
}

}  // namespace

int grade_command(const CommonOptions& options, const GradeOptions& asked)
{
    if (auto error = check_distinct({asked.csv, options.json ? "-" : ""})) return fail(*error);
    if (auto error = check_output(asked.csv, OutputKind::grades, asked.force)) return fail(*error);
    std::optional<learner::Task> task;
    if (!asked.task.empty()) {
        auto read = read_task(asked.task);
        if (!read) return fail(read.error());
        task = std::move(*read);
    }
    auto context = load_context(options);
    if (!context) return fail(context.error());
    const auto listing = list_folder(asked.folder);
    if (!listing) return fail(listing.error());
    const auto folder = base::FolderReader::open(asked.folder);
    if (!folder) return fail(folder.error());
    std::vector<GradedFile> files;
    for (const std::string& name : listing->names) files.push_back(read_file(*folder, name));
    if (task)
        for (const std::string& name : task->lessons)
            if (const auto lesson = find_experiment(*context, name); !lesson) return fail(lesson.error());

    if (auto error = context->library.open_recording_or_default(options.recording)) return fail(*error);
    print_log(*context);
    worker_client::Dispatcher dispatcher(context->worker_command, {});
    if (const auto trouble = meet_worker(dispatcher, *context)) return fail(*trouble, exit_other);
    if (!dispatcher.status().hello && !dispatcher.status().is_shipped)
        return fail({"the worker did not answer, so nothing can be checked", "grade",
                     "name a worker that runs, or --worker none"},
                    exit_other);
    const auto gpu = context->library.choose_gpu(options.gpu);
    if (!gpu) return fail(gpu.error());
    Grading(*context, dispatcher, *gpu, task ? &*task : nullptr).grade(files);

    std::optional<model::Error> unwritten;
    if (!asked.csv.empty()) unwritten = write_output(asked.csv, graded_csv(files));
    if (options.json)
        print_graded_json(files);
    else if (asked.csv != "-")
        print_graded(files);
    const int status = conclude(files, *listing, *gpu, dispatcher, *context);
    return unwritten ? fail(*unwritten, exit_other) : status;
}

}  // namespace spillway::cli
