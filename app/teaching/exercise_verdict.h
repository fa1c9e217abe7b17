#pragma once

#include <string>
#include <vector>

#include "app/judging/exercise.h"
#include "app/teaching/lesson_facts.h"

namespace spillway::teaching {

/// A claim of an exercise, shown as a goal.
struct Goal {
    std::string text;
    LiveClaim live;
    bool waits_for_gpu = false;  ///< needs a measurement, but the chosen GPU is not in this machine
};

/// A memory access limit of an exercise, shown as a goal.
struct LimitGoal {
    std::string text;
    judging::LimitState state = judging::LimitState::pending;
};

/// Judging's verdict on the learner's copy of an exercise (the selected experiment), in words.
struct ExerciseVerdict {
    std::vector<Goal> goals;
    std::vector<LimitGoal> limits;
    judging::OutputState output = judging::OutputState::pending;
    judging::ExerciseState state = judging::ExerciseState::goals_pending;
    /// All goals hold except those that wait for a GPU, and the output is right or cannot be checked.
    bool is_reached = false;
    bool is_won = false;   ///< reached, and the output is verified as correct
    std::string sentence;  ///< "2 of 4 goals reached.", what is wrong with the output, or the success message
    std::string result;    ///< about the output only
    /// Why the copy cannot pass as it is: it does not compile, or it is not the exercise.
    std::string trouble;
};
[[nodiscard]] ExerciseVerdict judge_exercise(const session::SessionView& session);

/// Requests for the results that decide whether the output is correct: judging::output_needs on this session's live
/// GPUs.
[[nodiscard]] std::vector<session::BackgroundRequest> correctness_requests(const session::SessionView& session);

}  // namespace spillway::teaching
