// A file whose compile meets its time limit: its user allows more, and nothing else waits for it.

#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>

#include "app/results/file_settings_store.h"
#include "driver.h"
#include "tests/support/slow_nvcc.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;

class TimeLimit : public testing::Test {
protected:
    void SetUp() override
    {
        folder = test_home() / "time_limit_test";
        fs::remove_all(folder);
        slow.emplace(folder / "cuda");
        if (!slow->is_there()) GTEST_SKIP() << "no ptxas here";
        for (const auto& [name, value] : variables) setenv(name, value, 1);
        setenv("SPILLWAY_NVCC", slow->nvcc().c_str(), 1);
        std::ofstream(folder / "slow.cu") << tests::waiting_file;
        driver = Driver::open();
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
        driver->until([&] { return view().worker().state == worker_client::WorkerState::ready; });
        driver->surface().drop(folder / "slow.cu");
        driver->frames(4);
        driver->click("banner 1");  // for now
    }
    void TearDown() override
    {
        driver.reset();
        for (const auto& [name, value] : variables) unsetenv(name);
        unsetenv("SPILLWAY_NVCC");
    }
    [[nodiscard]] const session::SessionView& view() const { return driver->session().view(); }
    [[nodiscard]] const results::CurvePoint& current() const { return view().current(view().selection().focus); }
    [[nodiscard]] bool is_answered() const
    {
        return current().result != nullptr && current().state >= results::PointState::ready;
    }
    std::string enter(const std::string& text)
    {
        // After a refusal the field is still open.
        if (driver->app().view().entry.parameter != "file:seconds") driver->click("file:seconds");
        driver->frames(3);
        driver->type(text);
        driver->press(Key::enter);
        driver->frames(4);
        return driver->app().view().entry.error;
    }

    /// Two threads: one for what the user waits for.
    const std::pair<const char*, const char*> variables[2] = {{"SPILLWAY_COMPILE_SECONDS", "2"},
                                                              {"SPILLWAY_WORKER_THREADS", "1"}};
    fs::path folder;
    std::optional<tests::SlowNvcc> slow;
    std::unique_ptr<Driver> driver;
};

TEST_F(TimeLimit, IsRaisedByAButtonWhileOtherSlidersMove)
{
    driver->until([&] { return is_answered(); });
    ASSERT_EQ(current().result->compile_stopped, model::Bound::time) << current().result->message.value_or("");
    driver->frames(4);
    driver->keep_picture("time_limit_met");
    driver->click("allow");
    driver->frames(4);
    EXPECT_EQ(view().experiment().build.max_seconds, 300);
    const results::FileSettingsStore kept(results::file_settings_file());
    EXPECT_EQ(kept.of((folder / "slow.cu").string()).build.max_seconds, 300);
    EXPECT_FALSE(is_answered()) << "it compiles again";
    const std::string file = view().selection().experiment;

    driver->session().select_experiment("running_mean");
    for (const std::int64_t window : {8, 24, 40}) {
        ASSERT_FALSE(driver->session().set_values({{"window_size", window}}));
        driver->until([&] { return is_answered(); });
        EXPECT_EQ(current().result->status, model::Status::ok);
    }
    slow->go();
    driver->session().select_experiment(file);
    driver->until([&] { return is_answered() && current().result->status == model::Status::ok; });
    EXPECT_EQ(view().experiment().variants.front().name, "waits");
}

TEST_F(TimeLimit, StandsAmongTheBuildOptions)
{
    slow->go();
    driver->until([&] { return is_answered(); });
    driver->frames(4);
    driver->click("file:settings");
    driver->frames(3);
    driver->keep_picture("time_limit_usual");
    EXPECT_NE(enter("5 min").find("whole seconds"), std::string::npos);
    EXPECT_NE(enter("4000").find("1 to 3600"), std::string::npos);
    EXPECT_EQ(enter("90"), "");
    EXPECT_EQ(view().experiment().build.max_seconds, 90);
    driver->until([&] { return is_answered() && current().result->status == model::Status::ok; });
    driver->keep_picture("time_limit_typed");
}

}  // namespace
}  // namespace spillway::window
