#include "app/cli/command_line.h"

#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <iostream>
#include <optional>
#include <system_error>

#include "app/cli/check.h"
#include "app/cli/check_shipped.h"
#include "app/cli/course.h"
#include "app/cli/doctor.h"
#include "app/cli/export.h"
#include "app/cli/gain.h"
#include "app/cli/gpus.h"
#include "app/cli/grade.h"
#include "app/cli/homework.h"
#include "app/cli/lesson.h"
#include "app/cli/list.h"
#include "app/cli/merge.h"
#include "app/cli/occupancy.h"
#include "app/cli/open.h"
#include "app/cli/progress_command.h"
#include "app/cli/publish.h"
#include "app/cli/record.h"
#include "app/cli/run.h"
#include "app/cli/sweep.h"
#include "app/cli/trace.h"
#include "app/cli/trace_options.h"

namespace spillway::cli {
namespace {

constexpr const char* force_help = "Replace files that are there already";
constexpr const char* purpose_help = "What pictures are made for: slides (large type) or print";

struct WindowSize {
    int width = 0, height = 0;
};

/// "1600x900".
std::optional<WindowSize> parse_size(const std::string& text)
{
    WindowSize size;
    int used = 0;
    if (std::sscanf(text.c_str(), "%dx%d%n", &size.width, &size.height, &used) != 2 ||
        used != static_cast<int>(text.size()) || size.width < 320 || size.height < 240 || size.width > 8192 ||
        size.height > 8192)
        return std::nullopt;
    return size;
}

void add_worker(CLI::App& command, CommonOptions& options)
{
    command.add_option(
        "--worker", options.worker,
        "Command that starts the worker, e.g. \"ssh lab spillway-worker\"; none: use only the shipped results");
    command.add_option("--catalogue", options.catalogue_folders, "Another folder of experiments; shown, not compiled");
    command.add_flag("--trust", options.trust, "Compile the experiments in the --catalogue folders");
}

void add_settings(CLI::App& command, CommonOptions& options)
{
    command.add_option("--set", options.settings, "NAME=VALUE of a parameter or knob; may be repeated");
    command.add_option("--gpu", options.gpu, "Name of 'spillway gpus', or live");
}

void add_recording(CLI::App& command, std::string& recording)
{
    command.add_option("--recording", recording, "Results recorded on another GPU");
}

void add_json(CLI::App& command, CommonOptions& options)
{
    command.add_flag("--json", options.json, "Machine-readable, and nothing else on stdout");
}

void add_counters(CLI::App& command, CommonOptions& options, const char* help)
{
    command.add_flag("--counters", options.counters, help);
}

/// What is shown.
void add_selection(CLI::App& command, WindowRequest& request)
{
    CLI::Option* experiment = command.add_option("--experiment", request.common.experiment, "The experiment to show");
    CLI::Option* view = command.add_option("--view", request.view, "A saved view: its text, its link or its file");
    add_settings(command, request.common);
    for (CLI::Option* chosen : {experiment, command.get_option("--set"), command.get_option("--gpu")})
        view->excludes(chosen);  // a view says these itself
    add_worker(command, request.common);
    add_recording(command, request.recording);
}

void add_window_options(CLI::App& command, WindowRequest& request)
{
    add_selection(command, request);
    command.add_flag("--present", request.present, "Large type and thick lines, for a projector");
    command.add_option_function<std::string>(
        "--size",
        [&request](const std::string& text) {
            const auto size = parse_size(text);
            if (!size)
                throw CLI::ValidationError("--size",
                                           "'" + text + "' is not a size like 1600x900, from 320x240 to 8192x8192");
            request.width = size->width;
            request.height = size->height;
        },
        "WIDTHxHEIGHT in pixels");
}

int call(const std::function<int(const WindowRequest&)>& command, const WindowRequest& request)
{
    if (command) return command(request);
    return fail({"this program was built without the window", "spillway",
                 "use run, sweep and the other commands, or build the release preset"},
                exit_other);
}

/// All options and commands of one call of the program.
struct CommandLine {
    CLI::App app{"Where a CUDA kernel's data lives, and what that costs.", "spillway"};
    CommonOptions common;
    WindowRequest window;
    RunPictures pictures;
    SweepOptions sweep;
    OccupancyOptions occupancy;
    RecordOptions record;
    ExportOptions exported;
    TraceOptions trace;
    AssignOptions assigned;
    HandInOptions handed;
    GradeOptions grade;
    GainOptions gain;
    PublishOptions published;
    std::vector<std::string> experiments;
    std::vector<std::string> files;
    std::string output, course_picture;
    bool maps = false, by_topic = false;
    bool force = false;
    bool shipped = false;
    bool mutate = false;
    bool as_text = false;
    std::function<int()> chosen;

