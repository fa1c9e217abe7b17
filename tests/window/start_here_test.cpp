// The first five pages, as a user goes through them.
#include <gtest/gtest.h>

#include "app/catalogue/course_map.h"
#include "app/teaching/start_screens.h"
#include "driver.h"

namespace spillway::window {
namespace {

class Beginning : public testing::Test {
protected:
    void open(int width, int height, ViewState view = {}, float scale = 1)
    {
        Start start;
        start.width = width;
        start.height = height;
        start.scale = scale;
        start.view = std::move(view);
        start.view.tab = "lesson";
        driver = Driver::open(std::move(start));
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
        driver->session().select_experiment("running_mean");
        driver->frames(4);
    }
    StartHere& pages() { return driver->app().start_here(); }
    [[nodiscard]] bool is_there(const std::string& item) const { return driver->app().items().find(item).has_value(); }
    /// While the picture moves, and once it has come to rest.
    void keep(const std::string& name)
    {
        pages().skip_ahead(4.3);
        driver->frames(3);
        driver->keep_picture(name);
        pages().skip_ahead(30);
        driver->frames(3);
        driver->keep_picture(name + "_rest");
    }

    /// Each page is done as it asks; nothing leads on before.
    void go_through(const std::string& name)
    {
        ASSERT_TRUE(pages().is_open());
        EXPECT_FALSE(is_there("start:next"));
        driver->click("start:answer:0");
        EXPECT_FALSE(pages().is_done()) << "that is not it";
        driver->click("start:answer:1");
        keep(name + "_1");
        driver->click("start:next");
        driver->frames(2);
        EXPECT_FALSE(is_there("start:next"));
        driver->click("start:place:0");
        EXPECT_FALSE(pages().is_done());
        driver->click("start:place:3");
        keep(name + "_2");
        driver->click("start:next");
        driver->frames(2);
        const Rect cells = *driver->app().items().find("start:cells");
        driver->click_at({cells.min.x + 3, cells.max.y - 3});
        EXPECT_EQ(pages().slid(), teaching::start_block * (teaching::start_blocks - 1)) << "first of the last row";
        EXPECT_FALSE(pages().is_done());
        driver->press(Key::page_down);
        ASSERT_EQ(pages().page(), 2U) << "not before the page's task is done";
        const Rect track = *driver->app().items().find("start:slide");
        const float share = static_cast<float>(teaching::start_index) /
                            static_cast<float>(teaching::start_block * teaching::start_blocks - 1);
        driver->drag({track.min.x + 10, track.centre().y}, {track.min.x + share * track.width(), track.centre().y});
        for (int moves = 0; moves < teaching::start_block && !pages().is_done(); ++moves) driver->press(Key::right);
        ASSERT_TRUE(pages().is_done()) << "the drag ends at the index or before it";
        keep(name + "_3");
        driver->press(Key::page_down);
        driver->frames(2);
        const Rect chart = *driver->app().items().find("start:chart");
        driver->click_at({chart.min.x + 3, chart.centre().y});
        EXPECT_FALSE(pages().is_done());
        driver->click_at({chart.max.x - 20, chart.centre().y});
        keep(name + "_4");
        driver->click("start:next");
        driver->frames(2);
        const Rect slider = *driver->app().items().find("start:slider");
        EXPECT_FALSE(pages().is_done());
        const auto before = driver->session().view().selection().values.at("window_size");
        driver->drag({slider.min.x + 0.3f * slider.width(), slider.centre().y},
                     {slider.min.x + 0.6f * slider.width(), slider.centre().y});
        driver->frames(3);
        keep(name + "_5");
        EXPECT_NE(driver->session().view().selection().values.at("window_size"), before) << "it is the real slider";
        EXPECT_TRUE(pages().is_done());
        driver->click("start:next");
        EXPECT_FALSE(pages().is_open());
        driver->frames(2);
        const auto* recommended = catalogue::next_lesson(driver->session().view().catalogue(), {});
        ASSERT_NE(recommended, nullptr);
        EXPECT_EQ(driver->session().view().selection().experiment, recommended->name) << "as the map says";
        EXPECT_EQ(driver->app().view().tab, "lesson");
    }
    std::unique_ptr<Driver> driver;
};

TEST_F(Beginning, NoWindowOpensItUnasked)
{
    open(1600, 900);
    EXPECT_FALSE(pages().is_open());
    EXPECT_FALSE(Settings{}.start_here);
    EXPECT_FALSE(parse_settings("{}").settings.start_here);
    EXPECT_TRUE(parse_settings("{\"start_here\": true}").settings.start_here);
}

TEST_F(Beginning, FivePagesEachEndedByDoingSomething)
{
    open(1600, 900);
    pages().open();
    driver->frames(3);
    go_through("start_1600");
}

TEST_F(Beginning, InOtherSizesAndInTheLight)
{
    ViewState light;
    light.dark = false;
    open(1280, 720, light);
    pages().open();
    driver->frames(3);
    go_through("start_1280_light");
    open(2560, 1440, {}, 2);
    pages().open();
    driver->frames(3);
    go_through("start_2560");
    ViewState present;
    present.present = true;
    open(1280, 720, present);
    pages().open();
    driver->frames(3);
    go_through("start_present");
}

TEST_F(Beginning, IsLeftAtAnyTimeAndFoundAgainUnderHelp)
{
    open(1280, 720);
    pages().open();
    driver->frames(3);
    const auto before = driver->session().view().selection();
    driver->press('N');  // keys of the window do nothing behind it
    driver->press(Key::right);
    EXPECT_EQ(driver->session().view().selection(), before);
    driver->press(Key::escape);
    EXPECT_FALSE(pages().is_open());
    driver->press(Key::f1);
    driver->keep_picture("start_under_help");
    driver->click("help:start");
    EXPECT_TRUE(pages().is_open());
    EXPECT_FALSE(driver->app().view().show_help);
    driver->frames(2);
    driver->click("start:leave");
    EXPECT_FALSE(pages().is_open());
}

TEST_F(Beginning, TheKeyboardAloneGetsThroughIt)
{
    open(1280, 720);
    pages().open();
    driver->frames(3);
    const auto press_on = [&](const std::string& item) {
        for (int i = 0; i < 20 && driver->app().items().focused() != item; ++i) driver->press(Key::tab);
        EXPECT_EQ(driver->app().items().focused(), item);
        driver->press(Key::enter);
        driver->frames(2);
    };
    press_on("start:answer:1");
    press_on("start:next");
    press_on("start:place:3");
    press_on("start:next");
    for (int i = 0; i < teaching::start_index; ++i) driver->press(Key::right);
    press_on("start:next");
    for (int i = 0; i < 25; ++i) driver->press(Key::right);
    press_on("start:chart");
    press_on("start:next");
    driver->press(Key::right);
    driver->frames(3);
    press_on("start:next");
    EXPECT_FALSE(pages().is_open());
}

}  // namespace
}  // namespace spillway::window
