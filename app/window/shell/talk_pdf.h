#pragma once

#include <filesystem>
#include <optional>

#include "app/model/error.h"
#include "app/session/session.h"
#include "app/teaching/talk.h"

namespace spillway::window {

/// Why the talk cannot be printed here: it has no stops, or one whose view does not fit, which is named.
[[nodiscard]] std::optional<model::Error> why_not_printed(const teaching::Talk& talk,
                                                          const session::SessionView& session);

/// Every stop of the talk as a page: a picture of the window at its view, light, and its notes. Written once it is
/// whole; after an Error nothing is.
[[nodiscard]] std::optional<model::Error> print_talk_pdf(session::Session& session, const teaching::Talk& talk,
                                                         const std::filesystem::path& file);

}  // namespace spillway::window
