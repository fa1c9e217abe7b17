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
    bool waits_for_gpu =
        false;  ///< it is measured, and the chosen GPU is not in this machine: without it an exercise can be won
};

enum class Correctness {
    unknown,    ///< still being found out
    unchecked,  ///< neither a GPU nor this machine's processor could tell
    right,
    wrong,
};

/// What a kernel may take of what is counted (access_limits.h): a goal that the small run on the processor decides.
struct LimitGoal {
    std::string text;
    Correctness state = Correctness::unknown;
};

/// How the learner's copy of an exercise, which is the selected experiment, stands.
struct ExerciseVerdict {
    std::vector<Goal> goals;
    std::vector<LimitGoal> limits;
    Correctness correctness = Correctness::unknown;
    bool is_reached = false;  ///< all goals that wait for no GPU, and nothing speaks against the result
    bool is_won = false;      ///< reached, and a GPU or the processor has found the result right: nothing less
    std::string sentence;     ///< what is still missing, or that it is won
    std::string result;       ///< of the output alone
    std::string trouble;  ///< why it cannot be won as it stands: it does not compile, or is not the exercise any more
};
[[nodiscard]] ExerciseVerdict judge_exercise(const session::SessionView& session);

/// What has to be known beside the goals to tell a wrong result: the learner's variant on every live GPU, else a small
/// grid of it on this machine's processor.
[[nodiscard]] std::vector<session::BackgroundRequest> correctness_requests(const session::SessionView& session);

}  // namespace spillway::teaching
