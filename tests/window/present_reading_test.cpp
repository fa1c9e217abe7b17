// Texts of present mode: large enough for the last row, whole, and seen at once.

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/window/kit/actions.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/lesson_turning.h"
#include "app/window/kit/widgets.h"
#include "driver.h"
#include "present_fixture.h"
#include "screen_text.h"
#include "tests/support/sample.h"

namespace spillway::window {
namespace {

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
                    // The rest of a line that is scrolled half below the edge.
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

}  // namespace
}  // namespace spillway::window
