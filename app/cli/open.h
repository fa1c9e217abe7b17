#pragma once

#include <string>
#include <vector>

#include "app/cli/context.h"
#include "app/model/build_settings.h"
#include "app/model/error.h"

namespace spillway::cli {

/// Opens the user's .cu files or folders; compiles without measuring.
int open_command(const CommonOptions& options, const std::vector<std::string>& paths);
/// A file that could not be opened, and why.
struct UnopenedFile {
    std::string path;
    model::Error error;
};
/// The .cu files and folders of these paths, ready to be compiled. Files that cannot be opened go into `unopened`;
/// without it, errors are printed. The Error says which path is missing, is not trusted or has invalid settings.
[[nodiscard]] model::Expected<std::vector<model::Experiment>> opened_files(
    const CommonOptions& options, const std::vector<std::string>& paths, std::vector<UnopenedFile>* unopened = nullptr);
/// Replaces the kernels of each plain file by those that the compiler emits. A file that does not compile keeps the
/// kernels seen in its text. Returns the compiler's answer for each experiment; empty for others than plain files.
std::vector<std::optional<model::RunResult>> ask_for_kernels(worker_client::Dispatcher& dispatcher,
                                                             results::ResultLibrary& library, const model::Gpu& gpu,
                                                             std::vector<model::Experiment>& experiments);
/// Reads -I, -D, --std, --nvcc and --compile-seconds. The Error names the invalid option.
[[nodiscard]] model::Expected<model::BuildSettings> build_settings(const CommonOptions& options);
/// Saves a .cu as an experiment in a new folder. Compiles nothing.
int make_command(const CommonOptions& options, const std::vector<std::string>& paths, const std::string& folder);

}  // namespace spillway::cli
