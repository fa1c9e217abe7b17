// The tab Warp at the places that lessons open: drawn in three sizes, dark and light, walked with the keys, and in
// present mode.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/catalogue/lesson.h"
#include "app/window/kit/actions.h"
#include "app/window/panels/views.h"
#include "driver.h"
#include "screen_text.h"
#include "tests/support/sample.h"

namespace spillway::window {
namespace {

/// "v1/coalescing/gpu=h200/set=stride:8/variant=strided/tab=warp/warp=0:0:access1" of a lesson's link.
std::string view_of_link(const std::string& experiment, std::string link)
{
    link.erase(0, std::string("set:").size());
    std::string values, rest;
    for (std::size_t begin = 0; begin < link.size();) {
        const std::size_t end = std::min(link.find(',', begin), link.size()), equals = link.find('=', begin);
        const std::string key = link.substr(begin, equals - begin), value = link.substr(equals + 1, end - equals - 1);
        if (key == "variant" || key == "tab" || key == "warp")
            rest += "/" + key + "=" + value;
        else
            values += (values.empty() ? "/set=" : ",") + key + ":" + value;
        begin = end + 1;
    }
    return "v1/" + experiment + "/gpu=h200" + values + rest;
}

struct LessonPlace {
    std::string experiment, view;
};

/// The first place of each lesson that opens the tab Warp.
std::vector<LessonPlace> lesson_places(const session::SessionView& session)
{
    std::vector<LessonPlace> places;
    for (const model::Experiment& experiment : session.catalogue().experiments)
        for (const catalogue::LessonLink& link : catalogue::lesson_links(experiment.lesson)) {
            if (!link.target.starts_with("set:") || link.target.find("warp=") == std::string::npos) continue;
            places.push_back({experiment.name, view_of_link(experiment.name, link.target)});
            break;
        }
    return places;
}

class WarpTab : public testing::Test {
protected:
    void open(int width, int height, float scale, bool is_dark)
    {
        Start start;
        start.width = width;
        start.height = height;
        start.scale = scale;
        start.view.dark = is_dark;
        start.view.shows_answers = true;
        driver = Driver::open(std::move(start));
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
        driver->until([&] { return driver->session().view().worker().hello.has_value(); });
        if (!driver->session().view().worker().hello->compiler.available) GTEST_SKIP() << "no compiler here";
    }

    void show(const LessonPlace& place)
    {
        const auto error = show_view(place.view, driver->session(), driver->app().view());
        ASSERT_FALSE(error) << place.view << ": " << error->line();
        driver->settle();  // until then the desk has the run of the place before
        driver->until([&] { return desk().run() != nullptr && !desk().is_running() && !desk().is_stale(); });
        driver->frames(4);
    }

    [[nodiscard]] const WarpDesk& desk() const { return *driver->app().view().warp_desk; }
    [[nodiscard]] catalogue::WarpPlace place() const
    {
        return warp_place(driver->session().view(), driver->app().view());
    }
    [[nodiscard]] std::size_t step() const { return desk().step(place()); }
    [[nodiscard]] bool is_there(const std::string& item) const { return driver->app().items().find(item).has_value(); }
    [[nodiscard]] static bool is_written(const std::string& text)
    {
        const auto all = read_screen();
        return std::any_of(all.begin(), all.end(), [&](const ScreenText& each) { return each.text == text; });
    }

