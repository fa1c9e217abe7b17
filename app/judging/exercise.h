#pragma once

// Verdict on a learner's kernel of an exercise, as data. The window and `grade` collect findings and call
// judge_exercise. Each has its own words for the verdict.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/catalogue/claims.h"
#include "app/model/access_limit.h"
#include "app/model/experiment.h"
#include "app/model/run_result.h"

namespace spillway::judging {

/// Reason why a kernel cannot be judged.
enum class Refusal { none, not_the_exercise, compile_error, compile_stopped, launch_error, timed_out, worker_died };
/// Why the learner's variant did not run; none if it ran.
[[nodiscard]] Refusal refusal_of(const model::RunResult& result);
/// True if a limit or a dead worker ended the check. On another machine, the same kernel may have run.
[[nodiscard]] bool is_interrupted(Refusal refusal);

/// Result of checking one of the exercise's claims.
struct GoalFinding {
    std::string id, text;
    catalogue::ClaimCheck check;
    bool is_pending = false;     ///< still being computed
    bool waits_for_gpu = false;  ///< needs a measurement, and its GPU is not in this machine
};

enum class OutputState { pending, unchecked, right, over_limit, wrong };

/// Result of comparing the output with the reference.
struct OutputFinding {
    OutputState state = OutputState::unchecked;
    bool is_small_run = false;                     ///< found without a GPU, in a small run
    bool has_counts = false;                       ///< memory accesses were counted
    std::string detail;                            ///< first difference, or why it is unchecked; may be empty
    std::optional<model::ExceededLimit> exceeded;  ///< with over_limit
    bool is_endless = false;                       ///< with wrong: the run met its bound, so nothing was compared
};

/// One requested comparison; `result` is null while it is missing.
struct OutputAnswer {
    const model::RunResult* result = nullptr;
    bool is_small_run = false;
};
/// Combines all comparisons into one finding: the first that is not right, else the last. A small run after a GPU's
/// comparison adds the counts, and may still find the output wrong; if it cannot run, the GPU's result stands.
[[nodiscard]] OutputFinding output_of(const std::vector<OutputAnswer>& answers);

enum class LimitState { pending, unchecked, kept, exceeded };
struct LimitFinding {
    model::AccessLimit limit;
    LimitState state = LimitState::unchecked;
};

/// The three marks of an exercise. not_reached: the kernel was refused, or a check failed. not_checked: no check
/// failed, but one is missing or was impossible, as after is_interrupted(). Goals that wait for a GPU do not count.
enum class Mark { reached, not_reached, not_checked };
[[nodiscard]] const char* to_string(Mark mark);

/// Most important message for the learner, worst first.
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

/// `exercise`: the learner's copy. Its limits are read from the text before the learner's lines.
[[nodiscard]] ExerciseVerdict judge_exercise(const model::Experiment& exercise, std::vector<GoalFinding> goals,
                                             OutputFinding output, Refusal refusal);

}  // namespace spillway::judging
