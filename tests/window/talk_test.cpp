// A talk is made, given and kept: its stops are views, its notes stand beside them, and its file is never lost.
#include <algorithm>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "app/window/kit/compat.h"
#include "app/window/panels/talk_steps.h"
#include "app/window/panels/views.h"
#include "running_mean_window.h"
#include "tests/support/scratch_folder.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;

std::string text_in(const fs::path& file)
{
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

/// The window with a folder of its own, where new talks go.
class TalkWindow : public RunningMeanWindow {
protected:
    void SetUp() override
    {
        fs::current_path(folder);
        RunningMeanWindow::SetUp();
    }
    void TearDown() override
    {
        fs::current_path(here);
        fs::remove_all(folder);
    }
    ViewState& view() { return driver->app().view(); }
    const std::vector<teaching::TalkStop>& stops() { return view().talk->talk.stops; }
    /// As the file has them.
    teaching::Talk kept()
    {
        auto talk = teaching::parse_talk(text_in(file));
        EXPECT_TRUE(talk) << talk.error().line();
        return talk ? *talk : teaching::Talk();
    }
    void add(const std::string& experiment)
    {
        driver->session().select_experiment(experiment);
        driver->frames(3);
        driver->press('B', true);
        driver->frames(3);
    }
    const fs::path here = fs::current_path(), folder = scratch_folder("talk"), file = folder / "talk.spillway-talk";
};

TEST_F(TalkWindow, ViewsAreAddedAndSteppedThroughAsAClickerDoes)
{
    view().tab = "code";
    for (const char* experiment : {"running_mean", "stencil", "coalescing"}) add(experiment);
    ASSERT_EQ(kept().stops.size(), 3u);
    EXPECT_EQ(kept(), view().talk->talk);
    driver->press(Key::page_up);
    EXPECT_EQ(driver->session().view().selection().experiment, "stencil");
    EXPECT_EQ(view().tab, "code");
    driver->press(Key::page_up);
    driver->press(Key::page_up);
    EXPECT_EQ(driver->session().view().selection().experiment, "running_mean") << "the first stop is the end";
    view().present = true;
    view().dark = true;
    driver->press(Key::page_down);
    EXPECT_EQ(driver->session().view().selection().experiment, "stencil");
    EXPECT_TRUE(view().present && view().dark) << "the speaker's, not the view's";
}

TEST_F(TalkWindow, NotesAreWrittenShownAndHiddenFromTheAudience)
{
    add("running_mean");
    add("stencil");
    view().tab = "talk";
    driver->frames(3);
    driver->click("stop:1");
    driver->click("talk:edit");
    driver->frames(3);
    driver->type("First *this*.");
    driver->frames(3);
    driver->keep_picture("talk_editing");
    driver->click("stop:2");
    EXPECT_EQ(kept().stops[0].notes, "First *this*.");
    EXPECT_EQ(driver->session().view().selection().experiment, "stencil");
    EXPECT_EQ(view().tab, "talk") << "the notes stay in sight";
    driver->press(Key::page_up);
    driver->keep_picture("talk_notes");
    driver->press('P');
    driver->frames(3);
    EXPECT_NE(view().tab, "talk");
    EXPECT_FALSE(driver->app().items().find("tab:talk"));
}

TEST_F(TalkWindow, TypedNotesAreSavedAfterAPauseAndStayIfTheyAreTooLong)
{
    add("running_mean");
    view().tab = "talk";
    driver->frames(3);
    driver->click("talk:edit");
    driver->frames(3);
    driver->type("Say this.");
    driver->until([&] { return kept().stops[0].notes == "Say this."; });
    driver->type(std::string(teaching::max_note_bytes, 'x'));
    driver->click("talk:edit");
    driver->frames(3);
    EXPECT_NE(view().status_notice.find("longer than 16 KiB"), std::string::npos) << view().status_notice;
    for (int i = 0; i < 20; ++i) driver->press(Key::backspace);
    driver->until([&] { return kept().stops[0].notes.size() > teaching::max_note_bytes - 20; });
}

TEST_F(TalkWindow, LongNotesAreWrappedInTheFieldAndNotInTheFile)
{
    add("running_mean");
    view().tab = "talk";
    driver->frames(3);
    driver->click("talk:edit");
    driver->frames(3);
    std::string notes = "A paragraph";
    for (int i = 0; i < 40; ++i) notes += " that goes on";
    driver->type(notes);
    driver->press(Key::enter);
    driver->type("and the next.");
    driver->keep_picture("talk_wrapped");
    const auto kept_notes = [&] {
        driver->click("talk:edit");
        const std::string now = kept().stops[0].notes;
        driver->click("talk:edit");
        driver->frames(6);  // the field takes the keyboard
        driver->press(Key::end, true);
        return now;
    };
    notes += "\nand the next.";
    EXPECT_EQ(kept_notes(), notes);
    // At the beginning of a line that only the field begins, Backspace takes the blank before it, and Delete at such
    // a line's end what follows.
    driver->press(Key::up);
    driver->press(Key::up);
    driver->press(Key::home);
    driver->press(Key::backspace);
    std::string now = kept_notes();
    ASSERT_EQ(now.size() + 1, notes.size());
    EXPECT_EQ(std::count(now.begin(), now.end(), '\n'), 1);
    driver->press('Z', true);
    EXPECT_EQ(kept_notes(), notes) << "undone";
    for (int i = 0; i < 3; ++i) driver->press(Key::up);
    driver->press(Key::end);
    driver->press(Key::del);
    now = kept_notes();
    EXPECT_EQ(now.size() + 1, notes.size());
    EXPECT_EQ(std::count(now.begin(), now.end(), '\n'), 1);
    driver->keep_picture("talk_wrapped_edited");
}

TEST_F(TalkWindow, CharactersOfTheNotesAreInTheFont)
{
    const std::string notes = "\u96ea \u03c6";
    std::ofstream(folder / "one.spillway-talk")
        << R"({"spillway_talk": 1, "stops": [{"view": "v1/running_mean", "notes": ")" << notes << "\"}]}";
    driver->surface().drop(folder / "one.spillway-talk");
    driver->frames(3);
    driver->press(Key::page_down);
    driver->frames(3);
    EXPECT_NE(driver->app().theme().body->FindGlyphNoFallback(0x96ea), nullptr);
    driver->keep_picture("talk_chinese");
}

