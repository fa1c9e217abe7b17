#pragma once

#include <optional>
#include <string>

#include "app/model/error.h"
#include "app/model/value.h"

namespace spillway::session {

/// A configuration of the selected experiment that is wanted besides the sliders' setting: a lesson's
/// claim, a question's answer.
struct Wish {
    std::string variant;
    model::Values values;  ///< all of them
    std::string gpu;
    bool needs_code = false;      ///< the counts of its machine code too
    bool needs_counters = false;  ///< hardware counters too, where a GPU is live
    friend bool operator==(const Wish&, const Wish&) = default;
};

struct SchedulerOptions {
    bool guess_ahead = true;  ///< compile where the slider is heading
    bool fill_curve = true;   ///< compile the rest of the axis while the user moves nothing
};

/// What came of writing an edited text into its file.
struct SaveOutcome {
    std::optional<model::Error> problem;  ///< why it is not in the file
    std::optional<std::string> found;     ///< because the file holds this text, which another program has written
};

/// The source of a wish; what the learner may do next comes before what a lesson says.
enum class Wisher { next_step, lesson };

}  // namespace spillway::session
