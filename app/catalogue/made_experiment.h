#pragma once

// A plain .cu written down as an experiment: what is known of it, and what is missing to run and verify it.

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/model/error.h"
#include "app/model/experiment.h"
#include "app/model/value.h"

namespace spillway::catalogue {

/// The three files of an experiment's folder.
struct MadeExperiment {
    std::string kernel, description, lesson;  ///< kernel.cu, experiment.json, lesson.md
    std::vector<std::string> missing;         ///< sentences: what somebody must still say
    /// What else its compiler reads, by the place in the folder: headers, .spillway.json.
    std::vector<std::pair<std::string, std::string>> headers = {};
};

/// `values` are those that the numbers of #defines are written down with. The Error says why no kernel can be taken.
[[nodiscard]] model::Expected<MadeExperiment> made_experiment(const model::Experiment& plain,
                                                              const model::Values& values, const std::string& name);

/// Writes the files into a folder that is not there yet, or is empty.
[[nodiscard]] std::optional<model::Error> write_experiment(const MadeExperiment& made,
                                                           const std::filesystem::path& folder);

}  // namespace spillway::catalogue
