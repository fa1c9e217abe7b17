#pragma once

#include <map>
#include <string>

namespace spillway::window {

/// Where the learner is and what was begun there: enough to go on at the next start as if nothing had happened. Names
/// and numbers as texts, since what they name may be gone by then.
struct Place {
    std::string gpu, x_axis, focus;
    std::map<std::string, std::string> values;  ///< of parameters and knobs, where they are not as they begin
    bool present = false;
    std::string question, drawing;  ///< of a curve that is being drawn, and its points
    friend bool operator==(const Place&, const Place&) = default;
};

}  // namespace spillway::window
