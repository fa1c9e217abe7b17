#pragma once

// A plain .cu as an experiment: what can be known of it without an experiment.json.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/plain_source.h"
#include "app/model/error.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// Each kernel becomes a variant, template parameters and numeric #defines become sliders. There is no launch to
/// measure. Initial values come from defaults, from instantiations and constants of the same name in the file.
[[nodiscard]] model::Experiment plain_experiment(const PlainSource& source, std::string_view original,
                                                 const std::filesystem::path& file);

/// The headers of a .cu's folder, and of folders in it; no link is followed that leads out of it.
[[nodiscard]] OwnHeaders headers_beside(const std::filesystem::path& file);

/// A file's or folder's name as an experiment's: small letters, digits and _.
[[nodiscard]] std::string experiment_name(const std::filesystem::path& file);

/// The text without what a lesson would take for a link: names in it may be somebody else's.
[[nodiscard]] std::string without_links(std::string text);

/// Reads a .cu of at most max_file_bytes.
[[nodiscard]] model::Expected<model::Experiment> load_plain_experiment(const std::filesystem::path& file);

/// The .cu files directly in a folder without an experiment.json, by name.
[[nodiscard]] std::vector<std::filesystem::path> plain_files(const std::filesystem::path& folder);

/// "Skipped (host code): main (line 40), the header cstdio (line 1)."; nothing where nothing was.
[[nodiscard]] std::string left_aside_sentence(const PlainSource& source);

}  // namespace spillway::catalogue
