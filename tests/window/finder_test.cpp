// One field finds what the window has: Ctrl+K, Ctrl+O, Ctrl+V of a link, and the search of F1.

#include <cctype>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "app/lessons/lesson_steps.h"
#include "app/window/panels/views.h"
#include "app/window/shell/dropped.h"
#include "app/window/shell/run_window.h"
#include "app/window/shell/typed_path.h"
#include "tests/window/driver.h"

namespace spillway::window {
namespace {

class FinderPage : public testing::Test {
protected:
    void SetUp() override
    {
        driver = Driver::open();
        if (!driver) GTEST_SKIP() << "OpenGL is not available";
        driver->frames(4);
    }

    const ViewState& view() { return driver->app().view(); }
    const session::Selection& selection() { return driver->session().view().selection(); }
    /// Opens the page, types, and takes the first row.
    void find(const std::string& text)
    {
        driver->press('K', true);
        driver->type(text);
        driver->frames(2);
        driver->press(Key::enter);
        driver->frames(3);
    }
    std::filesystem::path made_file(const std::string& name)
    {
        const std::filesystem::path file = test_home() / name;
        std::ofstream(file) << "__global__ void copy_all(const float* in, float* out) { out[threadIdx.x] = in[0]; }\n";
        return file;
    }

    std::unique_ptr<Driver> driver;
};

TEST_F(FinderPage, OpensLessonsAndTheStepsOfTheirQuestions)
{
    find("bank conflicts");
    EXPECT_EQ(selection().experiment, "bank_conflicts");
    EXPECT_EQ(view().tab, "lesson");
    EXPECT_FALSE(view().finder.is_open);
    find("FOUR LOADS in a round 16 warps");
    EXPECT_EQ(selection().experiment, "latency_hiding");
    const auto steps = lessons::lesson_steps(driver->session().view().experiment(), {}, {});
    EXPECT_EQ(driver->step(), lessons::step_of_question(steps, "four_loads"));
}

TEST_F(FinderPage, KeysAreFoundByWhatTheyDoAndPressed)
{
    const bool was_dark = view().dark;
    find("dark or light");
    EXPECT_NE(view().dark, was_dark);
    find("large type");
    EXPECT_TRUE(view().present);
}

TEST_F(FinderPage, AWordOpensTheGlossaryAtItsMeaning)
{
    find("coalesced");
    EXPECT_TRUE(view().show_help);
    EXPECT_FALSE(view().help_search.empty());
    driver->press(Key::escape);
    EXPECT_FALSE(view().show_help);
}

TEST_F(FinderPage, ALinkIsOpenedAndARefusedOneStaysToBeMended)
{
    find("spillway://v1/stencil/set=radius:100/gpu=h200");
    EXPECT_EQ(selection().experiment, "stencil");
    EXPECT_EQ(selection().values.at("radius"), model::Value{std::int64_t{100}});
    find("spillway://v1/no_such_lesson");
    EXPECT_EQ(selection().experiment, "stencil");
    EXPECT_TRUE(view().finder.is_open);
    EXPECT_NE(view().finder.error.find("no_such_lesson"), std::string::npos) << view().finder.error;
    EXPECT_EQ(view().finder.text, "spillway://v1/no_such_lesson");
}

TEST_F(FinderPage, EnterTakesARowOfTheTextThatIsThere)
{
    driver->press('K', true);
    driver->frames(3);
    for (const char c : std::string("bank conflicts")) {
        driver->surface().press({Key::character, static_cast<char>(std::toupper(c)), false, false, false});
        driver->surface().type(std::string(1, c));
    }
    driver->surface().press({Key::enter, 0, false, false, false});
    driver->surface().hurry();
    driver->frames(12);
    EXPECT_EQ(selection().experiment, "bank_conflicts");
}

TEST_F(FinderPage, ATapBelowTheListClosesItAndOneOnTheListDoesNot)
{
    driver->press('K', true);
    driver->type("bank conflicts");
    driver->frames(3);
    const Rect field = *driver->app().items().find("finder:field");
    driver->click_at({field.centre().x, field.max.y + 2});
    driver->frames(2);
    EXPECT_TRUE(view().finder.is_open);
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    driver->click_at({screen.x / 2, screen.y * 0.88F});
    driver->frames(2);
    EXPECT_FALSE(view().finder.is_open);
}

TEST_F(FinderPage, TwelveRecentFilesLeaveRoomForOpeningAnother)
{
    for (int i = 0; i < 12; ++i) remember_file(driver->app().view(), made_file("recent" + std::to_string(i) + ".cu"));
    driver->press('K', true);
    driver->frames(3);
    EXPECT_TRUE(driver->app().items().find("find:key:open"));
}

TEST_F(FinderPage, APastedLinkIsOpenedWithoutThePage)
{
    ImGui::SetClipboardText(" spillway://v1/stencil/set=radius:200\n");
    driver->press('V', true);
    driver->frames(2);
    EXPECT_EQ(selection().values.at("radius"), model::Value{std::int64_t{200}});
    ImGui::SetClipboardText("nothing of use");
    driver->press('V', true);
    driver->frames(2);
    EXPECT_EQ(view().status_notice, "The clipboard has no spillway:// link and no path.");
    ImGui::SetClipboardText("/tmp/moved_away.cu");
    driver->press('V', true);
    driver->frames(2);
    EXPECT_EQ(view().status_notice, "/tmp/moved_away.cu: there is no such file or folder");
}

TEST_F(FinderPage, AnAddressThatAFileManagerCopiedIsOpened)
{
    made_file("100%25 of mine.cu");
    ImGui::SetClipboardText(("file://" + test_home().string() + "/100%2525%20of%20mine.cu\n").c_str());
    driver->press('V', true);
    driver->frames(4);
    EXPECT_EQ(driver->session().view().experiment().title, "100%25 of mine.cu") << view().status_notice;
    EXPECT_EQ(*typed_path("/a%20b.cu"), "/a%20b.cu") << "no address";
    EXPECT_EQ(*typed_path("file:///100%"), "/100%");
}

TEST_F(FinderPage, AFileIsOpenedByItsPathAndIsRecentAtTheNextStart)
{
    const std::filesystem::path file = made_file("found_by_path.cu");
    driver->press('O', true);
    driver->frames(3);
    EXPECT_TRUE(view().finder.is_open);
    driver->press('A', true);  // the folder that stands there
    driver->type((test_home() / "found_by").string());
    driver->frames(2);
    EXPECT_TRUE(driver->app().items().find("find:path:" + file.string())) << "the path is completed";
    driver->press(Key::enter);
    driver->frames(4);
    EXPECT_EQ(driver->session().view().experiment().title, "found_by_path.cu");
    ASSERT_FALSE(view().recent_files.empty());
    EXPECT_EQ(view().recent_files.front(), file.string());

    driver->reopen();
    driver->press('K', true);
    driver->frames(3);
    EXPECT_TRUE(driver->app().items().find("find:file:" + file.string()));
    driver->keep_picture("finder_recent");
}

TEST_F(FinderPage, EscClosesItAndKeysBehindItDoNothing)
{
    const auto before = selection();
    driver->press('K', true);
    driver->type("zzz nothing");
    driver->press(Key::enter);
    driver->press(Key::down);
    driver->frames(2);
    EXPECT_TRUE(view().finder.is_open);
    EXPECT_EQ(selection(), before);
    driver->keep_picture("finder_nothing");
    driver->press(Key::escape);
    driver->frames(2);
    EXPECT_FALSE(view().finder.is_open);
    EXPECT_TRUE(view().entry.parameter.empty());
}

TEST_F(FinderPage, HelpIsSearchedByTypingAndEnterDoesNotReachTheSliders)
{
    driver->press(Key::f1);
    driver->frames(3);
    driver->press(Key::enter);
    driver->frames(2);
    EXPECT_TRUE(view().entry.parameter.empty()) << "a slider's field opened behind the page";
    driver->type("bank");
    driver->frames(3);
    EXPECT_EQ(view().help_search, "bank");
    driver->keep_picture("help_searched");
    driver->press(Key::escape);
    driver->press(Key::f1);
    driver->frames(3);
    EXPECT_EQ(view().help_search, "") << "the next search begins anew";
}

TEST_F(FinderPage, FitsIntoEachWindow)
{
    struct Size {
        int width, height;
        float scale;
        bool dark;
    };
    for (const Size size : {Size{640, 480, 1, true}, {1280, 720, 1, false}, {2560, 1440, 2, true}}) {
        ViewState light;
        light.dark = size.dark;
        driver = Driver::open(size.width, size.height, size.scale, std::move(light));
        driver->frames(4);
        driver->press('K', true);
        driver->type("memory");
        driver->frames(3);
        driver->keep_picture("finder_" + std::to_string(size.width));
        int rows = 0;
        for (const std::string& key : driver->app().items().noted()) {
            if (!key.starts_with("find:")) continue;
            const Rect row = *driver->app().items().find(key);
            EXPECT_TRUE(row.min.x >= 0 && row.max.x <= static_cast<float>(size.width)) << key;
            EXPECT_TRUE(row.min.y >= 0 && row.max.y <= static_cast<float>(size.height)) << key << size.width;
            ++rows;
        }
        EXPECT_EQ(rows, 12) << size.width;
    }
}

/// The command line wins over the kept settings.
TEST_F(FinderPage, TheCommandLineWinsOverTheLastPlace)
{
    Settings settings;
    settings.experiment = selection().experiment;
    settings.place.gpu = "t4";
    settings.tab = "memory";
    driver->session().set_gpu("h200");
    WindowOptions named;
    named.restore_place = false;  // --gpu h200
    (void)view_at_start(named, settings, driver->session());
    EXPECT_EQ(selection().gpu, "h200");
    (void)view_at_start(WindowOptions(), settings, driver->session());
    EXPECT_EQ(selection().gpu, "t4");
    EXPECT_FALSE(driver->session().view().can_undo()) << "the user has changed nothing yet";
    WindowOptions files;
    files.restore_experiment = false;
    files.opened = {"/tmp/a.cu"};
    const ViewState at_start = view_at_start(files, settings, driver->session());
    EXPECT_EQ(at_start.tab, "code");
    EXPECT_EQ(at_start.recent_files, std::vector<std::string>{"/tmp/a.cu"});
}

}  // namespace
}  // namespace spillway::window
