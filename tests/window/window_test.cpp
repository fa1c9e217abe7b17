#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/window/kit/compat.h"
#include "app/window/shell/dropped.h"
#include "app/window/shell/taken_along_text.h"
#include "running_mean_window.h"
#include "tests/support/scratch_folder.h"

namespace spillway::window {
namespace {

using Integer = std::int64_t;

using Window = RunningMeanWindow;

TEST_F(Window, ClickOnAnExperimentSelectsIt)
{
    driver->app().view().lesson_leads = false;  // while a lesson leads, the list is folded
    driver->frames(3);
    const model::Experiment* other = nullptr;
    for (const model::Experiment& experiment : driver->session().view().catalogue().experiments)
        if (experiment.name != "running_mean" && experiment.topic == driver->session().view().experiment().topic)
            other = &experiment;
    if (other == nullptr) {
        // Another topic is folded: its heading opens it.
        for (const model::Experiment& experiment : driver->session().view().catalogue().experiments)
            if (experiment.name != "running_mean") other = &experiment;
        ASSERT_NE(other, nullptr);
        driver->click("topic:" + other->topic);
    }
    driver->click("experiment:" + other->name);
    EXPECT_EQ(driver->session().view().selection().experiment, other->name);
    driver->keep_picture("experiment_clicked");
}

TEST_F(Window, SliderFollowsTheMouseAndIsOneStepForUndo)
{
    const Integer before = value("window_size");
    const auto slider = driver->app().items().find("slider:window_size");
    ASSERT_TRUE(slider);
    const float y = slider->centre().y;
    driver->drag({slider->min.x + 20, y}, {slider->max.x - 2, y});
    EXPECT_EQ(value("window_size"), 128);
    driver->press('Z', true);
    EXPECT_EQ(value("window_size"), before);
    driver->press('Z', true, true);
    EXPECT_EQ(value("window_size"), 128);
}

TEST_F(Window, AStepOfTheHandIsInTheVeryNextPicture)
{
    const auto slider = driver->app().items().find("slider:window_size");
    ASSERT_TRUE(slider);
    const float y = slider->centre().y;
    const Rect right_end{{slider->max.x - 14, y - 6}, {slider->max.x, y + 6}};
    driver->move_to({slider->min.x + 20, y});
    driver->surface().mouse_button(0, true);
    driver->frames(3);
    const int colours_of_track = driver->colours_in(right_end);
    driver->surface().move_mouse(slider->max.x - 2, y);
    driver->frames(1);
    EXPECT_EQ(value("window_size"), 128);
    EXPECT_GT(driver->colours_in(right_end), colours_of_track) << "the slider's knob is still where it was";
    driver->surface().mouse_button(0, false);
    driver->frames(3);
    EXPECT_EQ(value("window_size"), 128);
}

TEST_F(Window, WhatWasPaintedPieceByPieceIsTheWholePicture)
{
    driver->surface().paint_each_frame();
    const auto is_whole = [&] {
        // Answers that keep coming are left for later: both pictures are of the same ones, once nothing moves.
        constexpr int max_frames = 600;
        for (int i = 0; i < max_frames && driver->app().wants_frame(); ++i) driver->app().frame();
        const auto in_pieces = driver->surface().pixels();
        // Another target of the same size: all is painted again.
        driver->surface().resize(driver->surface().width(), driver->surface().height(), 1);
        driver->app().frame();
        return driver->surface().pixels() == in_pieces;
    };
    const auto slider = driver->app().items().find("slider:window_size");
    ASSERT_TRUE(slider);
    driver->drag({slider->min.x + 20, slider->centre().y}, {slider->max.x - 30, slider->centre().y});
    driver->settle();
    EXPECT_TRUE(is_whole()) << "after a drag";
    for (const char* tab : {"tab:code", "tab:occupancy"}) {
        driver->click(tab);
        driver->press(Key::right);
        driver->settle();
        EXPECT_TRUE(is_whole()) << tab;
    }
    driver->press('T');
    driver->settle();
    EXPECT_TRUE(is_whole()) << "in the other theme";
    driver->click_at(driver->place_of("variant:local_array"));
    driver->settle();
    EXPECT_TRUE(is_whole()) << "with another variant in focus";
}

TEST_F(Window, ArrowKeysStepTheParameter)
{
    driver->press(Key::home);
    EXPECT_EQ(value("window_size"), 1);
    driver->press(Key::right);
    EXPECT_EQ(value("window_size"), 2);
    driver->press(Key::page_up, false, true);
    EXPECT_EQ(value("window_size"), 18);
    // Without Shift the page keys are for who reads.
    driver->press(Key::page_up);
    driver->press(Key::page_down);
    EXPECT_EQ(value("window_size"), 18);
    driver->press(Key::left);
    EXPECT_EQ(value("window_size"), 17);
    driver->press(Key::end);
    EXPECT_EQ(value("window_size"), 128);
    driver->press(Key::down);
    EXPECT_NE(driver->app().view().parameter, "");
    EXPECT_TRUE(driver->app().items().focus_is_visible());
}

TEST_F(Window, AValueCanBeTyped)
{
    driver->click("value:window_size");
    driver->type("77");
    driver->press(Key::enter);
    driver->frames(4);
    EXPECT_EQ(value("window_size"), 77);
    EXPECT_TRUE(driver->app().view().entry.parameter.empty());
}

TEST_F(Window, ATypedValueOutOfRangeSaysTheRangeAndChangesNothing)
{
    const Integer before = value("window_size");
    driver->click("value:window_size");
    driver->type("100000");
    driver->press(Key::enter);
    driver->frames(4);
    EXPECT_EQ(value("window_size"), before);
    EXPECT_FALSE(driver->app().view().entry.error.empty());
    driver->keep_picture("typed_value_refused");
    driver->press(Key::escape);
    driver->frames(2);
    EXPECT_TRUE(driver->app().view().entry.error.empty());
}

/// The field closed, and the reason stood below a slider without one.
TEST_F(Window, AnEmptyValueIsRefusedInItsField)
{
    const Integer before = value("window_size");
    driver->click("value:window_size");
    driver->type("1");
    driver->press(Key::backspace);
    driver->press(Key::enter);
    driver->frames(4);
    EXPECT_EQ(value("window_size"), before);
    EXPECT_FALSE(driver->app().view().entry.error.empty());
    driver->type("77");
    driver->press(Key::enter);
    driver->frames(4);
    EXPECT_EQ(value("window_size"), 77);
}

TEST_F(Window, LettersInATextFieldAreNotShortcuts)
{
    driver->click("value:window_size");
    driver->surface().press({Key::character, 'P', false, false, false});
    driver->type("p");
    EXPECT_FALSE(driver->app().view().present);
}

TEST_F(Window, RightClickBringsTheInitialValueBack)
{
    const Integer initial = value("window_size");
    driver->press(Key::end);
    ASSERT_NE(value("window_size"), initial);
    driver->click("slider:window_size", 1);
    EXPECT_EQ(value("window_size"), initial);
}

TEST_F(Window, ScaleGrowsAndComesBack)
{
    const float before = font_pixels(driver->app().theme().body);
    driver->press('+', true);
    driver->press('=', true);
    EXPECT_GT(driver->app().view().scale, 1.15f);
    EXPECT_GT(font_pixels(driver->app().theme().body), before);
    driver->keep_picture("scale_larger");
    driver->press('-', true);
    driver->press('0', true);
    EXPECT_EQ(driver->app().view().scale, 1);
    EXPECT_EQ(font_pixels(driver->app().theme().body), before);
}

TEST_F(Window, HelpOpensAndCloses)
{
    driver->press(Key::f1);
    EXPECT_TRUE(driver->app().view().show_help);
    driver->keep_picture("help");
    driver->press(Key::escape);
    EXPECT_FALSE(driver->app().view().show_help);
}

TEST_F(Window, TabsAreSwitchedByMouseAndKeys)
{
    driver->click("tab:lesson");
    EXPECT_EQ(driver->app().view().tab, "lesson");
    driver->press(Key::tab, true);
    EXPECT_EQ(driver->app().view().tab, "code");
    driver->press(Key::tab, true, true);
    EXPECT_EQ(driver->app().view().tab, "lesson");
}

TEST_F(Window, EyeHidesAVariantAndAClickFocusesOne)
{
    driver->click("eye:local_array");
    EXPECT_TRUE(driver->app().view().hidden_variants.contains("local_array"));
    driver->click("eye:local_array");
    EXPECT_FALSE(driver->app().view().hidden_variants.contains("local_array"));
    driver->click("variant:local_array");
    EXPECT_EQ(driver->session().view().selection().focus, "local_array");
    driver->press('1');
    EXPECT_EQ(driver->session().view().selection().focus, driver->session().view().experiment().variants[0].name);
}

TEST_F(Window, GpuIsChosenFromItsMenu)
{
    driver->click("gpu_selector");
    driver->keep_picture("gpu_menu");
    driver->click("gpu:t4");
    EXPECT_EQ(driver->session().view().selection().gpu, "t4");
    EXPECT_TRUE(driver->app().view().open_menu.empty());
}

TEST_F(Window, GpuIsChosenWithTheKeyboardAlone)
{
    const std::string before = driver->session().view().selection().gpu;
    for (int i = 0; i < 40 && driver->app().items().focused() != "gpu_selector"; ++i) driver->press(Key::tab);
    ASSERT_EQ(driver->app().items().focused(), "gpu_selector");
    driver->press(Key::enter);
    driver->press(Key::down);
    driver->press(Key::enter);
    driver->frames(3);
    EXPECT_NE(driver->session().view().selection().gpu, before);
    EXPECT_TRUE(driver->app().view().open_menu.empty());
}

TEST_F(Window, XAxisIsChosenByItsRadio)
{
    driver->click("axis:block_size");
    EXPECT_EQ(driver->session().view().selection().x_axis, "block_size");
}

TEST_F(Window, ThemeAndPresentByKey)
{
    const bool dark = driver->app().view().dark;
    driver->press('T');
    EXPECT_NE(driver->app().view().dark, dark);
    EXPECT_EQ(driver->app().view().prefers_dark, !dark);
    driver->press('P');
    EXPECT_TRUE(driver->app().view().present);
    EXPECT_GT(driver->app().theme().line_width, 2);
}

/// The other browser's settings name no theme where nobody chose one.
TEST_F(Window, ProgressTakenInLeavesTheChosenTheme)
{
    driver->press('T');
    const std::optional<bool> chosen = driver->app().view().prefers_dark;
    ASSERT_TRUE(chosen);
    const auto folder = scratch_folder("taken-in");
    const auto file = folder / ("mine" + std::string(taken_along_extension));
    std::ofstream(file) << print_taken_along({});
    const auto refused = open_path(file, driver->session(), driver->app().view());
    std::filesystem::remove_all(folder);
    ASSERT_FALSE(refused) << refused->line();
    EXPECT_EQ(driver->app().view().prefers_dark, chosen);
    EXPECT_EQ(driver->app().view().dark, *chosen);
}

TEST_F(Window, APageListsNoRecentFile)
{
    ViewState view;
    remember_file(view, "/dropped/mine.cu");
    EXPECT_EQ(view.recent_files, std::vector<std::string>{"/dropped/mine.cu"});
    ViewState in_page;
    in_page.page_address = "https://example.org/";
    remember_file(in_page, "/dropped/mine.cu");
    EXPECT_TRUE(in_page.recent_files.empty());
}

TEST(WindowFocus, TheFirstArrowKeyLeavesAVisibleSliderWhereItIs)
{
    const auto driver = Driver::open(1280, 720);  // more sliders than fit
    if (!driver) GTEST_SKIP() << "OpenGL is not available";
    driver->settle();
    const float before = driver->place_of("slider:window_size").y;
    driver->press(Key::right);
    driver->frames();
    EXPECT_EQ(driver->place_of("slider:window_size").y, before);
}

TEST_F(Window, IdleDrawsNothing)
{
    driver->settle_all();
    const auto drawn = driver->app().frame_times().count();
    for (int i = 0; i < 20; ++i) {
        driver->session().update();
        if (driver->app().wants_frame()) driver->app().frame();
    }
    EXPECT_EQ(driver->app().frame_times().count(), drawn);
    EXPECT_LT(driver->app().wait_seconds(), 0) << "waits for input without a bound";
}

TEST_F(Window, AFrameIsQuickOnAccountOfOurOwnWork)
{
    driver->settle();
    driver->frames(60);
    // llvmpipe rasterises in threads of its own and in this one; without it a frame takes some 2 ms.
    EXPECT_LT(driver->app().frame_times().percentile(0.5), 0.1);
    EXPECT_GT(driver->app().frame_times().percentile(0.5), 0);
}

TEST_F(Window, QuitByKey)
{
    driver->press('Q', true);
    EXPECT_TRUE(driver->app().wants_quit());
}

}  // namespace
}  // namespace spillway::window
