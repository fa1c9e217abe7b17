// Menus, zoom, the black screen and the QR code of present mode.

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <tuple>

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "app/window/shell/qr_page.h"
#include "driver.h"
#include "present_fixture.h"
#include "screen_text.h"

namespace spillway::window {
namespace {

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
        EXPECT_EQ(view().status_notice, "Nothing larger fits into this window.");
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

/// Text that zbarimg reads in a picture that was kept.
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
