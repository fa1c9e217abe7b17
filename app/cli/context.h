#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/catalogue/catalogue.h"
#include "app/model/error.h"
#include "app/results/result_library.h"
#include "app/worker_client/dispatcher.h"

namespace spillway::cli {

// The exit statuses of the design.
inline constexpr int exit_ok = 0;
inline constexpr int exit_other = 1;
inline constexpr int exit_wrong_command_line = 2;
inline constexpr int exit_refused = 3;

/// Options that several commands share, as typed.
struct CommonOptions {
    std::string experiment;
    std::vector<std::string> variants;
    std::vector<std::string> settings;  ///< "NAME=VALUE"
    std::string gpu;
    std::string recording;  ///< file; empty: the one that came with the program, if any
    std::string worker;
    std::vector<std::string> catalogue_folders;  ///< besides the installed one
    bool trust = false;                          ///< compile what lies in catalogue_folders, this once
    bool json = false;
    bool causes = false;                       ///< which variable is in local memory, and why
    bool lines = false;                        ///< what the machine code of each line needs
    bool counters = false;                     ///< hardware counters of every configuration
    std::vector<std::string> include_folders;  ///< -I of a .cu that is opened, relative to it
    std::vector<std::string> macros;           ///< -D likewise: "TILE=32"
    std::string standard;                      ///< --std likewise: "c++20"
};

/// What every command works on: the results, as in the window, and how to start a worker.
struct Context {
    results::ResultLibrary library;
    std::vector<std::string> worker_command;
};

/// The first is the installed catalogue, then the user's own folders (experiments, exercises) if there are any, then
/// the named ones.
[[nodiscard]] std::filesystem::path installed_experiments();
[[nodiscard]] std::vector<std::filesystem::path> more_experiments(const CommonOptions& options);
/// Those that --trust speaks of: what was named on this command line and nothing else.
[[nodiscard]] std::vector<std::filesystem::path> trusted_folders(const CommonOptions& options);
[[nodiscard]] std::filesystem::path gpus_file();

[[nodiscard]] model::Expected<Context> load_context(const CommonOptions& options);

/// An unknown name gets the nearest known one as advice.
[[nodiscard]] model::Expected<const model::Experiment*> find_experiment(const Context& context,
                                                                        const std::string& name);
/// The named variants in the experiment's order; all when none is named.
[[nodiscard]] model::Expected<std::vector<const model::Variant*>> find_variants(const model::Experiment& experiment,
                                                                                const std::vector<std::string>& names);
/// All values of the experiment with the settings applied.
[[nodiscard]] model::Expected<model::Values> apply_settings(const model::Experiment& experiment,
                                                            const std::vector<std::string>& settings);
/// The parameter or knob of that name.
[[nodiscard]] model::Expected<const model::Parameter*> find_parameter(const model::Experiment& experiment,
                                                                      const std::string& name);

/// What `run` and `sweep` ask of one experiment.
struct Request {
    const model::Experiment* experiment;
    std::vector<const model::Variant*> variants;
    model::Values values;
};
/// The request of the command line, of an experiment that may be compiled; opens the recording it may need.
[[nodiscard]] model::Expected<Request> read_request(Context& context, const CommonOptions& options);

/// Waits for the worker and tells the context what it is. Where none comes a recording may do without.
[[nodiscard]] std::optional<model::Error> meet_worker(worker_client::Dispatcher& dispatcher, Context& context);

/// What goes to another machine is listed on standard error before it goes: the .cu and the headers of experiments that
/// are whole files.
void list_what_goes(const worker_client::WorkerStatus& worker,
                    const std::vector<const model::Experiment*>& experiments);

/// Where a recording was named or any result came out of one: says so on standard error, with whatever
/// does not fit.
void tell_recording(const Context& context, const std::vector<model::RunResult>& results);

/// Prints the log of the results.
void print_log(Context& context);

/// Why an experiment may not be compiled, if it may not.
[[nodiscard]] std::optional<model::Error> refuse_untrusted(const model::Experiment& experiment);

/// 0 when every result ran through, 3 when any was refused, 1 when there was no compiler to ask.
[[nodiscard]] int exit_status(const std::vector<model::RunResult>& results, const Context& context);

/// Prints "spillway: where: what; advice" to standard error and returns `status`.
int fail(const model::Error& error, int status = exit_wrong_command_line);

}  // namespace spillway::cli
