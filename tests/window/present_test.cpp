// Present mode, for two hundred people: what the last row reads, and that all of it is reached.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <tuple>

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "app/window/kit/actions.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/lesson_turning.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/charts/shown_charts.h"
#include "app/window/shell/qr_page.h"
#include "driver.h"
#include "screen_text.h"
#include "tests/support/sample.h"

namespace spillway::window {
namespace {

class Presenting : public testing::Test {
protected:
    void open(int width, int height, float scale = 1, ViewState view = {}, bool with_worker = false,
              bool fill_curve = false)
    {
        Start start;
        start.width = width;
        start.height = height;
        start.scale = scale;
        start.view = std::move(view);
        start.view.present = start.view.shows_answers = true;
        start.fill_curve = fill_curve;
        if (!with_worker) {
            // What was recorded answers at once.
            start.worker_command = "none";
            start.gpus_file = std::filesystem::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json";
        }
        driver.reset();
        driver = Driver::open(std::move(start));
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    }
    [[nodiscard]] const ViewState& view() const { return driver->app().view(); }
    [[nodiscard]] const Layout& layout() const { return driver->app().layout(); }
    [[nodiscard]] bool is_there(const std::string& item) const { return driver->app().items().find(item).has_value(); }
    [[nodiscard]] std::vector<std::string> shown() const
    {
        return shown_metrics(driver->session().view(), driver->app().view());
    }
    std::unique_ptr<Driver> driver;
};

bool lies_in(const Rect& outer, const ScreenText& text)
{
    return outer.contains(text.rect.centre());
}

/// Names and numbers at a picture's parts are labels, and a card's title in capitals; all else is to be read.
bool is_label(const Layout& layout, const ViewState& view, const ScreenText& text)
{
    const bool has_letters = std::ranges::any_of(text.text, [](unsigned char c) { return std::isalpha(c) != 0; });
    if ((has_letters && text.text == upper_case(text.text)) || text.text == "?") return true;
    for (const Rect& chart : layout.charts)
        if (lies_in(chart, text)) return true;
    // 20 rows of code fit into the pane; F makes them larger.
    return lies_in(layout.left, text) || ((view.tab == "sm" || view.tab == "code") && lies_in(layout.tabs, text));
}

TEST_F(Presenting, BMakesTheScreenBlackUntilAKeyOrAClick)
{
    open(1280, 720);
    driver->frames(4);
    const Rect screen{{0, 0}, {1280, 720}};
    ASSERT_GT(driver->colours_in(screen), 1);
    const session::Selection selection = driver->session().view().selection();
    driver->press('B');
    EXPECT_EQ(driver->colours_in(screen), 1);
    driver->press('L');
    EXPECT_FALSE(view().is_black);
    EXPECT_EQ(driver->step(), 1) << "the key only brings the picture back";
    driver->press('B');
    driver->click_at({640, 200});
    EXPECT_FALSE(view().is_black);
    EXPECT_EQ(driver->session().view().selection(), selection) << "the click does not reach the chart behind";
    EXPECT_GT(driver->colours_in(screen), 1);
    driver->press('P');
    driver->press('B');
    EXPECT_FALSE(view().is_black) << "only in present mode";
    driver->press('P');
    driver->app().view().tab = "warp";
    driver->frames(4);
    driver->press('B');
    EXPECT_TRUE(view().is_black) << "the lecturer's key, on every tab";
}

TEST_F(Presenting, CurvesHaveTheirNamesAtTheirEnds)
{
    if (!can_read_screen()) GTEST_SKIP() << "this version of Dear ImGui does not tell its glyphs";
    open(1280, 720, 1, {}, false, true);
    choose_experiment(driver->session(), driver->app().view(), "running_mean");
    driver->settle();
    const auto named_in_charts = [&] {
        std::set<std::string> named;
        for (const ScreenText& text : read_screen())
            for (const Rect& chart : layout().charts)
                if (lies_in(chart, text)) named.insert(text.text);
        return named;
    };
    EXPECT_TRUE(named_in_charts().contains("Array, run-time index"));
    driver->keep_picture("present_names");
    driver->app().view().present = false;
    driver->app().view().lesson_leads = false;
    driver->frames(4);
    EXPECT_FALSE(named_in_charts().contains("Array, run-time index")) << "small charts have symbols";
}

/// A window that was zoomed to twice its size outside of present mode.
TEST_F(Presenting, AZoomLeavesRoomForWhatIsShown)
{
    for (const auto& [width, height, scale] : {std::tuple(1280, 720, 1.0F), {2560, 1440, 1.0F}, {2560, 1440, 2.0F}}) {
        SCOPED_TRACE(std::to_string(width) + " at " + std::to_string(scale));
        ViewState zoomed;
        zoomed.tab = "lesson";
        zoomed.scale = 2;
        open(width, height, scale, zoomed);
        if (IsSkipped()) return;
        driver->settle();
        const float unit = driver->app().theme().scale;
        const auto least = [&](const std::string& item, float logical_width) {
            const auto place = driver->app().items().find(item);
            ASSERT_TRUE(place) << item;
            EXPECT_GE(place->width(), logical_width * unit) << item;
        };
        least("slider:window_size", 30);
        least("lessons", 90);
        EXPECT_LE(driver->app().items().find("lessons")->max.x, driver->app().items().find("gpu_selector")->min.x);
        driver->keep_picture("present_zoomed_" + std::to_string(width) + "_" + std::to_string(scale).substr(0, 1));
        driver->press('+', true);
        EXPECT_EQ(view().scale, 2) << "what another window had room for is not forgotten";
        EXPECT_EQ(view().status_notice, "Larger does not fit into this window.");
        driver->press('-', true);
        driver->frames(2);
        EXPECT_LT(driver->app().theme().scale, unit) << "the first step smaller is seen";
    }
}

TEST_F(Presenting, AZoomGoesAsFarOutsideOfItAsAWindowHasRoom)
{
    ViewState zoomed;
    zoomed.scale = 3;
    open(1280, 720, 1, zoomed);
    if (IsSkipped()) return;
    driver->press('P');
    driver->frames(3);
    ASSERT_FALSE(view().present);
    EXPECT_FLOAT_EQ(driver->app().theme().scale, 1.5F);
    driver->keep_picture("zoomed_as_far_as_there_is_room");
}

struct PresentingEach : Presenting, testing::WithParamInterface<std::size_t> {};
SPILLWAY_SAMPLED_SUITE(PresentingEach, tests::part_numbers(parts_of_catalogue), parts_of_catalogue);

TEST_P(PresentingEach, NothingThatIsReadIsSmallInAnyExperiment)
{
    open(1280, 720);
    if (!driver || !can_read_screen()) GTEST_SKIP() << "this version of Dear ImGui cannot be read";
    constexpr float read_least = 24, label_least = 20;
    std::vector<std::string> names;
    for (const model::Experiment& experiment : driver->session().view().catalogue().experiments)
        names.push_back(experiment.name);
    std::set<std::string> told;
    std::filesystem::create_directories(std::filesystem::path(SPILLWAY_BINARY_DIR) / "pictures/present");
    std::ofstream table(std::filesystem::path(SPILLWAY_BINARY_DIR) /
                        ("pictures/present/smallest_text_" + std::to_string(GetParam()) + ".txt"));
    for (const std::string& name : tests::part_of(names, GetParam(), parts_of_catalogue)) {
        float smallest_read = 1000, smallest_label = 1000;
        driver->session().select_experiment(name);
        for (const auto& [tab, pages] : {std::pair{"lesson", 12}, {"code", 1}, {"sm", 1}}) {
            driver->app().view().tab = tab;
            driver->frames(3);
            driver->keep_picture("present/" + name + "_" + tab);
            for (int page = 0; page < pages; ++page) {
                const std::vector<ScreenText> texts = read_screen();
                EXPECT_GT(texts.size(), 30) << name << " " << tab;
                for (const ScreenText& text : texts) {
                    // What is left of a line that is scrolled half below the edge.
                    if (text.text == ":") continue;
                    const bool labels = is_label(layout(), view(), text);
                    float& smallest = labels ? smallest_label : smallest_read;
                    smallest = std::min(smallest, text.pixels);
                    const float least = labels ? label_least : read_least;
                    if (text.pixels < least - 0.01F && told.insert(tab + text.text).second) {
                        driver->keep_picture("present/small_type");
                        ADD_FAILURE() << text.pixels << " px in " << name << ", " << tab << ", page " << page << " at "
                                      << text.rect.min.x << " " << text.rect.min.y << ": " << text.text;
                    }
                }
                if (page + 1 < pages) driver->press(Key::page_down);
            }
        }
        table << name << ": read " << smallest_read << " px, labels " << smallest_label << " px\n";
    }
}

TEST_F(Presenting, NoAdviceIsCut)
{
    open(1280, 720);
    if (!driver || !can_read_screen()) GTEST_SKIP() << "this version of Dear ImGui cannot be read";
    std::size_t advices = 0;
    const std::vector<model::Experiment> all = driver->session().view().catalogue().experiments;
    for (const model::Experiment& experiment : all) {
        driver->session().select_experiment(experiment.name);
        for (const auto* variant : {&experiment.variants.front(), &experiment.variants.back()}) {
            driver->session().set_focus(variant->name);
            driver->settle();
            std::string advice;
            for (const ScreenText& text : read_screen())
                if (lies_in(layout().sentence, text)) advice += text.text + " ";
            EXPECT_EQ(advice.find("…"), std::string::npos)
                << experiment.name << ", " << variant->name << ": " << advice;
            advices += advice.size() > 20 ? 1 : 0;
        }
    }
    EXPECT_GT(advices, all.size());
}

TEST_F(Presenting, TypeFollowsTheWindowsHeight)
{
    for (const auto& [width, height, scale] : {std::tuple{1280, 720, 1.0F}, {1600, 900, 1.0F}, {2560, 1440, 2.0F}}) {
        open(width, height, scale);
        if (!driver) return;
        const Theme& theme = driver->app().theme();
        EXPECT_NEAR(font_pixels(theme.body), static_cast<float>(height) / 30, 0.6F);
        EXPECT_NEAR(font_pixels(theme.code), static_cast<float>(height) / 30, 0.6F);
        EXPECT_GE(font_pixels(theme.small), static_cast<float>(height) / 37);
    }
}

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

/// Every choice of every question is on the screen without scrolling.
TEST_F(Presenting, EveryChoiceIsSeenAtOnce)
{
    open(1920, 1080);
    if (!driver) return;
    driver->app().view().shows_answers = false;
    std::size_t choices = 0, most = 0;
    std::vector<const model::Experiment*> experiments;
    for (const model::Experiment& each : driver->session().view().catalogue().experiments) experiments.push_back(&each);
    for (const model::Experiment* experiment : experiments)
        for (const model::Question& question : experiment->questions) {
            if (question.choices.empty()) continue;
            driver->session().select_experiment(experiment->name);
            go_to_question(driver->session(), driver->app().view(), question.id);
            driver->frames(4);
            const auto text = driver->app().items().find("lesson text");
            ASSERT_TRUE(text) << experiment->name;
            for (std::size_t i = 0; i < question.choices.size(); ++i) {
                const auto button = driver->app().items().find("question:" + question.id + ":" + std::to_string(i));
                ASSERT_TRUE(button) << experiment->name << ' ' << question.id << ' ' << i;
                EXPECT_LE(button->max.y, text->max.y) << experiment->name << ' ' << question.id << ' ' << i;
                EXPECT_GE(button->min.y, text->min.y) << experiment->name << ' ' << question.id << ' ' << i;
                ++choices;
            }
            if (std::exchange(most, std::max(most, question.choices.size())) < most)
                driver->keep_picture("present/choices");
        }
    EXPECT_GE(choices, 60);
    EXPECT_GE(most, 4);
}

TEST_F(Presenting, AnyLessonIsChosenFromTheListUnderTheTitle)
{
    open(1280, 720);
    if (!driver) return;
    driver->click("lessons");
    driver->keep_picture("present/lessons");
    for (const model::Experiment& experiment : driver->session().view().catalogue().experiments) {
        const auto entry = driver->app().items().find("experiment:" + experiment.name);
        ASSERT_TRUE(entry) << experiment.name;
        EXPECT_GT(entry->width(), 380) << experiment.name;
        EXPECT_LT(entry->max.y, 720) << experiment.name;
    }
    const std::string& now = driver->session().view().selection().experiment;
    const auto& all = driver->session().view().catalogue().experiments;
    const std::string other = all.front().name == now ? all.at(1).name : all.front().name;
    driver->click("experiment:" + other);
    EXPECT_EQ(driver->session().view().selection().experiment, other);
    EXPECT_TRUE(view().open_menu.empty());
}

TEST_F(Presenting, TheLessUsedTabsStandBehindMore)
{
    open(1280, 720);
    if (!driver) return;
    for (const char* tab : {"tab:lesson", "tab:code", "tab:sm"}) EXPECT_TRUE(is_there(tab)) << tab;
    EXPECT_FALSE(is_there("tab:occupancy"));
    driver->click("tab:more");
    driver->click("tab:occupancy");
    EXPECT_EQ(view().tab, "occupancy");
    driver->keep_picture("present/occupancy");
    EXPECT_TRUE(is_there("tab:occupancy")) << "it stands beside the others while it is shown";
    driver->click("tab:lesson");
    EXPECT_FALSE(is_there("tab:occupancy"));
}

TEST_F(Presenting, AllThatStandsBehindMoreIsSeenAtOnce)
{
    for (const auto& [width, height, scale] : {std::tuple{1280, 720, 1.0F}, {1600, 900, 1.0F}, {2560, 1440, 2.0F}}) {
        open(width, height, scale);
        if (!driver) return;
        std::set<std::string> behind;
        for (const char* tab : {"memory", "roofline", "accesses", "compare", "log", "report", "causes", "occupancy"})
            if (!is_there(std::string("tab:") + tab)) behind.insert(std::string("tab:") + tab);
        ASSERT_GE(behind.size(), 7u);
        driver->click("tab:more");
        driver->frames(3);
        driver->keep_picture("present/more_" + std::to_string(width));
        for (const std::string& tab : behind) {
            const auto entry = driver->app().items().find(tab);
            ASSERT_TRUE(entry) << tab << " has to be scrolled to";
            EXPECT_GE(entry->min.y, 0) << tab;
            EXPECT_LE(entry->max.y, static_cast<float>(height)) << tab;
            EXPECT_GE(entry->height(), 24 * scale) << tab;
        }
        // A menu that is higher than the screen has room for would scroll, and cut its last entry.
        const float whole = driver->app().items().find(*behind.begin())->height();
        for (const std::string& tab : behind)
            EXPECT_NEAR(driver->app().items().find(tab)->height(), whole, 1) << tab << " is cut";
        const ImGuiWindow* menu = ImGui::FindWindowByName("##menu:tabs");
        ASSERT_NE(menu, nullptr);
        EXPECT_EQ(menu->ScrollMax.y, 0) << "at " << width << "x" << height;
    }
}

TEST_F(Presenting, PlotsAndTablesHaveTheAdvicesRoom)
{
    open(1280, 720);
    if (!driver) return;
    driver->session().select_experiment("matmul");
    for (const char* tab : {"roofline", "sm", "memory", "accesses", "report"}) {
        driver->app().view().tab = tab;
        driver->settle();
        EXPECT_EQ(layout().sentence.height(), 0) << tab;
        EXPECT_GT(layout().tabs.max.y, 690) << tab;
        driver->keep_picture(std::string("present/tall_") + tab);
    }
    for (const auto& [experiment, least] : {std::pair{"matmul", 110.0F}, {"spill_to_shared", 160.0F}}) {
        driver->session().select_experiment(experiment);
        driver->app().view().tab = "roofline";
        driver->settle();
        const auto plot = driver->app().items().find("roofline:plot");
        ASSERT_TRUE(plot) << experiment;
        EXPECT_GE(plot->height(), least) << experiment;
    }
    driver->app().view().tab = "occupancy";
    driver->frames(3);
    EXPECT_GT(layout().sentence.height(), 60);
}

TEST_F(Presenting, TheReportShowsTheVariantsThatCanBeRead)
{
    open(1280, 720);
    if (!driver || !can_read_screen()) GTEST_SKIP() << "this version of Dear ImGui cannot be read";
    driver->app().view().tab = "report";
    for (const char* experiment : {"running_mean", "stencil"}) {
        driver->session().select_experiment(experiment);
        for (const model::Variant& variant : driver->session().view().experiment().variants) {
            driver->session().set_focus(variant.name);
            driver->settle();
            bool is_shown = false;
            for (const ScreenText& text : read_screen()) {
                if (!lies_in(layout().tabs, text)) continue;
                EXPECT_FALSE(text.text.ends_with(" byte") || text.text == "s") << "broken: " << text.text;
                is_shown = is_shown || variant.label.starts_with(text.text);
            }
            EXPECT_TRUE(is_shown) << variant.label;
        }
    }
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

/// What zbarimg reads in a picture that was kept.
std::string code_in_picture(const std::string& name)
{
    const auto file = std::filesystem::path(SPILLWAY_BINARY_DIR) / "pictures" / (name + ".png");
    const std::string command =
        "zbarimg -q --raw --oneshot -Sdisable -Sqrcode.enable '" + file.string() + "' 2>/dev/null";
    std::FILE* const pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return {};
    std::string text;
    char part[512];
    while (const std::size_t count = std::fread(part, 1, sizeof part, pipe)) text.append(part, count);
    pclose(pipe);
    while (text.ends_with('\n')) text.pop_back();
    return text;
}

TEST_F(Presenting, AQrCodeOfThisViewFillsTheWindowAndFollowsIt)
{
    const bool has_reader = std::system("command -v zbarimg >/dev/null") == 0;
    for (const auto& [width, height, scale] : {std::tuple{1280, 720, 1.0F}, {2560, 1440, 2.0F}}) {
        open(width, height, scale);
        if (!driver) return;
        ViewState& shown = driver->app().view();
        EXPECT_FALSE(is_there("qr")) << "on the desktop there is no address";
        driver->press('Q');
        EXPECT_FALSE(shown.shows_qr_code);
        shown.page_address = "https://example.org/spillway/";
        driver->frames(3);
        driver->click("qr");
        for (const bool dark : {true, false}) {
            shown.dark = dark;
            driver->frames(3);
            driver->move_to({2, 2});  // no tooltip
            const auto address = address_of_view(driver->session().view(), shown);
            ASSERT_TRUE(address) << address.error().line();
            EXPECT_TRUE(address->starts_with("https://example.org/spillway/#v1/")) << *address;
            EXPECT_EQ(address->find("present"), std::string::npos) << "a listener has no projector";
            const std::string name = "present/qr_" + std::to_string(width) + (dark ? "_dark" : "_light");
            driver->keep_picture(name);
            if (has_reader) {
                EXPECT_EQ(code_in_picture(name), *address) << name;
            }
            const auto code = driver->app().items().find("qr:code");
            ASSERT_TRUE(code);
            EXPECT_GT(code->height(), 0.8F * static_cast<float>(height));
            EXPECT_EQ(driver->colours_in(*code), 2) << "black and white, whatever the theme";
        }
        const auto before = address_of_view(driver->session().view(), shown);
        driver->press(Key::right);
        driver->frames(3);
        const auto after = address_of_view(driver->session().view(), shown);
        ASSERT_TRUE(before && after);
        EXPECT_NE(*before, *after) << "a slider moves on";
        driver->keep_picture("present/qr_followed");
        if (has_reader) {
            EXPECT_EQ(code_in_picture("present/qr_followed"), *after);
        }
        driver->press(Key::escape);
        EXPECT_FALSE(shown.shows_qr_code);
        EXPECT_TRUE(shown.present);
    }
    ViewState& shown = driver->app().view();
    driver->press('Q');
    EXPECT_TRUE(shown.shows_qr_code);
    driver->click_at({200, 700});
    EXPECT_FALSE(shown.shows_qr_code);
    driver->press('Q');
    driver->press(Key::tab);
    EXPECT_EQ(driver->app().items().focused(), "qr:close");
    driver->press(Key::enter);
    driver->frames(2);
    EXPECT_FALSE(shown.shows_qr_code);
    shown.page_address = "https://example.org/" + std::string(3000, 'a');
    driver->press('Q');
    driver->frames(3);
    driver->keep_picture("present/qr_too_long");
    EXPECT_FALSE(is_there("qr:code"));
    if (can_read_screen()) {
        std::string words;
        for (const ScreenText& text : read_screen()) words += text.text + " ";
        EXPECT_NE(words.find("a QR code holds 2953 at most"), std::string::npos) << words;
    }
    driver->press('P');
    EXPECT_FALSE(shown.present || shown.shows_qr_code) << "it belongs to present mode";
}

TEST_F(Presenting, ALinkThatFillsThePictureOfTheSmDoesSoHere)
{
    ViewState start;
    start.filled = Part::right;
    open(1280, 720, 1, start);
    if (!driver) return;
    EXPECT_EQ(view().filled, Part::tabs);
    EXPECT_EQ(view().tab, "sm");
    driver->press('P');
    EXPECT_FALSE(view().present);
    driver->frames(3);
    EXPECT_GT(layout().tabs.width(), 600);
}

}  // namespace
}  // namespace spillway::window
