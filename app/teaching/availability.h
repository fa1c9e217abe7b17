#pragma once

#include <optional>
#include <string>

#include "app/session/session_view.h"

namespace spillway::teaching {

/// Why nothing new can be answered for the selected experiment at the moment:
/// "This experiment is not trusted, so it is not compiled."
[[nodiscard]] std::optional<std::string> why_no_answers(const session::SessionView& session);

/// Of which text or setting a stale result is, or that its successor is on the way: "of an earlier setting".
[[nodiscard]] const char* stale_words(const session::SessionView& session);

/// True where the worker runs but has no compiler: then a configuration that did not compile was not refused.
[[nodiscard]] bool lacks_compiler(const session::SessionView& session);

/// The text with its first letter in upper case and a full stop at its end.
[[nodiscard]] std::string as_sentence(std::string text);

}  // namespace spillway::teaching
