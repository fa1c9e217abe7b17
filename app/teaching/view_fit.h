#pragma once

#include "app/session/session_view.h"
#include "app/teaching/view_text.h"

namespace spillway::teaching {

/// The selection as a view, with every value, so that the view stays the same if an experiment's initial values change
/// in another version. A live GPU gets its name in the table, which other machines have too.
[[nodiscard]] ViewSetting setting_of(const session::Selection& selection, const session::SessionView& session);

/// The selection for a view. The Error names what this catalogue or these GPUs lack.
[[nodiscard]] model::Expected<session::Selection> fit(const ViewSetting& setting, const session::SessionView& session);

/// Error of a view that names an unknown variant.
[[nodiscard]] model::Error no_variant(const model::Experiment& experiment, const std::string& name);

/// A sentence if the view needs a recording that is not open; empty otherwise.
[[nodiscard]] std::optional<std::string> what_is_not_recorded(const ViewSetting& setting,
                                                              const session::SessionView& session);

}  // namespace spillway::teaching