TEST_F(TalkWindow, StopsAreMovedReplacedAndRemoved)
{
    for (const char* experiment : {"running_mean", "stencil", "coalescing"}) add(experiment);
    view().tab = "talk";
    driver->frames(3);
    driver->click("talk:up");
    EXPECT_NE(kept().stops[1].view.find("coalescing"), std::string::npos);
    driver->session().select_experiment("bank_conflicts");
    driver->frames(3);
    driver->click("talk:replace");
    EXPECT_NE(kept().stops[1].view.find("bank_conflicts"), std::string::npos);
    driver->click("talk:remove");
    ASSERT_EQ(kept().stops.size(), 2u);
    EXPECT_EQ(driver->session().view().selection().experiment, "stencil");
    driver->click("talk:close");
    EXPECT_FALSE(view().talk);
    EXPECT_FALSE(driver->app().items().find("tab:talk"));
}

TEST_F(TalkWindow, AnotherProgramsChangeIsNotLost)
{
    add("running_mean");
    const std::string theirs = R"({"spillway_talk": 1, "title": "Theirs", "stops": [{"view": "v1/stencil"}]})";
    std::ofstream(file) << theirs;
    add("coalescing");
    EXPECT_EQ(text_in(file), theirs);
    view().tab = "talk";
    driver->frames(3);
    driver->click("talk:mine");
    EXPECT_EQ(kept().stops.size(), 2u);

    std::ofstream(file) << theirs;
    add("bank_conflicts");
    view().tab = "talk";
    driver->frames(3);
    driver->click("talk:theirs");
    EXPECT_EQ(view().talk->talk.title, "Theirs");
    EXPECT_EQ(stops().size(), 1u);
    EXPECT_EQ(kept().title, "Theirs");
}

/// In present mode the tab that asks which of two talks stays is not there.
TEST_F(TalkWindow, AStopThatIsNotSavedIsSaidAndKeptWhenTheWindowCloses)
{
    add("running_mean");
    driver->press('P');
    std::ofstream(file) << "not a talk";
    driver->frames(2);
    EXPECT_NE(view().status_notice.find("another program has changed"), std::string::npos)
        << "it is said before anything is added: " << view().status_notice;
    for (const char* experiment : {"coalescing", "stencil"}) {
        add(experiment);
        EXPECT_NE(view().status_notice.find("not saved"), std::string::npos) << view().status_notice;
    }
    EXPECT_EQ(text_in(file), "not a talk");
    const auto said = driver->app().close();
    ASSERT_TRUE(said);
    EXPECT_NE(said->find("talk.mine.spillway-talk"), std::string::npos) << *said;
    const auto mine = teaching::parse_talk(text_in(folder / "talk.mine.spillway-talk"));
    ASSERT_TRUE(mine) << mine.error().line();
    EXPECT_EQ(mine->stops.size(), 3U);
}

TEST_F(TalkWindow, ADroppedTalkIsOpenedAndAStopThatDoesNotFitIsReported)
{
    std::ofstream(folder / "one.spillway-talk")
        << R"({"spillway_talk": 1, "stops": [{"view": "v1/gone", "notes": "x"}, {"view": "v1/stencil/gpu=t4"}]})";
    driver->surface().drop(folder / "one.spillway-talk");
    driver->frames(3);
    ASSERT_TRUE(view().talk);
    EXPECT_EQ(view().tab, "talk");
    driver->press(Key::page_down);
    EXPECT_NE(view().status_notice.find("Stop 1 of 2: "), std::string::npos) << view().status_notice;
    EXPECT_EQ(driver->session().view().selection().experiment, "running_mean");
    driver->press(Key::page_down);
    EXPECT_EQ(driver->session().view().selection().experiment, "stencil");
    EXPECT_EQ(driver->session().view().selection().gpu, "t4");

    std::ofstream(folder / "no.spillway-talk") << "{}";
    driver->surface().drop(folder / "no.spillway-talk");
    driver->frames(3);
    EXPECT_EQ(stops().size(), 2u) << "what was open stays";
}

}  // namespace
}  // namespace spillway::window
