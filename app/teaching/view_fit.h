#pragma once

#include "app/session/session_view.h"
#include "app/teaching/view_text.h"

namespace spillway::teaching {

/// What is chosen, as a view says it: every value, so that a view stays what it was where an experiment begins
/// otherwise in another version. A live GPU has its name in the table, which it has on other machines too.
[[nodiscard]] ViewSetting setting_of(const session::Selection& selection, const session::SessionView& session);

/// What is to be chosen. The Error says what the catalogue and the GPUs here do not have.
[[nodiscard]] model::Expected<session::Selection> fit(const ViewSetting& setting, const session::SessionView& session);

/// A recording that the view speaks of and that is not open here: a sentence; nothing where all is there.
[[nodiscard]] std::optional<std::string> what_is_not_recorded(const ViewSetting& setting,
                                                              const session::SessionView& session);

}  // namespace spillway::teaching
