#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "app/teaching/view_text.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// The talk's tab and the trace's stand beside the views, and in none.
[[nodiscard]] bool is_beside_views(std::string_view tab);

/// What a user has chosen and arranged, as one line of text can say it.
[[nodiscard]] teaching::View view_of(const session::SessionView& session, const ViewState& view);

/// Shows that. The Error says what does not fit; then nothing has changed. Where it has an A, that comes first: see
/// `pin_a_of_view`.
[[nodiscard]] std::optional<model::Error> show_view(const teaching::View& wanted, session::Session& session,
                                                    ViewState& view);
/// Why that would be refused; nothing where it would not.
[[nodiscard]] std::optional<model::Error> why_not_shown(const teaching::View& wanted,
                                                        const session::SessionView& session);
/// The same with a line of text, or an address that begins with spillway://.
[[nodiscard]] std::optional<model::Error> show_view(const std::string& line, session::Session& session,
                                                    ViewState& view);
/// The same with a `.spillway-view` file.
[[nodiscard]] std::optional<model::Error> open_view_file(const std::filesystem::path& file, session::Session& session,
                                                         ViewState& view);
/// After a frame: pins A of a view that was opened once its curves have come, and goes on to what the view shows. A
/// user's other choice meanwhile stays. True when anything changed.
bool pin_a_of_view(session::Session& session, ViewState& view);

/// "spillway://v1/...", or why this view is none that can be sent.
[[nodiscard]] model::Expected<std::string> link_to_view(const session::SessionView& session, const ViewState& view);
/// Puts that on the clipboard; the status line says so.
void copy_link(const session::SessionView& session, ViewState& view);
/// Writes it as a .spillway-view file into output_folder().
void save_view(const session::SessionView& session, ViewState& view);

/// The text of a view: as it is where it looks like one, else that of the file of this name.
[[nodiscard]] model::Expected<std::string> read_view(const std::string& text_or_file);

/// A file's text, at most so long; an ordinary file of any name. A pipe there would be waited for without end.
[[nodiscard]] model::Expected<std::string> read_small_file(const std::filesystem::path& file, std::size_t most_bytes);
/// "NAME.EXTENSION", "NAME-2.EXTENSION", … in output_folder(): the first that is not there; empty where there is none.
[[nodiscard]] std::filesystem::path free_file(const std::string& name, const std::string& extension);

}  // namespace spillway::window
