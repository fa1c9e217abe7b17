// An exercise as a learner without a GPU does it in the window, handed in and graded.
#include <filesystem>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/commands/process.h"
#include "tests/support/source_folder.h"
#include "tests/window/driver.h"
#include "tests/window/learners_hand.h"

namespace spillway::journeys {
namespace {

using Json = nlohmann::json;
using window::Driver;

Json graded_item(const std::string& folder, commands::Environment changes, const std::string& item,
                 std::vector<std::string> more = {})
{
    std::vector<std::string> words{"grade", folder, "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const auto done = commands::spillway(words, std::move(changes));
    const Json files = Json::parse(done.output, nullptr, false);
    if (files.is_array())
        for (const Json& file : files)
            for (const Json& each : file.at("items"))
                if (each.at("item") == item) return each;
    ADD_FAILURE() << item << " is not in " << done.output << done.errors;
    return Json::object();
}

TEST(ExerciseJourney, AMendedKernelIsGradedByWhoeverCanCheckIt)
{
    window::Start start;
    start.width = 1600;
    start.height = 900;
    auto driver = Driver::open(std::move(start));
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    window::LearnersHand hand(*driver);
    hand.wait_for([&] { return driver->session().view().worker().hello.has_value(); });
    if (!driver->session().view().worker().hello->compiler.available) GTEST_SKIP() << "no compiler on this machine";
    driver->session().select_experiment("running_mean");
    for (const model::Question& question : driver->session().view().experiment().questions)
        driver->session().change_learner(
            [&](learner::LearnerProgress& all) { all["running_mean"].predictions[question.id].skipped = true; });
    hand.click("exercise:keep_in_registers");
    hand.wait_for([&] { return driver->session().view().selection().experiment == "keep_in_registers"; });
    hand.write_kernel(window::text_of(source_folder / "tests/exercises/answers/keep_in_registers/solution.cu"));
    const auto won = [&] {
        const auto& learner = driver->session().view().learner();
        const auto lesson = learner.find("running_mean");
        return lesson != learner.end() && lesson->second.won.contains("keep_in_registers");
    };
    ASSERT_TRUE(hand.wait_for(won));

    const commands::TemporaryFolder folder;
    const commands::Environment home{{"XDG_CONFIG_HOME", window::test_home().string()},
                                     {"XDG_DATA_HOME", window::test_home().string()}};
    const auto handed =
        commands::spillway({"hand-in", "--gpu", "h200", "-o", folder.file("anna.spillway-hand-in")}, home);
    ASSERT_EQ(handed.status, 0) << handed.errors;

    const std::string place = folder.path().string();
    for (const char* gpu : {"h200", "rtx4090"}) {  // with a recording, and without one
        const Json found = graded_item(place, {}, "keep_in_registers", {"--gpu", gpu});
        EXPECT_EQ(found.at("verdict"), "agrees") << found.dump();
        EXPECT_EQ(found.at("mark"), "reached") << found.dump();
    }
    // No compiler can judge it: nothing is reached, and nothing is contradicted.
    const Json unchecked = graded_item(place, {}, "keep_in_registers", {"--worker", "none"});
    EXPECT_EQ(unchecked.at("verdict"), "unchecked") << unchecked.dump();
    EXPECT_EQ(unchecked.at("mark"), "not_checked");
    EXPECT_EQ(unchecked.at("good"), false);
    // A stand-in for a GPU launches and computes nothing: its output is compared and wrong.
    const Json live =
        graded_item(place, {{"SPILLWAY_LIBCUDA", SPILLWAY_STANDIN_CUDA}}, "keep_in_registers", {"--gpu", "live"});
    EXPECT_EQ(live.at("mark"), "not_reached") << live.dump();

    // The win does not go along with a later kernel that does not reach it.
    hand.write_kernel("oops\n");
    const std::string later = folder.file("anna.spillway-hand-in");
    ASSERT_EQ(commands::spillway({"hand-in", "--gpu", "h200", "-o", later}, home).status, 0);
    const Json broken = graded_item(place, {}, "keep_in_registers", {"--gpu", "h200"});
    EXPECT_EQ(broken.at("verdict"), "agrees") << broken.dump();
    EXPECT_EQ(broken.at("mark"), "not_reached") << broken.dump();
}

TEST(LiveGpu, ItsClaimsAreCheckedOnceTheWorkerHasNamedIt)
{
    const auto checked =
        commands::spillway({"check", "first_kernel", "--gpu", "live"}, {{"SPILLWAY_LIBCUDA", SPILLWAY_STANDIN_CUDA}});
    if (checked.errors.find("no CUDA compiler") != std::string::npos) GTEST_SKIP() << checked.errors;
    EXPECT_NE(checked.output.find("first_kernel/"), std::string::npos) << checked.errors;
    const auto without = commands::spillway({"check", "first_kernel", "--gpu", "live"}, {{"SPILLWAY_LIBCUDA", "none"}});
    EXPECT_EQ(without.status, 2) << without.output;
}

}  // namespace
}  // namespace spillway::journeys
