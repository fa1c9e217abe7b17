#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/catalogue/catalogue.h"
#include "app/model/error.h"
#include "app/results/result_library.h"
#include "app/worker_client/dispatcher.h"

namespace spillway::cli {

// Exit statuses.
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
    std::string recording;  ///< file; empty: the installed recording, if there is one
    std::string worker;
    std::vector<std::string> catalogue_folders;  ///< in addition to the installed one
    bool trust = false;                          ///< allow compiling catalogue_folders, this time only
    bool json = false;
    bool causes = false;                       ///< which variable is in local memory, and why
    bool quick = false;                        ///< the compiler's report only: no causes, no machine code
    bool lines = false;                        ///< needs of each line's machine code
    bool counters = false;                     ///< hardware counters for every configuration
    std::vector<std::string> include_folders;  ///< -I for an opened .cu, relative to it
    std::vector<std::string> macros;           ///< -D for an opened .cu: "TILE=32"
    std::string standard;                      ///< --std for an opened .cu: "c++20"
    std::optional<int> compile_seconds;        ///< --compile-seconds for an opened .cu
    std::string nvcc_options;                  ///< --nvcc for an opened .cu: "--extended-lambda -rdc=true"
};

/// Basis of every command: the result library, as in the window, and the worker's command.
struct Context {
    results::ResultLibrary library;
    std::vector<std::string> worker_command;
};

/// Catalogue folders: first the installed catalogue, then the user's own folders (experiments, exercises) if they
/// exist, then the named ones.
[[nodiscard]] std::filesystem::path installed_experiments();
[[nodiscard]] std::vector<std::filesystem::path> more_experiments(const CommonOptions& options);
/// Folders that --trust covers: only those named on this command line.
[[nodiscard]] std::vector<std::filesystem::path> trusted_folders(const CommonOptions& options);
[[nodiscard]] std::filesystem::path gpus_file();

[[nodiscard]] model::Expected<Context> load_context(const CommonOptions& options);
/// For commands on named experiments: reads no other shipped ones if each name is a shipped experiment's. Reading all
/// takes a tenth of a second.
[[nodiscard]] model::Expected<Context> load_context_of(const std::vector<std::string>& names,
                                                       const CommonOptions& options);
/// For commands on files of the user's own.
[[nodiscard]] model::Expected<Context> load_context_without_experiments(const CommonOptions& options);

/// The Error suggests the nearest known name.
[[nodiscard]] model::Expected<const model::Experiment*> find_experiment(const Context& context,
                                                                        const std::string& name);
/// The named variants in the experiment's order; all variants if `names` is empty.
[[nodiscard]] model::Expected<std::vector<const model::Variant*>> find_variants(const model::Experiment& experiment,
                                                                                const std::vector<std::string>& names);
/// The values of the settings; the Error names the invalid one.
[[nodiscard]] model::Expected<model::Values> apply_settings(const model::Experiment& experiment,
                                                            const std::vector<std::string>& settings);
/// Looks up a parameter or knob. The Error suggests the nearest known name.
[[nodiscard]] model::Expected<const model::Parameter*> find_parameter(const model::Experiment& experiment,
                                                                      const std::string& name);

/// Request of `run` or `sweep` for one experiment.
struct Request {
    const model::Experiment* experiment;
    std::vector<const model::Variant*> variants;
    model::Values values;
    /// Answer to the whole file if a limit stopped its compile: that of each kernel would be stopped too.
    std::optional<model::RunResult> stopped{};
};
/// Reads the request from the command line and opens its recording. Fails if the experiment may not be compiled.
[[nodiscard]] model::Expected<Request> read_request(Context& context, const CommonOptions& options);

/// Waits for the worker and registers it with the context. The Error: no worker started. With an open recording, only
/// prints that error, because commands can go on without a worker.
[[nodiscard]] std::optional<model::Error> meet_worker(worker_client::Dispatcher& dispatcher, Context& context);

/// Lists the files on standard error before they go to another machine: the .cu and headers of whole-file experiments.
void list_what_goes(const worker_client::WorkerStatus& worker,
                    const std::vector<const model::Experiment*>& experiments);

/// Prints the recording's status on standard error if it was named or supplied a result, including anything that does
/// not match.
void tell_recording(const Context& context, const std::vector<model::RunResult>& results);

/// Prints the errors in the result library's log, and empties the log.
void print_log(Context& context);

/// Why the experiment may not be compiled; empty if it may.
[[nodiscard]] std::optional<model::Error> refuse_untrusted(const model::Experiment& experiment);

/// 0 if every result is ok. Otherwise 3, or 1 if there is no compiler.
[[nodiscard]] int exit_status(const std::vector<model::RunResult>& results, const Context& context);

/// Prints "spillway: where: what; advice" to standard error and returns `status`.
int fail(const model::Error& error, int status = exit_wrong_command_line);

}  // namespace spillway::cli
