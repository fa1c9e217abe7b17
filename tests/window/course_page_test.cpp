// The course over the window: every lesson once, none over another, reached by mouse and keyboard; the
// courses open as talks whose views all fit.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/teaching/courses.h"
#include "app/window/panels/talk_steps.h"
#include "app/window/panels/views.h"
#include "driver.h"
#include "screen_text.h"

namespace spillway::window {
namespace {

const std::string on_map = "course:lesson:";

std::vector<std::string> lessons_on(App& app)
{
    std::vector<std::string> keys;
    for (const std::string& key : app.items().walk())
        if (key.starts_with(on_map)) keys.push_back(key);
    return keys;
}

void expect_whole(Driver& driver)
{
    const auto keys = lessons_on(driver.app());
    EXPECT_EQ(keys.size(), driver.session().view().catalogue().experiments.size());
    const Rect page = *driver.app().items().find("course:page");
    std::vector<Rect> rects;
    for (const std::string& key : keys) rects.push_back(*driver.app().items().find(key));
    for (std::size_t i = 0; i < rects.size(); ++i) {
        const Rect& a = rects[i];
        EXPECT_TRUE(a.min.x >= page.min.x && a.min.y >= page.min.y && a.max.x <= page.max.x && a.max.y <= page.max.y)
            << keys[i];
        EXPECT_GE(a.height(), 20) << keys[i];
        for (std::size_t j = i + 1; j < rects.size(); ++j) {
            const Rect& b = rects[j];
            EXPECT_FALSE(a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y)
                << keys[i] << " lies over " << keys[j];
        }
    }
}

TEST(CoursePage, OnAPhoneEachLessonHasItsName)
{
    auto driver = Driver::open({.width = 390, .height = 844});
    if (!driver || !can_read_screen()) GTEST_SKIP() << "no OpenGL without a display here, or no text to be read";
    driver->frames(4);
    driver->click("lessons");
    driver->frames(2);
    driver->click("phone:course");
    driver->frames(3);
    ASSERT_TRUE(driver->app().view().course_page.is_open);
    expect_whole(*driver);
    std::string all;
    for (const ScreenText& text : read_screen()) all += text.text;
    std::erase(all, ' ');
    for (const model::Experiment& lesson : driver->session().view().catalogue().experiments) {
        std::string beginning = lesson.title.substr(0, 11);
        std::erase(beginning, ' ');
        EXPECT_NE(all.find(beginning), std::string::npos) << lesson.title;
    }
    driver->keep_picture("phone_course");
}

TEST(CoursePage, ShowsEveryLessonAndOpensWhatIsChosen)
{
    auto driver = Driver::open({.width = 1280, .height = 720});
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    driver->frames(4);
    ViewState& view = driver->app().view();
    driver->press('M');
    driver->frames(3);
    ASSERT_TRUE(view.course_page.is_open);
    expect_whole(*driver);
    driver->keep_picture("course_map");
    driver->click("course:topics");
    driver->frames(3);
    expect_whole(*driver);
    driver->click("course:map");
    driver->press('P');
    driver->frames(4);
    expect_whole(*driver);
    driver->keep_picture("course_map_present");
    driver->press('P');
    driver->frames(3);
    // Tab goes through the head, then lesson by lesson; Enter opens the one that has the keyboard.
    for (int i = 0; i < 60 && driver->app().items().focused() != on_map + "coalescing"; ++i) {
        driver->press(Key::tab);
        driver->frames(1);
    }
    driver->frames(2);
    driver->keep_picture("course_map_pointed");
    driver->press(Key::enter);
    driver->frames(4);
    EXPECT_FALSE(view.course_page.is_open);
    EXPECT_EQ(driver->session().view().selection().experiment, "coalescing");
    EXPECT_EQ(view.tab, "lesson");

    driver->click("course");
    driver->frames(3);
    EXPECT_TRUE(view.course_page.is_open);
    driver->press('N');  // what acts on the window behind it does nothing
    driver->frames(2);
    EXPECT_EQ(driver->session().view().selection().experiment, "coalescing");
    driver->press(Key::escape);
    driver->frames(2);
    EXPECT_FALSE(view.course_page.is_open);

    ASSERT_EQ(teaching::shipped_courses().size(), 3u);
    for (const teaching::Course& course : teaching::shipped_courses()) {
        driver->press('M');
        driver->frames(3);
        driver->click("course:talk:" + course.name);
        driver->frames(4);
        ASSERT_TRUE(view.talk) << course.name;
        EXPECT_TRUE(view.talk->file.empty()) << "a change must not go into the program's own file";
        EXPECT_EQ(view.tab, "talk");
        for (const teaching::TalkStop& stop : view.talk->talk.stops) {
            const auto wanted = teaching::parse_view(stop.view);
            ASSERT_TRUE(wanted) << stop.view;
            const auto refused = why_not_shown(*wanted, driver->session().view());
            EXPECT_FALSE(refused) << course.name << ": " << stop.view << ": " << refused->line();
        }
    }
    // The ninety minutes from the first stop to the last, with a presenter's clicker.
    open_course(teaching::find_course("ninety_minutes")->file, driver->session(), view);
    const std::size_t stops = view.talk->talk.stops.size();
    for (std::size_t i = 0; i < stops; ++i) {
        EXPECT_EQ(view.talk->at, static_cast<int>(i));
        const auto wanted = teaching::parse_view(view.talk->talk.stops[i].view);
        driver->frames(2);
        EXPECT_EQ(driver->session().view().selection().experiment, wanted->setting.experiment);
        EXPECT_EQ(driver->session().view().selection().focus, wanted->setting.variant);
        driver->press(Key::page_down);
    }
    driver->keep_picture("course_talk");
}

}  // namespace
}  // namespace spillway::window
