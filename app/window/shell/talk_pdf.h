#pragma once

#include <filesystem>
#include <optional>

#include "app/model/error.h"
#include "app/session/session.h"
#include "app/teaching/talk.h"

namespace spillway::window {

/// Reason why the talk cannot be printed: it has no stops, or a stop's view cannot be shown here; the Error has the
/// stop's number. Empty if it can be printed.
[[nodiscard]] std::optional<model::Error> why_not_printed(const teaching::Talk& talk,
                                                          const session::SessionView& session);

/// Prints every stop of the talk on a page: a picture of the window with its view in the light theme, and its notes.
/// Writes the file after all pages are complete; writes nothing on an Error.
[[nodiscard]] std::optional<model::Error> print_talk_pdf(session::Session& session, const teaching::Talk& talk,
                                                         const std::filesystem::path& file);

}  // namespace spillway::window
