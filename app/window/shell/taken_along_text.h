#pragma once

#include <string>
#include <string_view>

#include "app/learner/learner_progress.h"
#include "app/model/error.h"
#include "app/window/kit/kept_view.h"

namespace spillway::window {

/// What a learner has done and how they have arranged the window, as a file that goes with them to another machine or
/// browser.
inline constexpr std::string_view taken_along_extension = ".spillway-progress";

struct TakenAlong {
    learner::LearnerProgress progress;
    KeptView arranged;  ///< of a file without a folder to save in and without names of machines: those stay at home
};
/// The text of progress.json with one key more, "settings". So a progress.json of that name is read too.
[[nodiscard]] std::string print_taken_along(const TakenAlong& all);
/// Any text whatever: it may come from a stranger.
[[nodiscard]] model::Expected<TakenAlong> parse_taken_along(std::string_view text);

}  // namespace spillway::window
