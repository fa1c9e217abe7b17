#pragma once

// Writes to the user's own files, and only on their request: copies of experiments, experiments made of a plain .cu.

#include <filesystem>

#include "app/catalogue/catalogue.h"
#include "app/model/error.h"

namespace spillway::session {

/// Copies an experiment into the user's own folder under a name that the catalogue has not yet; returns where.
[[nodiscard]] model::Expected<std::filesystem::path> copy_to_own(const model::Experiment& from,
                                                                 const catalogue::Catalogue& catalogue);

/// Writes a plain .cu down as an experiment in the user's own folder, with the numbers of these values; returns where.
[[nodiscard]] model::Expected<std::filesystem::path> make_own(const model::Experiment& plain,
                                                              const model::Values& values,
                                                              const catalogue::Catalogue& catalogue);

/// Writes a text that cannot go into its file into a new one beside it, FILE.mine; returns where.
[[nodiscard]] model::Expected<std::filesystem::path> write_beside(const std::filesystem::path& file,
                                                                  const std::string& text);

}  // namespace spillway::session
