#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// The experiments that loaded, and what was wrong with the others.
struct Catalogue {
    std::vector<model::Experiment> experiments;  ///< by topic, then in the catalogue's order
    std::vector<model::Error> problems;          ///< file and line, what was expected

    [[nodiscard]] const model::Experiment* find(std::string_view name) const;
};

/// A folder of experiments, or one .cu file.
struct CatalogueFolder {
    std::filesystem::path path;
    model::Place place = model::Place::folder;  ///< `file` is found out
    bool is_tried = false;                      ///< its formulas need no trial: whoever put it there has tried them
};

/// Of an experiment whose folder is still to come, what a list of lessons shows: a page has the folder's outlines.json
/// before the folders in it.
[[nodiscard]] bool is_outline(const model::Experiment& experiment);
/// The whole of it, once its folder is here.
[[nodiscard]] model::Expected<model::Experiment> load_outlined(const CatalogueFolder& from,
                                                               const model::Experiment& outline);

/// Reads every subfolder that holds an experiment.json, and every .cu that stands in the folder itself where that has
/// none. A bad one becomes a problem; the others load. Trusted is what was installed.
[[nodiscard]] Catalogue load_catalogue(const CatalogueFolder& folder);

/// The name, or "scale_2" where another experiment has it: two files of one name in different folders.
[[nodiscard]] std::string free_name(const std::string& name, const Catalogue& catalogue);

/// Why a path that a user gave holds no experiments, as far as its files' names tell: for who drops a file on the
/// window, or a folder that lacks something.
[[nodiscard]] std::optional<model::Error> why_no_catalogue(const std::filesystem::path& path);

/// Reads one experiment folder.
[[nodiscard]] model::Expected<model::Experiment> load_experiment(const std::filesystem::path& folder);

}  // namespace spillway::catalogue
