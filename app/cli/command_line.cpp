#include "app/cli/command_line.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <iostream>
#include <system_error>

#include "app/cli/command_line_parts.h"

namespace spillway::cli {

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

int call(const std::function<int(const WindowRequest&)>& command, const WindowRequest& request)
{
    if (command) return command(request);
    return fail({"this program was built without the window", "spillway",
                 "use run, sweep and the other commands, or build the release preset"},
                exit_other);
}

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

namespace {

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
