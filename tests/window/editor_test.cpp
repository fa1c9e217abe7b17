#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "app/teaching/exercise_verdict.h"
#include "app/window/kit/step_view.h"
#include "app/window/shell/run_window.h"
#include "driver.h"

// What is typed into the window's editor and what other programs save into the same file: none of it may be missing
// afterwards, in the file, beside it, or in the journal. SPILLWAY_EDITOR_ROUNDS=2000 plays as many rounds of each kind.

namespace spillway::window {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr const char* kernel = "__global__ void fill(float* out)\n{\n    out[threadIdx.x] = 1;\n}\n";
constexpr int last_millisecond = 600;  ///< after a key: the hands count as at rest after 300

int rounds(int otherwise)
{
    const char* wanted = std::getenv("SPILLWAY_EDITOR_ROUNDS");
    return wanted == nullptr ? otherwise : std::max(1, std::atoi(wanted));
}

/// Everything that stands in a file where a learner would look.
std::string all_texts(const fs::path& folder)
{
    std::string all;
    for (const fs::path& place : {folder, test_home() / "spillway" / "typed"}) {
        std::error_code error;
        for (fs::recursive_directory_iterator at(place, error), end; !error && at != end; at.increment(error))
            if (at->is_regular_file(error)) all += read(at->path()) + "\n";
    }
    return all;
}

/// A window with a file of the user's own in its editor.
class Window {
public:
    explicit Window(fs::path folder) : folder_(std::move(folder))
    {
        ViewState view;
        view.tab = "code";
        driver = Driver::open(1100, 800, 1, std::move(view));
        if (!driver) return;
        driver->surface().drop(file());
        driver->until([&] { return driver->session().view().selection().experiment == "fill"; });
        // Another window of the same test may have trusted it already.
        if (!driver->session().view().experiment().origin.trusted) driver->click("banner 1");
        driver->until([&] { return driver->session().view().experiment().origin.trusted; });
        if (driver->app().view().tab != "code") driver->click("tab:code");
        driver->click("code:edit");
        driver->until([&] { return is_shown("editor"); });
    }
    [[nodiscard]] fs::path file() const { return folder_ / "fill.cu"; }
    [[nodiscard]] bool is_shown(const char* item) const { return driver->app().items().find(item).has_value(); }
    /// The session has read what the file holds, and nothing is on its way into it.
    [[nodiscard]] bool is_settled() const
    {
        return !is_shown("editor:mine") && !driver->app().wants_frame() &&
               driver->session().view().experiment().source == read(file());
    }
    /// A new line at the text's end: where a click leads to depends on how long it is by then.
    void type_line(const std::string& line)
    {
        driver->click("editor");
        driver->press(Key::end, true);
        driver->type(line);
    }
    void decide(bool for_mine)
    {
        if (is_shown("editor:mine")) driver->click(for_mine ? "editor:mine" : "editor:theirs");
    }
    std::unique_ptr<Driver> driver;

private:
    fs::path folder_;
};

/// How other programs save.
enum class Saving { in_place, in_pieces, by_renaming };

void save(const fs::path& file, const std::string& text, Saving how)
{
    const fs::path place = how == Saving::by_renaming ? fs::path(file.string() + "~") : file;
    const int descriptor = open(place.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    const std::size_t half = how == Saving::in_pieces ? text.size() / 2 : 0;
    bool is_written = write(descriptor, text.data(), half) == static_cast<ssize_t>(half);
    if (half > 0) std::this_thread::sleep_for(std::chrono::milliseconds(3));
    is_written &= write(descriptor, text.data() + half, text.size() - half) == static_cast<ssize_t>(text.size() - half);
    close(descriptor);
    if (how == Saving::by_renaming) fs::rename(place, file);
    EXPECT_TRUE(is_written);
}

class Editor : public testing::Test {
protected:
    void SetUp() override
    {
        folder = test_home() / "editor_test";
        fs::remove_all(folder);
        fs::remove_all(test_home() / "spillway");
        fs::create_directories(folder);
        std::ofstream(folder / "fill.cu") << kernel;
    }
    fs::path folder;
};

TEST_F(Editor, LosesNothingBesideAnotherEditorWheneverThatSaves)
{
    Window window(folder);
    if (!window.driver) GTEST_SKIP() << "no OpenGL without a display here";
    const int count = rounds(24);
    int typed = 0, saved = 0, contests = 0;
    for (int round = 0; round < count; ++round) {
        const int delay = count > last_millisecond ? round % (last_millisecond + 1) : round * last_millisecond / count;
        const std::string mine = "// typed " + std::to_string(round) + ".\n";
        const std::string theirs = "// saved " + std::to_string(round) + ".\n";
        window.type_line(mine);
        const auto begin = Clock::now();
        std::thread other([&] {
            std::this_thread::sleep_until(begin + std::chrono::milliseconds(delay));
            save(window.file(), theirs + kernel, static_cast<Saving>(round % 3));
        });
        std::atomic<bool> is_saved = false;
        std::thread waiting([&] {
            other.join();
            is_saved = true;
        });
        bool was_contested = false;
        window.driver->until([&] {
            was_contested |= window.is_shown("editor:mine");
            window.decide(round % 2 == 0);
            return is_saved && window.is_settled();
        });
        waiting.join();
        contests += was_contested;
        const std::string all = all_texts(folder);
        typed += all.find(mine) != std::string::npos;
        saved += all.find(theirs) != std::string::npos;
        ASSERT_NE(all.find(mine), std::string::npos) << "typed " << delay << " ms before another editor saved";
        ASSERT_NE(all.find(theirs), std::string::npos) << "saved " << delay << " ms after a key";
    }
    std::printf("%d rounds: %d texts typed, %d found; %d saved by another editor, %d found; %d contested\n", count,
                count, typed, count, saved, contests);
    EXPECT_GT(contests, 0);
}

/// This program once more, as a window of its own that types a line after the other and says each once it is typed.
class Other {
public:
    explicit Other(const fs::path& folder, const char* lines)
    {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) return;
        process_ = fork();
        if (process_ == 0) {
            dup2(ends[1], STDOUT_FILENO);
            setenv("SPILLWAY_EDITOR_CHILD", folder.c_str(), 1);
            setenv("SPILLWAY_EDITOR_LINES", lines, 1);
            setenv("SPILLWAY_TEST_HOME", test_home().c_str(), 1);
            execl("/proc/self/exe", "editor_test", "--gtest_filter=EditorChild.*", "--gtest_brief=1", nullptr);
            _exit(127);
        }
        close(ends[1]);
        output_ = ends[0];
    }
    ~Other()
    {
        if (process_ > 0) end(SIGKILL);
        close(output_);
    }
    Other(const Other&) = delete;
    Other& operator=(const Other&) = delete;

    /// What it has said so far, waiting at most so long for more.
    const std::string& said(int milliseconds)
    {
        pollfd ready{output_, POLLIN, 0};
        char piece[4096];
        while (poll(&ready, 1, milliseconds) > 0) {
            const ssize_t count = ::read(output_, piece, sizeof piece);
            if (count <= 0) {
                is_over_ = true;
                break;
            }
            said_.append(piece, static_cast<std::size_t>(count));
            milliseconds = 0;
        }
        return said_;
    }
    [[nodiscard]] bool is_over() const { return is_over_; }
    void end(int signal)
    {
        kill(process_, signal);
        int status = 0;
        waitpid(process_, &status, 0);
        process_ = -1;
    }

private:
    pid_t process_ = -1;
    int output_ = -1;
    std::string said_;
    bool is_over_ = false;
};

int last_number(const std::string& said)
{
    const std::size_t at = said.rfind("typed ");
    return at == std::string::npos ? -1 : std::atoi(said.c_str() + at + 6);
}

TEST(EditorChild, TypesUntilItsLinesAreOverOrItIsKilled)
{
    const char* folder = std::getenv("SPILLWAY_EDITOR_CHILD");
    if (folder == nullptr) GTEST_SKIP() << "only for the others";
    Window window(folder);
    if (!window.driver) GTEST_SKIP() << "no OpenGL without a display here";
    const int lines = std::atoi(std::getenv("SPILLWAY_EDITOR_LINES"));
    std::mt19937 random(static_cast<unsigned>(getpid()));
    for (int line = 0; line < lines; ++line) {
        window.decide(line % 2 == 0);
        const std::string text = "// line " + std::to_string(line) + ".\n";
        window.type_line(text);
        // A key that comes in the very frame in which another's text is taken over finds no field.
        if (all_texts(folder).find(text) == std::string::npos) continue;
        std::printf("typed %d\n", line);
        std::fflush(stdout);
        const auto pause = Clock::now() + std::chrono::milliseconds(random() % 450);
        do window.driver->frames(1);
        while (Clock::now() < pause);
    }
    if (const auto kept = window.driver->app().close()) std::printf("%s\n", kept->c_str());
}

TEST_F(Editor, LosesNothingWhenItIsKilled)
{
    const int count = rounds(4);
    std::mt19937 random(7);
    int found = 0;
    for (int round = 0; round < count; ++round) {
        SetUp();
        Other other(folder, "1000000");
        while (last_number(other.said(60000)) < 0 && !other.is_over()) {
        }
        if (other.is_over()) GTEST_SKIP() << "no window of its own here: " << other.said(0);
        const auto end = Clock::now() + std::chrono::milliseconds(random() % 1200);
        while (Clock::now() < end) other.said(1);
        other.end(SIGKILL);
        const std::string last = "// line " + std::to_string(last_number(other.said(100))) + ".\n";
        const bool is_found = all_texts(folder).find(last) != std::string::npos;
        ASSERT_TRUE(is_found) << last << "in round " << round;
        ASSERT_NE(all_texts(folder).find("out[threadIdx.x] = 1;"), std::string::npos);
        ++found;
    }
    std::printf("killed %d times: the text typed last was found %d times\n", count, found);
}

TEST_F(Editor, OffersAgainWhatWasTypedBeforeItWasKilled)
{
    {
        Other other(folder, "1000000");
        while (last_number(other.said(60000)) < 0 && !other.is_over()) {
        }
        if (other.is_over()) GTEST_SKIP() << "no window of its own here";
        other.end(SIGKILL);
    }
    std::ofstream(folder / "fill.cu") << kernel;  // whatever of it had come there
    Window window(folder);
    ASSERT_TRUE(window.is_shown("editor:restore"));
    window.driver->keep_picture("editor_left");
    window.driver->click("editor:restore");
    window.driver->until([&] { return read(window.file()).find("// line 0.\n") != std::string::npos; });
    EXPECT_FALSE(window.is_shown("editor:restore"));
}

TEST_F(Editor, LosesNothingInTwoWindows)
{
    constexpr int lines = 12;
    Window window(folder);
    if (!window.driver) GTEST_SKIP() << "no OpenGL without a display here";
    Other other(folder, std::to_string(lines).c_str());
    while (last_number(other.said(0)) < 0 && !other.is_over()) window.driver->frames(1);
    std::mt19937 random(11);
    std::vector<std::string> typed;
    for (int mine = 0; !other.is_over() || mine < lines; ++mine) {
        window.decide(mine % 2 == 0);
        const std::string text = "// mine " + std::to_string(mine) + ".\n";
        window.type_line(text);
        if (all_texts(folder).find(text) != std::string::npos) typed.push_back(text);
        const auto pause = Clock::now() + std::chrono::milliseconds(random() % 450);
        do window.driver->frames(1);
        while (Clock::now() < pause);
        other.said(0);
    }
    if (const auto kept = window.driver->app().close()) std::printf("%s\n", kept->c_str());
    const std::string all = all_texts(folder);
    const std::string& said = other.said(0);
    for (std::size_t at = said.find("typed "); at != std::string::npos; at = said.find("typed ", at + 1))
        typed.push_back("// line " + std::to_string(std::atoi(said.c_str() + at + 6)) + ".\n");
    EXPECT_GT(typed.size(), static_cast<std::size_t>(lines));
    for (const std::string& text : typed) EXPECT_NE(all.find(text), std::string::npos) << text;
    std::printf("two windows: %zu lines typed, all looked for\n", typed.size());
}

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

    // What was pasted goes, then what it took the place of comes back.
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