    std::unique_ptr<Driver> driver;
};

struct WarpSize {
    int width, height;
    float scale;
    bool is_dark;
};
struct WarpTabIn : WarpTab, testing::WithParamInterface<WarpSize> {};

TEST_P(WarpTabIn, ShowsThePlacesOfLessons)
{
    const auto& [width, height, scale, is_dark] = GetParam();
    ASSERT_NO_FATAL_FAILURE(open(width, height, scale, is_dark));
    if (!driver || testing::Test::IsSkipped()) return;
    const auto places = lesson_places(driver->session().view());
    EXPECT_GE(places.size(), 6U);
    for (const LessonPlace& each : places) {
        const std::string name = "warp_" + each.experiment + "_" + std::to_string(width) + (is_dark ? "" : "_light");
        SCOPED_TRACE(name);
        ASSERT_NO_FATAL_FAILURE(show(each));
        EXPECT_EQ(emulate::step_of_place(desk().run()->trace(), place()), step()) << "the trace reaches the place";
        EXPECT_TRUE(is_there("warp:lanes") || is_there("warp:access"));
        if (can_read_screen()) {
            EXPECT_TRUE(is_written("lane"));
        }
        driver->keep_picture(name);
    }
}

const std::vector<WarpSize>& warp_sizes()
{
    static const std::vector<WarpSize> sizes{{1280, 720, 1, true},  {2560, 1440, 2, true},  {1600, 900, 1, true},
                                             {1600, 900, 1, false}, {2560, 1440, 2, false}, {1280, 720, 1, false}};
    return sizes;
}
SPILLWAY_SAMPLED_SUITE(WarpTabIn, warp_sizes(), 6, [](const auto& row) {
    return std::to_string(row.param.width) + (row.param.is_dark ? "_dark" : "_light");
});

TEST_F(WarpTab, KeysWalkAndALinkNamesThePlace)
{
    ASSERT_NO_FATAL_FAILURE(open(1600, 900, 1, true));
    if (!driver || testing::Test::IsSkipped()) return;
    for (const bool is_presenting : {false, true}) {
        ASSERT_NO_FATAL_FAILURE(
            show({"first_kernel", "v1/first_kernel/gpu=h200/set=branches:4/variant=by_lane/tab=warp/warp=0:0:1"}));
        driver->app().view().present = is_presenting;
        driver->frames(4);
        const ptx::WarpTrace& trace = desk().run()->trace();
        const auto walk = [&](char key, bool shift = false) {
            driver->press(key, false, shift);
            driver->frames(3);
            return step();
        };
        EXPECT_EQ(step(), 0U);
        EXPECT_EQ(walk('.'), 1U);
        EXPECT_EQ(walk(','), 0U);
        const std::size_t parts = walk('D');
        EXPECT_EQ(parts, trace.find(0, ptx::StopAt::divergence, true));
        EXPECT_TRUE(trace.step(parts).splits);
        const std::size_t access = walk('E');
        EXPECT_EQ(access, trace.find(parts, ptx::StopAt::access, true));
        EXPECT_TRUE(is_there("warp:access"));
        EXPECT_EQ(walk('E', true), trace.find(access, ptx::StopAt::access, false).value_or(access));
        const auto link = link_to_view(driver->session().view(), driver->app().view());
        ASSERT_TRUE(link);
        EXPECT_NE(link->find("/warp=" + catalogue::format_warp_place(place())), std::string::npos) << *link;
        if (is_presenting) driver->keep_picture("warp_present");
    }
}

TEST_F(WarpTab, ACopyShowsTheLoadAndTheStore)
{
    ASSERT_NO_FATAL_FAILURE(open(1600, 900, 1, true));
    if (!driver || testing::Test::IsSkipped()) return;
    ASSERT_NO_FATAL_FAILURE(show({"async_copy", "v1/async_copy/gpu=h200/variant=cp_async/tab=warp/warp=0:0:1"}));
    const ptx::WarpTrace& trace = desk().run()->trace();
    std::size_t copy = 0;
    while (copy < trace.size() && trace.step(copy).instruction->op != ptx::Op::cp_async) ++copy;
    ASSERT_LT(copy, trace.size());
    const auto accesses = trace.accesses(copy);
    ASSERT_EQ(accesses.size(), 2U);
    EXPECT_FALSE(accesses[0].is_write);
    EXPECT_EQ(accesses[1].memory, ptx::SteppedAccess::Memory::shared);
    ASSERT_NO_FATAL_FAILURE(
        show({"async_copy", "v1/async_copy/gpu=h200/variant=cp_async/tab=warp/warp=0:0:" + std::to_string(copy + 1)}));
    const auto is_title_of = [](const std::string& begin) {
        const auto all = read_screen();
        return std::any_of(all.begin(), all.end(),
                           [&](const ScreenText& each) { return each.text.starts_with(begin); });
    };
    ASSERT_TRUE(is_there("warp:side:1"));
    if (can_read_screen()) {
        EXPECT_TRUE(is_title_of("Load of "));
    }
    driver->click("warp:side:1");
    driver->frames(3);
    if (can_read_screen()) {
        EXPECT_TRUE(is_title_of("Store of "));
    }
    driver->keep_picture("warp_copy_store");
}

}  // namespace
}  // namespace spillway::window
