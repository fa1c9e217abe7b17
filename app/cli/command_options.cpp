#include "app/cli/command_options.h"

#include <fmt/format.h>

namespace spillway::cli {

void add_worker(CLI::App& command, CommonOptions& options)
{
    command.add_option(
        "--worker", options.worker,
        "Command that starts the worker, e.g. \"ssh lab spillway-worker\"; none: use only the shipped results");
    add_catalogue(command, options);
}

void add_catalogue(CLI::App& command, CommonOptions& options)
{
    command.add_option("--catalogue", options.catalogue_folders, "Another folder of experiments; shown, not compiled");
    command.add_flag("--trust", options.trust, "Compile the experiments in the --catalogue folders, or FILE.cu");
}

void add_settings(CLI::App& command, CommonOptions& options)
{
    command.add_option("--set", options.settings, "NAME=VALUE of a parameter or knob; may be repeated");
    command.add_option("--gpu", options.gpu, "Name from 'spillway gpus', or live");
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

CLI::Option* add_output(CLI::App& command, const std::string& option, std::string& name, const std::string& help)
{
    const auto check = [](const std::string& word) { return word.empty() ? std::string(empty_name) : std::string(); };
    return command.add_option(option, name, help)->check(CLI::Validator(check, "", "output name"));
}

CLI::Validator number_between(double first, double last)
{
    const auto check = [first, last](const std::string& word) {
        double number = 0;
        const bool is_between = CLI::detail::lexical_cast(word, number) && number >= first && number <= last;
        return is_between ? std::string() : fmt::format("'{}' is not a number from {} to {}", word, first, last);
    };
    return {check, fmt::format("FLOAT in [{} - {}]", first, last), "number"};
}

int call(const std::function<int(const WindowRequest&)>& command, const WindowRequest& request)
{
    if (command) return command(request);
    return fail({"this program was built without the window", "spillway",
                 "use run, sweep and the other commands, or build the release preset"},
                exit_other);
}

}  // namespace spillway::cli
