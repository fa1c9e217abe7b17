#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include "app/charts/metric_chart.h"
#include "app/window/panels/charts/shown_charts.h"
#include "running_mean_window.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;

class Compare : public RunningMeanWindow {
protected:
    void SetUp() override
    {
        RunningMeanWindow::SetUp();
        if (!driver) return;
        choose_charts_of_reports();
        driver->settle();
    }
    std::string readout(const std::string& chart, const std::string& variant) const
    {
        for (const charts::Chart& shown : visible_charts(driver->session().view(), driver->app().view()))
            for (const charts::Series& series : shown.series)
                if (shown.key == chart && series.key == variant && !series.is_ghost && !series.is_secondary)
                    return series.readout;
        return {};
    }
    std::size_t ghosts(const std::string& name) const
    {
        std::size_t found = 0;
        for (const charts::Chart& shown : visible_charts(driver->session().view(), driver->app().view()))
            for (const charts::Series& series : shown.series) found += series.is_ghost && series.label.ends_with(name);
        return found;
    }
};

TEST_F(Compare, WhatIsPinnedStaysBehindAndEveryNumberSaysHowFarItIsFromIt)
{
    driver->press('A');
    ASSERT_TRUE(driver->app().view().pinned);
    ASSERT_FALSE(driver->session().set_values({{"register_cap", std::int64_t{16}}}));
    driver->settle();
    EXPECT_GT(ghosts(", A"), 0U);
    EXPECT_NE(readout("theoretical_occupancy", "register_array").find("(+"), std::string::npos)
        << readout("theoretical_occupancy", "register_array");
    driver->app().view().tab = "compare";
    driver->frames(4);
    driver->keep_picture("compare");
    driver->app().view().tab = "report";
    driver->frames(4);
    driver->keep_picture("compare_report");

    driver->app().view().tab = "compare";
    driver->frames(2);
    driver->click("compare:back");
    driver->settle();
    EXPECT_EQ(std::get<std::int64_t>(driver->session().view().selection().values.at("register_cap")), 0);
    driver->click("compare:forget");
    EXPECT_FALSE(driver->app().view().pinned);
    driver->settle();
    EXPECT_EQ(ghosts(", A"), 0U);
}

TEST_F(Compare, APinnedPointOfTheSameCurveNamesItsSetting)
{
    driver->session().set_values({{"window_size", std::int64_t{32}}});
    driver->settle();
    driver->press('A');
    driver->session().set_values({{"window_size", std::int64_t{64}}});
    driver->settle();
    EXPECT_NE(readout("stack_frame_bytes", "local_array").find("A at 32"), std::string::npos)
        << readout("stack_frame_bytes", "local_array");
}

TEST_F(Compare, AnotherGpuIsComparedToo)
{
    driver->press('A');
    driver->session().set_gpu("t4");
    driver->settle();
    const auto lines = teaching::changed_settings(*driver->app().view().pinned, driver->session().view());
    ASSERT_FALSE(lines.empty());
    EXPECT_TRUE(lines.front().starts_with("GPU: ")) << lines.front();
    EXPECT_GT(ghosts(", A, H200 SXM"), 0U) << "whose curves lie behind is to be read beside them";
}

TEST_F(Compare, TheCurvesOfTwoRecordedGpusLieOverEachOtherInTwoClicks)
{
    Start with_recordings;
    with_recordings.gpus_file = fs::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json";
    with_recordings.view.shows_answers = true;  // the lesson asks for times
    with_recordings.fill_curve = true;          // A keeps the points that its curve has when it is pinned
    driver = Driver::open(with_recordings);
    driver->session().select_experiment("running_mean");
    driver->settle();
    ASSERT_EQ(driver->session().view().selection().gpu, "h200");
    driver->click("gpu_selector");
    driver->keep_picture("overlay_menu");
    driver->click("over:h100");
    driver->settle();
    EXPECT_EQ(driver->session().view().selection().gpu, "h100");
    EXPECT_GT(ghosts(", A, H200"), 0U);
    EXPECT_NE(visible_charts(driver->session().view(), driver->app().view()).front().subtitle.find("thin: A, H200"),
              std::string::npos)
        << "which curves are whose";
    EXPECT_NE(readout("bytes_per_second", "register_array").find("("), std::string::npos)
        << "how far it is from the other GPU's: " << readout("bytes_per_second", "register_array");
    // The slider moves on: each percentage is of the other GPU's curve at the same x.
    const auto pinned = driver->app().view().pinned;
    driver->session().set_values({{"window_size", std::int64_t{63}}});
    driver->settle();
    const auto& now = driver->session().view().current("local_array").result;
    const auto beside = teaching::result_of_a(*pinned, driver->session().view(), "local_array");
    ASSERT_TRUE(now && beside.result);
    EXPECT_EQ(beside.at, "");
    const model::Metric& speed = *model::find_metric("bytes_per_second");
    const double ratio = *speed.get(*now) / *speed.get(*beside.result);
    EXPECT_GT(ratio, 0.5) << "the curves lie within a fifth of each other";
    EXPECT_LT(ratio, 1.5);
    EXPECT_NE(beside.result, pinned->results.at("local_array")) << "the pinned point is that of 32 elements";
    driver->session().set_values({{"window_size", std::int64_t{32}}});
    driver->settle();
    driver->app().view().tab = "compare";
    driver->frames(4);
    driver->keep_picture("overlay");
    driver->click("gpu_selector");
    EXPECT_TRUE(driver->app().items().find("over:h200")) << "and the other way round";
}

