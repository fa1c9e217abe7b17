// Tab goes as one reads, reaches what can be clicked, and its frame is seen whole.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <set>

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "app/window/panels/panels.h"
#include "driver.h"

namespace spillway::window {
namespace {

constexpr int last_step = 99;  ///< of any lesson: all of its questions were asked, and cover

class TabOrder : public testing::Test {
protected:
    void open(int width, int height, int first_step = 1)
    {
        Start start;
        start.width = width;
        start.height = height;
        start.view.tab = "lesson";
        driver = Driver::open(std::move(start));
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
        driver->session().select_experiment("running_mean");
        driver->app().view().lesson_steps["running_mean"] = first_step;
        driver->settle();  // what arrives later adds items
        driver->frames(4);
    }

    [[nodiscard]] Rect rect_of(const std::string& item) const { return *driver->app().items().find(item); }

    /// The parts of the window in the order in which they are read.
    [[nodiscard]] int part_of(const std::string& item) const
    {
        const Layout& layout = driver->app().layout();
        // An item that is scrolled out of sight is above or below its part.
        ImVec2 at = rect_of(item).centre();
        at.y = std::clamp(at.y, 1.0f, layout.status.max.y - 1);
        for (const Rect& column : {layout.left, layout.right, layout.tabs})
            if (at.x > column.min.x && at.x < column.max.x && at.y > column.max.y) at.y = column.max.y - 1;
        const bool is_chart = std::any_of(layout.charts.begin(), layout.charts.end(),
                                          [&](const Rect& chart) { return chart.contains(at); });
        const std::array parts{layout.top_bar.contains(at),  layout.banner.contains(at),
                               layout.left.contains(at),     is_chart,
                               layout.sentence.contains(at), layout.tabs.contains(at),
                               layout.right.contains(at),    layout.status.contains(at)};
        const auto found = std::find(parts.begin(), parts.end(), true);
        return static_cast<int>(found - parts.begin());
    }

    /// One behind the other as text is: not wholly above it in the same column, nor left of it on the same line.
    static bool is_read_after(const Rect& first, const Rect& second)
    {
        const bool is_same_line =
            std::abs(first.centre().y - second.centre().y) < 0.4f * std::min(first.height(), second.height());
        if (is_same_line) return second.min.x >= first.min.x - 1;
        const bool is_above = second.max.y <= first.min.y + 1;
        return !is_above || second.min.x >= first.max.x - 1;
    }

    void expect_reading_order()
    {
        const std::vector<std::string> walk = driver->app().items().walk();
        for (std::size_t i = 0; i + 1 < walk.size(); ++i) {
            if (walk[i + 1] == "fill:right") continue;  // the corner of a panel comes after what stands in it
            EXPECT_LE(part_of(walk[i]), part_of(walk[i + 1])) << walk[i] << " before " << walk[i + 1];
            if (part_of(walk[i]) != part_of(walk[i + 1])) continue;
            EXPECT_TRUE(is_read_after(rect_of(walk[i]), rect_of(walk[i + 1]))) << walk[i] << " before " << walk[i + 1];
        }
    }

    /// Every place where Dear ImGui would take a click has an item that Tab reaches.
    int expect_all_reached(const Rect& area, float across, float down)
    {
        int looked_at = 0;
        std::set<std::string> missed;
        for (float y = area.min.y + 2; y < area.max.y; y += down)
            for (float x = area.min.x + 2; x < area.max.x; x += across) {
                driver->surface().move_mouse(x, y);
                driver->frames(2);
                const ImGuiContext& imgui = *ImGui::GetCurrentContext();
                ImGuiWindow* window = imgui.HoveredWindow;
                if (imgui.HoveredId == 0 || window == nullptr) continue;
                ++looked_at;
                const bool is_scroll_bar = imgui.HoveredId == ImGui::GetWindowScrollbarID(window, ImGuiAxis_Y) ||
                                           imgui.HoveredId == ImGui::GetWindowScrollbarID(window, ImGuiAxis_X);
                bool is_border = false, is_reached = false;
                for (const std::string& key : driver->app().items().noted())
                    if (key.starts_with("border:") && rect_of(key).inset(-2).contains({x, y})) is_border = true;
                for (const std::string& key : driver->app().items().walk())
                    is_reached |= rect_of(key).inset(-4).contains({x, y});
                if (!is_scroll_bar && !is_border && !is_reached)
                    missed.insert(driver->app().view().tab + " at " + std::to_string(static_cast<int>(x)) + ", " +
                                  std::to_string(static_cast<int>(y)) + " in " + window->Name);
            }
        for (const std::string& place : missed) ADD_FAILURE() << place << " is clicked and not reached";
        return looked_at;
    }

