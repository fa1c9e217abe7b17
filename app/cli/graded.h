#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/cli/answer_check.h"
#include "app/cli/exercise_check.h"
#include "app/learner/hand_in.h"

namespace spillway::cli {

enum class Grade {
    agrees,       ///< this machine confirms the file
    contradicts,  ///< this machine finds something else
    unchecked,    ///< this machine cannot check it
    skipped,      ///< the learner skipped the question
    missing,      ///< not handed in
};
[[nodiscard]] const char* to_string(Grade grade);

/// A question or exercise of a hand-in.
struct GradedItem {
    std::string lesson, item;
    bool is_exercise = false;
    Grade grade = Grade::missing;
    judging::Mark mark = judging::Mark::not_reached;  ///< this machine's: answer right, exercise reached
    std::string claimed, found, detail;
    std::vector<judging::GoalFinding> goals;  ///< of an exercise, on this machine
    bool is_over_budget = false;

    [[nodiscard]] bool is_good() const { return mark == judging::Mark::reached; }
};

struct GradedFile {
    std::string file, name;
    std::string trouble;  ///< why the file could not be read; the rest is then empty
    std::string note;
    learner::HandIn hand_in;
    std::vector<GradedItem> items;

    [[nodiscard]] std::size_t count(bool exercises) const;
    [[nodiscard]] std::size_t count(bool exercises, judging::Mark mark) const;
    [[nodiscard]] std::size_t count(Grade grade) const;
};

[[nodiscard]] GradedItem grade_answer(AnswerKey& key, const model::Experiment& lesson, const model::Question& question,
                                      const model::Gpu& gpu, const learner::HandedLesson& handed);
/// `found` is null without a hand-in or a compiler. `compiler` and `gpu`: this machine's, with their names in hand-ins.
[[nodiscard]] GradedItem grade_exercise(const model::Experiment& lesson, const model::Experiment& exercise,
                                        const learner::HandIn& hand_in, const FoundExercise* found,
                                        const std::string& compiler, const std::string& gpu);

/// Header of the table, without a line end.
inline constexpr std::string_view graded_csv_header =
    "file,name,lesson,kind,item,verdict,good,claimed,found,detail,mark";

/// Prints a line per file, and below it each item that a lecturer must check.
void print_graded(const std::vector<GradedFile>& files);
void print_graded_json(const std::vector<GradedFile>& files);
[[nodiscard]] std::string graded_csv(const std::vector<GradedFile>& files);

}  // namespace spillway::cli
