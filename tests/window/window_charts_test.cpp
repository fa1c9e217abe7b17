#include <fstream>

#include <gtest/gtest.h>

#include "app/window/panels/charts/export.h"
#include "app/window/shell/screenshot.h"
#include "running_mean_window.h"

namespace spillway::window {
namespace {

using Integer = std::int64_t;
namespace fs = std::filesystem;

class Charts : public RunningMeanWindow {
protected:
    void SetUp() override
    {
        RunningMeanWindow::SetUp();
        if (driver) choose_charts_of_reports();
    }
    Integer window_size() const { return value("window_size"); }
    Rect plot(const std::string& chart) const
    {
        const auto rect = driver->app().items().find("chart:" + chart);
        EXPECT_TRUE(rect) << chart;
        return rect.value_or(Rect{});
    }
};

TEST_F(Charts, DraggingInOneMovesTheSlider)
{
    const Rect rect = plot("theoretical_occupancy");
    const float y = rect.centre().y;
    driver->drag({rect.min.x + 10, y}, {rect.max.x - 1, y});
    EXPECT_GE(window_size(), 125);
    driver->drag({rect.max.x - 10, y}, {rect.min.x + 1, y});
    EXPECT_LE(window_size(), 3);
}

TEST_F(Charts, WheelZoomsAndDoubleClickResets)
{
    const Rect rect = plot("stack_frame_bytes");
    driver->move_to(rect.centre());
    driver->surface().wheel(3);
    driver->frames(3);
    EXPECT_FALSE(driver->app().view().zoom.empty());
    driver->click_at(rect.centre());
    driver->click_at(rect.centre());
    EXPECT_TRUE(driver->app().view().zoom.empty());
}

TEST_F(Charts, RightClickOffersToSave)
{
    driver->click_at(plot("bytes_per_second").centre(), 1);
    EXPECT_EQ(driver->app().view().open_menu, "chart:bytes_per_second");
    driver->keep_picture("chart_menu");
    driver->press(Key::escape);
    EXPECT_TRUE(driver->app().view().open_menu.empty());
}

TEST_F(Charts, AnotherMetricIsChosenFromTheTitleAndKept)
{
    driver->click("chart_title:2");
    driver->frames(2);
    driver->keep_picture("metric_menu");
    driver->click("metric:seconds_median");
    driver->frames(3);
    EXPECT_TRUE(driver->app().items().find("chart:seconds_median"));
    EXPECT_FALSE(driver->app().items().find("chart:theoretical_occupancy"));
    const Settings kept = driver->app().settings(1600, 900);
    EXPECT_EQ(kept.charts.at("running_mean").at(2), "seconds_median");

    driver->click("chart_title:2");
    driver->frames(2);
    driver->click("charts:reset");
    driver->frames(3);
    EXPECT_TRUE(driver->app().items().find("chart:theoretical_occupancy"));
    EXPECT_TRUE(driver->app().settings(1600, 900).charts.empty());
}

TEST_F(Charts, StandTwoToFourBesideEachOther)
{
    const auto count = [&] {
        int found = 0;
        while (driver->app().items().find("chart_title:" + std::to_string(found))) ++found;
        return found;
    };
    const auto choose = [&](const std::string& title, const std::string& entry) {
        driver->click(title);
        driver->frames(2);
        driver->click(entry);
        driver->frames(3);
    };
    choose("chart_title:0", "charts:add");
    EXPECT_EQ(count(), 4);
    driver->keep_picture("four_charts");
    choose("chart_title:3", "charts:remove");
    choose("chart_title:0", "charts:remove");
    EXPECT_EQ(count(), 2);
    driver->keep_picture("two_charts");
    driver->click("chart_title:0");
    driver->frames(2);
    EXPECT_FALSE(driver->app().items().find("charts:remove")) << "two are the fewest";
}

TEST_F(Charts, TheScaleOfAnAxisIsSwitchedByAClick)
{
    driver->settle();
    const auto& worker = driver->session().view().worker();
    if (!worker.hello || !worker.hello->compiler.available) GTEST_SKIP() << "no compiler here";
    driver->click("y_scale:theoretical_occupancy");
    driver->frames(3);
    EXPECT_EQ(driver->app().settings(1600, 900).y_scales.at("theoretical_occupancy"), charts::AxisScale::logarithmic);
    driver->keep_picture("logarithmic");
    driver->click("y_scale:theoretical_occupancy");
    driver->frames(3);
    EXPECT_EQ(driver->app().settings(1600, 900).y_scales.at("theoretical_occupancy"), charts::AxisScale::linear);
}

TEST_F(Charts, ALegendWithoutRoomListsItsValues)
{
    driver->settle();  // what the values still to come take of the room is not known before
    const std::string key = "values:theoretical_occupancy";
    for (int i = 0; i < 4; ++i) driver->press('+', true);
    for (int height = 720; height >= 400 && !driver->app().items().find(key); height -= 40) {
        driver->surface().resize(900, height, 1);
        driver->frames(4);
    }
    driver->keep_picture("more_values");
    driver->click(key);
    driver->frames(2);
    ASSERT_EQ(driver->app().view().open_menu, key);
    driver->keep_picture("more_values_open");
    for (const model::Variant& variant : driver->session().view().experiment().variants)
        EXPECT_TRUE(driver->app().items().find("value:theoretical_occupancy:" + variant.name)) << variant.name;
    driver->click("value:theoretical_occupancy:sliding_sum");
    driver->frames(2);
    EXPECT_EQ(driver->session().view().selection().focus, "sliding_sum");
    EXPECT_TRUE(driver->app().view().open_menu.empty());
}

TEST_F(Charts, AreLaidOutAgainOnlyWhenSomethingChanged)
{
    driver->settle_all();  // what the lesson's claims want to know over the axis are points of the curves too
    driver->frames(3);
    const std::size_t before = driver->app().chart_board().layouts();
    driver->move_to(plot("stack_frame_bytes").centre());
    driver->frames(10);
    EXPECT_EQ(driver->app().chart_board().layouts(), before) << "a hovering mouse changes nothing";
    driver->app().view().zoom["window_size"] = {10, 20};
    driver->frames(2);
    EXPECT_EQ(driver->app().chart_board().layouts(), before + 3);
}

TEST_F(Charts, CurvesAreDrawnOnceTheCompilerHasAnswered)
{
    driver->settle();
    const auto& worker = driver->session().view().worker();
    if (!worker.hello || !worker.hello->compiler.available) GTEST_SKIP() << "no compiler here";
    EXPECT_GT(driver->colours_in(plot("stack_frame_bytes")), 8);
    driver->move_to(plot("stack_frame_bytes").centre());
    driver->frames(3);
    driver->keep_picture("hover");
}

struct Picture {
    const char* name;
    int width, height;
    float scale;
    bool dark, present;
};

class Pictures : public testing::TestWithParam<Picture> {};
INSTANTIATE_TEST_SUITE_P(Sizes, Pictures,
                         testing::Values(Picture{"1280x720_dark", 1280, 720, 1, true, false},
                                         Picture{"1600x900_light", 1600, 900, 1, false, false},
                                         Picture{"2560x1440_twice", 2560, 1440, 2, true, false},
                                         Picture{"1920x1080_present", 1920, 1080, 1, false, true},
                                         Picture{"900x700_narrow", 900, 700, 1, true, false}),
                         [](const auto& param) { return "P" + std::string(param.param.name); });

TEST_P(Pictures, HaveEveryPartOfTheWindow)
{
    const Picture& picture = GetParam();
    ViewState view;
    view.dark = picture.dark;
    view.present = picture.present;
    auto driver = Driver::open(picture.width, picture.height, picture.scale, view, /*fill_curve=*/true);
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    driver->session().select_experiment("running_mean");
    // A whole curve of one compile a variant.
    driver->session().set_x_axis("block_size");
    driver->settle();
    driver->keep_picture(picture.name);
    const std::vector<const char*> whole{"gpu_selector",
                                         "help",
                                         "variant:local_array",
                                         "slider:window_size",
                                         "chart:bytes_per_second",
                                         "chart:theoretical_occupancy",
                                         "chart:stack_frame_bytes",
                                         "tab:lesson",
                                         "tab:code"};
    const std::vector<const char*> presented{"gpu_selector",
                                             "lessons",
                                             "present",
                                             "variant:local_array",
                                             "slider:block_size",
                                             "chart:bytes_per_second",
                                             "chart:stack_frame_bytes",
                                             "tab:lesson",
                                             "tab:sm",
                                             "tab:more"};
    for (const char* item : picture.present ? presented : whole) {
        const auto rect = driver->app().items().find(item);
        ASSERT_TRUE(rect) << item;
        EXPECT_GE(rect->min.x, 0) << item;
        EXPECT_LE(rect->max.x, picture.width) << item;
        EXPECT_LE(rect->max.y, picture.height) << item;
        EXPECT_GT(driver->colours_in(*rect), 1) << item << " shows nothing";
    }
}

TEST(Screenshot, UnknownTabNamesTheKnownOnes)
{
    auto driver = Driver::open(640, 400);
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    ScreenshotOptions options;
    options.tab = "wittnesses";
    const auto failed = take_screenshot(driver->session(), options);
    ASSERT_TRUE(failed);
    EXPECT_NE(failed->advice.find("occupancy"), std::string::npos);
}

}  // namespace
}  // namespace spillway::window
