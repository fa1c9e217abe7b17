#pragma once

#include <optional>
#include <string>

#include "app/session/session_view.h"
#include "app/teaching/view_text.h"

namespace spillway::teaching {

/// Defaults of a page in a browser: a link to the page need not repeat them.
struct PageDefaults {
    std::string gpu, recording;  ///< as in ViewSetting, when the page opens for the first time
    ViewTheme theme = ViewTheme::unsaid;
};

/// The view that a page shows of this experiment before the user changes anything; empty if there is no such
/// experiment.
[[nodiscard]] std::optional<View> default_view(const std::string& experiment, const PageDefaults& defaults,
                                               const session::SessionView& session);

/// The view without the fields that equal those of `defaults`.
[[nodiscard]] View without_defaults(View view, const View& defaults);
/// The inverse: fields that `view` omits get the values of `defaults`. The theme stays the reader's.
[[nodiscard]] View with_defaults(View view, const View& defaults);

}  // namespace spillway::teaching
