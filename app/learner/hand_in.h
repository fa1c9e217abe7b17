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

// Homework: the lecturer's task, and the learners' hand-ins. Both are JSON files without code, except that a hand-in
// holds kernel texts. These are compiled like any untrusted text.

struct Task {
    std::string title;
    std::string course;  ///< random number that groups the hand-ins of a course
    std::vector<std::string> lessons;
    std::vector<int> levels;  ///< levels of the questions, each once; empty: all
    [[nodiscard]] bool asks(const model::Question& question) const;
    friend bool operator==(const Task&, const Task&) = default;
};

/// Result for an exercise's goal on the learner's machine.
struct HandedGoal {
    std::optional<bool> holds;                   ///< empty: unknown there
    std::string found;                           ///< display text: "yours.stack_frame_bytes = 0"
    std::map<std::string, double> numbers = {};  ///< the same as data: "yours.stack_frame_bytes" to 0
    friend bool operator==(const HandedGoal&, const HandedGoal&) = default;
};

struct HandedExercise {
    std::string kernel;                       ///< whole text of kernel.cu
    std::optional<Win> won;                   ///< from progress.json
    std::map<std::string, HandedGoal> goals;  ///< by claim id; empty without a compiler
    friend bool operator==(const HandedExercise&, const HandedExercise&) = default;
};

struct HandedLesson {
    std::map<std::string, Prediction> answers;        ///< by question id
    std::map<std::string, HandedExercise> exercises;  ///< by name
    friend bool operator==(const HandedLesson&, const HandedLesson&) = default;
};

struct HandIn {
    std::string name;           ///< as the learner typed it; may be empty
    std::string course;         ///< the task's; empty without one
    std::string gpu, compiler;  ///< used for checking the goals
    std::string version;        ///< Spillway version of the writer; empty in files from before 1.0
    std::map<std::string, HandedLesson> lessons;
    friend bool operator==(const HandIn&, const HandIn&) = default;
};

constexpr std::string_view task_ending = ".spillway-task", hand_in_ending = ".spillway-hand-in";
constexpr std::size_t max_task_bytes = 64 << 10;
constexpr std::size_t max_hand_in_bytes = 4 << 20;
constexpr std::size_t max_handed_kernel_bytes = 256 << 10;
constexpr std::size_t max_name_bytes = 200;

/// Safe for any input text; the Error says what is wrong with it. Texts in it may come from an untrusted source; escape
/// them for display.
[[nodiscard]] model::Expected<Task> parse_task(std::string_view text);
[[nodiscard]] std::string print_task(const Task& task);
[[nodiscard]] model::Expected<HandIn> parse_hand_in(std::string_view text);
[[nodiscard]] std::string print_hand_in(const HandIn& hand_in);

}  // namespace spillway::learner
