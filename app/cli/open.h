#pragma once

#include <string>
#include <vector>

#include "app/cli/context.h"
#include "app/model/build_settings.h"
#include "app/model/error.h"

namespace spillway::cli {

/// Opens the user's .cu files or folders; compiles without measuring.
int open_command(const CommonOptions& options, const std::vector<std::string>& paths);
/// The .cu files and folders of these paths, ready to be compiled; none where what is wrong with each has been said.
/// The Error says what cannot be read, is not trusted or has settings that are none.
[[nodiscard]] model::Expected<std::vector<model::Experiment>> opened_files(const CommonOptions& options,
                                                                           const std::vector<std::string>& paths);
/// The kernels of each file are those that the compiler emits: it is asked first. One that does not compile stays a
/// whole file, and says so.
void ask_for_kernels(worker_client::Dispatcher& dispatcher, results::ResultLibrary& library, const model::Gpu& gpu,
                     std::vector<model::Experiment>& experiments);
/// Reads -I, -D and --std. The Error names the invalid option.
[[nodiscard]] model::Expected<model::BuildSettings> build_settings(const CommonOptions& options);
/// Saves a .cu as an experiment in a new folder. Compiles nothing.
int make_command(const CommonOptions& options, const std::vector<std::string>& paths, const std::string& folder);

}  // namespace spillway::cli