    std::unique_ptr<Driver> driver;
};

TEST_F(TabOrder, GoesAsOneReadsOnEveryTab)
{
    for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{1600, 900}}) {
        open(width, height, last_step);
        for (const Panel* panel : panels()) {
            if (panel->place != PanelPlace::tab) continue;
            SCOPED_TRACE(panel->key);
            driver->app().view().tab = panel->key;
            driver->frames(5);
            expect_reading_order();
        }
    }
}

TEST_F(TabOrder, PressedItWalksThroughEverythingWithItsFrameSeenWhole)
{
    open(1280, 720);
    const std::vector<std::string> walk = driver->app().items().walk();
    std::set<std::string> reached;
    driver->press(Key::tab);
    for (std::size_t i = 0; i < walk.size() + 5; ++i) {
        driver->frames(2);
        const std::string focused = driver->app().items().focused();
        reached.insert(focused);
        const ImDrawList& above = *ImGui::GetForegroundDrawList();
        ASSERT_GT(above.VtxBuffer.Size, 0) << focused << " has no frame";
        Rect frame{{1e9f, 1e9f}, {-1e9f, -1e9f}};
        for (const ImDrawVert& vertex : above.VtxBuffer) {
            frame.min = {std::min(frame.min.x, vertex.pos.x), std::min(frame.min.y, vertex.pos.y)};
            frame.max = {std::max(frame.max.x, vertex.pos.x), std::max(frame.max.y, vertex.pos.y)};
        }
        const Rect screen{{-1, -1}, {1281, 721}};
        EXPECT_TRUE(screen.contains(frame.min) && screen.contains(frame.max)) << focused;
        const Rect item = rect_of(focused);
        EXPECT_LE(frame.min.y, item.min.y + 1) << focused << " is cut at its top";
        EXPECT_GE(frame.max.y, item.max.y - 1) << focused << " is cut at its foot";
        EXPECT_LE(frame.min.x, item.min.x + 2) << focused;
        EXPECT_GE(frame.max.x, item.max.x - 2) << focused;
        driver->press(Key::tab);
    }
    for (const std::string& key : walk) EXPECT_TRUE(reached.contains(key)) << key;
    std::printf("%zu items\n", reached.size());
    EXPECT_GT(reached.size(), 40U);
}

TEST_F(TabOrder, BeginsAtTheQuestionOfAStep)
{
    open(1280, 720);
    const auto asks = [&] {
        const std::vector<std::string> walk = driver->app().items().walk();
        return std::any_of(walk.begin(), walk.end(), [](const auto& key) { return key.starts_with("question:"); });
    };
    for (int steps = 0; steps < 12 && !asks(); ++steps) {
        driver->press('L');
        driver->frames(4);
    }
    ASSERT_TRUE(asks());
    driver->press(Key::tab);
    driver->frames(2);
    EXPECT_TRUE(driver->app().items().focused().starts_with("question:")) << driver->app().items().focused();
    EXPECT_TRUE(driver->app().items().focus_is_visible());
}

TEST_F(TabOrder, ReachesWhatCanBeClicked)
{
    open(1280, 720, last_step);
    int looked_at = expect_all_reached({{0, 0}, {1280, 720}}, 22, 12);
    for (const Panel* panel : panels()) {
        if (panel->place != PanelPlace::tab || std::string_view(panel->key) == "lesson") continue;
        driver->app().view().tab = panel->key;
        driver->frames(4);
        looked_at += expect_all_reached(driver->app().layout().tabs, 40, 16);
    }
    std::printf("%d places that can be clicked\n", looked_at);
    EXPECT_GT(looked_at, 500);
}

/// A refused guess keeps the keyboard where it is: the next Enter tries again, and opens nothing elsewhere.
TEST_F(TabOrder, ARefusedGuessKeepsTheKeyboard)
{
    open(1280, 1100);
    const model::Experiment& experiment = driver->session().view().experiment();
    const auto asked = std::ranges::find_if(
        experiment.questions, [](const model::Question& each) { return each.kind == model::QuestionKind::number; });
    ASSERT_NE(asked, experiment.questions.end());
    const std::string field = "question:" + asked->id;
    driver->turn_to(field);
    driver->app().items().focus(field, true);
    driver->press(Key::enter);
    driver->frames(3);
    driver->type("two");
    driver->press(Key::enter);
    driver->frames(4);
    EXPECT_TRUE(driver->app().wants_text()) << "the field lost the keyboard";
    driver->press(Key::enter);
    driver->frames(4);
    EXPECT_TRUE(driver->app().view().entry.parameter.empty()) << "a slider's field opened";
    EXPECT_TRUE(driver->app().wants_text());
}

}  // namespace
}  // namespace spillway::window
