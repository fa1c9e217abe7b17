#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// The loaded experiments, and the errors of the others.
struct Catalogue {
    std::vector<model::Experiment> experiments;  ///< of one folder: sorted by topic, then by order, then by name
    std::vector<model::Error> problems;          ///< file and line, expected content

    [[nodiscard]] const model::Experiment* find(std::string_view name) const;
};

/// A folder of experiments, or one .cu file.
struct CatalogueFolder {
    std::filesystem::path path;
    model::Place place = model::Place::folder;  ///< `file` is detected
    bool is_tried = false;                      ///< skip the trial of formulas, which have been tried before
    std::vector<std::string> names{};           ///< subfolders to read, in this order; empty: all, sorted
};

/// Whether an experiment holds only the data for a list of lessons, because its folder has not arrived: a web page gets
/// the folder's outlines.json before the folders in it.
[[nodiscard]] bool is_outline(const model::Experiment& experiment);
/// The whole experiment, once its folder is here.
[[nodiscard]] model::Expected<model::Experiment> load_outlined(const CatalogueFolder& from,
                                                               const model::Experiment& outline);

/// Reads the folder itself and every subfolder, if it has an experiment.json. Reads every .cu in the folder itself
/// unless that has an experiment.json. An invalid experiment becomes a problem; the others load. Only installed
/// experiments are trusted.
[[nodiscard]] Catalogue load_catalogue(const CatalogueFolder& folder);

/// Why a user's path holds no experiments, judged by its file names: for a file dropped on the window, or a folder that
/// lacks a file. Empty if it may hold some.
[[nodiscard]] std::optional<model::Error> why_no_catalogue(const std::filesystem::path& path);

/// Reads one experiment folder.
[[nodiscard]] model::Expected<model::Experiment> load_experiment(const std::filesystem::path& folder);

}  // namespace spillway::catalogue
