#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "app/teaching/view_text.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// True for the tabs "Talk", "Trace" and "Run here", which a view cannot name.
[[nodiscard]] bool is_beside_views(std::string_view tab);

/// The user's selection and arrangement, as a view that can be written in one line.
[[nodiscard]] teaching::View view_of(const session::SessionView& session, const ViewState& view);

/// Shows the view. On an Error nothing changes. If the view has a pinned setting A, shows A first: see
/// `pin_a_of_view`.
[[nodiscard]] std::optional<model::Error> show_view(const teaching::View& wanted, session::Session& session,
                                                    ViewState& view);
/// The error that show_view() would return; empty if it would succeed.
[[nodiscard]] std::optional<model::Error> why_not_shown(const teaching::View& wanted,
                                                        const session::SessionView& session);
/// Shows the view of a line of text, or of an address that begins with spillway://.
[[nodiscard]] std::optional<model::Error> show_view(const std::string& line, session::Session& session,
                                                    ViewState& view);
/// Shows the view of a `.spillway-view` file.
[[nodiscard]] std::optional<model::Error> open_view_file(const std::filesystem::path& file, session::Session& session,
                                                         ViewState& view);
/// Call it after each frame. Once A's results are complete, or no more will arrive, pins A of an opened view and then
/// shows the view itself. If the user has changed the selection meanwhile, does neither. True once nothing is pending
/// any more.
bool pin_a_of_view(session::Session& session, ViewState& view);

/// "spillway://v1/...", or an Error if the view cannot be sent.
[[nodiscard]] model::Expected<std::string> link_to_view(const session::SessionView& session, const ViewState& view);
/// The view as the part after "#" in a browser page's address. Names only what differs from the page's defaults.
[[nodiscard]] model::Expected<std::string> fragment_of_view(const session::SessionView& session, const ViewState& view);
/// Shows the view of such a fragment.
[[nodiscard]] std::optional<model::Error> show_fragment(const std::string& fragment, session::Session& session,
                                                        ViewState& view);
/// Copies the link to the clipboard (in a browser, the page's address). The status line confirms it, or says why there
/// is none.
void copy_link(const session::SessionView& session, ViewState& view);
/// Saves a .spillway-view file in output_folder().
void save_view(const session::SessionView& session, ViewState& view);

/// Text of a view: the argument itself if it looks like a view, else the content of the file with this name.
[[nodiscard]] model::Expected<std::string> read_view(const std::string& text_or_file);

/// Reads a whole regular file; an Error if it is larger than max_bytes. Refuses a pipe, because reading it could block
/// forever.
[[nodiscard]] model::Expected<std::string> read_small_file(const std::filesystem::path& file, std::size_t max_bytes);
/// A path as a person reads it: in a page, which has no folders, its last part.
[[nodiscard]] std::string shown_path(const std::string& path, const ViewState& view);
/// First unused name of "NAME.EXTENSION", "NAME-2.EXTENSION", … in output_folder(); empty if there is none.
[[nodiscard]] std::filesystem::path free_file(const std::string& name, const std::string& extension);

}  // namespace spillway::window
