// The speaker's notes on a surface beside the window's: what it shows, which keys are its own, and what it costs.
#include <fstream>

#include <gtest/gtest.h>

#include "app/window/panels/talk_steps.h"
#include "app/window/shell/settle.h"
#include "app/window/shell/speaker_notes.h"
#include "running_mean_window.h"
#include "tests/support/scratch_folder.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;

constexpr const char* talk_text = R"({"spillway_talk": 1, "title": "Week one", "stops": [
    {"view": "v1/running_mean", "notes": "# First\n\nAsk *before* you move the slider:\n\n- where does `window[]` live?\n- what does ptxas say?"},
    {"view": "v1/stencil", "notes": "Seven variants."},
    {"view": "v1/coalescing"}]})";

class Speaker : public RunningMeanWindow {
protected:
    void SetUp() override
    {
        RunningMeanWindow::SetUp();
        if (IsSkipped()) return;
        std::ofstream(folder / "week.spillway-talk") << talk_text;
        const auto refused = open_talk(folder / "week.spillway-talk", view());
        ASSERT_FALSE(refused) << refused->line();
        auto surface = OffscreenSurface::open({1000, 700, 1});
        ASSERT_TRUE(surface) << surface.error().line();
        beside = std::move(*surface);
        auto opened = SpeakerNotes::open(*beside);
        ASSERT_TRUE(opened) << opened.error().line();
        notes = std::move(*opened);
        draw();
    }
    void TearDown() override
    {
        notes.reset();
        beside.reset();
        fs::remove_all(folder);
    }
    ViewState& view() { return driver->app().view(); }
    session::Session& session() { return driver->session(); }
    /// Both windows until they are at rest, as run_window's loop does.
    void draw()
    {
        for (int i = 0; i < 20; ++i) {
            notes->frame(session(), view(), driver->surface());
            driver->frames(1);
        }
    }
    void press(Key key, char character = 0, bool ctrl = false)
    {
        beside->press({key, character, ctrl, false, false});
        draw();
    }
    void click(const std::string& item)
    {
        const auto place = notes->items().find(item);
        ASSERT_TRUE(place) << item;
        beside->move_mouse(place->centre().x, place->centre().y);
        draw();
        beside->mouse_button(0, true);
        notes->frame(session(), view(), driver->surface());
        beside->mouse_button(0, false);
        draw();
    }
    void keep_picture(const std::string& name)
    {
        const fs::path file = fs::path(SPILLWAY_BINARY_DIR) / "pictures" / (name + ".png");
        fs::create_directories(file.parent_path());
        const auto failed = write_picture(*beside, file);
        EXPECT_FALSE(failed) << failed->line();
    }
    [[nodiscard]] int stop() { return view().talk->at; }

    const fs::path folder = scratch_folder("speaker");
    std::unique_ptr<OffscreenSurface> beside;
    std::unique_ptr<SpeakerNotes> notes;
};

TEST_F(Speaker, TheClickersKeysGoFromStopToStopWhereverTheKeyboardIs)
{
    view().present = true;
    keep_picture("speaker_begin");
    press(Key::page_down);
    EXPECT_EQ(stop(), 0);
    keep_picture("speaker_first");
    press(Key::page_down);
    EXPECT_EQ(session().view().selection().experiment, "stencil");
    driver->press(Key::page_down);
    EXPECT_EQ(session().view().selection().experiment, "coalescing");
    EXPECT_TRUE(notes->wants_frame(view())) << "it follows what is done in the window";
    draw();
    keep_picture("speaker_last");
    press(Key::page_up);
    EXPECT_EQ(session().view().selection().experiment, "stencil");
    EXPECT_TRUE(view().present);
}

TEST_F(Speaker, TheMouseDoesTheSame)
{
    click("speaker:next");
    click("speaker:next");
    EXPECT_EQ(stop(), 1);
    click("speaker:back");
    EXPECT_EQ(stop(), 0);
    EXPECT_EQ(session().view().selection().experiment, "running_mean");
}

TEST_F(Speaker, OtherKeysActInTheWindow)
{
    press(Key::character, 'P');
    EXPECT_TRUE(view().present);
    const bool dark = view().dark;
    press(Key::character, 'T');
    EXPECT_NE(view().dark, dark);
    keep_picture("speaker_light");
    const std::int64_t before = value("window_size");
    press(Key::right);
    EXPECT_EQ(value("window_size"), before + 1);
}

