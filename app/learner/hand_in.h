#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/learner/learner_progress.h"
#include "app/model/error.h"
#include "app/model/experiment.h"

namespace spillway::learner {

// Homework: what a lecturer assigns, and what comes back for it. Both are JSON files without code; a hand-in holds the
// text of kernels, which is compiled as any stranger's is.

struct Task {
    std::string title;
    std::string course;  ///< a random number: which hand-ins belong together, and no more
    std::vector<std::string> lessons;
    std::vector<int> levels;  ///< of the questions that are asked, each once; empty: all
    [[nodiscard]] bool asks(const model::Question& question) const;
    friend bool operator==(const Task&, const Task&) = default;
};

/// What was found of an exercise's goal where the learner sat.
struct HandedGoal {
    std::optional<bool> holds;                   ///< empty: it could not be told there
    std::string found;                           ///< "yours.stack_frame_bytes = 0", for people
    std::map<std::string, double> numbers = {};  ///< the same as data: "yours.stack_frame_bytes" to 0
    friend bool operator==(const HandedGoal&, const HandedGoal&) = default;
};

struct HandedExercise {
    std::string kernel;                       ///< kernel.cu, whole
    std::optional<Win> won;                   ///< what progress.json says
    std::map<std::string, HandedGoal> goals;  ///< by the claim's id; empty where no compiler was there
    friend bool operator==(const HandedExercise&, const HandedExercise&) = default;
};

struct HandedLesson {
    std::map<std::string, Prediction> answers;        ///< by the question's id
    std::map<std::string, HandedExercise> exercises;  ///< by name
    friend bool operator==(const HandedLesson&, const HandedLesson&) = default;
};

struct HandIn {
    std::string name;           ///< only what the learner gave; may be empty
    std::string course;         ///< the task's; empty without one
    std::string gpu, compiler;  ///< that the goals were checked for and with
    std::string version;        ///< of the Spillway that wrote it; empty in files from before 1.0
    std::map<std::string, HandedLesson> lessons;
    friend bool operator==(const HandIn&, const HandIn&) = default;
};

constexpr std::size_t most_task_bytes = 64 << 10;
constexpr std::size_t most_hand_in_bytes = 4 << 20;
constexpr std::size_t most_handed_kernel_bytes = 256 << 10;
constexpr std::size_t most_name_bytes = 200;

/// Any text whatever; the Error says what is wrong with it. Texts in it may be a stranger's: to be shown as such.
[[nodiscard]] model::Expected<Task> parse_task(std::string_view text);
[[nodiscard]] std::string print_task(const Task& task);
[[nodiscard]] model::Expected<HandIn> parse_hand_in(std::string_view text);
[[nodiscard]] std::string print_hand_in(const HandIn& hand_in);

}  // namespace spillway::learner
