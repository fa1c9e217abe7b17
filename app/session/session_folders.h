#pragma once

// The folders of experiments while a session is open: watched, read again, added; and those of them that are the user's
// own, which are written to on their request. A part of Session, see there.

#include <filesystem>
#include <optional>
#include <string>

#include "app/session/session_state.h"

namespace spillway::session {

void watch_folders(SessionState& state);
/// Reads all folders again once what changed in them has settled.
void take_folder_changes(SessionState& state);
[[nodiscard]] std::optional<model::Error> add_folder(SessionState& state, const std::filesystem::path& named);

/// Whether its files are the user's, and not those that came with the program.
[[nodiscard]] bool is_own(const SessionState& state, const model::Experiment& experiment);
[[nodiscard]] SaveOutcome save_source(SessionState& state, const std::string& source_file, const std::string& text,
                                      const std::string& last_read);
[[nodiscard]] std::optional<model::Error> note_typed(SessionState& state, const std::string& source_file,
                                                     const std::string& text, bool is_in_file);
/// Also of a file that has vanished while it was edited; where its folder has too, in the journal.
[[nodiscard]] model::Expected<std::filesystem::path> keep_beside(SessionState& state, const std::string& source_file,
                                                                 const std::string& text);
[[nodiscard]] std::optional<model::Error> edit_a_copy(SessionState& state);
[[nodiscard]] std::optional<model::Error> make_experiment(SessionState& state);

}  // namespace spillway::session
