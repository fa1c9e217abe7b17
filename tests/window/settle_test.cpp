#include "app/window/shell/settle.h"

#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include "app/session/session.h"
#include "tests/support/scratch_folder.h"

namespace spillway::window {
namespace {

using std::chrono::seconds;

TEST(Patience, LastsAsLongAsAnswersKeepComing)
{
    const Patience::Clock::time_point begin{};
    Patience patience(30, begin);
    for (int answer = 0; answer < 20; ++answer)
        EXPECT_TRUE(patience.lasts(static_cast<std::uint64_t>(answer), begin + seconds(20 * answer))) << answer;
    EXPECT_TRUE(patience.lasts(19, begin + seconds(380 + 29)));
    EXPECT_FALSE(patience.lasts(19, begin + seconds(380 + 31))) << "nothing came for half a minute";
}

/// Without a compiler nothing is ever in flight: what ships answers at once, a few points at each update.
TEST(Settling, APictureWithoutACompilerHasItsWholeCurves)
{
    namespace fs = std::filesystem;
    const fs::path folder = scratch_folder("settling");
    for (const char* variable : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
        setenv(variable, folder.c_str(), 1);
    session::Options options;
    options.installed_experiments = fs::path(SPILLWAY_SOURCE_DIR) / "kernels";
    options.gpus_file = fs::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json";
    options.worker_command = "none";
    auto session = session::Session::open(std::move(options));
    ASSERT_TRUE(session) << session.error().line();
    (*session)->select_experiment("trig_slow_path");
    const session::SessionView& view = (*session)->view();
    const auto end = Patience::Clock::now() + seconds(60);
    while (!is_settled(view) && Patience::Clock::now() < end) (*session)->update();
    ASSERT_TRUE(is_settled(view)) << view.progress().done << " of " << view.progress().total << " points in a minute";
    EXPECT_GT(view.progress().total, 200) << "four variants, 61 exponents";
    EXPECT_EQ(view.progress().done, view.progress().total);
    fs::remove_all(folder);
}

}  // namespace
}  // namespace spillway::window
