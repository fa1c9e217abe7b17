#include "app/cli/course_commands.h"

#include "app/cli/doctor.h"
#include "app/cli/lesson.h"
#include "app/cli/progress_command.h"

namespace spillway::cli {
namespace {

void add_lesson(CommandLine& line)
{
    auto& lesson = line.command("lesson", "A whole lesson as text, for a printer or a screen reader", [&line] {
#if SPILLWAY_HAS_WINDOW
        return lesson_command(line.common);
#else
        return call({}, line.window);
#endif
    });
    lesson.add_option("experiment", line.common.experiment, "Name from 'spillway list'")->required();
    lesson.add_flag("--text", line.as_text, "As text (the only format)");
    lesson.add_option("--gpu", line.common.gpu, "Name from 'spillway gpus', or live");
    add_recording(lesson, line.common.recording);
    add_worker(lesson, line.common);
}

void add_publish(CommandLine& line)
{
    auto& publish = line.command(
        "publish", "A folder for any web server: each lesson as a plain page, and the window as a page", [&line] {
#if SPILLWAY_HAS_WINDOW
            return publish_command(line.common, line.published);
#else
            return call({}, line.window);
#endif
        });
    add_output(publish, "folder", line.published.folder, "The folder to write")->required();
    publish.add_option("--catalogue", line.common.catalogue_folders,
                       "A folder of experiments of your own; shown, not compiled");
    publish.add_option("--recording", line.published.recordings, "A recording of your own; may be repeated");
    publish.add_option("--talk", line.published.talks, "FILE.spillway-talk; may be repeated");
    publish.add_option("--lesson", line.published.lessons,
                       "Only these as plain pages: names from 'spillway list'; may be repeated");
    publish.add_option("--gpu", line.common.gpu, "GPU of the plain pages' numbers: name from 'spillway gpus'");
    publish.add_option("--page", line.published.page, "Another build of the window as a page");
    publish.add_flag("--force", line.published.force, "Write even into a folder that has other contents");
}

void add_progress_and_doctor(CommandLine& line, const WindowCommands& commands)
{
    auto& progress =
        line.command("progress", "Lessons that you have read, your predictions, and the exercises won on this machine",
                     [&line] { return progress_command(line.common); });
    add_json(progress, line.common);

    auto& doctor = line.command("doctor", "Programs and hardware that were found or are missing, and how to fix it",
                                [&line, &commands] { return doctor_command(line.common, commands); });
    add_json(doctor, line.common);
    add_worker(doctor, line.common);
}

void add_homework(CommandLine& line)
{
    auto& assign = line.command("assign", "Homework: the lessons to do, as a file for learners",
                                [&line] { return assign_command(line.common, line.assigned); });
    assign.add_option("--lesson", line.assigned.lessons, "Name from 'spillway list'; several, or repeated")->required();
    assign.add_option("--level", line.assigned.levels, "Only questions of this level, 1 to 3; several, or repeated");
    assign.add_option("--title", line.assigned.title, "The title that learners see");
    add_output(assign, "-o,--output", line.assigned.output, "NAME.spillway-task")->required();
    assign.add_flag("--force", line.assigned.force, force_help);
    add_worker(assign, line.common);

    auto& hand_in =
        line.command("hand-in", "Your answers and your exercises' kernels in one file; lists what goes into it",
                     [&line] { return hand_in_command(line.common, line.handed); });
    hand_in.add_option("task", line.handed.task, "FILE.spillway-task; without it, everything you did here");
    add_output(hand_in, "-o,--output", line.handed.output, "NAME.spillway-hand-in; without it, nothing is written");
    hand_in.add_option("--name", line.handed.name, "Goes into the file; without it, no name does");
    hand_in.add_option("--gpu", line.common.gpu, "Name from 'spillway gpus', or live");
    hand_in.add_flag("--force", line.handed.force, force_help);
    add_worker(hand_in, line.common);

    auto& graded = line.command("grade", "Checks every hand-in of a folder again: its claims against the results here",
                                [&line] { return grade_command(line.common, line.grade); });
    graded.add_option("folder", line.grade.folder, "A folder with *.spillway-hand-in")->required();
    graded.add_option("--task", line.grade.task, "FILE.spillway-task: the lessons to grade, and the course");
    add_output(graded, "--csv", line.grade.csv, "A row for each question and exercise; - for stdout");
    graded.add_option("--gpu", line.common.gpu, "Name from 'spillway gpus', or live");
    graded.add_flag("--force", line.grade.force, force_help);
    add_json(graded, line.common);
    add_recording(graded, line.common.recording);
    add_worker(graded, line.common);

    auto& gained =
        line.command("gain", "A class's gain between two tests, or two rounds of a vote; with --take, take the test",
                     [&line] { return gain_command(line.common, line.gain); });
    gained.add_option("folder", line.gain.folder, "A folder with *.spillway-test, or with a room's *.spillway-votes");
    auto* take =
        gained.add_option("--take", line.gain.take, "before or after: take the test here, into the file of -o");
    add_output(gained, "-o,--output", line.gain.output, "NAME.spillway-test; after the course the same file again")
        ->needs(take);
    gained.add_option("--task", line.gain.task, "With --take: FILE.spillway-task of the course")->needs(take);
    add_json(gained, line.common);
}

void add_serve(CommandLine& line)
{
    auto& serve = line.command("serve", "A room: a link for a class's phones, and its answers on your projector",
                               [&line] { return serve_command(line.common, line.room); });
    serve.add_option("--bind", line.room.address, "Address of this machine; 127.0.0.1: no other machine reaches it");
    serve.add_option("--port", line.room.port, "Port; 8017 by default, or a free one if that is taken; 0: a free one")
        ->check(CLI::Range(0, 65535));
    auto* certificate = serve.add_option("--certificate", line.room.certificate, "Certificate for TLS, a PEM file");
    certificate->needs(serve.add_option("--key", line.room.key, "Its key, a PEM file")->needs(certificate));
    serve.add_option("--room", line.room.name,
                     "Name of the room; its votes go to NAME.spillway-votes in the current folder");
    serve.add_option("--page", line.room.page, "Another build of the window as a page");
    serve.add_option("--gpu", line.common.gpu, "GPU of the right answers: name from 'spillway gpus', or live");
    add_recording(serve, line.common.recording);
    serve
        .add_option(
            "--worker", line.room.workers,
            "Command that starts a worker, e.g. \"ssh lab spillway-worker\"; repeated: they share the pages' work")
        ->allow_extra_args(false);
    serve.add_flag("--allow-code", line.room.allow_code,
                   "Compile the lines that pages write for exercises, confined; never launched on a GPU");
    serve
        .add_option("--commands", line.room.commands,
                    "File descriptor (0: standard input) of presenter's messages, one a line; see docs/serving.md")
        ->check(CLI::Range(0, 1024));
    add_catalogue(serve, line.common);
    add_json(serve, line.common);
}

}  // namespace

void add_course_commands(CommandLine& line, const WindowCommands& commands)
{
    add_lesson(line);
    add_publish(line);
    add_progress_and_doctor(line, commands);
    add_homework(line);
    add_serve(line);
}

}  // namespace spillway::cli
