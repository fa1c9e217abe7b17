#pragma once

#include <optional>
#include <string>

#include "app/session/session_view.h"

namespace spillway::teaching {

/// The reason the selected experiment gets no new results now: "There is no worker to compile it." Empty if it gets
/// some.
[[nodiscard]] std::optional<std::string> why_no_answers(const session::SessionView& session);

/// Whether a kernel of the user's own can be compiled: in a page, by a room's server that takes code.
[[nodiscard]] bool compiles_own_code(const session::SessionView& session);

/// Label of a stale result: "of an earlier text", "of an earlier setting", or "being compiled anew".
[[nodiscard]] const char* stale_words(const session::SessionView& session);

/// True if the worker runs but has no compiler. A failed compile then says nothing about the configuration.
[[nodiscard]] bool lacks_compiler(const session::SessionView& session);

/// Capitalizes the first letter and adds a full stop if the text has no end mark.
[[nodiscard]] std::string as_sentence(std::string text);

}  // namespace spillway::teaching
