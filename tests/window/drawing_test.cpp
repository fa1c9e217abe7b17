// A lesson's curve, drawn over its chart as hands draw.
#include <algorithm>
#include <variant>

#include "app/learner/learner_progress.h"
#include "app/window/kit/actions.h"
#include "app/window/panels/charts/shown_charts.h"
#include "app/window/shell/touch_scroll.h"
#include "running_mean_window.h"

namespace spillway::window {
namespace {

class Drawing : public testing::Test {
protected:
    void SetUp() override
    {
        Start start;
        start.width = 1600;
        start.height = 2600;  // nothing is scrolled out of sight
        start.view.tab = "lesson";
        start.fill_curve = true;
        driver = Driver::open(std::move(start));
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
        driver->session().select_experiment("running_mean");
        driver->frames(6);
        driver->turn_to("question:registers_curve");
        driver->click("question:registers_curve:draw");
        driver->frames(4);
        ASSERT_TRUE(driver->app().view().sketch);
        const auto chart = driver->app().items().find("chart:registers");
        ASSERT_TRUE(chart) << "the metric that is asked for has a chart";
        canvas = *chart;
    }
    [[nodiscard]] ImVec2 at(float x, float y) const
    {
        return {canvas.min.x + x * canvas.width(), canvas.max.y - y * canvas.height()};
    }
    void move(ImVec2 to, int frames = 1)
    {
        driver->surface().move_mouse(to.x, to.y);
        driver->frames(frames);
    }
    void press(bool down, int frames = 1)
    {
        driver->surface().mouse_button(0, down);
        driver->frames(frames);
    }
    [[nodiscard]] const teaching::Sketch& sketch() const { return *driver->app().view().sketch; }
    [[nodiscard]] bool has_compiler() const
    {
        const auto& hello = driver->session().view().worker().hello;
        return hello && hello->compiler.available;
    }
    Rect canvas;
    std::unique_ptr<Driver> driver;
};

/// Another axis or block size has another curve: the guess is judged against the question's.
TEST_F(Drawing, IsJudgedAtTheQuestionsSettingWhateverTheSlidersShow)
{
    driver->until([&] { return driver->session().view().worker().hello.has_value(); });
    if (!has_compiler()) GTEST_SKIP() << "no compiler here";
    driver->click("question:registers_curve");
    driver->type("1:20 64:90 128:130");
    driver->frames(3);
    const session::Selection before = driver->session().view().selection();
    driver->session().set_x_axis("block_size");
    set_parameter(driver->session(), driver->app().view(), "register_cap", std::int64_t{32});
    driver->frames(3);
    driver->click("question:registers_curve:show");
    driver->until([&] { return sketch().is_revealed; });
    const session::Selection& now = driver->session().view().selection();
    EXPECT_EQ(now.x_axis, before.x_axis);
    EXPECT_EQ(now.focus, before.focus);
    EXPECT_EQ(now.values.at("register_cap"), before.values.at("register_cap"));
    const auto& made = driver->session().view().learner().at("running_mean").predictions.at("registers_curve");
    EXPECT_EQ(made.where.find("block"), std::string::npos) << made.where;
    const auto curve = driver->session().view().current(before.focus).result;
    ASSERT_TRUE(curve && curve->compile);
    driver->keep_picture("drawing_after_other_axis");
}

/// The chart of the drawing took the place of the last chart for good.
TEST_F(Drawing, AnAddedChartDoesNotKeepTheChartOfTheDrawing)
{
    const session::SessionView& session = driver->session().view();
    ViewState& view = driver->app().view();
    view.sketch->metric = "compile_seconds";
    std::vector<std::string> metrics = kept_metrics(session, view);
    ASSERT_EQ(std::ranges::count(chosen_metrics(session, view), "compile_seconds"), 1);
    show_metric(session, view, "ptx_instructions", metrics.front());
    view.sketch.reset();
    metrics.emplace_back("ptx_instructions");
    EXPECT_EQ(kept_metrics(session, view), metrics);
}

TEST_F(Drawing, AHandPressesRestsGoesBackLeavesTheChartComesInAgainAndClicksOnce)
{
    move(at(0.2F, 0.3F));
    press(true, 5);  // and rests
    EXPECT_EQ(sketch().points.size(), 1U);
    move(at(0.6F, 0.6F), 4);
    move(at(0.4F, 0.5F), 4);  // goes back
    move(at(0.4F, 1.4F), 3);  // leaves the chart at its upper edge
    EXPECT_EQ(teaching::value_at(sketch().points, *sketch().last_x), sketch().most);
    move(at(-0.4F, 0.5F), 3);  // at its left one
    move(at(1.4F, 0.5F), 3);   // and at its right one
    move(at(0.8F, 0.2F), 3);   // comes in again
    press(false, 3);
    EXPECT_EQ(sketch().points.begin()->first, 1);
    EXPECT_EQ(sketch().points.rbegin()->first, 128);
    for (const auto& [x, y] : sketch().points) {
        EXPECT_GE(y, sketch().least) << x;
        EXPECT_LE(y, sketch().most) << x;
    }
    const teaching::Curve before = sketch().points;
    driver->click_at(at(0.5F, 0.9F));  // one click
    driver->click_at(at(0.5F, 0.9F));
    EXPECT_LE(sketch().points.size(), before.size() + 1);
    EXPECT_NE(sketch().points, before);
    move(at(0.3F, 0.3F), 2);
    EXPECT_FALSE(sketch().last_x) << "the pencil is lifted";
}

/// A hand begins at the axis' numbers as often as inside the plot.
TEST_F(Drawing, MayBeginLeftOfTheAxis)
{
    const PlacedChart* placed = driver->app().chart_board().find("registers");
    ASSERT_TRUE(placed);
    const Rect plot = placed->to_screen(placed->drawing.plot);
    ASSERT_GT(plot.min.x, placed->card.min.x + 6) << "the numbers of the axis are there";
    driver->drag({placed->card.min.x + 3, plot.centre().y}, {plot.max.x - 4, plot.centre().y});
    ASSERT_GT(sketch().points.size(), 5U);
    EXPECT_EQ(sketch().points.begin()->first, 1) << "it counts from the axis' end";
    EXPECT_GE(sketch().points.rbegin()->first, 120);
}

/// One chart has room there: the one that the question asks for.
TEST(PhoneDrawing, TheChartThatAQuestionAsksForIsTheOneShown)
{
    Start start;
    start.width = 390;
    start.height = 2000;  // nothing is scrolled out of sight
    start.view.tab = "lesson";
    const auto driver = Driver::open(std::move(start));
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    driver->session().select_experiment("running_mean");
    driver->frames(6);
    driver->turn_to("question:registers_curve:draw");
    driver->click("question:registers_curve:draw");
    driver->frames(4);
    ASSERT_TRUE(driver->app().view().sketch);
    const auto chart = driver->app().items().find("chart:registers");
    ASSERT_TRUE(chart);
    EXPECT_LE(chart->max.y, 2000);
    driver->keep_picture("phone_drawing");
    driver->drag({chart->min.x + 20, chart->max.y - 20}, {chart->max.x - 20, chart->min.y + 20});
    EXPECT_GT(driver->app().view().sketch->points.size(), 5U);
}

TEST(PhoneDrawing, InPresentModeTooTheChartIsAsWideAsThePhone)
{
    Start start;
    start.width = 390;
    start.height = 844;
    start.view.present = true;
    const auto driver = Driver::open(std::move(start));
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    driver->frames(4);
    const Layout& layout = driver->app().layout();
    EXPECT_GT(layout.tabs.width(), 340);
    EXPECT_GT(layout.charts.front().width(), 340);
    EXPECT_GT(layout.left.width(), 340) << "sliders and legend";
    driver->keep_picture("phone_present");
}

/// A finger scrolls a lesson, and moves sliders and cursors.
TEST(PhoneDrawing, AFingerScrollsWhereTextGoesOn)
{
    Start start;
    start.width = 390;
    start.height = 844;
    start.view.tab = "lesson";
    const auto driver = Driver::open(std::move(start));
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    driver->session().select_experiment("running_mean");
    driver->frames(6);
    const FocusRegistry& items = driver->app().items();
    for (const auto& [item, scrolls] : {std::pair{"lesson text", true}, {"slider:window_size", false}}) {
        const auto place = items.find(item);
        ASSERT_TRUE(place) << item;
        EXPECT_EQ(scrolls_at(items, place->centre(), false), scrolls) << item;
    }
    EXPECT_FALSE(scrolls_at(items, driver->app().layout().charts.front().centre(), true)) << "there the cursor moves";
}

/// On a phone on its side the sliders do not all fit.
TEST(PhoneDrawing, AFingerThatMovesUpOverASliderScrollsThePanel)
{
    const auto driver = Driver::open(844, 390);
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    driver->frames(6);
    const auto place = driver->app().items().find("slider:window_size");
    ASSERT_TRUE(place);
    EXPECT_TRUE(scrolls_at(driver->app().items(), place->centre(), true));
    EXPECT_FALSE(scrolls_at(driver->app().items(), place->centre(), false));
}

TEST(PhoneDrawing, KeepsItsLayoutAndItsWidthAtEveryZoom)
{
    for (const float scale : {0.6F, 1.0F, 1.4F, 3.0F}) {
        ViewState view;
        view.scale = scale;
        const auto driver = Driver::open(390, 844, 1, view);
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
        driver->frames(6);
        EXPECT_TRUE(driver->app().view().is_phone) << scale;
        const auto help = driver->app().items().find("help");
        ASSERT_TRUE(help) << scale;
        EXPECT_LE(help->max.x, 390) << scale;
        driver->keep_picture("phone_zoom_" + std::to_string(static_cast<int>(scale * 10)));
    }
}

TEST_F(Drawing, TypedPointsCountWithoutEnter)
{
    driver->click("question:registers_curve");
    driver->type("1:20, 128:1");
    driver->frames(3);
    EXPECT_EQ(sketch().points, (teaching::Curve{{1, 20}, {128, 1}}));
    driver->type("20,");
    driver->frames(3);
    EXPECT_EQ(sketch().points, (teaching::Curve{{1, 20}, {128, 120}}));
    driver->type(" 9");  // no point yet: what stood there stays, and nothing is complained about
    driver->frames(3);
    EXPECT_EQ(sketch().points, (teaching::Curve{{1, 20}, {128, 120}}));
    driver->until([&] { return driver->session().view().worker().hello.has_value(); });
    if (!has_compiler()) GTEST_SKIP() << "no compiler here";
    driver->click("question:registers_curve:show");
    driver->until([&] { return driver->app().items().find("question:registers_curve:again").has_value(); });
    const auto& kept = driver->session().view().learner().at("running_mean").predictions.at("registers_curve");
    EXPECT_TRUE(kept.off_by);
    EXPECT_NE(kept.where, "");
    driver->keep_picture("curve_revealed");
    // A revealed curve goes with its step; the answered question shows it again.
    driver->press('L');
    EXPECT_FALSE(driver->app().view().sketch);
    driver->press('L', false, true);
    driver->frames(3);
    driver->click("question:registers_curve:drawing");
    driver->frames(3);
    EXPECT_TRUE(driver->app().view().sketch);
    driver->click("question:registers_curve:seen:2");
    EXPECT_EQ(driver->session().view().learner().at("running_mean").predictions.at("registers_curve").seen,
              learner::Seen::otherwise);
    // After the drawing is put away, only the experiment's own charts are left.
    driver->click("question:registers_curve:drawing");
    EXPECT_FALSE(driver->app().items().find("chart:registers"));
    EXPECT_TRUE(driver->app().settings(1600, 900).charts.empty()) << "and nothing that the next start would show";
}

TEST_F(Drawing, TheChartToDrawOnHasItsNumbersFromTheBeginning)
{
    const charts::Drawing empty = driver->app().chart_board().find("registers")->drawing;
    std::vector<std::string> texts;
    for (const charts::Primitive& primitive : empty.primitives)
        if (const auto* text = std::get_if<charts::Text>(&primitive)) texts.push_back(text->text);
    for (const char* number : {"0", "50", "100", "64", "128"})
        EXPECT_NE(std::find(texts.begin(), texts.end(), number), texts.end()) << number << " stands at no axis";
    driver->keep_picture("curve_to_draw");
    const Rect before = canvas;
    driver->drag(at(0.2F, 0.2F), at(0.8F, 0.8F));
    EXPECT_NEAR(driver->app().items().find("chart:registers")->min.x, before.min.x, 0.5F) << "the plot moves";
}

}  // namespace
}  // namespace spillway::window
