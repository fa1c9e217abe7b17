// Each exercise through the session: the copy that the learner is given, edited as an editor would, and the verdict
// that the window shows.
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "app/base/output_file.h"
#include "app/catalogue/exercises.h"
#include "app/learner/exercise_folder.h"
#include "app/session/session.h"
#include "app/teaching/exercise_verdict.h"
#include "tests/support/sample.h"
#include "tests/support/source_folder.h"
#include "tests/support/test_cache.h"

namespace spillway {
namespace {

namespace fs = std::filesystem;
using judging::LimitState;
using judging::OutputState;

std::string read(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// A learner with a home of his own, and Spillway open.
class Learner {
public:
    explicit Learner(const fs::path& catalogue = source_folder / "kernels")
    {
        home_ = fs::path(SPILLWAY_BINARY_DIR) / "exercise_test_home" /
                testing::UnitTest::GetInstance()->current_test_info()->name();
        fs::remove_all(home_);
        for (const char* folder : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
            setenv(folder, home_.c_str(), 1);
        setenv("XDG_CACHE_HOME", tests::test_cache(SPILLWAY_BINARY_DIR).c_str(), 1);
        session::Options options;
        options.installed_experiments = catalogue;
        options.gpus_file = SPILLWAY_GPUS_ALONE;
        options.worker_command = SPILLWAY_WORKER;
        options.fill_curve = options.guess_ahead = false;
        auto opened = session::Session::open(std::move(options));
        if (opened) session_ = std::move(*opened);
    }
    session::Session& session() { return *session_; }

    /// False where the machine has no compiler.
    bool has_compiler()
    {
        update_until([&] { return session_->view().worker().hello.has_value(); });
        return session_->view().worker().hello && session_->view().worker().hello->compiler.available;
    }

    void begin(const model::Experiment& exercise)
    {
        const auto folder = learner::begin_exercise(exercise);
        ASSERT_TRUE(folder) << folder.error().line();
        folder_ = *folder;
        const auto problem = session_->add_catalogue_folder(learner::exercises_folder());
        ASSERT_FALSE(problem) << problem->line();
        session_->trust_experiment(exercise.name);
        session_->select_experiment(exercise.name);
        ASSERT_EQ(session_->view().selection().experiment, exercise.name);
    }

    /// Saves a kernel.cu with these lines as his own.
    void save(const model::Experiment& exercise, const std::string& yours)
    {
        const std::string& source = exercise.source;
        const std::size_t from = source.find(catalogue::yours_begins) + catalogue::yours_begins.size();
        const std::string text =
            source.substr(0, from) + "\n" + yours + source.substr(source.find(catalogue::yours_ends));
        const auto problem = base::write_file(folder_ / "kernel.cu", text);
        ASSERT_FALSE(problem) << problem->line();
        update_until([&] { return session_->view().experiment().source == text; });
        ASSERT_EQ(session_->view().experiment().source, text) << "the folder is watched";
    }

    /// The verdict once nothing is open any more.
    teaching::ExerciseVerdict verdict()
    {
        session_->request_in_background(session::Requester::lesson, teaching::lesson_requests(session_->view()));
        teaching::ExerciseVerdict found;
        update_until([&] {
            found = teaching::judge_exercise(session_->view());
            for (const teaching::Goal& goal : found.goals)
                if (goal.live.is_pending) return false;
            return found.output != OutputState::pending && !session_->view().progress().current_pending;
        });
        return found;
    }

private:
    template <typename Condition>
    void update_until(const Condition& holds)
    {
        const auto begin = std::chrono::steady_clock::now();
        while (!holds() && std::chrono::steady_clock::now() - begin < std::chrono::seconds(100)) {
            session_->update();
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
    }

    fs::path home_, folder_;
    std::unique_ptr<session::Session> session_;
};

const model::Experiment& exercise_of(session::Session& session, const std::string& lesson)
{
    return session.view().catalogue().find(lesson)->exercises.at(0);
}

class ExerciseVerdicts : public testing::TestWithParam<const char*> {};

TEST_P(ExerciseVerdicts, TheStartIsNotWonTheSolutionIs)
{
    Learner learner;
    if (!learner.has_compiler()) GTEST_SKIP() << "no compiler on this machine";
    const model::Experiment exercise = exercise_of(learner.session(), GetParam());
    learner.begin(exercise);
    const teaching::ExerciseVerdict start = learner.verdict();
    EXPECT_FALSE(start.is_won || start.is_reached) << start.sentence;
    EXPECT_TRUE(start.trouble.empty()) << start.trouble;

    learner.save(exercise, read(source_folder / "tests/exercises/answers" / exercise.name / "solution.cu"));
    const teaching::ExerciseVerdict solved = learner.verdict();
    EXPECT_NE(solved.sentence.find("stays open: it needs a GPU"), std::string::npos) << solved.sentence;
    EXPECT_EQ(solved.sentence.find("all goals are reached"), std::string::npos) << solved.sentence;
    if (solved.output == OutputState::unchecked) {
        EXPECT_FALSE(solved.is_won) << "nothing is won that was not verified";
        EXPECT_NE(solved.sentence.find("unchecked"), std::string::npos) << solved.sentence;
    } else {
        EXPECT_TRUE(solved.is_won) << solved.sentence << " " << solved.trouble;
    }

    // A kernel with a wrong output is not won, even if it reaches all goals.
    learner.save(exercise, read(source_folder / "tests/exercises/answers" / exercise.name / "cheat.cu"));
    const teaching::ExerciseVerdict cheat = learner.verdict();
    EXPECT_FALSE(cheat.is_won) << cheat.sentence;
    if (solved.output == OutputState::right) {
        EXPECT_EQ(cheat.output, OutputState::wrong) << cheat.sentence;
    }

    // With another reference the same kernel wins nothing.
    std::string changed = learner.session().view().experiment().source;
    changed.insert(0, "// not the exercise any more\n");
    model::Experiment spoilt = learner.session().view().experiment();
    spoilt.source = changed;
    EXPECT_TRUE(catalogue::why_not_the_exercise(exercise, spoilt));
}

const std::vector<const char*> lessons{"running_mean", "dynamic_index",      "large_struct", "trig_slow_path",
                                       "call_stack",   "register_occupancy", "global_copy",  "stencil",
                                       "coalescing",   "reduction"};
SPILLWAY_SAMPLED_SUITE(ExerciseVerdicts, lessons, 3, [](const auto& lesson) { return std::string(lesson.param); });

/// The compiler's numbers pass; the interpreter counts too many reads.
TEST(ExerciseLimits, WhatGoesToMemoryTooOftenIsRightAndNotWon)
{
    Learner learner;
    if (!learner.has_compiler()) GTEST_SKIP() << "no compiler on this machine";
    const model::Experiment exercise = exercise_of(learner.session(), "stencil");
    learner.begin(exercise);
    learner.save(exercise,
                 read(source_folder / "tests/exercises/learners/a_smaller_tile/wrong_a_tile_of_one_number.cu"));
    const teaching::ExerciseVerdict verdict = learner.verdict();
    if (verdict.output == OutputState::unchecked) GTEST_SKIP() << verdict.result;
    EXPECT_FALSE(verdict.is_won || verdict.is_reached) << verdict.sentence;
    EXPECT_EQ(verdict.sentence.rfind("The numbers are right, but it reads ", 0), 0U) << verdict.sentence;
    EXPECT_EQ(verdict.result, "Output matches the reference; your kernel exceeds a limit.");
    ASSERT_EQ(verdict.limits.size(), 1U);
    EXPECT_EQ(verdict.limits[0].text, "At most 0.25 times the reference's reads of \"input\".");
    EXPECT_EQ(verdict.limits[0].state, LimitState::exceeded);

    learner.save(exercise, read(source_folder / "tests/exercises/answers/a_smaller_tile/solution.cu"));
    EXPECT_EQ(learner.verdict().limits.at(0).state, LimitState::kept);
}

TEST(ExerciseRun, AKernelWithoutAnEndIsNotCalledADifferentOutput)
{
    setenv("SPILLWAY_COMPILE_SECONDS", "2", 1);
    Learner learner;
    unsetenv("SPILLWAY_COMPILE_SECONDS");
    if (!learner.has_compiler()) GTEST_SKIP() << "no compiler on this machine";
    const model::Experiment exercise = exercise_of(learner.session(), "stencil");
    learner.begin(exercise);
    std::string endless = read(source_folder / "tests/exercises/answers/a_smaller_tile/solution.cu");
    const std::size_t at = endless.find("    __syncthreads();");
    ASSERT_NE(at, std::string::npos);
    endless.insert(at, "    for (volatile int k = 0;; ++k) {}\n");
    learner.save(exercise, endless);
    const teaching::ExerciseVerdict verdict = learner.verdict();
    if (verdict.output == OutputState::unchecked) GTEST_SKIP() << verdict.result;
    EXPECT_FALSE(verdict.is_won || verdict.is_reached) << verdict.sentence;
    EXPECT_TRUE(verdict.sentence.starts_with("The kernel was stopped: ")) << verdict.sentence;
    EXPECT_EQ(verdict.result, "Output not compared: the run was stopped.");
}

void replace_in(const fs::path& file, const std::string& what, const std::string& by)
{
    std::string text = read(file);
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
        text.replace(at, what.size(), by);
    std::ofstream(file, std::ios::binary) << text;
}

/// Without a GPU such an exercise can be solved and not won.
TEST(ExerciseWithMeasuredGoalsOnly, SaysThatTheResultIsRight)
{
    const fs::path catalogue = fs::path(SPILLWAY_BINARY_DIR) / "exercise_test_catalogue" / "measured_goals";
    fs::remove_all(catalogue);
    fs::create_directories(catalogue);
    fs::copy(source_folder / "kernels/global_copy", catalogue / "global_copy", fs::copy_options::recursive);
    const fs::path file = catalogue / "global_copy/exercises/fewer_in_flight/experiment.json";
    std::string text = read(file);
    const std::size_t first = text.find("{\"id\": \"no_spills\"");
    text.erase(first, text.find("{\"id\": \"faster\"") - first);
    std::ofstream(file, std::ios::binary) << text;

    Learner learner(catalogue);
    if (!learner.has_compiler()) GTEST_SKIP() << "no compiler on this machine";
    const model::Experiment exercise = exercise_of(learner.session(), "global_copy");
    learner.begin(exercise);
    learner.save(exercise, read(source_folder / "tests/exercises/answers/fewer_in_flight/solution.cu"));
    const teaching::ExerciseVerdict solved = learner.verdict();
    EXPECT_FALSE(solved.is_won);
    if (solved.output != OutputState::right) GTEST_SKIP() << "no compiler for this processor";
    EXPECT_EQ(solved.sentence, "The result is right. One goal is measured and stays open: it needs a GPU.");
}

/// The stand-in GPU copies a kernel's first buffer to its second, which is what this exercise wants. A kernel whose
/// name says that it is lazy writes nothing.
class ExerciseOnAGpu : public testing::Test {
protected:
    teaching::ExerciseVerdict verdict_of_the_solution(const std::string& kernel)
    {
        const fs::path catalogue = fs::path(SPILLWAY_BINARY_DIR) / "exercise_test_catalogue" / kernel;
        fs::remove_all(catalogue);
        fs::create_directories(catalogue);
        fs::copy(source_folder / "kernels/global_copy", catalogue / "global_copy", fs::copy_options::recursive);
        const fs::path folder = catalogue / "global_copy/exercises/fewer_in_flight";
        replace_in(folder / "experiment.json", "\"yours<", "\"" + kernel + "<");
        replace_in(folder / "kernel.cu", "void yours(", "void " + kernel + "(");
        // The stand-in's times say nothing of a kernel.
        replace_in(folder / "experiment.json", ">= 1.5 * given.bytes_per_second", ">= 0");
        setenv("SPILLWAY_LIBCUDA", SPILLWAY_STANDIN_CUDA, 1);
        Learner learner(catalogue);
        is_possible = learner.has_compiler();
        unsetenv("SPILLWAY_LIBCUDA");
        if (!is_possible) return {};
        const model::Experiment exercise = exercise_of(learner.session(), "global_copy");
        learner.begin(exercise);
        std::string solution = read(source_folder / "tests/exercises/answers/fewer_in_flight/solution.cu");
        solution.replace(solution.find("void yours("), 11, "void " + kernel + "(");
        learner.save(exercise, solution);
        return learner.verdict();
    }
    bool is_possible = false;
};

TEST_F(ExerciseOnAGpu, ARightResultWins)
{
    const teaching::ExerciseVerdict verdict = verdict_of_the_solution("yours_busy");
    if (!is_possible) GTEST_SKIP() << "no compiler on this machine";
    EXPECT_EQ(verdict.output, OutputState::right) << verdict.sentence;
    EXPECT_TRUE(verdict.is_won) << verdict.sentence << verdict.trouble;
    EXPECT_NE(verdict.sentence.find("the result is right"), std::string::npos) << verdict.sentence;
}

TEST_F(ExerciseOnAGpu, AWrongResultNeverDoes)
{
    const teaching::ExerciseVerdict verdict = verdict_of_the_solution("yours_lazy");
    if (!is_possible) GTEST_SKIP() << "no compiler on this machine";
    EXPECT_EQ(verdict.output, OutputState::wrong) << verdict.sentence;
    EXPECT_FALSE(verdict.is_won);
    ASSERT_EQ(verdict.goals.size(), 3U);
    for (std::size_t i : {0, 1})  // what the compiler says; a wrong result has no time
        EXPECT_EQ(verdict.goals[i].live.verdict(), catalogue::ClaimVerdict::holds) << verdict.goals[i].text;
}

}  // namespace
}  // namespace spillway
