#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "app/model/error.h"
#include "app/model/value.h"
#include "app/protocol/messages.h"
#include "app/session/log.h"

namespace spillway::session {

enum class WorkerState { starting, ready, restarting, unavailable };

struct WorkerStatus {
    WorkerState state = WorkerState::starting;
    std::string host;                      ///< where it runs, reached by ssh; empty: this machine
    std::optional<protocol::Hello> hello;  ///< of the worker that runs, or ran last
    std::optional<model::Error> trouble;   ///< why it is not ready
    int restarts = 0;
    std::uint64_t lives = 0;  ///< how many workers have said hello
};

/// A configuration of the selected experiment that somebody wants to know of besides what the sliders say: a lesson's
/// claim, a question's answer.
struct Wish {
    std::string variant;
    model::Values values;  ///< all of them
    std::string gpu;
    bool needs_code = false;      ///< the counts of its machine code too
    bool needs_counters = false;  ///< hardware counters too, where a GPU is live
    friend bool operator==(const Wish&, const Wish&) = default;
};

/// What was typed into a file by a run of the program that ended before it was written.
struct LeftText {
    std::filesystem::path at;
    std::string text;
};

/// What came of writing an edited text into its file.
struct SaveOutcome {
    std::optional<model::Error> problem;  ///< why it is not in the file
    std::optional<std::string> found;     ///< because the file holds this text, which another program has written
};

/// Who wishes; what the learner may do next comes before what a lesson says.
enum class Wisher { next_step, lesson };

}  // namespace spillway::session
