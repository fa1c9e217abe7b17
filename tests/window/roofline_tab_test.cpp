// The tab Roofline of the real window, from the recording that ships.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/charts/roofline.h"
#include "app/lessons/lesson_steps.h"
#include "app/window/panels/roofline_chart.h"
#include "driver.h"
#include "screen_text.h"
#include "tests/support/sample.h"

namespace spillway::window {
namespace {

std::unique_ptr<Driver> open_roofline(const std::string& experiment, Start start = {})
{
    start.view.shows_answers = true;
    start.view.tab = "roofline";
    start.gpus_file = std::filesystem::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json";  // with what was measured
    auto driver = Driver::open(std::move(start));
    if (!driver) return driver;
    driver->session().select_experiment(experiment);
    driver->settle();
    return driver;
}

std::string screen()
{
    std::string all;
    for (const ScreenText& text : read_screen()) all += text.text + "\n";
    return all;
}

class RooflineTab : public testing::TestWithParam<const char*> {};
const std::vector<const char*> with_roofline_tab{"running_mean", "stencil",        "write_through",
                                                 "global_copy",  "bank_conflicts", "spill_to_shared"};
SPILLWAY_SAMPLED_SUITE(RooflineTab, with_roofline_tab, 3, [](const auto& tested) { return std::string(tested.param); });

TEST_P(RooflineTab, HasTheRoofsAndAnswersTheSwitch)
{
    const auto driver = open_roofline(GetParam());
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    driver->keep_picture(std::string("roofline_") + GetParam());
    if (!can_read_screen()) GTEST_SKIP() << "this Dear ImGui does not tell its glyphs";
    driver->click("roofline:dram");
    driver->frames(3);
    const std::string dram = screen();
    for (const char* words : {"per byte of DRAM", "TB/s", "the roof of DRAM"})
        EXPECT_NE(dram.find(words), std::string::npos) << words << " in\n" << dram;
    driver->click("roofline:l2");
    driver->frames(3);
    EXPECT_NE(screen().find("per byte of L2"), std::string::npos) << screen();
    EXPECT_GT(driver->colours_in(driver->app().layout().tabs), 8);
}

TEST(RooflineTabOf, AClickOnAPointMovesTheSliderThere)
{
    const auto driver = open_roofline("running_mean");
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    for (const std::int64_t window : {64, 32}) {
        EXPECT_FALSE(driver->session().set_values({{"window_size", window}}));
        driver->settle();
    }
    const charts::Roofline roofline = charts::roofline({driver->session().view().experiment(),
                                                        driver->session().view().curves(),
                                                        "window_size",
                                                        driver->session().view().selection().values,
                                                        "local_array",
                                                        {},
                                                        &driver->session().view().gpu(),
                                                        {}},
                                                       charts::RoofLevel::dram);
    // Position of another value's point, by the axes that are drawn.
    const auto plot = driver->app().items().find("roofline:plot");
    ASSERT_TRUE(plot);
    const auto way = std::find_if(roofline.chart.series.begin(), roofline.chart.series.end(),
                                  [](const auto& series) { return series.is_ghost && series.key == "local_array"; });
    ASSERT_NE(way, roofline.chart.series.end());
    const auto& values = roofline.values[static_cast<std::size_t>(way - roofline.chart.series.begin())];
    const model::Value here = driver->session().view().selection().values.at("window_size");
    const auto other = std::find_if(values.begin(), values.end(), [&](const auto& value) { return value != here; });
    ASSERT_NE(other, values.end()) << "only " << values.size() << " is known";
    const charts::DataPoint& point = way->points[static_cast<std::size_t>(other - values.begin())];
    const charts::Axis& x = roofline.chart.x;
    const float along = static_cast<float>(std::log(point.x / x.first) / std::log(x.last / x.first));
    const float column = plot->min.x + along * plot->width();
    for (float y = plot->min.y + 5; y < plot->max.y; y += 10) {
        driver->click_at({column, y});
        const model::Value now = driver->session().view().selection().values.at("window_size");
        if (now == here) continue;
        EXPECT_NE(std::find(values.begin(), values.end(), now), values.end()) << model::to_string(now);
        return;
    }
    ADD_FAILURE() << "no click in the column of the point moved the slider";
}

/// How near the chosen variant is to that level's roof, in percent; nothing where it was not counted.
std::optional<int> nearness(Driver& driver, charts::RoofLevel level)
{
    const session::SessionView& session = driver.session().view();
    for (const charts::Series& series : roofline_of(session, driver.app().view(), level).chart.series)
        if (series.is_spot && series.key == session.selection().focus && !series.readout.empty())
            return std::atoi(series.readout.c_str());
    return std::nullopt;
}

/// Recordings of one GPU and a third of the lessons in each test.
struct RooflinePart {
    std::string gpu;
    std::size_t part = 0;
};
constexpr std::size_t roofline_parts = 3;
struct RooflineTabOn : testing::TestWithParam<RooflinePart> {};

TEST_P(RooflineTabOn, OpensOnTheLevelThatHasSomethingToSay)
{
    Start start;
    start.worker_command = "/bin/false";  // the recordings alone
    const auto driver = open_roofline("running_mean", std::move(start));
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    if (!can_read_screen()) GTEST_SKIP() << "this Dear ImGui does not tell its glyphs";
    int counted = 0, silent = 0, opened[3] = {};
    const auto& [gpu, part] = GetParam();
    driver->session().set_gpu(gpu);
    std::vector<std::string> names;
    for (const model::Experiment& each : driver->session().view().catalogue().experiments) names.push_back(each.name);
    for (const std::string& name : tests::part_of(names, part, roofline_parts)) {
        const model::Experiment& experiment = *driver->session().view().catalogue().find(name);
        SCOPED_TRACE(experiment.name + " on " + gpu);
        // Through another, so that the panel chooses anew.
        driver->session().select_experiment(experiment.name == "stencil" ? "coalescing" : "stencil");
        driver->settle();
        driver->session().select_experiment(experiment.name);
        driver->settle();
        const std::string all = screen();
        std::optional<int> most, here;
        for (const charts::RoofLevel level : {charts::RoofLevel::dram, charts::RoofLevel::l2, charts::RoofLevel::l1}) {
            const auto near = nearness(*driver, level);
            if (near && (!most || *near > *most)) most = near;
            if (all.find(std::string("per byte of ") + charts::roof_level_name(level)) == std::string::npos) continue;
            here = near;
            ++opened[static_cast<std::size_t>(level)];
        }
        if (!most) continue;
        ++counted;
        silent += *most == 0;
        EXPECT_EQ(here, most);
    }
    std::printf("%d rooflines: %d open on DRAM, %d on L2, %d on L1; of %d even the nearest roof is at 0 %%\n", counted,
                opened[0], opened[1], opened[2], silent);
    EXPECT_GT(counted, 6);
    EXPECT_GT(opened[1] + opened[2], 0);
}

const std::vector<RooflinePart> roofline_rows{{"h200", 0}, {"h200", 1}, {"h200", 2},
                                              {"h100", 0}, {"h100", 1}, {"h100", 2}};
SPILLWAY_SAMPLED_SUITE(RooflineTabOn, roofline_rows, 6,
                       [](const auto& row) { return row.param.gpu + "_" + std::to_string(row.param.part); });

TEST(RooflineTabOf, StaysWhereItIsWhileTheSliderMoves)
{
    Start start;
    start.worker_command = "/bin/false";
    const auto driver = open_roofline("running_mean", std::move(start));
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    if (!can_read_screen()) GTEST_SKIP() << "this Dear ImGui does not tell its glyphs";
    const auto level_words = [&] {
        const std::string all = screen();
        const std::size_t at = all.find("per byte of ");
        return at == std::string::npos ? std::string() : all.substr(at, all.find('\n', at) - at);
    };
    const std::string first = level_words();
    EXPECT_FALSE(first.empty());
    for (const std::int64_t window : {4, 16, 64, 128}) {
        EXPECT_FALSE(driver->session().set_values({{"window_size", window}}));
        driver->settle();
        EXPECT_EQ(level_words(), first) << "window size " << window;
    }
}

TEST(RooflineTabOf, WhatIsAskedIsCovered)
{
    Start start;
    start.gpus_file = std::filesystem::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json";
    start.view.tab = "roofline";
    const auto driver = Driver::open(std::move(start));
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    if (!can_read_screen()) GTEST_SKIP() << "this Dear ImGui does not tell its glyphs";
    driver->session().select_experiment("running_mean");
    driver->app().view().lesson_steps["running_mean"] = lessons::count_steps(driver->session().view().experiment());
    driver->settle();
    const std::string all = screen();
    EXPECT_NE(all.find("The lesson asks th"), std::string::npos) << all;
    EXPECT_EQ(all.find("per byte of"), std::string::npos) << all;
}

}  // namespace
}  // namespace spillway::window
