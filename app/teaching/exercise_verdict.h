#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/teaching/lesson_facts.h"

namespace spillway::teaching {

/// One of an exercise's goals, as far as it is reached.
struct Goal {
    std::string text;
    LiveClaim live;
};

enum class Correctness {
    unknown,    ///< still being found out
    unchecked,  ///< no GPU is here that could tell
    right,
    wrong,
};

/// How the learner's copy of an exercise, which is the selected experiment, stands.
struct ExerciseVerdict {
    std::vector<Goal> goals;
    Correctness correctness = Correctness::unknown;
    bool is_reached = false;  ///< all goals, and nothing speaks against the result
    bool is_won = false;      ///< reached, and a GPU has found the result right: nothing less
    std::string sentence;     ///< what is still missing, or that it is won
    std::string trouble;  ///< why it cannot be won as it stands: it does not compile, or is not the exercise any more
};
[[nodiscard]] ExerciseVerdict judge_exercise(const session::SessionView& session);

/// What has to be known beside the goals to tell a wrong result: the learner's variant on every live GPU.
[[nodiscard]] std::vector<session::BackgroundRequest> correctness_requests(const session::SessionView& session);

}  // namespace spillway::teaching
