// The window's editor with texts that it cannot hold or write, and with files that go away; and an exercise in it.

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <gtest/gtest.h>

#include "app/teaching/exercise_verdict.h"
#include "app/window/kit/step_view.h"
#include "app/window/shell/run_window.h"
#include "driver.h"
#include "editor_fixture.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// A text of more than Spillway reads.
std::string large_text()
{
    std::string text;
    while (text.size() <= (std::size_t{1} << 20)) text += "// x\n";
    return text;
}

/// Ctrl+A, Ctrl+V.
void paste_over_everything(Window& window, const std::string& text)
{
    window.driver->click("editor");
    window.driver->press('A', true);
    window.driver->frames(2);
    ImGui::SetClipboardText(text.c_str());
    window.driver->press('V', true);
}

TEST_F(Editor, StaysWithATextThatIsTooLargeAndWritesNoneOfIt)
{
    Window window(folder);
    if (!window.driver) GTEST_SKIP() << "no OpenGL without a display here";
    paste_over_everything(window, large_text());
    window.driver->until([&] { return window.is_shown("editor:waiting"); });
    window.driver->keep_picture("editor_too_large");
    const auto end = Clock::now() + std::chrono::milliseconds(2 * last_millisecond);
    while (Clock::now() < end) window.driver->frames(1);
    EXPECT_EQ(window.driver->session().view().selection().experiment, "fill");
    EXPECT_EQ(read(window.file()), kernel) << "a file that could not be read again is never written";
    EXPECT_NE(all_texts(test_home() / "spillway" / "typed").find(kernel), std::string::npos)
        << "what stood in the file before the first key";

    // The first undo removes the pasted text; the second restores the text that it replaced.
    window.driver->press('Z', true);
    window.driver->until([&] { return !window.is_shown("editor:waiting"); });
    window.driver->press('Z', true);
    window.driver->frames(2);
    window.driver->press(Key::end, true);
    window.driver->type("// goes on.\n");
    window.driver->until([&] { return read(window.file()) == kernel + std::string("// goes on.\n"); });
}

TEST_F(Editor, KeepsATextThatIsTooLargeBesideItsFileWhenTheWindowCloses)
{
    Window window(folder);
    if (!window.driver) GTEST_SKIP() << "no OpenGL without a display here";
    const std::string large = large_text();
    paste_over_everything(window, large);
    window.driver->until([&] { return window.is_shown("editor:waiting"); });
    EXPECT_TRUE(window.driver->app().close()) << "it is said where";
    EXPECT_EQ(read(window.file()), kernel);
    EXPECT_NE(all_texts(folder).find(large), std::string::npos);
}

/// How a file can be lost to its editor, and be there again.
class EditorWithoutItsFile : public Editor, public testing::WithParamInterface<const char*> {
protected:
    [[nodiscard]] fs::path aside() const { return folder / "fill.cu~"; }
    void lose(const fs::path& file) const
    {
        fs::rename(file, aside());
        const std::string how = GetParam();
        if (how == "unreadable") {
            ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
        } else if (how == "too_large") {
            std::ofstream(file) << large_text();
        }
    }
    void bring_back(const fs::path& file) const { fs::rename(aside(), file); }
};

TEST_P(EditorWithoutItsFile, KeepsTextAndKeyboardAndGoesOnWhenItIsBack)
{
    Window window(folder);
    if (!window.driver) GTEST_SKIP() << "no OpenGL without a display here";
    const bool was_dark = window.driver->app().view().dark;
    window.type_line("// before.\n");
    const std::string before = kernel + std::string("// before.\n");
    window.driver->until([&] { return read(window.file()) == before && window.is_settled(); });
    lose(window.file());
    window.driver->until([&] { return window.is_shown("editor:waiting"); });
    window.driver->keep_picture(std::string("editor_") + GetParam());
    EXPECT_EQ(window.driver->session().view().selection().experiment, "fill");
    window.driver->type("// tq.\n");
    const auto end = Clock::now() + std::chrono::milliseconds(2 * last_millisecond);
    while (Clock::now() < end) window.driver->frames(1);
    EXPECT_EQ(window.driver->app().view().dark, was_dark) << "no key is a shortcut";
    EXPECT_EQ(window.driver->session().view().selection().experiment, "fill");
    EXPECT_NE(all_texts(test_home() / "spillway" / "typed").find("// tq.\n"), std::string::npos);

    bring_back(window.file());
    window.driver->until([&] { return read(window.file()) == before + "// tq.\n"; });
    window.driver->until([&] { return window.is_settled() && !window.is_shown("editor:waiting"); });
    EXPECT_EQ(window.driver->app().view().status_notice, "");
    window.driver->type("// and on.\n");
    window.driver->until([&] { return read(window.file()) == before + "// tq.\n// and on.\n"; });
}

