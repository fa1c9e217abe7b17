// Charts, code and sliders of present mode: what fills the window, and what stands beside it.

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "app/window/kit/compat.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/charts/shown_charts.h"
#include "driver.h"
#include "present_fixture.h"
#include "screen_text.h"

namespace spillway::window {
namespace {

/// A tip covers nothing outside its chart, nor the place under the mouse where half a chart is wide enough for it.
TEST_F(Presenting, AChartsTipStaysInItsCard)
{
    open(1280, 720);
    if (!driver) return;
    driver->session().select_experiment("first_kernel");
    driver->press('V');
    driver->frames(6);
    for (std::size_t i = 0; i < layout().charts.size(); ++i) {
        const Rect card = layout().charts[i];
        for (const float share : {0.2F, 0.3F, 0.5F, 0.8F, 0.9F}) {
            driver->move_to({card.min.x + share * card.width(), card.centre().y + 20});
            driver->frames(3);
            const auto tip = driver->app().items().find("tip:" + shown().at(i));
            ASSERT_TRUE(tip) << shown()[i] << " at " << share;
            const ImVec2 mouse = ImGui::GetMousePos();
            const bool has_room = share < 0.4F || share > 0.6F;
            EXPECT_FALSE(has_room && tip->contains(mouse)) << shown()[i] << " at " << share;
            EXPECT_TRUE(tip->min.x >= card.min.x - 1 && tip->max.x <= card.max.x + 1 && tip->min.y >= card.min.y - 1 &&
                        tip->max.y <= card.max.y + 1)
                << shown()[i] << " at " << share;
        }
    }
}

TEST_F(Presenting, TheChartUnderTheMouseFillsTheWindowInLargerType)
{
    open(1280, 720);
    if (!driver) return;
    const std::string lower = shown().at(1);
    driver->move_to(layout().charts.at(1).centre());
    driver->press('F');
    ASSERT_EQ(layout().charts.size(), 1);
    EXPECT_EQ(shown(), std::vector{lower});
    driver->move_to({2, 2});  // no tooltip
    EXPECT_GT(layout().charts.front().width(), 1240);
    EXPECT_GT(layout().charts.front().height(), 630);
    const PlacedChart* chart = driver->app().chart_board().find(lower);
    ASSERT_NE(chart, nullptr);
    driver->keep_picture("present/filled_chart");
    if (can_read_screen()) {
        for (const ScreenText& text : read_screen())
            if (lies_in(layout().charts.front(), text)) {
                EXPECT_GE(text.pixels, 26) << text.text;
            }
    }
    driver->press('F');
    EXPECT_EQ(view().filled, Part::none);
    EXPECT_EQ(layout().charts.size(), 2);
}

TEST_F(Presenting, TheKeyCStepsThroughTheChartsTwoAtATime)
{
    open(1280, 720);
    if (!driver) return;
    const std::vector<std::string> chosen = chosen_metrics(driver->session().view(), view());
    ASSERT_GE(chosen.size(), 3);
    const std::vector<std::string> first = shown();
    std::set<std::string> seen;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        ASSERT_EQ(layout().charts.size(), 2);
        for (const std::string& metric : shown()) {
            seen.insert(metric);
            EXPECT_TRUE(is_there("chart:" + metric)) << metric;
        }
        driver->press('C');
    }
    EXPECT_EQ(seen, std::set<std::string>(chosen.begin(), chosen.end()));
    EXPECT_EQ(shown(), first) << "once round";
    EXPECT_EQ(chosen_metrics(driver->session().view(), view()), chosen) << "what was chosen stays";
}

TEST_F(Presenting, FilledCodeShowsSourceAndGeneratedCodeBesideEachOther)
{
    ViewState start;
    start.tab = "code";
    for (const auto& [width, height, scale] : {std::tuple{1280, 720, 1.0F}, {1920, 1080, 1.0F}, {2560, 1440, 2.0F}}) {
        open(width, height, scale, start, true);
        if (!driver) return;
        driver->session().select_experiment("running_mean");
        session::Session& session = driver->session();
        driver->until([&] {
            const bool has_worker = session.view().worker().state == worker_client::WorkerState::ready;
            const bool has_compiler = has_worker && session.view().worker().hello->compiler.available;
            return (has_worker && !has_compiler) ||
                   (session.view().listing() != nullptr && !session.view().listing_is_stale());
        });
        if (session.view().listing() == nullptr) GTEST_SKIP() << "no compiler here";
        EXPECT_TRUE(is_there("column:source")) << "in the pane one of them has room";
        EXPECT_FALSE(is_there("column:ptx"));
        driver->press('F');
        ASSERT_TRUE(is_there("column:source") && is_there("column:ptx"));
        const Theme& theme = driver->app().theme();
        const auto characters = [&](const char* column, const ImFont* font) {
            return driver->app().items().find(column)->width() / text_width(const_cast<ImFont*>(font), "0");
        };
        EXPECT_GE(characters("column:source", theme.plain.code), 50);
        EXPECT_GE(characters("column:ptx", theme.plain.code), 50);
        EXPECT_GE(driver->app().items().find("column:source")->height() /
                      std::floor(font_pixels(theme.code) * theme.code_row),
                  13);
        driver->keep_picture("present/filled_code_" + std::to_string(width));
        driver->click("code:SASS");
        EXPECT_TRUE(is_there("column:source")) << "SASS takes the place of the PTX";
        driver->click("code:beside");
        EXPECT_TRUE(is_there("column:sass") != is_there("column:source")) << "one column";
        EXPECT_GE(font_pixels(theme.reading.code), 1.3F * font_pixels(theme.code)) << "in larger type";
        EXPECT_GE(characters(is_there("column:sass") ? "column:sass" : "column:source", theme.reading.code), 70 + 6);
        driver->keep_picture("present/filled_code_alone_" + std::to_string(width));
    }
}

TEST_F(Presenting, CodeHasTheWholeRightHalfWith20Rows)
{
    ViewState start;
    start.tab = "code";
    open(1920, 1080, 1, start, true);
    if (!driver) return;
    driver->session().select_experiment("running_mean");
    driver->until([&] { return is_there("column:source") || driver->session().view().listing() != nullptr; });
    if (!is_there("column:source")) GTEST_SKIP() << "no compiler here";
    const Theme theme = dense_theme(driver->app().theme());
    const auto column = driver->app().items().find("column:source");
    EXPECT_GE(column->height() / std::floor(font_pixels(theme.code) * theme.code_row), 20);
    EXPECT_FALSE(is_there("slider:window_size"));
    driver->keep_picture("present/code_1920");
    driver->app().view().tab = "sm";
    driver->frames(3);
    EXPECT_TRUE(is_there("slider:window_size")) << "another tab has them";
}

TEST_F(Presenting, LessonAndSmFillTheWindowInLargerType)
{
    open(1280, 720);
    if (!driver) return;
    for (const char* tab : {"tab:lesson", "tab:sm"}) {
        driver->click(tab);
        driver->move_to(layout().tabs.centre());
        driver->press('F');
        EXPECT_EQ(view().filled, Part::tabs);
        EXPECT_GT(layout().tabs.width(), 1240);
        EXPECT_GE(font_pixels(driver->app().theme().reading.body), 32);
        driver->keep_picture(std::string("present/filled_") + (tab + 4));
        if (can_read_screen()) {
            float lowest = 0;
            for (const ScreenText& text : read_screen()) {
                if (!lies_in(layout().tabs, text)) continue;
                EXPECT_GE(text.pixels, 26) << text.text;
                lowest = std::max(lowest, text.rect.max.y);
            }
            EXPECT_GT(lowest, 500) << "the window is used down to its foot";
        }
        driver->press('F');
    }
}

TEST_F(Presenting, TheSliderTouchedLastStandsBesideTheXAxis)
{
    open(1280, 720);
    if (!driver) return;
    const std::string axis = driver->session().view().selection().x_axis;
    ASSERT_TRUE(is_there("slider:" + axis));
    driver->click("knobs");
    driver->click("knob:register_cap");
    EXPECT_TRUE(is_there("slider:" + axis));
    EXPECT_TRUE(is_there("slider:register_cap"));
    const auto slider = driver->app().items().find("slider:register_cap");
    ASSERT_TRUE(slider);
    EXPECT_LE(slider->max.x, layout().left.max.x);
    EXPECT_LE(slider->max.y, layout().left.max.y);
    const auto before = driver->session().view().selection().values.at("register_cap");
    driver->press(Key::right);
    EXPECT_NE(driver->session().view().selection().values.at("register_cap"), before);
}

TEST_F(Presenting, AKnobWithoutARecordingLeavesTheRecordedCurveAndOneClickLeadsBack)
{
    open(1280, 720);
    if (!driver) return;
    session::Session& session = driver->session();
    session.select_experiment("running_mean");
    driver->settle();
    const auto measured = [&](bool of_ghosts) {
        std::size_t points = 0;
        for (const charts::Series& series : driver->app().chart_board().find("bytes_per_second")->chart.series)
            for (const charts::DataPoint& point : series.points)
                points += series.is_ghost == of_ghosts && point.y ? 1 : 0;
        return points;
    };
    driver->until([&] { return measured(false) > 8; });
    ASSERT_GT(measured(false), 8);
    const std::vector<model::Value> recorded = session.view().recorded_values("block_size");
    ASSERT_FALSE(recorded.empty());
    const model::Value other{std::int64_t{96}};
    ASSERT_EQ(std::ranges::count(recorded, other), 0);
    driver->app().view().parameter = "block_size";
    ASSERT_FALSE(session.set_values({{"block_size", other}}));
    driver->settle();
    driver->keep_picture("present/not_recorded");
    EXPECT_EQ(measured(false), 0);
    driver->until([&] { return measured(true) > 8; });
    EXPECT_GT(measured(true), 8) << "what was recorded stays behind";
    ASSERT_FALSE(session.set_values({{"block_size", model::Value{std::int64_t{160}}}}));
    driver->settle();
    driver->until([&] { return measured(true) > 8; });
    EXPECT_GT(measured(true), 8) << "also behind the next one";
    for (const model::Value& value : recorded)
        EXPECT_TRUE(is_there("recorded:block_size:" + model::to_string(value))) << "marked on the slider";
    driver->click("recorded:bytes_per_second");
    driver->settle();
    EXPECT_EQ(std::ranges::count(recorded, session.view().selection().values.at("block_size")), 1);
    driver->until([&] { return measured(false) > 8; });
    EXPECT_GT(measured(false), 8);
    EXPECT_FALSE(is_there("recorded:bytes_per_second"));
}

}  // namespace
}  // namespace spillway::window