/// The same compiler in a folder of its own, as a second installation would be.
fs::path second_compiler(const fs::path& library)
{
    const fs::path folder = test_home() / "second";
    fs::create_directories(folder);
    for (const auto& entry : fs::directory_iterator(library.parent_path())) {
        const std::string name = entry.path().filename().string();
        const bool is_part = name.starts_with("libnvrtc") && name.find(".so") != std::string::npos;
        if (!is_part || name.find(".alt.") != std::string::npos) continue;
        std::error_code other_disk;
        fs::create_hard_link(fs::canonical(entry.path()), folder / name, other_disk);
        if (other_disk) fs::copy_file(entry.path(), folder / name);
    }
    return folder / library.filename();
}

TEST_F(Compare, AnotherCompilerIsChosenInTheMenuAndAStaysThatOfTheFirst)
{
    const auto& worker = driver->session().view().worker();
    if (!worker.hello || !worker.hello->compiler.available) GTEST_SKIP() << "no compiler here";
    if (worker.hello->compilers->size() > 1) GTEST_SKIP() << "several compilers here already";
    driver->click("gpu_selector");
    for (const std::string& item : driver->app().items().noted())
        EXPECT_FALSE(item.starts_with("compiler:")) << "of one there is nothing to choose";
    driver->press(Key::escape);
    const std::string first = worker.hello->compiler.path, second = second_compiler(first);
    const char* named = std::getenv("SPILLWAY_NVRTC");
    const std::string before = named != nullptr ? named : "";
    setenv("SPILLWAY_NVRTC", (first + ":" + second).c_str(), 1);
    driver->session().worker().restart();
    driver->until([&] { return worker.hello && worker.hello->compilers && worker.hello->compilers->size() == 2; });
    before.empty() ? unsetenv("SPILLWAY_NVRTC") : setenv("SPILLWAY_NVRTC", before.c_str(), 1);
    driver->settle();

    driver->press('A');
    driver->click("gpu_selector");
    driver->keep_picture("compilers_menu");
    setenv("SPILLWAY_NVRTC", first.c_str(), 1);
    driver->click("compiler:" + second);
    driver->until([&] { return worker.hello && worker.hello->compiler.path == second; });
    before.empty() ? unsetenv("SPILLWAY_NVRTC") : setenv("SPILLWAY_NVRTC", before.c_str(), 1);
    EXPECT_EQ(worker.hello->compilers->size(), 2U) << "and back again";
    driver->settle();
    const auto& point = driver->session().view().current(driver->session().view().selection().focus);
    EXPECT_EQ(point.state, results::PointState::ready);

    teaching::Pinned a = *driver->app().view().pinned;
    EXPECT_EQ(a.compiler, "NVRTC " + worker.hello->compiler.version);
    EXPECT_TRUE(teaching::changed_settings(a, driver->session().view()).empty())
        << "the same version is not a difference";
    a.compiler = "NVRTC 12.9.86";
    const auto lines = teaching::changed_settings(a, driver->session().view());
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines.front(), "Compiler: NVRTC 12.9.86 → NVRTC " + worker.hello->compiler.version);
}

TEST_F(Compare, TheFocusLeavesAVariantThatIsHidden)
{
    const std::string focus = driver->session().view().selection().focus;
    driver->press('H');
    EXPECT_TRUE(driver->app().view().hidden_variants.contains(focus));
    EXPECT_FALSE(driver->app().view().hidden_variants.contains(driver->session().view().selection().focus));
    driver->press('H', false, true);
    EXPECT_TRUE(driver->app().view().hidden_variants.empty());
}

}  // namespace
}  // namespace spillway::window
