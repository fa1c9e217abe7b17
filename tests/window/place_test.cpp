// A window that ends without being closed: the next one begins where it was.
#include <gtest/gtest.h>

#include "app/window/shell/place.h"
#include "driver.h"

namespace spillway::window {
namespace {

std::unique_ptr<Driver> opened(ViewState view = {})
{
    Start start;
    start.width = 1600;
    start.height = 2600;
    start.view = std::move(view);
    start.view.tab = "lesson";
    return Driver::open(std::move(start));
}

TEST(Place, ValuesXAxisVariantGpuAndDrawingAreFoundAgain)
{
    auto driver = opened();
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    driver->session().select_experiment("running_mean");
    driver->session().set_gpu("t4");
    driver->frames(4);
    driver->turn_to("question:registers_curve");
    driver->click("question:registers_curve:draw");
    driver->click("question:registers_curve");
    driver->type("1:20, 32:50, 128:100");
    driver->session().set_focus("sliding_sum");
    ASSERT_FALSE(driver->session().set_values({{"window_size", std::int64_t{48}}}));
    driver->app().view().present = true;
    driver->frames(4);
    const std::string text = print_settings(driver->app().settings(1600, 900));
    driver.reset();  // nothing is closed

    const ReadSettings read = parse_settings(text);
    ASSERT_FALSE(read.notice) << read.notice->line();
    driver = opened(initial_view(read.settings));
    driver->session().select_experiment(read.settings.experiment);
    go_to(read.settings.place, driver->session(), driver->app().view());
    driver->frames(6);
    const session::Selection& now = driver->session().view().selection();
    EXPECT_EQ(now.experiment, "running_mean");
    EXPECT_EQ(now.gpu, "t4");
    EXPECT_EQ(now.focus, "sliding_sum");
    EXPECT_EQ(now.x_axis, "window_size");
    EXPECT_EQ(now.values.at("window_size"), model::Value(std::int64_t{48}));
    EXPECT_TRUE(driver->app().view().present);
    ASSERT_TRUE(driver->app().view().sketch);
    EXPECT_EQ(driver->app().view().sketch->points, (teaching::Curve{{1, 20}, {32, 50}, {128, 100}}));
}

TEST(Place, WhatIsGoneByThenIsLeftOut)
{
    auto driver = opened();
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    driver->session().select_experiment("running_mean");
    const session::Selection before = driver->session().view().selection();
    go_to({"no_gpu", "no_axis", "no_variant", {{"window_size", "many"}, {"no_knob", "1"}}, false, "no_question", "1:1"},
          driver->session(), driver->app().view());
    driver->frames(3);
    EXPECT_EQ(driver->session().view().selection().values, before.values);
    EXPECT_EQ(driver->session().view().selection().gpu, before.gpu);
    EXPECT_FALSE(driver->app().view().sketch);
    // An answered question is not drawn again.
    driver->session().change_learner([](learner::LearnerProgress& all) {
        all["running_mean"].predictions["registers_curve"] = {true, "", "", std::nullopt};
    });
    go_to({"", "", "", {}, false, "registers_curve", "1:1 2:2"}, driver->session(), driver->app().view());
    EXPECT_FALSE(driver->app().view().sketch);
}

}  // namespace
}  // namespace spillway::window
