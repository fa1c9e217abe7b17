// Texts typed into the window's editor, and texts that other programs save into the same file: none may be missing.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "driver.h"
#include "editor_fixture.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// SPILLWAY_EDITOR_ROUNDS=2000 plays as many rounds of each kind.
int rounds(int otherwise)
{
    const char* wanted = std::getenv("SPILLWAY_EDITOR_ROUNDS");
    return wanted == nullptr ? otherwise : std::max(1, std::atoi(wanted));
}

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

    /// Output so far; waits at most `milliseconds` for more.
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

}  // namespace
}  // namespace spillway::window