INSTANTIATE_TEST_SUITE_P(Losses, EditorWithoutItsFile, testing::Values("gone", "unreadable", "too_large"),
                         [](const auto& row) { return std::string(row.param); });

TEST_F(Editor, WaitsForTrustWhereAnotherFolderTookTheFilesPlace)
{
    Window window(folder);
    if (!window.driver) GTEST_SKIP() << "no OpenGL without a display here";
    const bool was_dark = window.driver->app().view().dark;
    window.type_line("// before.\n");
    const std::string before = kernel + std::string("// before.\n");
    window.driver->until([&] { return read(window.file()) == before && window.is_settled(); });
    const fs::path aside = test_home() / "editor_test_aside";
    fs::remove_all(aside);
    fs::rename(folder, aside);
    fs::create_directories(folder);
    fs::copy_file(aside / "fill.cu", window.file());
    window.driver->until([&] { return !window.driver->session().view().experiment().origin.trusted; });
    window.driver->type("// tq.\n");
    const auto end = Clock::now() + std::chrono::milliseconds(2 * last_millisecond);
    while (Clock::now() < end) window.driver->frames(1);
    EXPECT_TRUE(window.is_shown("editor:waiting"));
    EXPECT_EQ(window.driver->app().view().dark, was_dark) << "no key is a shortcut";
    EXPECT_EQ(read(window.file()), before) << "nothing is written where it is not trusted";
    window.driver->click("banner 1");
    window.driver->until([&] { return read(window.file()) == before + "// tq.\n"; });
    fs::remove_all(aside);
}

TEST_F(Editor, DimsTheResultsOfAnEarlierTextAndForgetsTheProblemOnceItIsMended)
{
    Window window(folder);
    if (!window.driver) GTEST_SKIP() << "no OpenGL without a display here";
    const auto& view = window.driver->session().view();
    const auto current = [&]() -> const results::CurvePoint& { return view.current(view.selection().focus); };
    window.driver->until([&] { return current().result != nullptr && !current().is_stale(); });
    window.driver->click("editor");
    window.driver->press('A', true);
    window.driver->frames(2);
    window.driver->press(Key::del);
    window.driver->until([&] { return read(window.file()).empty() && current().is_stale(); });
    EXPECT_EQ(view.experiment().origin.source_state, model::SourceState::broken);
    EXPECT_TRUE(view.listing_is_stale());
    ASSERT_EQ(view.curves().size(), 1U);
    EXPECT_FALSE(view.curves().front().ghost.empty()) << "as what is of an earlier setting";
    for (const results::CurvePoint& point : view.curves().front().points) EXPECT_EQ(point.result, nullptr);
    window.driver->keep_picture("editor_emptied");
    EXPECT_EQ(view.log().back().severity, base::Severity::error);
    window.driver->press('Z', true);
    window.driver->until([&] { return read(window.file()) == kernel && !current().is_stale(); });
    EXPECT_EQ(view.log().back().severity, base::Severity::info) << "the status line shows no problem that is over";
}

TEST_F(Editor, LeavesOutACharacterThatItCannotHoldAndSaysSo)
{
    Window window(folder);
    if (!window.driver) GTEST_SKIP() << "no OpenGL without a display here";
    if (sizeof(ImWchar) > 2) GTEST_SKIP() << "this field holds every character";
    paste_over_everything(window, kernel + std::string("// a\xf0\x9f\x98\x80z \xc3\xa9\n"));
    window.driver->until([&] { return read(window.file()) == kernel + std::string("// az \xc3\xa9\n"); });
    EXPECT_NE(window.driver->app().view().status_notice.find("emoji"), std::string::npos);
}

TEST_F(Editor, DoesNotLoseTheKeyboardToATextThatItCannotHold)
{
    Window window(folder);
    if (!window.driver) GTEST_SKIP() << "no OpenGL without a display here";
    const bool was_dark = window.driver->app().view().dark;
    window.type_line("// before.\n");
    window.driver->until([&] { return window.is_settled(); });
    save(window.file(), "// Windows\r\n", Saving::by_renaming);
    window.driver->until([&] { return window.is_shown("editor:mine"); });
    window.driver->type("// tq.\n");
    EXPECT_EQ(window.driver->app().view().dark, was_dark);
    window.driver->click("editor:mine");
    window.driver->until([&] { return read(window.file()) == kernel + std::string("// before.\n// tq.\n"); });
    EXPECT_NE(all_texts(folder).find("// Windows\r\n"), std::string::npos);
}

