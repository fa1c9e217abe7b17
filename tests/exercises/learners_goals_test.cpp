// What the compiler says of learners' kernels, by the same way as homework is graded: the right ones reach every goal
// that it decides, and the wrong ones miss the goals that they are meant to miss, and no other. What a learner begins
// with misses one at least.
#include <cstdlib>
#include <filesystem>
#include <map>

#include <gtest/gtest.h>

#include "app/catalogue/exercises.h"
#include "app/cli/exercise_check.h"
#include "tests/exercises/learners.h"

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
    std::string words = found.trouble;
    for (const cli::FoundGoal& goal : found.goals) words += "\n  " + goal.id + ": " + goal.detail;
    return words;
}

void expect_judged(const std::string& name, const Written& written, const cli::FoundExercise& found)
{
    const std::string where = name + ": " + written.name + ": " + words_of(found);
    if (written.fault == Fault::no_compile) {
        EXPECT_EQ(found.trouble.rfind("does not compile: ", 0), 0U) << where;
        return;
    }
    if (written.fault == Fault::not_the_exercise) {
        EXPECT_NE(found.trouble.find("the kernel that your result is compared with"), std::string::npos) << where;
        return;
    }
    EXPECT_TRUE(found.trouble.empty()) << where;
    const bool computes_what_is_right =
        written.fault == Fault::none || written.fault == Fault::goal || written.fault == Fault::accesses;
    if (!computes_what_is_right) return;
    std::set<std::string> missed;
    for (const cli::FoundGoal& goal : found.goals)
        if (!goal.waits_for_gpu && goal.verdict != catalogue::ClaimVerdict::holds) missed.insert(goal.id);
    EXPECT_EQ(missed, written.missed) << where;
}

/// A goal that the compiler decides is missing: else it would be won before anything is done, with a GPU or without.
void expect_not_won(const std::string& name, const cli::FoundExercise& found)
{
    EXPECT_TRUE(found.trouble.empty()) << name << ": " << words_of(found);
    EXPECT_FALSE(found.is_reached()) << name << " is won by what it begins with" << words_of(found);
}

class LearnersGoals : public testing::TestWithParam<std::size_t> {};

TEST_P(LearnersGoals, EachIsJudgedAsItSays)
{
    setenv("SPILLWAY_HOST_COMPILER", "none", 1);  // what they compute is the other test's
    setenv("SPILLWAY_LIBCUDA", "/nowhere/libcuda.so", 1);
    const fs::path home = fs::path(SPILLWAY_BINARY_DIR) / "learners_test_home" / std::to_string(GetParam());
    for (const char* folder : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"})
        setenv(folder, home.c_str(), 1);
    setenv("SPILLWAY_CACHE_DIR", "none", 1);
    auto library = results::ResultLibrary::load(
        {fs::path(SPILLWAY_SOURCE_DIR) / "kernels", {}, {}, {}, fs::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json"});
    ASSERT_TRUE(library) << library.error().line();
    cli::Context context{std::move(*library), {SPILLWAY_WORKER}};
    worker_client::Dispatcher dispatcher(context.worker_command, {});
    const auto trouble = cli::meet_worker(dispatcher, context);
    ASSERT_FALSE(trouble) << trouble->line();
    if (!context.library.has_compiler()) GTEST_SKIP() << "no compiler on this machine";
    const auto gpu = context.library.choose_gpu("h200");
    ASSERT_TRUE(gpu) << gpu.error().line();

    std::vector<cli::WrittenKernel> kernels;
    std::vector<Written> all;
    const char* only = std::getenv("SPILLWAY_TEST_EXERCISE");
    for (std::size_t i = GetParam(); i < all_exercises().size(); i += parts) {
        const model::Experiment& exercise = *all_exercises()[i];
        if (only != nullptr && exercise.name != only) continue;
        for (Written& written : written_for(exercise.name)) {
            kernels.push_back({&exercise, with_lines(exercise, written.lines), kernels.size()});
            all.push_back(std::move(written));
        }
    }
    for (std::size_t i = GetParam(); i < all_exercises().size(); i += parts)
        if (only == nullptr || all_exercises()[i]->name == only)
            kernels.push_back({all_exercises()[i], all_exercises()[i]->source, kernels.size()});
    const auto found = cli::check_exercises(context, dispatcher, *gpu, kernels);
    ASSERT_EQ(found.size(), kernels.size());
    for (std::size_t i = 0; i < all.size(); ++i) expect_judged(kernels[i].exercise->name, all[i], found[i]);
    for (std::size_t i = all.size(); i < found.size(); ++i) expect_not_won(kernels[i].exercise->name, found[i]);
}
INSTANTIATE_TEST_SUITE_P(Parts, LearnersGoals, testing::Range<std::size_t>(0, parts));

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
