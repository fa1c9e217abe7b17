#pragma once

#include <string>
#include <vector>

#include "app/judging/exercise.h"
#include "app/teaching/lesson_facts.h"

namespace spillway::teaching {

/// One of an exercise's claims as a goal.
struct Goal {
    std::string text;
    LiveClaim live;
    bool waits_for_gpu = false;  ///< needs a measurement, and the chosen GPU is not in this machine
};

/// One of an exercise's limits on memory accesses as a goal.
struct LimitGoal {
    std::string text;
    judging::LimitState state = judging::LimitState::pending;
};

/// judging's verdict on the learner's copy of an exercise, which is the selected experiment, in words.
struct ExerciseVerdict {
    std::vector<Goal> goals;
    std::vector<LimitGoal> limits;
    judging::OutputState output = judging::OutputState::pending;
    judging::ExerciseState state = judging::ExerciseState::goals_pending;
    bool is_reached = false;  ///< all goals that wait for no GPU hold, and nothing speaks against the output
    bool is_won = false;      ///< reached, and the output was found right
    std::string sentence;     ///< the first thing that is missing, or that it is won
    std::string result;       ///< about the output alone
    std::string trouble;      ///< why it cannot be won as it stands: it does not compile, or is not the exercise
};
[[nodiscard]] ExerciseVerdict judge_exercise(const session::SessionView& session);

/// Results that decide the output: judging::output_needs on this session's live GPUs.
[[nodiscard]] std::vector<session::BackgroundRequest> correctness_requests(const session::SessionView& session);

}  // namespace spillway::teaching
