#pragma once

// A .cu without an experiment.json: shown before it is trusted by what a look at its text tells, afterwards by what the
// compiler makes of it. Its kernels are compiled and inspected; nothing says with which buffers they could be launched.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/plain/source_files.h"
#include "app/model/error.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// Its text as an experiment. Its variants are the kernels that the text seems to have, for looking at only.
[[nodiscard]] model::Experiment plain_experiment(std::string_view text, const std::filesystem::path& file);
/// The Error says why the file cannot be read.
[[nodiscard]] model::Expected<model::Experiment> load_plain_experiment(const std::filesystem::path& file);

/// Reads what a compiler is given of an experiment that is compiled whole: its text with its headers. `settings` come
/// before those of a .spillway.json beside it. The Error says what is wrong with that one, which then counts for
/// nothing.
[[nodiscard]] std::optional<model::Error> take_files(model::Experiment& experiment, const BuildSettings& settings = {});

/// The same for a .cu that has been trusted: the compiler can be asked which kernels it has, see file_kernels.h.
[[nodiscard]] std::optional<model::Error> make_ready(model::Experiment& experiment, const BuildSettings& settings = {});

/// The .cu files of a folder, sorted; none where it is an experiment's.
[[nodiscard]] std::vector<std::filesystem::path> plain_files(const std::filesystem::path& folder);

/// "My-Kernels.cu" as a name of an experiment: "my_kernels".
[[nodiscard]] std::string experiment_name(const std::filesystem::path& file);

/// A stranger's words in Markdown: what could begin a link begins none.
[[nodiscard]] std::string without_links(std::string text);

}  // namespace spillway::catalogue
