#pragma once

// Watches, reloads and adds the folders of experiments in an open session. Part of Session.

#include <filesystem>
#include <optional>
#include <string>

#include "app/session/session_state.h"

namespace spillway::session {

void watch_folders(SessionState& state);
/// Reloads changed folders once their changes have settled.
void take_folder_changes(SessionState& state);
/// Call after a reload. `content_before`: the selected experiment's content_hash before it.
void take_reloaded_catalogue(SessionState& state, const std::string& content_before);
[[nodiscard]] std::optional<model::Error> add_folder(SessionState& state, const std::filesystem::path& named);

}  // namespace spillway::session
