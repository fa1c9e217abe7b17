// Compiler reports of learners' kernels: the right ones reach every goal that the compiler decides, and the wrong ones
// miss exactly the goals that they name. They are compiled together (together.h). The initial kernel misses at least
// one goal, and a kernel that is not the exercise's is rejected; these are compiled alone, as homework is.
#include <cstdlib>
#include <filesystem>
#include <map>

#include <gtest/gtest.h>

#include "app/catalogue/exercises.h"
#include "app/cli/exercise_check.h"
#include "tests/exercises/learners.h"
#include "tests/exercises/together.h"
#include "tests/support/sample.h"

namespace spillway::learners {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t parts = 8;

/// The exercise's kernel.cu with these lines as the learner's.
std::string with_lines(const model::Experiment& exercise, const std::string& lines)
{
    const std::string& source = exercise.source;
    const std::size_t from = source.find(catalogue::yours_begins) + catalogue::yours_begins.size();
    return source.substr(0, from) + "\n" + lines + source.substr(source.find(catalogue::yours_ends));
}

std::string words_of(const cli::FoundExercise& found)
{
    std::string words = found.refusal;
    for (const judging::GoalFinding& goal : found.verdict.goals) words += "\n  " + goal.id + ": " + goal.check.detail;
    return words;
}

/// No kernel that could be compiled with others.
bool stands_alone(const Written& written)
{
    return written.fault == Fault::no_compile || written.fault == Fault::not_the_exercise;
}

/// Kernels that are rejected before their goals.
void expect_refused(const std::string& name, const Written& written, const cli::FoundExercise& found)
{
    const std::string where = name + ": " + written.name + ": " + words_of(found);
    EXPECT_EQ(found.verdict.refusal,
              written.fault == Fault::no_compile ? judging::Refusal::compile_error : judging::Refusal::not_the_exercise)
        << where;
}

void expect_judged(const std::string& name, const Written& written, const Goals& goals)
{
    const bool computes_what_is_right =
        written.fault == Fault::none || written.fault == Fault::goal || written.fault == Fault::accesses;
    if (!computes_what_is_right) return;
    std::set<std::string> missed;
    std::string words;
    for (const auto& [id, goal] : goals) {
        words += "\n  " + id + ": " + goal.detail;
        if (goal.verdict != catalogue::ClaimVerdict::holds) missed.insert(id);
    }
    EXPECT_EQ(missed, written.missed) << name << ": " << written.name << words;
}

/// A goal that the compiler decides is missing: else it would be won before anything is done, with a GPU or without.
void expect_not_won(const std::string& name, const cli::FoundExercise& found)
{
    EXPECT_EQ(found.verdict.refusal, judging::Refusal::none) << name << ": " << words_of(found);
    EXPECT_EQ(found.verdict.mark(), judging::Mark::not_reached)
        << name << " is won by what it begins with" << words_of(found);
}

/// Among others it is what it is alone.
void expect_same(const std::string& name, const cli::FoundExercise& alone, const Goals& among_others)
{
    for (const judging::GoalFinding& goal : alone.verdict.goals) {
        if (goal.waits_for_gpu) continue;
        EXPECT_EQ(among_others.at(goal.id).detail, goal.check.detail) << name << ": " << goal.id;
    }
}

/// The kernels of one exercise that are compiled together, the start last; and those that are compiled alone, it first.
struct Sorted {
    std::vector<Written> together, alone;
};

Sorted kernels_of(const model::Experiment& exercise)
{
    const std::string& source = exercise.source;
    const std::size_t from = source.find(catalogue::yours_begins) + catalogue::yours_begins.size();
    const Written start{"start", source.substr(from, source.find(catalogue::yours_ends) - from), Fault::none, {}};
    Sorted sorted{{}, {start}};
    for (Written& written : written_for(exercise.name))
        (stands_alone(written) ? sorted.alone : sorted.together).push_back(std::move(written));
    sorted.together.push_back(start);
    return sorted;
}

class LearnersGoals : public testing::TestWithParam<std::size_t> {};

TEST_P(LearnersGoals, EachIsJudgedAsItSays)
{
    setenv("SPILLWAY_LIBCUDA", "/nowhere/libcuda.so", 1);
    const fs::path home = fs::path(SPILLWAY_BINARY_DIR) / "learners_test_home" / std::to_string(GetParam());
    for (const char* folder : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"})
        setenv(folder, home.c_str(), 1);
    setenv("SPILLWAY_CACHE_DIR", "none", 1);
    auto library = results::ResultLibrary::load({fs::path(SPILLWAY_SOURCE_DIR) / "kernels",
                                                 {},
                                                 {},
                                                 {},
                                                 {},
                                                 fs::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json"});
    ASSERT_TRUE(library) << library.error().line();
    cli::Context context{std::move(*library), {SPILLWAY_WORKER}};
    worker_client::Dispatcher dispatcher(context.worker_command, {});
    const auto trouble = cli::meet_worker(dispatcher, context);
    ASSERT_FALSE(trouble) << trouble->line();
    if (!context.library.has_compiler()) GTEST_SKIP() << "no compiler on this machine";
    const auto gpu = context.library.choose_gpu("h200");
    ASSERT_TRUE(gpu) << gpu.error().line();

    const char* only = std::getenv("SPILLWAY_TEST_EXERCISE");
    for (std::size_t i = GetParam(); i < all_exercises().size(); i += parts) {
        const model::Experiment& exercise = *all_exercises()[i];
        if (only != nullptr && exercise.name != only) continue;
        const Sorted sorted = kernels_of(exercise);
        std::vector<cli::WrittenKernel> kernels;
        for (const Written& written : sorted.alone)
            kernels.push_back({&exercise, with_lines(exercise, written.lines), kernels.size()});
        const auto found = cli::check_exercises(context, dispatcher, *gpu, kernels);
        ASSERT_EQ(found.size(), kernels.size());
        expect_not_won(exercise.name, found.front());
        for (std::size_t at = 1; at < found.size(); ++at) expect_refused(exercise.name, sorted.alone[at], found[at]);

        const auto goals = goals_together(exercise, sorted.together, *gpu);
        ASSERT_TRUE(goals) << exercise.name << ": " << goals.error().line();
        for (std::size_t at = 0; at + 1 < goals->size(); ++at)
            expect_judged(exercise.name, sorted.together[at], (*goals)[at]);
        expect_same(exercise.name, found.front(), goals->back());
    }
}

SPILLWAY_SAMPLED_SUITE(LearnersGoals, tests::part_numbers(parts), parts);

/// Whoever adds an exercise adds these.
TEST(Learners, EachExerciseHasThreeRightAndFiveWrongKernels)
{
    for (const model::Experiment* exercise : all_exercises()) {
        std::size_t right = 0, wrong = 0;
        for (const Written& written : written_for(exercise->name)) ++(written.fault == Fault::none ? right : wrong);
        EXPECT_GE(right, 3U) << exercise->name;
        EXPECT_GE(wrong, 5U) << exercise->name;
    }
}

TEST(Learners, EachExerciseHasThreeHints)
{
    for (const model::Experiment* exercise : all_exercises())
        EXPECT_EQ(exercise->exercise->hints.size(), 3U) << exercise->name;
}

}  // namespace
}  // namespace spillway::learners
