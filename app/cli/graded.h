#pragma once

#include <string>
#include <vector>

#include "app/cli/answer_check.h"
#include "app/cli/exercise_check.h"
#include "app/learner/hand_in.h"

namespace spillway::cli {

enum class Grade {
    agrees,       ///< what is found here is what the file says
    contradicts,  ///< it is not
    unchecked,    ///< it cannot be told here
    skipped,      ///< the learner skipped the question
    missing,      ///< not handed in
};
[[nodiscard]] const char* to_string(Grade grade);

/// One question or exercise of one hand-in.
struct GradedItem {
    std::string lesson, item;
    bool is_exercise = false;
    Grade grade = Grade::missing;
    bool is_good = false;  ///< a right answer; an exercise with all goals reached, as found here
    std::string claimed, found, detail;
    std::vector<FoundGoal> goals;  ///< of an exercise, as found here
};

struct GradedFile {
    std::string file, name;
    std::string trouble;  ///< why Spillway did not read it; the rest is then empty
    std::string note;
    learner::HandIn hand_in;
    std::vector<GradedItem> items;

    [[nodiscard]] std::size_t count(bool exercises, bool only_good) const;
    [[nodiscard]] std::size_t count(Grade grade) const;
};

[[nodiscard]] GradedItem grade_answer(AnswerKey& key, const model::Experiment& lesson, const model::Question& question,
                                      const model::Gpu& gpu, const learner::HandedLesson& handed);
/// `found` is null where nothing was handed in, or nothing can be compiled here.
[[nodiscard]] GradedItem grade_exercise(const model::Experiment& lesson, const model::Experiment& exercise,
                                        const learner::HandIn& hand_in, const FoundExercise* found,
                                        const std::string& compiler);

/// A line each, and the contradictions below it.
void print_graded(const std::vector<GradedFile>& files);
void print_graded_json(const std::vector<GradedFile>& files);
[[nodiscard]] std::string graded_csv(const std::vector<GradedFile>& files);

}  // namespace spillway::cli
