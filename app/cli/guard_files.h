#pragma once

#include <string>
#include <vector>

#include "app/model/error.h"
#include "app/model/experiment.h"

namespace spillway::cli {

/// Files that the paths of a command line name, each once: .cu files and compiled files.
struct GuardFiles {
    std::vector<std::string> sources, compiled;
    std::vector<std::string> unused_patterns;  ///< those of `exclude` that leave out no file
};

/// Takes files as they are and folders with all visible .cu and .cubin below them, but those whose path in the folder
/// matches a pattern of `exclude`. Error: a path is missing or names another kind of file, or no file is left.
[[nodiscard]] model::Expected<GuardFiles> guard_files(const std::vector<std::string>& paths,
                                                      const std::vector<std::string>& exclude);

/// The first of the files that includes `file`; null if none does.
[[nodiscard]] const model::Experiment* file_that_includes(const std::string& file,
                                                          const std::vector<model::Experiment>& files);

/// Path of a file relative to the budget, so that the budget is the same on every machine.
[[nodiscard]] std::string name_beside(const std::string& budget, const std::string& file);

/// Those of the names in a budget that lie below one of the folders, and whose files are no longer there.
[[nodiscard]] std::vector<std::string> missing_files(const std::string& budget, const std::vector<std::string>& names,
                                                     const std::vector<std::string>& folders);

}  // namespace spillway::cli
