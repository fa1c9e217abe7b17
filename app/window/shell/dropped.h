#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "app/window/kit/panel.h"

namespace spillway::window {

/// Opens a view, a talk, a trace, a Nsight Compute report, a recording, saved progress, or a folder or file of the
/// user's own, and remembers it among the recent files. A report is read in the background: its errors appear later.
[[nodiscard]] std::optional<model::Error> open_path(const std::filesystem::path& path, session::Session& session,
                                                    ViewState& view);
/// Key of the tab that a newly opened file or folder shows: "causes" for a trusted file without a description, else
/// "code".
[[nodiscard]] const char* tab_of_opened(const model::Experiment& opened);
/// Puts the path first among the recent files. Does nothing in a browser, which loses its files at the next reload.
void remember_file(ViewState& view, const std::filesystem::path& path);

/// Opens files dropped on the window: shows the first one and reports errors of all of them.
void open_all_dropped(const std::vector<std::filesystem::path>& paths, session::Session& session, ViewState& view);

}  // namespace spillway::window
