#pragma once

// The folders of experiments while a session is open: watched, read again, added. A part of Session, see there.

#include <filesystem>
#include <optional>
#include <string>

#include "app/session/session_state.h"

namespace spillway::session {

void watch_folders(SessionState& state);
/// Reads all folders again once what changed in them has settled.
void take_folder_changes(SessionState& state);
/// After the folders were read again: `content_before` is the chosen experiment's content_hash of before.
void take_reloaded_catalogue(SessionState& state, const std::string& content_before);
[[nodiscard]] std::optional<model::Error> add_folder(SessionState& state, const std::filesystem::path& named);

}  // namespace spillway::session
