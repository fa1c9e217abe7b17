#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <utility>

#include "app/window/kit/actions.h"
#include "app/window/panels/gl_sm.h"
#include "panel_stage.h"
#include "scenarios.h"
#include "tests/support/scratch_folder.h"

namespace spillway::test {
namespace {

struct PanelCase {
    const char* name;
    const window::Panel& panel;
    int width, height;
};

const PanelCase cases[] = {
    {"code", window::code_panel, 1000, 430},
    {"code_narrow", window::code_panel, 480, 430},
    {"report", window::report_panel, 1000, 620},
    {"occupancy", window::occupancy_panel, 900, 520},
    {"lesson", window::lesson_panel, 800, 800},
    {"log", window::log_panel, 800, 200},
    {"sm", window::sm_panel, 380, 480},
    {"causes", window::causes_panel, 1000, 430},
    {"accesses", window::accesses_panel, 1000, 430},
};

/// Every panel in one situation, both themes, at the usual and at twice the size. Those of `approved` look as they did
/// when somebody approved them.
void draw_all(const std::string& situation, const Scenario& scenario, const std::set<std::string>& approved)
{
    for (const bool dark : {true, false}) {
        const int scale = dark ? 1 : 2;
        std::string reason;
        const auto stage = PanelStage::open(1000 * scale, 620 * scale, static_cast<float>(scale), dark, reason);
        if (!stage) GTEST_SKIP() << reason;
        for (const PanelCase& panel : cases) {
            ScenarioView shown(scenario);
            stage->view().lesson_steps = {{shown.experiment().name, 2}};  // the one with lists
            stage->resize(panel.width * scale, panel.height * scale);
            stage->draw(panel.panel, shown);
            EXPECT_EQ(stage->gl_error(), 0U) << panel.name;
            const std::string name = std::string(panel.name) + "_" + situation + (dark ? "_dark" : "_light");
            // At twice the size a picture is the same, halved.
            if (approved.contains(panel.name) && dark) {
                EXPECT_TRUE(tests::looks_as_approved(stage->picture(), name));
            }
            if (approved.contains(std::string(panel.name) + "_light") && !dark) {
                EXPECT_TRUE(tests::looks_as_approved(tests::halved(stage->picture()), name));
            }
        }
    }
}

TEST(Panels, RegistersLimit)
{
    draw_all("registers", running_mean("register_array"), {"sm", "occupancy_light", "code_narrow"});
}
TEST(Panels, LocalArray)
{
    draw_all("local", running_mean("local_array"),
             {"code", "causes", "accesses", "report", "lesson", "log", "sm_light"});
}
TEST(Panels, Refused)
{
    draw_all("refused", refused(), {"sm", "report_light"});
}
TEST(Panels, NothingKnownYet)
{
    Scenario scenario = running_mean("register_array");
    scenario.points.clear();
    scenario.listing.reset();
    scenario.curves.reset();
    draw_all("unknown", scenario, {"sm_light"});
}
/// Memory and Roofline as large as the window gives them at 1280x720, 1600x900 and 2560x1440 at scale 2.
struct TabSize {
    const char* name;
    int width, height;
    float scale;
};
constexpr TabSize tab_sizes[] = {{"small", 640, 300, 1}, {"usual", 830, 410, 1}, {"fine", 1280, 620, 2}};

void draw_tab(const char* name, const window::Panel& panel)
{
    for (const bool dark : {true, false})
        for (const TabSize& size : tab_sizes) {
            std::string reason;
            const auto stage = PanelStage::open(size.width, size.height, size.scale, dark, reason);
            if (!stage) GTEST_SKIP() << reason;
            ScenarioView shown(counted());
            stage->draw(panel, shown);
            EXPECT_EQ(stage->gl_error(), 0U) << name;
            const tests::Picture picture = stage->picture();
            EXPECT_TRUE(tests::looks_as_approved(size.scale > 1 ? tests::halved(picture) : picture,
                                                 std::string(name) + "_" + size.name + (dark ? "_dark" : "_light")));
        }
}

TEST(Panels, MemoryAtThreeSizes)
{
    draw_tab("memory", window::memory_panel);
}
TEST(Panels, RooflineAtThreeSizes)
{
    draw_tab("roofline", window::roofline_panel);
}

TEST(Panels, Stale)
{
    Scenario scenario = running_mean("local_array");
    scenario.listing_is_stale = true;
    for (auto& [name, point] : scenario.points) point.state = results::PointState::queued;
    draw_all("stale", scenario, {"code_light"});
}

// Differences that the comparison of pictures must find, and those that it must ignore.
TEST(ApprovedPictures, AMissingLineIsSeenAndAnotherRasterisationIsNot)
{
    std::string reason;
    const auto stage = PanelStage::open(380, 480, 1, true, reason);
    if (!stage) GTEST_SKIP() << reason;
    ScenarioView shown(running_mean("register_array"));
    stage->draw(window::sm_panel, shown);
    const tests::Picture drawn = stage->picture();

    tests::Picture moved = drawn;  // by a third of a pixel, as another version of the font's library may do
    for (std::size_t i = 4; i < moved.rgba.size(); ++i)
        moved.rgba[i] = static_cast<std::uint8_t>((2 * drawn.rgba[i] + drawn.rgba[i - 4] + 1) / 3);
    EXPECT_LE(tests::share_that_differs(tests::halved(moved), tests::halved(drawn)), tests::largest_share);

    tests::Picture lacking = drawn;  // the first line of text
    for (std::size_t i = 0; i < std::size_t{380} * 30 * 4; ++i) lacking.rgba[i] = drawn.rgba[i % 4];
    EXPECT_GT(tests::share_that_differs(tests::halved(lacking), tests::halved(drawn)), tests::largest_share);
}

class Stage : public testing::Test {
protected:
    void SetUp() override
    {
        std::string reason;
        stage = PanelStage::open(1000, 800, 1, true, reason);
        if (!stage) GTEST_SKIP() << reason;
    }
    void click(float x, float y)
    {
        stage->surface().move_mouse(x, y);
        stage->surface().mouse_button(0, true);
        stage->surface().mouse_button(0, false);
    }
    void click_item(const std::string& key)
    {
        const auto rect = stage->items().find(key);
        ASSERT_TRUE(rect) << key;
        click(rect->min.x + 3, rect->centre().y);
    }
    [[nodiscard]] model::Value chosen(const std::string& parameter) const
    {
        return stage->session().view().selection().values.at(parameter);
    }
    std::unique_ptr<PanelStage> stage;
};

TEST_F(Stage, TheSmsRemedySetsTheKnob)
{
    Scenario scenario = running_mean("register_array");
    model::RunResult capped = *scenario.points["register_array"].result;
    capped.occupancy->blocks_per_sm = 8;
    capped.occupancy->warps_per_sm = 64;
    scenario.stepped = std::make_shared<const model::RunResult>(std::move(capped));
    ScenarioView shown(scenario);
    stage->draw(window::sm_panel, shown);
    click_item("remedy");
    stage->draw(window::sm_panel, shown, 6);
    EXPECT_EQ(chosen("register_cap"), model::Value(std::int64_t{32}));
}

TEST_F(Stage, TheMemoryTabPutsAnotherVariantBesideTheChosenOne)
{
    ScenarioView shown(counted());
    stage->draw(window::memory_panel, shown);
    const tests::Picture alone = stage->picture();
    click_item("memory:beside");
    stage->draw(window::memory_panel, shown);
    click_item("memory:beside:register_array");
    stage->draw(window::memory_panel, shown);
    EXPECT_GT(tests::share_that_differs(stage->picture(), alone), tests::largest_share);
    EXPECT_FALSE(stage->items().find("memory:beside:register_array")) << "the list has closed";
    click_item("memory:beside");
    stage->draw(window::memory_panel, shown);
    click_item("memory:beside:none");
    stage->draw(window::memory_panel, shown);
    stage->surface().move_mouse(0, 0);
    stage->draw(window::memory_panel, shown);
    EXPECT_LE(tests::share_that_differs(stage->picture(), alone), tests::largest_share) << "as before";
}

TEST_F(Stage, SaveInMemoryAndRooflineAsksWhereTo)
{
    ScenarioView shown(counted());
    for (const auto& [panel, name] : {std::pair{&window::memory_panel, std::string("memory")},
                                      {&window::roofline_panel, std::string("roofline")}}) {
        stage->draw(*panel, shown);
        EXPECT_FALSE(stage->view().saving_page.is_open);
        click_item(name + ":save");
        stage->draw(*panel, shown);
        EXPECT_TRUE(stage->view().saving_page.is_open) << name;
        stage->view().saving_page = {};
    }
}

TEST_F(Stage, LessonLinksSetParametersAndGpu)
{
    ScenarioView shown(running_mean("register_array"));
    ASSERT_FALSE(stage->session().set_values({{"window_size", std::int64_t{5}}}));
    stage->draw(window::lesson_panel, shown);
    click_item("lesson:0");
    stage->draw(window::lesson_panel, shown, 6);
    EXPECT_EQ(chosen("window_size"), model::Value(std::int64_t{32})) << "as the claim says";
    const session::Selection before = stage->session().view().selection();
    click_item("lesson:2");
    stage->draw(window::lesson_panel, shown, 6);
    EXPECT_EQ(chosen("block_size"), model::Value(std::int64_t{128}));
    EXPECT_EQ(chosen("window_size"), model::Value(std::int64_t{8}));
    stage->session().undo();
    EXPECT_EQ(stage->session().view().selection(), before) << "one undo step";
}

TEST_F(Stage, TheLaneNamesThePeakAndGoesThere)
{
    ScenarioView shown(spilling());
    stage->resize(1500, 500);
    stage->draw(window::code_panel, shown);
    EXPECT_TRUE(stage->items().find("code:lane"));
    click_item("place:peak");
    click_item("code:SASS");
    stage->draw(window::code_panel, shown, 6);
    click_item("code:control");
    stage->draw(window::code_panel, shown, 6);
    const auto sass = stage->items().find("column:sass");
    ASSERT_TRUE(sass);
    stage->surface().move_mouse(sass->min.x + 300, sass->min.y + 50);  // the load, whose result the addition awaits
    stage->draw(window::code_panel, shown, 6);
    EXPECT_TRUE(tests::looks_as_approved(stage->picture(), "code_lanes_dark"));
}

TEST_F(Stage, TheWaitsNameTheLineThatHasMostAndAreHiddenOnAClick)
{
    ScenarioView shown(spilling());
    stage->resize(1500, 500);
    stage->draw(window::code_panel, shown);
    click_item("place:wait");
    stage->draw(window::code_panel, shown, 6);
    EXPECT_TRUE(stage->items().find("code:waits"));
    click_item("code:waits");
    stage->draw(window::code_panel, shown, 6);
    EXPECT_EQ(stage->view().waits, false);
    EXPECT_FALSE(stage->items().find("place:wait"));
}

TEST_F(Stage, AClickInTheReportsHeadChoosesTheVariant)
{
    ScenarioView shown(running_mean("register_array"));
    stage->draw(window::report_panel, shown);
    click_item("report:local_array");
    stage->draw(window::report_panel, shown, 6);
    EXPECT_EQ(stage->session().view().selection().focus, "local_array");
}

TEST_F(Stage, AClickInAWhatIfCurveSetsTheKnob)
{
    ScenarioView shown(running_mean("register_array"));
    const session::Selection before = stage->session().view().selection();
    stage->draw(window::occupancy_panel, shown);
    click(310, 700);
    stage->draw(window::occupancy_panel, shown, 6);
    EXPECT_NE(chosen("block_size"), before.values.at("block_size"));
    stage->session().undo();
    EXPECT_EQ(stage->session().view().selection(), before);
}

TEST_F(Stage, AClickThatIsRefusedSaysWhy)
{
    Scenario scenario = running_mean("register_array");
    // As no GPU has it, and no experiment.
    for (auto& point : scenario.curves->over_block_size) point.x *= 8;
    for (model::Parameter& knob : scenario.catalogue.experiments.front().knobs)
        if (knob.name == "block_size") knob.last = 8192;
    ScenarioView shown(scenario);
    const session::Selection before = stage->session().view().selection();
    stage->draw(window::occupancy_panel, shown);
    click(310, 700);
    stage->draw(window::occupancy_panel, shown, 6);
    EXPECT_EQ(stage->session().view().selection(), before) << model::to_string(chosen("block_size"));
    EXPECT_EQ(stage->view().entry.parameter, "block_size");
    EXPECT_THAT(stage->view().entry.error, testing::HasSubstr("block_size"));
}

/// State that a chart, a slider, a key and a curve share. Below its row the parameter's name decides whether it is
/// shown.
TEST_F(Stage, ARefusedDragIsShownAtItsParameterUntilTheNextStep)
{
    window::ViewState& view = stage->view();
    set_parameter(stage->session(), view, "window_size", std::int64_t{0}, session::Edit::dragging);
    EXPECT_EQ(view.parameter, "window_size");
    EXPECT_EQ(view.entry.parameter, "window_size");
    EXPECT_THAT(view.entry.error, testing::HasSubstr("window_size"));
    set_parameter(stage->session(), view, "window_size", std::int64_t{8}, session::Edit::dragging);
    EXPECT_EQ(view.entry.error, "");
}

TEST_F(Stage, BackToAsSettingIsOneStep)
{
    session::Session& session = stage->session();
    const session::Selection a = session.view().selection();
    stage->view().pinned = teaching::pin(session.view());
    ASSERT_FALSE(session.set_values({{"window_size", std::int64_t{8}}, {"block_size", std::int64_t{64}}}));
    const session::Selection b = session.view().selection();
    stage->draw(window::compare_panel, session.view());
    click_item("compare:back");
    stage->draw(window::compare_panel, session.view(), 6);
    EXPECT_EQ(session.view().selection(), a);
    session.undo();
    EXPECT_EQ(session.view().selection(), b);
}

TEST_F(Stage, TwentyThousandLinesCostNoMoreThanAScreenful)
{
    ScenarioView shown(long_listing());
    stage->draw(window::code_panel, shown);
    stage->draw(window::code_panel, shown, 10);
    EXPECT_LT(ImGui::GetDrawData()->TotalVtxCount, 60000) << "rows out of sight are not drawn";
}

TEST_F(Stage, TheSmMovesAndComesToRest)
{
    ScenarioView shown(running_mean("register_array"));
    stage->draw(window::sm_panel, shown);
    EXPECT_FALSE(stage->is_animating());
    shown.change(running_mean("local_array"));
    stage->frame(window::sm_panel, shown);
    EXPECT_TRUE(stage->is_animating());
    stage->draw(window::sm_panel, shown, 1);
    EXPECT_FALSE(stage->is_animating()) << "the stage draws until it is at rest";
    EXPECT_EQ(stage->gl_error(), 0U);
}

TEST_F(Stage, UnderAHandThatDragsTheSmIsWhereTheHandIs)
{
    ScenarioView shown(running_mean("register_array"));
    stage->draw(window::sm_panel, shown);
    const tests::Picture before = stage->picture();
    shown.change(running_mean("local_array"));
    stage->frame(window::sm_panel, shown);
    shown.change(running_mean("register_array"));
    stage->frame(window::sm_panel, shown);
    EXPECT_FALSE(stage->is_animating());
    EXPECT_EQ(stage->picture().rgba, before.rgba) << "at once, and not on the way";
    stage->draw(window::sm_panel, shown, 30);
    shown.change(running_mean("local_array"));
    stage->frame(window::sm_panel, shown);
    EXPECT_TRUE(stage->is_animating()) << "after a rest it moves again";
}

TEST_F(Stage, AShaderThatIsMissingIsAnErrorWithItsFile)
{
    const auto renderer = window::SmRenderer::create("/nowhere");
    ASSERT_FALSE(renderer);
    EXPECT_NE(renderer.error().where.find("sm.vert"), std::string::npos);
}

}  // namespace
}  // namespace spillway::test
