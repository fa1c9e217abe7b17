#include "app/cli/command_line_parts.h"

#include "app/cli/doctor.h"
#include "app/cli/lesson.h"
#include "app/cli/progress_command.h"

namespace spillway::cli {

void CommandLine::add_lesson()
{
    auto& lesson = command("lesson", "A whole lesson as text, for a printer or a screen reader", [this] {
#if SPILLWAY_HAS_WINDOW
        return lesson_command(common);
#else
        return call({}, window);
#endif
    });
    lesson.add_option("experiment", common.experiment, "Name of 'spillway list'")->required();
    lesson.add_flag("--text", as_text, "As text (the only format)");
    lesson.add_option("--gpu", common.gpu, "Name of 'spillway gpus', or live");
    add_recording(lesson, common.recording);
    add_worker(lesson, common);
}

void CommandLine::add_publish()
{
    auto& publish = command(
        "publish", "A folder for any web server: each lesson as a plain page, and the window as a page", [this] {
#if SPILLWAY_HAS_WINDOW
            return publish_command(common, published);
#else
            return call({}, window);
#endif
        });
    publish.add_option("folder", published.folder, "What is written")->required();
    publish.add_option("--catalogue", common.catalogue_folders,
                       "A folder of experiments of your own; shown, not compiled");
    publish.add_option("--recording", published.recordings, "A recording of your own; may be repeated");
    publish.add_option("--talk", published.talks, "FILE.spillway-talk; may be repeated");
    publish.add_option("--lesson", published.lessons,
                       "Only these as plain pages: names of 'spillway list'; may be repeated");
    publish.add_option("--gpu", common.gpu, "The plain pages' numbers: name of 'spillway gpus'");
    publish.add_option("--page", published.page, "What scripts/build-web.sh made, where that lies elsewhere");
    publish.add_flag("--force", published.force, "Into a folder that holds something else too");
}

void CommandLine::add_progress_and_doctor(const WindowCommands& commands)
{
    auto& progress = command("progress", "What you read, predicted and won on this machine",
                             [this] { return progress_command(common); });
    add_json(progress, common);

    auto& doctor = command("doctor", "What was found, what is missing, and how to fix it",
                           [this, &commands] { return doctor_command(common, commands); });
    add_json(doctor, common);
    add_worker(doctor, common);
}

void CommandLine::add_homework()
{
    auto& assign = command("assign", "Homework: the lessons to do, as a file for learners",
                           [this] { return assign_command(common, assigned); });
    assign.add_option("--lesson", assigned.lessons, "Name of 'spillway list'; several, or repeated")->required();
    assign.add_option("--level", assigned.levels, "Only questions of this level, 1 to 3; several, or repeated");
    assign.add_option("--title", assigned.title, "What learners see");
    assign.add_option("-o,--output", assigned.output, "NAME.spillway-task")->required();
    assign.add_flag("--force", assigned.force, force_help);
    add_worker(assign, common);

    auto& hand_in = command("hand-in", "Your answers and your exercises' kernels in one file; lists what goes into it",
                            [this] { return hand_in_command(common, handed); });
    hand_in.add_option("task", handed.task, "FILE.spillway-task; without it, everything you did here");
    hand_in.add_option("-o,--output", handed.output, "NAME.spillway-hand-in; without it, nothing is written");
    hand_in.add_option("--name", handed.name, "Goes into the file; without it, no name does");
    hand_in.add_option("--gpu", common.gpu, "Name of 'spillway gpus', or live");
    hand_in.add_flag("--force", handed.force, force_help);
    add_worker(hand_in, common);

    auto& graded = command("grade", "Checks every hand-in of a folder again: what it claims, and what is found",
                           [this] { return grade_command(common, grade); });
    graded.add_option("folder", grade.folder, "A folder with *.spillway-hand-in")->required();
    graded.add_option("--task", grade.task, "FILE.spillway-task: its lessons, and whose course");
    graded.add_option("--csv", grade.csv, "A row for each question and exercise; - for stdout");
    graded.add_option("--gpu", common.gpu, "Name of 'spillway gpus', or live");
    graded.add_flag("--force", grade.force, force_help);
    add_json(graded, common);
    add_recording(graded, common.recording);
    add_worker(graded, common);

    auto& gained = command("gain", "What a class gained between two tests; --take: the test itself",
                           [this] { return gain_command(common, gain); });
    gained.add_option("folder", gain.folder, "A folder with *.spillway-test");
    gained.add_option("--take", gain.take, "before or after: take the test here, into the file of -o");
    gained.add_option("-o,--output", gain.output, "NAME.spillway-test; after the course the same file again");
    gained.add_option("--task", gain.task, "FILE.spillway-task: whose course");
    add_json(gained, common);
}

}  // namespace spillway::cli
