#pragma once

// A recording as a folder NAME.spillway: one complete recording EXPERIMENT.spillway per experiment, so a change of one
// experiment changes one small file. assets/recordings/ holds such folders.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <vector>

#include "app/protocol/recording.h"

namespace spillway::protocol {

inline constexpr std::size_t max_recording_files = 1000;

/// True if `path` is a folder with the extension ".spillway".
[[nodiscard]] bool is_recording_folder(const std::filesystem::path& path);
/// Returns the files of the folder sorted by name, or `path` itself if it is not a recording folder. Error if the
/// folder holds no recording or more than max_recording_files.
[[nodiscard]] model::Expected<std::vector<std::filesystem::path>> recording_files(const std::filesystem::path& path);
/// Reads a file or a folder as one recording. The Error names the file that does not match the others.
[[nodiscard]] model::Expected<Recording> read_whole_recording(const std::filesystem::path& path);
/// Writes the recording into the folder. Files of unchanged experiments stay byte for byte the same; files of
/// experiments missing from the recording are removed; other files stay. Error if an experiment's name is not a valid
/// file name.
[[nodiscard]] std::optional<model::Error> write_recording_folder(const std::filesystem::path& folder,
                                                                 const Recording& recording);

}  // namespace spillway::protocol
