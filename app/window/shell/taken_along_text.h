#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/learner/learner_progress.h"
#include "app/model/error.h"
#include "app/window/kit/kept_view.h"

namespace spillway::window {

/// A file with the learner's progress and the arrangement of the window, for another machine or browser.
inline constexpr std::string_view taken_along_extension = ".spillway-progress";

struct TakenAlong {
    learner::LearnerProgress progress;
    /// Without saving options, machines, recent files and tab, which are local; empty in a plain progress.json.
    std::optional<KeptView> arranged;
};
/// The text of progress.json with one more key, "settings". A plain progress.json under this name is accepted too.
[[nodiscard]] std::string print_taken_along(const TakenAlong& all);
/// Accepts any text: the file may come from a stranger.
[[nodiscard]] model::Expected<TakenAlong> parse_taken_along(std::string_view text);

}  // namespace spillway::window