TEST_F(Speaker, ItsOwnKeysStayThere)
{
    press(Key::page_down);
    const float scale = notes->theme().scale, window_scale = driver->app().theme().scale;
    press(Key::character, '+', true);
    EXPECT_GT(notes->theme().scale, scale);
    press(Key::character, '0', true);
    EXPECT_EQ(notes->theme().scale, scale);
    EXPECT_EQ(driver->app().theme().scale, window_scale);
    view().shows_speaker_notes = true;
    view().show_help = true;
    press(Key::escape);
    EXPECT_FALSE(view().shows_speaker_notes);
    EXPECT_TRUE(view().show_help) << "Esc closed something in the window too";
}

TEST_F(Speaker, NothingIsDrawnBeforeSomethingIsAnother)
{
    press(Key::page_down);
    EXPECT_FALSE(notes->wants_frame(view()));
    EXPECT_GT(notes->wait_seconds(), 1);
    EXPECT_LE(notes->wait_seconds(), 60.1);
    notes->skip_ahead(std::chrono::minutes(17));
    EXPECT_TRUE(notes->wants_frame(view())) << "the minute";
    draw();
    EXPECT_FALSE(notes->wants_frame(view()));
    keep_picture("speaker_minutes");
    set_notes(view(), 0, "Other notes.");
    EXPECT_TRUE(notes->wants_frame(view()));
    draw();
    view().dark = !view().dark;
    EXPECT_TRUE(notes->wants_frame(view()));
}

TEST_F(Speaker, TheKeyAndTheButtonOpenAndCloseIt)
{
    view().tab = "talk";
    driver->frames(3);
    driver->keep_picture("talk_with_second_window");
    driver->click("talk:window");
    EXPECT_TRUE(view().shows_speaker_notes);
    driver->press('S');
    EXPECT_FALSE(view().shows_speaker_notes);
    view().present = true;
    driver->frames(3);
    driver->press('S');
    EXPECT_TRUE(view().shows_speaker_notes) << "in present mode, where the tab is hidden";
    close_talk(view());
    EXPECT_FALSE(view().shows_speaker_notes) << "without a talk there are no notes";
    driver->press('S');
    EXPECT_FALSE(view().shows_speaker_notes);
    EXPECT_NE(view().status_notice.find("No talk is open"), std::string::npos) << view().status_notice;
}

TEST_F(Speaker, ABrowserSaysThatItHasNone)
{
    view().page_address = "https://example.org/";
    view().tab = "talk";
    driver->frames(3);
    EXPECT_FALSE(driver->app().items().find("talk:window"));
    driver->press('S');
    EXPECT_FALSE(view().shows_speaker_notes);
    EXPECT_NE(view().status_notice.find("no second window"), std::string::npos) << view().status_notice;
}

TEST_F(Speaker, LongNotesScrollAndBeginAtTheirTop)
{
    std::string notes_text;
    for (int i = 0; i < 60; ++i) notes_text += "Line " + std::to_string(i) + " of the notes.\n\n";
    set_notes(view(), 0, notes_text);
    press(Key::page_down);
    keep_picture("speaker_long");
    const auto top = beside->pixels();
    for (int i = 0; i < 4; ++i) press(Key::down);
    EXPECT_NE(beside->pixels(), top) << "Down scrolls";
    press(Key::page_down);
    press(Key::page_up);
    EXPECT_EQ(beside->pixels(), top);
}

TEST_F(Speaker, EverySizeHasRoomForItsFoot)
{
    press(Key::page_down);
    for (const auto& [width, height, scale] : {std::tuple{640, 400, 1.0F}, {1280, 720, 1.0F}, {2560, 1440, 2.0F}}) {
        beside->resize(width, height, scale);
        draw();
        keep_picture("speaker_" + std::to_string(width) + "x" + std::to_string(height));
        for (const char* item : {"speaker:next", "speaker:back", "speaker:time"}) {
            const auto place = notes->items().find(item);
            ASSERT_TRUE(place) << item;
            EXPECT_GE(place->min.x, 0) << item;
            EXPECT_LE(place->max.x, static_cast<float>(width)) << item;
            EXPECT_LE(place->max.y, static_cast<float>(height)) << item;
        }
    }
}

}  // namespace
}  // namespace spillway::window
