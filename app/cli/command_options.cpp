#include "app/cli/command_options.h"

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

}  // namespace spillway::cli
