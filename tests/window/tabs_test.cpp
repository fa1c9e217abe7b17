// The row of tabs: every title is read whole, and what has no room there stands behind "More".
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/window/panels/panels.h"
#include "app/window/shell/keyboard.h"
#include "driver.h"
#include "screen_text.h"

namespace spillway::window {
namespace {

std::string tab_item(const Panel* panel)
{
    return std::string("tab:") + panel->key;
}

/// Text drawn within an item, in one string.
std::string text_in(const Rect& rect)
{
    std::string text;
    for (const ScreenText& each : read_screen())
        if (rect.contains(each.rect.centre())) text += each.text;
    return text;
}

/// Those of the row, without a menu's.
std::vector<const Panel*> beside_each_other(Driver& driver)
{
    std::vector<const Panel*> beside;
    for (const Panel* panel : visible_tabs(driver.app().view()))
        if (driver.app().items().find(tab_item(panel))) beside.push_back(panel);
    return beside;
}

TEST(Tabs, TitlesAreWholeInWindowsOfEverySize)
{
    struct Size {
        int width, height;
        float scale;
    };
    for (const auto& [width, height, scale] :
         {Size{390, 844, 1}, Size{640, 400, 1}, Size{800, 600, 1}, Size{1024, 768, 1}, Size{1280, 720, 1},
          Size{1600, 900, 1}, Size{2560, 1440, 2}}) {
        const std::string size = std::to_string(width) + "x" + std::to_string(height);
        auto driver = Driver::open(width, height, scale);
        if (!driver || !can_read_screen()) GTEST_SKIP() << "no OpenGL without a display here, or no text to be read";
        driver->keep_picture("tabs_" + size);
        const auto beside = beside_each_other(*driver);
        EXPECT_GE(beside.size(), 2U) << size;
        for (const Panel* panel : beside) {
            const Rect place = *driver->app().items().find(tab_item(panel));
            EXPECT_EQ(text_in(place), panel->title) << size;
            EXPECT_LE(place.max.x, driver->app().layout().tabs.max.x) << size << ", " << panel->title;
        }
        if (beside.size() == visible_tabs(driver->app().view()).size()) continue;
        const auto more = driver->app().items().find("tab:more");
        ASSERT_TRUE(more) << size;
        EXPECT_EQ(text_in(*more), "More") << size;
    }
}

TEST(Tabs, WhatHasNoRoomIsReachedBehindMore)
{
    auto driver = Driver::open(800, 600);
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    for (const Panel* panel : visible_tabs(driver->app().view())) {
        driver->app().view().tab = "lesson";
        driver->frames();
        if (!driver->app().items().find(tab_item(panel))) driver->click("tab:more");
        driver->click(tab_item(panel));
        EXPECT_EQ(driver->app().view().tab, panel->key);
        EXPECT_TRUE(driver->app().items().find(tab_item(panel))) << "it stands beside the others while it is shown";
    }
    driver->keep_picture("tabs_800x600_last");
}

}  // namespace
}  // namespace spillway::window
