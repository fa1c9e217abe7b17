#pragma once

#include <optional>
#include <string>

#include "app/judging/needs.h"
#include "app/model/error.h"
#include "app/model/value.h"

namespace spillway::session {

/// A configuration of the selected experiment that is requested besides the sliders' setting: for a lesson's claim, a
/// question's answer, an exercise's check.
using BackgroundRequest = judging::Need;

struct SchedulerOptions {
    bool guess_ahead = true;  ///< compile where the slider is heading
    bool fill_curve = true;   ///< compile the rest of the axis while the user moves nothing
};

/// How much of what is on screen has been computed.
struct Progress {
    int done = 0;
    int total = 0;
    int in_flight = 0;
    int background_in_flight = 0;    ///< of these: what only a lesson or a next step wants to know
    int code_in_flight = 0;          ///< of these: machine code, which only some panels show
    bool is_looking_up = false;      ///< points of the curves are still to be looked up: a few at each update
    bool is_at_rest = false;         ///< nothing was moved for a moment: wishes are asked for from then on
    bool current_pending = false;    ///< the value under the cursor is still being worked on
    double last_answer_seconds = 0;  ///< from the last change to its report; 0: none yet
};

/// What on the screen takes more than a report: it is asked for while it is shown.
struct ShownMetrics {
    bool counters = false;  ///< hardware counters, with every measurement
    bool code = false;      ///< metrics of the machine code: all points of the curves are disassembled
    bool counts = false;    ///< metrics that the interpreter of PTX counts where nothing was measured
    bool ptx = false;       ///< metrics that only it can count
};

/// What came of writing an edited text into its file.
struct SaveOutcome {
    std::optional<model::Error> problem;  ///< why it is not in the file
    std::optional<std::string> found;     ///< because the file holds this text, which another program has written
};

/// The source of a wish; what the learner may do next comes before what a lesson says.
enum class Requester { next_step, lesson };

}  // namespace spillway::session