    explicit CommandLine(const WindowCommands& window_commands);

    CLI::App& command(const char* name, const char* help, std::function<int()> action)
    {
        CLI::App* added = app.add_subcommand(name, help);
        added->callback([this, action = std::move(action)] { chosen = action; });
        return *added;
    }
    void add_list_and_gpus();
    void add_run();
    void add_open(const WindowCommands& window_commands);
    void add_sweep();
    void add_lesson();
    void add_publish();
    void add_occupancy();
    void add_record();
    void add_merge_and_export();
    void add_check();
    void add_trace();
    void add_progress_and_doctor(const WindowCommands& window_commands);
    void name_what_to_open(const std::string& word);
    void add_homework();
    void add_pictures(const WindowCommands& window_commands);
    void add_talk(const WindowCommands& window_commands);
};

CommandLine::CommandLine(const WindowCommands& commands)
{
    app.set_version_flag("--version", "spillway " SPILLWAY_VERSION);
    app.require_subcommand(0, 1);
    add_window_options(app, window);
    app.add_option_function<std::string>(
           "file", [this](const std::string& word) { name_what_to_open(word); },
           "A .cu of your own, a recording, a view, a talk, a trace (FILE.spillway...) or spillway://... to open")
        ->excludes(app.get_option("--view"));
    chosen = [this, &commands] { return call(commands.open, window); };
    add_list_and_gpus();
    add_run();
    add_open(commands);
    add_sweep();
    add_lesson();
    add_publish();
    add_occupancy();
    add_record();
    add_merge_and_export();
    add_check();
    add_trace();
    add_progress_and_doctor(commands);
    add_homework();
    add_pictures(commands);
    add_talk(commands);
}

/// What stands where a command could: the file's name says what it is.
void CommandLine::name_what_to_open(const std::string& word)
{
    if (word.ends_with(".spillway-talk"))
        window.talk = word;
    else if (word.ends_with(".spillway-trace"))
        window.trace = word;
    else if (word.ends_with(".spillway"))
        window.recording = word;
    else if (word.ends_with(".cu") || word.ends_with(".cuh"))
        window.opened = {word};
    else if (word.ends_with(".spillway-view") || word.starts_with("spillway://"))
        window.view = word;
    else
        throw CLI::ValidationError("'" + word +
                                   "' is not a command, nor a .cu, a recording, a view, a talk, a trace or a link");
}

void CommandLine::add_list_and_gpus()
{
    auto& list = command("list", "The catalogue: experiments, variants, parameters and knobs", [this] {
        return maps ? course_command(common, course_picture, by_topic, window.force) : list_command(common);
    });
    add_json(list, common);
    list.add_option_function<std::string>(
            "--map",
            [this](const std::string& file) {
                maps = true;
                course_picture = file;
            },
            "What leads to what, what was read here and what comes next; into a picture with FILE.svg, .png or .pdf")
        ->expected(0, 1)
        ->type_name("[FILE]");
    list.add_flag("--by-topic", by_topic, "With --map FILE: the lessons by topic");
    list.add_flag("--force", window.force, force_help);
    add_worker(list, common);

    auto& gpus = command("gpus", "The GPUs in the table, and the live one", [this] { return gpus_command(common); });
    add_json(gpus, common);
    add_worker(gpus, common);
}

void CommandLine::add_run()
{
    auto& run = command("run", "One configuration of each variant through the whole pipeline",
                        [this] { return run_command(common, pictures); });
    run.add_option("experiment", common.experiment, "Name of 'spillway list'")->required();
    run.add_option("--variant", common.variants, "Only this variant; may be repeated");
    add_settings(run, common);
    add_recording(run, common.recording);
    add_worker(run, common);
    add_json(run, common);
    add_counters(run, common, "Hardware counters too, in launches of their own");
    run.add_flag("--causes", common.causes, "Which variable is in local memory, and why");
    run.add_flag("--lines", common.lines, "Live registers and spills of each line of the source");
    run.add_option("--memory", pictures.memory,
                   "What each variant moves between the levels of the memory: .svg, .png or .pdf");
    run.add_option("--roofline", pictures.roofline, "The variants under the GPU's measured roofs: .svg, .png or .pdf");
    run.add_option("--for", pictures.purpose, purpose_help);
    run.add_option("--csv", pictures.csv, "Table of every metric and setting; - for stdout");
    run.add_flag("--force", pictures.force, force_help);
}

/// Words for a script; without them the window, with the file beside the catalogue.
void CommandLine::add_open(const WindowCommands& commands)
{
    auto& open = command("open", "Files (.cu) or folders of your own, in the window; with --json without one",
                         [this, &commands] {
                             if (!output.empty()) return make_command(common, files, output);
                             common.causes = true;
                             if (common.json) return open_command(common, files);
                             const auto build = build_settings(common);
                             if (!build) return fail(build.error());
                             window.common = common;
                             window.common.catalogue_folders = files;
                             window.opened = files;
                             window.build = *build;
                             return call(commands.open, window);
                         });
    open.add_option("path", files, "FILE.cu or a folder; several may be given")->required();
    open.add_flag("--trust", common.trust, "Compile it");
    open.add_option("-I,--include", common.include_folders, "A folder of headers, relative to FILE.cu; may be repeated")
        ->allow_extra_args(false);
    open.add_option("-D,--define", common.macros, "NAME=VALUE for the compiler; may be repeated")
        ->allow_extra_args(false);
    open.add_option("--std", common.standard, "c++14, c++17 or c++20");
    open.add_option("--make", output, "Turn FILE.cu into an experiment in this new folder, and list what is missing");
    open.add_flag("--json", common.json, "Each kernel as in 'run --json', and nothing else on stdout");
    open.add_flag("--lines", common.lines, "With --json: live registers and spills of each line of the source");
    open.add_option("--variant", common.variants, "Only this kernel; may be repeated");
    open.add_option(
        "--worker", common.worker,
        "Command that starts the worker, e.g. \"ssh lab spillway-worker\"; none: use only the shipped results");
    add_settings(open, common);
}

void CommandLine::add_sweep()
{
    auto& command_sweep =
        command("sweep", "Every combination of the axes' values", [this] { return sweep_command(common, sweep); });
    command_sweep.add_option("experiment", common.experiment, "Name of 'spillway list'")->required();
    command_sweep
        .add_option("--axis", sweep.axes, "NAME=[first:last:step], NAME=[v1,v2,...] or NAME[pow2]=[a:b] (exponents)")
        ->required()
        ->allow_extra_args(false);
    command_sweep.add_option("--variant", common.variants, "Only this variant; may be repeated")
        ->allow_extra_args(false);
    add_settings(command_sweep, common);
    add_recording(command_sweep, common.recording);
    add_worker(command_sweep, common);
    command_sweep.add_option("--csv", sweep.csv, "Table of every metric and setting; - for stdout");
    command_sweep.add_option("--json", sweep.json, "The results as 'run --json' prints them; - for stdout");
    command_sweep.add_option("--svg", sweep.svg, "The experiment's charts over the first axis");
    command_sweep.add_option("--png", sweep.png, "The same as a picture");
    command_sweep.add_option("--pdf", sweep.pdf, "The same as a page");
    command_sweep.add_option("--roofline", sweep.roofline, "Rooflines, along the first axis: .svg, .png or .pdf");
    command_sweep.add_option("--for", sweep.purpose, purpose_help);
    add_counters(command_sweep, common, "Hardware counters of every configuration too");
    command_sweep.add_flag("--sass", sweep.inspect_sass,
                           "Count LDL, STL, instructions, live registers and spills to shared memory too (slower)");
    command_sweep.add_flag("--force", sweep.force, force_help);
}

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

void CommandLine::add_occupancy()
{
    auto& command_occupancy = command("occupancy", "Occupancy of given resources, by NVIDIA's calculator",
                                      [this] { return occupancy_command(common, occupancy); });
    command_occupancy.add_option("--registers", occupancy.registers, "Registers per thread")
        ->required()
        ->check(CLI::Range(0, 255));
    command_occupancy.add_option("--block-size", occupancy.block_size, "Threads per block")->check(CLI::Range(1, 1024));
    command_occupancy.add_option("--static-shared-bytes", occupancy.static_shared_bytes, "Per block")
        ->check(CLI::NonNegativeNumber);
    command_occupancy.add_option("--dynamic-shared-bytes", occupancy.dynamic_shared_bytes, "Per block")
        ->check(CLI::NonNegativeNumber);
    command_occupancy.add_option("--gpu", common.gpu, "Name of 'spillway gpus', or live");
    add_worker(command_occupancy, common);
    add_json(command_occupancy, common);
}

void CommandLine::add_record()
{
    auto& command_record = command("record", "Records every experiment's declared grid on this GPU",
                                   [this] { return record_command(common, record); });
    command_record.add_option("experiment", record.experiments, "Experiments; all when none is named");
    command_record.add_option("-o,--output", record.output, "The recording, NAME.spillway")->required();
    command_record.add_option("--gpu", common.gpu, "Name of 'spillway gpus', or live");
    command_record.add_option("--shard", record.shard, "i/n: part i of n, counted from 0; 'merge' joins the parts");
    command_record.add_flag("--continue", record.resume, "Keep the file's results and record the missing ones");
    command_record.add_flag(
        "--renew", record.renew,
        "The same; also drop results that no grid declares any more, and record results without a time account again");
    command_record.add_flag("--compile-only", record.compile_only,
                            "Measure nothing: the compiler's and the occupancy calculator's answers");
    add_counters(command_record, common, "Hardware counters at every point, not only along the x axis at defaults");
    add_worker(command_record, common);
}

void CommandLine::add_merge_and_export()
{
    auto& merge = command("merge", "Joins recordings of one GPU and one set-up; duplicates keep the newest",
                          [this] { return merge_command(files, output, force); });
    merge.add_option("file", files, "Recordings")->required();
    merge.add_option("-o,--output", output, "The recording to write")->required();
    merge.add_flag("--force", force, force_help);

    auto& command_export = command("export", "A recording in the formats of other tools",
                                   [this] { return export_command(output, exported); });
    command_export.add_option("file", output, "The recording")->required();
    command_export.add_option("--nvbench", exported.nvbench, "JSON as nvbench writes it; - for stdout");
    command_export.add_option("--kernel-tuner", exported.kernel_tuner, "Kernel Tuner's T4 results; - for stdout");
    command_export.add_flag("--force", exported.force, force_help);
}

void CommandLine::add_check()
{
    auto& check = command("check", "Check the lessons' claims against the real compiler", [this] {
        return shipped ? check_shipped_command(common) : check_command(common, experiments, mutate);
    });
    check.add_option("experiment", experiments, "Experiments; all when none is named");
    check.add_flag("--shipped", shipped, "Compile a sample of the shipped reports again and compare");
    check.add_flag("--mutate", mutate, "Change the numbers that claims use, and count the changes that break a claim");
    add_recording(check, common.recording);
    add_worker(check, common);
}

/// What follows the program's name is the program's.
void CommandLine::add_trace()
{
    auto& traced =
        command("trace",
                "What a program of your own launches on the GPU: spillway trace [options] PROGRAM [ARGUMENTS]; of a "
                ".cu, what nvcc makes of it",
                [this] {
                    trace.command = app.get_subcommand("trace")->remaining();
                    return trace_command(trace);
                });
    add_trace_options(traced, trace);
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

void CommandLine::add_pictures(const WindowCommands& commands)
{
    auto& screenshot = command("screenshot", "Draw the real window into a file",
                               [this, &commands] { return call(commands.screenshot, window); });
    add_window_options(screenshot, window);
    screenshot.add_flag("--light", window.light, "The light theme");
    screenshot.add_option("--scale", window.scale, "Scale of the window, e.g. 2 on a high-resolution display")
        ->check(CLI::Range(0.5, 4.0));
    screenshot.add_option("--tab", window.tab,
                          "The tab below the charts: lesson, code, causes, report, occupancy, memory, roofline, "
                          "accesses, compare, log; with --present sm too");
    screenshot.add_flag("--fill", window.fill, "The tab fills the window");
    screenshot.add_option("-o,--output", window.output, "PNG file")->required();
    screenshot.add_flag("--force", window.force, force_help);

    auto& pictures_command = command("pictures", "Charts, SM, code, memory and roofline as files, without a window",
                                     [this, &commands] { return call(commands.pictures, window); });
    add_selection(pictures_command, window);
    pictures_command.add_option(
        "--of", window.what,
        "What: charts (the default), chart:METRIC, sm, code, ptx, sass, memory, map, roofline:dram, "
        "roofline:l2, roofline:l1, or all");
    pictures_command.add_option("--format", window.formats, "svg, png (the default), pdf, csv; may be repeated");
    pictures_command.add_option("--for", window.purpose, purpose_help);
    pictures_command.add_option("-o,--output", window.output, "Folder; existing files stay")->required();

    auto& tour = command("tour", "Each experiment and each tab, as PNG files",
                         [this, &commands] { return call(commands.tour, window); });
    add_worker(tour, window.common);
    add_recording(tour, window.recording);
    tour.add_option("-o,--output", window.output, "Folder")->required();
    tour.add_flag("--force", window.force, force_help);
}

void CommandLine::add_talk(const WindowCommands& commands)
{
    auto& talk = command("talk", "A talk (views with notes), stop by stop in the window or printed", [this, &commands] {
        return call(window.output.empty() ? commands.open : commands.print_talk, window);
    });
    talk.add_option("file", window.talk, "FILE.spillway-talk, or a course: ninety_minutes, four_weeks, alone")
        ->required();
    talk.add_option("--pdf", window.output, "Print it instead: a picture and its notes for each stop");
    talk.add_flag("--force", window.force, force_help);
    talk.add_flag("--present", window.present, "Large type and thick lines, for a projector");
    add_worker(talk, window.common);
    add_recording(talk, window.recording);
}

/// A file that is opened must not take the number of a stream that came closed, or the output would go into it. What
/// is written to such a stream fails.
void occupy_closed_streams()
{
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", O_RDONLY) < 0) return;
}

int run_line(CommandLine& line, int argc, char** argv)
{
    try {
        line.app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return line.app.exit(error);
        return fail({error.what(), "command line", "see 'spillway --help'"});
    }
    return line.chosen();
}

}  // namespace

int run(int argc, char** argv, const WindowCommands& window)
{
    occupy_closed_streams();
    CommandLine line(window);
    try {
        const int status = run_line(line, argc, argv);
        std::cout.flush();
        if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good()) return status;
        throw std::system_error(errno, std::generic_category(), "the output could not be written");
    } catch (const std::system_error& error) {
        return fail({error.what(), "standard output", "check where the output goes"}, exit_other);
    }
}

}  // namespace spillway::cli
