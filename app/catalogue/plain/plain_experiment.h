#pragma once

// A .cu without an experiment.json. Before it is trusted, a scan of its text supplies the kernels; afterwards the
// compiler does. Its kernels are compiled and inspected, not launched, because nothing describes their buffers.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/plain/source_files.h"
#include "app/model/error.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// Makes an experiment from the text. Its variants are the kernels seen in the text, for display only.
[[nodiscard]] model::Experiment plain_experiment(std::string_view text, const std::filesystem::path& file);
/// Error: why the file cannot be read, or that it has no kernel.
[[nodiscard]] model::Expected<model::Experiment> load_plain_experiment(const std::filesystem::path& file);

/// Reads the compiler's input for an experiment that is compiled whole: its text with its headers. `settings` take
/// precedence over those of a .spillway.json beside it. Error: why that file is invalid; it is then ignored.
[[nodiscard]] std::optional<model::Error> take_files(model::Experiment& experiment, const BuildSettings& settings = {});

/// The same for a trusted .cu: afterwards the compiler can list its kernels, see file_kernels.h.
[[nodiscard]] std::optional<model::Error> make_ready(model::Experiment& experiment, const BuildSettings& settings = {});

/// The .cu files of a folder, sorted; empty for the folder of an experiment.
[[nodiscard]] std::vector<std::filesystem::path> plain_files(const std::filesystem::path& folder);

/// "my_kernels" for "My-Kernels.cu": a valid experiment name.
[[nodiscard]] std::string experiment_name(const std::filesystem::path& file);

/// Replaces square brackets in untrusted text by round ones, so that Markdown finds no link in it.
[[nodiscard]] std::string without_links(std::string text);

}  // namespace spillway::catalogue
