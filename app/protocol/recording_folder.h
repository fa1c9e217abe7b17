#pragma once

// A recording as a folder NAME.spillway: one file per experiment, EXPERIMENT.spillway, each a recording of its own. A
// change of one experiment changes one small file. The recordings in assets/recordings/ are such folders.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <vector>

#include "app/protocol/recording.h"

namespace spillway::protocol {

inline constexpr std::size_t max_recording_files = 1000;

/// Whether `path` is a folder whose name ends with ".spillway".
[[nodiscard]] bool is_recording_folder(const std::filesystem::path& path);
/// The files of a recording: those of the folder by name, at least one, or `path` itself. The Error says that the
/// folder holds none, or more than max_recording_files.
[[nodiscard]] model::Expected<std::vector<std::filesystem::path>> recording_files(const std::filesystem::path& path);
/// All results of a file or a folder as one recording. The Error names the file that does not fit to the others.
[[nodiscard]] model::Expected<Recording> read_whole_recording(const std::filesystem::path& path);
/// Makes the folder hold this recording. Files of experiments whose results have not changed stay as they are, byte for
/// byte; files of experiments that the recording lacks are removed. Other files in the folder stay. Refuses an
/// experiment whose name cannot be a file's name.
[[nodiscard]] std::optional<model::Error> write_recording_folder(const std::filesystem::path& folder,
                                                                 const Recording& recording);

}  // namespace spillway::protocol
