#pragma once

// The verdict on a learner's kernel of an exercise, as data. The window and `grade` collect findings and call
// judge_exercise. Each words the verdict itself.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/catalogue/claims.h"
#include "app/model/access_limit.h"
#include "app/model/experiment.h"
#include "app/model/run_result.h"

namespace spillway::judging {

/// Why a kernel cannot be judged at all.
enum class Refusal { none, not_the_exercise, compile_error, compile_stopped, launch_error, timed_out, worker_died };
/// Why the learner's variant did not run; none if it ran.
[[nodiscard]] Refusal refusal_of(const model::RunResult& result);

/// One of the exercise's claims.
struct GoalFinding {
    std::string id, text;
    catalogue::ClaimCheck check;
    bool is_pending = false;     ///< still being computed
    bool waits_for_gpu = false;  ///< needs a measurement, and its GPU is not in this machine
};

enum class OutputState { pending, unchecked, right, over_limit, wrong };

/// The output beside the reference's.
struct OutputFinding {
    OutputState state = OutputState::unchecked;
    bool is_small_run = false;                     ///< found without a GPU, in a small run
    bool has_counts = false;                       ///< memory accesses were counted
    std::string detail;                            ///< first difference, or why it is unchecked; may be empty
    std::optional<model::ExceededLimit> exceeded;  ///< with over_limit
};

/// One comparison that was asked for; `result` is null while it is missing.
struct OutputAnswer {
    const model::RunResult* result = nullptr;
    bool is_small_run = false;
};
/// One finding from all comparisons. Beside a GPU's comparison a small run only adds the counts: where it cannot run,
/// the GPU's result stands.
[[nodiscard]] OutputFinding output_of(const std::vector<OutputAnswer>& answers);

enum class LimitState { pending, unchecked, kept, exceeded };
struct LimitFinding {
    model::AccessLimit limit;
    LimitState state = LimitState::unchecked;
};

/// The three marks of an exercise. not_reached: a check failed. not_checked: no check failed, but one could not be
/// made. Goals that wait for a GPU do not count.
enum class Mark { reached, not_reached, not_checked };
[[nodiscard]] const char* to_string(Mark mark);

/// The first thing to tell a learner, worst first.
enum class ExerciseState {
    refused,
    output_wrong,
    over_limit,
    goals_pending,
    goals_missing,  ///< a judged goal is broken or unknown
    output_pending,
    unchecked,       ///< all judged goals hold; output or limits were not checked
    nothing_judged,  ///< the output is right, and every goal waits for a GPU
    won,
};

struct ExerciseVerdict {
    std::vector<GoalFinding> goals;
    OutputFinding output;
    std::vector<LimitFinding> limits;
    Refusal refusal = Refusal::none;
    ExerciseState state = ExerciseState::goals_pending;

    [[nodiscard]] std::size_t judged() const;   ///< goals that wait for no GPU
    [[nodiscard]] std::size_t reached() const;  ///< judged goals that hold
    [[nodiscard]] std::size_t waiting() const;  ///< goals that wait for a GPU
    [[nodiscard]] Mark mark() const;
};

/// `exercise`: the learner's copy. The limits are read from its text before the learner's lines.
[[nodiscard]] ExerciseVerdict judge_exercise(const model::Experiment& exercise, std::vector<GoalFinding> goals,
                                             OutputFinding output, Refusal refusal);

}  // namespace spillway::judging
