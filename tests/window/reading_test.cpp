#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "app/window/kit/compat.h"
#include "app/window/kit/widgets.h"
#include "driver.h"

namespace spillway::window {
namespace {

class Reading : public testing::Test {
protected:
    void open(int width, int height, float scale = 1, ViewState view = {})
    {
        view.tab = "code";
        driver = Driver::open(width, height, scale, std::move(view));
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
        driver->session().select_experiment("running_mean");
        driver->session().set_focus("local_array");
        driver->frames(4);
    }
    [[nodiscard]] bool is_there(const std::string& item) const { return driver->app().items().find(item).has_value(); }
    /// Text on the screen that is noted after this prefix.
    [[nodiscard]] std::string text_after(const std::string& prefix) const
    {
        for (const std::string& key : driver->app().items().noted())
            if (key.starts_with(prefix)) return key.substr(prefix.size());
        return {};
    }
    /// Until the focused variant's PTX is there; false where nothing compiles here.
    bool wait_for_code()
    {
        session::Session& session = driver->session();
        driver->until([&] {
            const bool has_worker = session.view().worker().state == worker_client::WorkerState::ready;
            const bool has_compiler = has_worker && session.view().worker().hello->compiler.available;
            return (has_worker && !has_compiler) ||
                   (session.view().listing() != nullptr && !session.view().listing_is_stale());
        });
        return session.view().listing() != nullptr;
    }
    std::unique_ptr<Driver> driver;
};

TEST_F(Reading, AnyPanelFillsTheWindowWithOneKeyAndGoesBack)
{
    open(1280, 720);
    const Layout before = driver->app().layout();
    for (const auto& [place, part] : {std::pair{before.charts[0].centre(), Part::charts},
                                      {before.tabs.centre(), Part::tabs},
                                      {before.right.centre(), Part::right},
                                      {before.left.centre(), Part::left}}) {
        driver->press(Key::right);  // a slider has the keyboard, as while one teaches
        driver->press(Key::tab);
        driver->move_to(place);
        driver->press('F');
        EXPECT_EQ(driver->app().view().filled, part);
        const Layout& filled = driver->app().layout();
        EXPECT_EQ(part_at(filled, filled.middle.centre()), part);
        driver->keep_picture("filled_" + std::to_string(static_cast<int>(part)));
        driver->press('F');
        EXPECT_EQ(driver->app().view().filled, Part::none);
        EXPECT_EQ(driver->app().layout().tabs.width(), before.tabs.width());
    }
    driver->click("fill:tabs");
    EXPECT_EQ(driver->app().view().filled, Part::tabs);
    driver->press(Key::escape);
    driver->press(Key::escape);
    EXPECT_EQ(driver->app().view().filled, Part::none);
}

TEST_F(Reading, BordersAreDraggedAndKept)
{
    open(1600, 900);
    const float unit = driver->surface().layout_scale();
    const Layout before = driver->app().layout();
    const ImVec2 from = before.charts_border.centre();
    // Low charts have no room to give, high ones none to take.
    const float by = (from.y > 400 * unit ? -90 : 60) * unit;
    driver->drag(from, {from.x, from.y + by});
    EXPECT_NEAR(driver->app().layout().tabs.min.y, before.tabs.min.y + by, 4 * unit);
    const ImVec2 beside = driver->app().layout().right_border.centre();
    driver->drag(beside, {beside.x - 100 * unit, beside.y});
    EXPECT_NEAR(driver->app().layout().right.width(), before.right.width() + 100 * unit, 4 * unit);
    const ImVec2 source = driver->place_of("border:source");
    const auto column = driver->app().items().find("column:source");
    ASSERT_TRUE(column);
    driver->drag(source, {source.x + 60 * unit, source.y});
    EXPECT_NEAR(driver->app().items().find("column:source")->width(), column->width() + 60 * unit, 6 * unit);
    const Settings kept = driver->app().settings(1600, 900);
    EXPECT_EQ(initial_view(kept).borders, driver->app().view().borders);
    driver->keep_picture("borders_dragged");
    driver->press(Key::down, false, false, true);
    EXPECT_GT(driver->app().view().borders.charts, kept.borders.charts);
}

TEST_F(Reading, TheCornerButtonOfAPanelThatScrollsStandsBesideItsBar)
{
    open(1280, 560);
    if (!driver) return;
    const ImVec2 border = driver->app().layout().charts_border.centre();
    driver->drag(border, {border.x, border.y + 200});
    driver->settle();  // what the panel says of the answer is part of its height
    driver->keep_picture("sm_scrolls");
    const ImGuiWindow* panel = nullptr;
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        if (std::string_view(window->Name).find("##panel:sm") != std::string_view::npos) panel = window;
    ASSERT_NE(panel, nullptr);
    ASSERT_GT(panel->ScrollMax.y, 0) << "there is more than fits";
    const auto button = driver->app().items().find("fill:right");
    ASSERT_TRUE(button);
    EXPECT_LE(button->max.x, panel->InnerRect.Max.x);
}

TEST_F(Reading, PlacesAreSteppedThroughByButtonAndKey)
{
    open(1280, 1100);
    if (!wait_for_code()) GTEST_SKIP() << "no compiler here";
    driver->click("place:next");
    const std::string first = text_after("at place:");
    EXPECT_NE(first.find(" of "), std::string::npos);
    driver->press('.');
    EXPECT_NE(text_after("at place:"), first);
    driver->press(',');
    EXPECT_EQ(text_after("at place:"), first);
    driver->keep_picture("place_stepped");
}

TEST_F(Reading, ASearchCountsStepsAndCloses)
{
    open(1280, 1100);
    if (!wait_for_code()) GTEST_SKIP() << "no compiler here";
    driver->press('F', true);
    driver->frames(3);
    driver->type("local");
    driver->frames(3);
    const std::string first = text_after("found:");
    ASSERT_TRUE(first.starts_with("1 of ")) << first;
    driver->press(Key::enter);
    driver->frames(3);
    EXPECT_TRUE(text_after("found:").starts_with("2 of ")) << text_after("found:");
    driver->click("find:previous");
    EXPECT_EQ(text_after("found:"), first);
    driver->keep_picture("search");
    driver->press(Key::escape);
    driver->frames(3);
    EXPECT_FALSE(driver->app().view().finding);
    EXPECT_EQ(text_after("found:"), "");
}

TEST_F(Reading, TwoVariantsAreCompared)
{
    open(1280, 1100);
    if (!wait_for_code()) GTEST_SKIP() << "no compiler here";
    driver->click("code:compare");
    driver->click("compare:sliding_sum");
    driver->until([&] { return driver->session().view().listing_of("sliding_sum") != nullptr; });
    driver->press('.');
    driver->keep_picture("variants_compared");
    EXPECT_TRUE(is_there("column:sliding_sum"));
    driver->click("code:SASS");
    driver->keep_picture("variants_compared_sass");
}

TEST_F(Reading, AnInstructionSaysWhatItDoes)
{
    open(1280, 1100);
    if (!wait_for_code()) GTEST_SKIP() << "no compiler here";
    const auto column = driver->app().items().find("column:ptx");
    ASSERT_TRUE(column);
    const float unit = driver->surface().layout_scale();
    for (float y = column->min.y + 8 * unit; y < column->max.y - 20 * unit && text_after("help:").empty();
         y += 6 * unit)
        driver->move_to({column->min.x + 170 * unit, y});
    EXPECT_NE(text_after("help:"), "");
    driver->keep_picture("instruction_help");
}

}  // namespace
}  // namespace spillway::window
