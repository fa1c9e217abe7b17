#pragma once

#include <optional>
#include <string>

#include "app/judging/needs.h"
#include "app/model/error.h"
#include "app/model/value.h"

namespace spillway::session {

/// A configuration of the selected experiment, requested in addition to the sliders' setting: for a claim, a question
/// or an exercise of the lesson.
using BackgroundRequest = judging::Need;

struct SchedulerOptions {
    bool guess_ahead = true;  ///< compile the values that the slider approaches
    bool fill_curve = true;   ///< compile the rest of the x axis while nothing moves
};

/// Progress of the results on screen.
struct Progress {
    int done = 0;
    int total = 0;
    int in_flight = 0;
    int background_in_flight = 0;    ///< part of in_flight for lessons and next steps only
    int code_in_flight = 0;          ///< part of in_flight for machine code, which only some panels show
    bool is_looking_up = false;      ///< curve points are still being looked up, a few in each update
    bool is_at_rest = false;         ///< nothing has moved for a moment, and background requests were sent
    bool current_pending = false;    ///< the value under the cursor has no result yet
    double last_answer_seconds = 0;  ///< from the last change to its report; 0: none yet
};

/// Metrics on screen that need more than a report. They are requested while they are shown.
struct ShownMetrics {
    bool counters = false;  ///< hardware counters, with every measurement
    bool code = false;      ///< metrics of the machine code: all points of the curves are disassembled
    bool counts = false;    ///< metrics that the interpreter of PTX counts where nothing was measured
    bool ptx = false;       ///< metrics that only it can count
};

/// Outcome of saving an edited text.
struct SaveOutcome {
    std::optional<model::Error> problem;  ///< why the file was not saved
    std::optional<std::string> found;     ///< text of another program in the file, if that is the reason
};

/// Source of a background request. A next step has priority over a lesson.
enum class Requester { next_step, lesson };

}  // namespace spillway::session
