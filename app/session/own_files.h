#pragma once

// Writes the user's own files, only on request: copies of experiments, and experiments made from a plain .cu.

#include <filesystem>

#include "app/catalogue/catalogue.h"
#include "app/model/error.h"

namespace spillway::session {

/// Copies an experiment into the user's folder under a name that is not in the catalogue yet. Returns the new folder.
[[nodiscard]] model::Expected<std::filesystem::path> copy_to_own(const model::Experiment& from,
                                                                 const catalogue::Catalogue& catalogue);

/// Saves a plain .cu with these values as an experiment in the user's folder. Returns the new folder.
[[nodiscard]] model::Expected<std::filesystem::path> make_own(const model::Experiment& plain,
                                                              const model::Values& values,
                                                              const catalogue::Catalogue& catalogue);

/// Writes a text that must not replace its file to a new file beside it: FILE.mine, then FILE.mine2 and so on. Returns
/// the new file.
[[nodiscard]] model::Expected<std::filesystem::path> write_beside(const std::filesystem::path& file,
                                                                  const std::string& text);

}  // namespace spillway::session