TEST_F(Editor, WritesWhenTheFullDiskHasRoomAgain)
{
    Window window(folder);
    if (!window.driver) GTEST_SKIP() << "no OpenGL without a display here";
    const std::string before = read(window.file());
    // No file may be longer than this one is: what is written beyond fails as on a full disk.
    signal(SIGXFSZ, SIG_IGN);
    rlimit limit{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
    rlimit small = limit;
    small.rlim_cur = before.size() + 20;
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    window.type_line("// fits.\n");
    window.driver->until([&] { return read(window.file()) == before + "// fits.\n"; });
    window.driver->type("// no room for this line.\n");
    window.driver->until(
        [&] { return window.driver->app().view().status_notice.find("could not be written") != std::string::npos; });
    EXPECT_EQ(read(window.file()), before + "// fits.\n") << "the file of before stays whole";
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
    window.driver->until([&] { return read(window.file()) == before + "// fits.\n// no room for this line.\n"; });
    for (const auto& each : fs::directory_iterator(folder))
        EXPECT_EQ(each.path().filename(), "fill.cu") << "nothing is left beside it";
}

TEST_F(Editor, OpensAnExerciseAtTheLearnersLinesAndFillsTheWindow)
{
    ViewState view;
    view.tab = "lesson";
    const auto driver = Driver::open(1280, 720, 1, std::move(view));
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    driver->session().select_experiment("running_mean");
    driver->frames(4);
    driver->turn_to("exercise:keep_in_registers");
    driver->click("exercise:keep_in_registers");
    driver->until([&] { return driver->session().view().selection().experiment == "keep_in_registers"; });
    driver->until([&] { return driver->app().items().find("exercise:edit").has_value(); });
    const Rect button = *driver->app().items().find("exercise:edit");
    EXPECT_EQ(large_chart(driver->session().view(), driver->app().view()), "stack_frame_bytes")
        << "nothing measures an exercise here: an empty chart is not the large one";
    driver->until([&] {
        const auto state = teaching::judge_exercise(driver->session().view()).state;
        return state != judging::ExerciseState::goals_pending && state != judging::ExerciseState::output_pending;
    });
    driver->frames(3);
    driver->keep_picture("exercise_judged");
    EXPECT_EQ(driver->app().items().find("exercise:edit")->min.y, button.min.y) << "results do not move the buttons";
    driver->click("exercise:edit");
    driver->until([&] { return driver->app().items().find("editor").has_value() && driver->app().wants_text(); });
    driver->frames(4);
    driver->keep_picture("exercise_edited");
    const Rect editor = *driver->app().items().find("editor");
    EXPECT_TRUE(driver->app().items().find("goal:0")) << "each goal has its mark above the editor";
    EXPECT_GT(editor.height(), 0.6f * 720) << "the editor has the window's height";
    const std::string before = driver->session().view().experiment().source;
    driver->type("// here\n");
    const fs::path file = driver->session().view().experiment().source_file;
    driver->until([&] { return read(file) != before; });
    const std::string after = read(file);
    const std::size_t mark = after.find("// ---- yours from here ----\n"), typed = after.find("// here\n");
    ASSERT_NE(typed, std::string::npos);
    EXPECT_EQ(typed, mark + std::string("// ---- yours from here ----\n").size());
    // A refusal takes neither the keyboard nor the caret's line out of view.
    driver->type("int q = 1\n");
    driver->until(
        [&] { return teaching::judge_exercise(driver->session().view()).state == judging::ExerciseState::refused; });
    driver->frames(6);
    driver->keep_picture("exercise_refused");
    EXPECT_TRUE(driver->app().wants_text());
    driver->press('Z', true);
    driver->until([&] { return read(file) == after; });
    EXPECT_EQ(read(file), after) << "undone";
    driver->type("// two\n");
    driver->until([&] { return read(file) != after; });
    EXPECT_EQ(read(file).find("// two\n"), typed + std::string("// here\n").size()) << "the caret is where it was";
    driver->press(Key::escape);
    driver->press(Key::escape);
    EXPECT_EQ(driver->app().view().filled, Part::none) << "Esc brings the charts back";
    Settings kept;
    kept.experiment = driver->session().view().selection().experiment;
    kept.tab = "code";
    const ViewState at_start = view_at_start(WindowOptions(), kept, driver->session());
    EXPECT_TRUE(at_start.wants_editor) << "the next start goes on in the editor";
    EXPECT_EQ(at_start.filled, Part::tabs);
}

}  // namespace
}  // namespace spillway::window
