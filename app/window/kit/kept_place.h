#pragma once

#include <map>
#include <string>

namespace spillway::window {

/// The learner's place and unfinished work, for the next start. Names and numbers are texts, because the things that
/// they name may be gone by then.
struct Place {
    std::string gpu, x_axis, focus;
    std::map<std::string, std::string> values;  ///< parameters and knobs that differ from their initial values
    bool present = false;
    std::string question, drawing;  ///< question of an unfinished sketch, and the sketch's points
    friend bool operator==(const Place&, const Place&) = default;
};

}  // namespace spillway::window
