#pragma once

// Writes a plain .cu as an experiment: the known data, and a list of the data missing to run and verify it.

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/model/error.h"
#include "app/model/experiment.h"
#include "app/model/value.h"

namespace spillway::catalogue {

/// The files of an experiment's folder.
struct MadeExperiment {
    std::string kernel, description, lesson;  ///< kernel.cu, experiment.json, lesson.md
    std::vector<std::string> missing;         ///< sentences: data that the author must still add
    /// Further files for the compiler, by path in the folder: headers, .spillway.json.
    std::vector<std::pair<std::string, std::string>> headers = {};
};

/// `values`: numbers for the #defines. Error: why no kernel can be used.
[[nodiscard]] model::Expected<MadeExperiment> made_experiment(const model::Experiment& plain,
                                                              const model::Values& values, const std::string& name);

/// Writes the files into a folder, and creates it if needed. Never replaces a file. After an Error, the files written
/// before it stay.
[[nodiscard]] std::optional<model::Error> write_experiment(const MadeExperiment& made,
                                                           const std::filesystem::path& folder);

}  // namespace spillway::catalogue
