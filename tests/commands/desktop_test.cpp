// Tests that need a real desktop: a window that is killed at work, and a second window beside it.

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include <unistd.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/commands/process.h"
#include "tests/commands/screen.h"
#include "tests/support/at_rest.h"
#include "tests/support/cpu_time.h"

namespace spillway::commands {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::seconds;
using tests::cpu_seconds;
using tests::descendants_want_to_run;
using Clock = std::chrono::steady_clock;

/// A screen of 1600x900 and a user at home.
class Desktop : public testing::Test {
protected:
    void SetUp() override
    {
        if (!is_on_path("Xvfb") || !is_on_path("xdotool")) GTEST_SKIP() << "Xvfb or xdotool is not on this machine";
        ASSERT_TRUE(screen.is_running());
        environment = test_environment();
        environment["DISPLAY"] = screen.display();
        for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
            environment[name] = home.path().string();
        fs::create_directories(settings_file().parent_path());
        write_settings("{}");  // not the first start
    }

    void write_settings(const char* text) const { std::ofstream(settings_file()) << text; }
    [[nodiscard]] fs::path settings_file() const { return home.path() / "spillway/settings.json"; }
    [[nodiscard]] std::string setting(const std::string& name) const
    {
        const auto all = nlohmann::json::parse(read_text(settings_file()), nullptr, false);
        return all.is_object() && all.contains("place") ? all["place"].value(name, "") : "";
    }

    /// Uses only shipped results, which come at once.
    std::unique_ptr<Process> start(std::vector<std::string> words)
    {
        words.insert(words.begin(), program("spillway").string());
        words.insert(words.end(), {"--worker", "none"});
        auto process = std::make_unique<Process>(words, environment);
        EXPECT_TRUE(becomes_true([&] { return has_window("Spillway") || process->wait(milliseconds(0)); }));
        EXPECT_FALSE(process->wait(milliseconds(0)))
            << "ended with " << process->status() << ": " << process->errors() << read_text(settings_file());
        EXPECT_TRUE(
            becomes_true([&] { return read_text(settings_file()).find("\"is_running\": true") != std::string::npos; }));
        EXPECT_TRUE(rest(*process));
        return process;
    }
    static bool becomes_true(const std::function<bool()>& holds)
    {
        for (const auto end = Clock::now() + seconds(120); Clock::now() < end;) {
            if (holds()) return true;
            std::this_thread::sleep_for(milliseconds(50));
        }
        return false;
    }
    /// Waits until the window, its display and the worker are idle in ten checks in a row.
    static bool rest(Process& process)
    {
        int calm = 0;
        return becomes_true([&] {
                   if (process.wait(milliseconds(20))) return true;
                   calm = descendants_want_to_run(getpid()) ? 0 : calm + 1;
                   return calm == 10;
               }) &&
               !process.wait(milliseconds(0));
    }
    Finished xdo(std::vector<std::string> words) const
    {
        words.insert(words.begin(), "xdotool");
        return run(words, environment, seconds(60));
    }
    void click(int x, int y) const
    {
        EXPECT_EQ(xdo({"mousemove", std::to_string(x), std::to_string(y), "click", "1"}).status, 0);
    }
    [[nodiscard]] bool has_window(const char* name) const
    {
        return xdo({"search", "--onlyvisible", "--name", name}).status == 0;
    }
    /// xdotool fails if a window disappears during its search: GLFW makes some only for queries.
    void press_in(const char* window, const char* key) const
    {
        EXPECT_TRUE(becomes_true([&] {
            return xdo({"search", "--onlyvisible", "--name", window, "windowfocus", "--sync"}).status == 0;
        })) << window;
        EXPECT_EQ(xdo({"key", key}).status, 0);
    }

    const Screen screen{1600, 900};
    const TemporaryFolder home;
    Environment environment;
};

/// Number of pixels that differ in the rows from `from_row` to before `to_row`.
int differing(const Picture& a, const Picture& b, int from_row, int to_row)
{
    const auto part = [&](const Picture& whole) {
        const auto at = [&](int row) { return whole.rgb.begin() + static_cast<std::ptrdiff_t>(row) * whole.width * 3; };
        return Picture{whole.width, to_row - from_row, {at(from_row), at(to_row)}};
    };
    return part(a).differing_pixels(part(b));
}

constexpr int status_line = 825;  ///< its first row: the window leaves room for a desktop's bars

// The mouse button stays down, and the mouse keeps moving, until the window is killed.
TEST_F(Desktop, AWindowKilledDuringADrawingReportsItAndKeepsTheDrawing)
{
    const std::string view = "v1/latency_ladder/gpu=h100/tab=lesson/step=2";
    const auto footprint = [&] {
        const auto all = nlohmann::json::parse(read_text(settings_file()), nullptr, false);
        return all.is_object() ? all["place"]["values"].value("footprint_kib", "") : "";
    };
    write_settings(R"({"lesson_leads": false})");  // all panels are there
    std::unique_ptr<Process> window = start({"--view", view});
    click(408, 594);  // "Draw it"
    ASSERT_TRUE(becomes_true([&] { return setting("question") == "ladder_curve"; })) << read_text(settings_file());
    const auto begun = Clock::now();
    EXPECT_EQ(xdo({"mousemove", "500", "330", "mousedown", "1"}).status, 0);
    // To the right and back again, until the drawing has been saved, which happens twice a second.
    for (int moves = 0; Clock::now() < begun + seconds(60); ++moves) {
        const bool is_right = moves / 60 % 2 == 0;
        EXPECT_EQ(xdo({"mousemove_relative", "--", is_right ? "4" : "-4", is_right ? "-1" : "1"}).status, 0);
        if (moves > 10 && !setting("drawing").empty()) break;
    }
    window->send_signal(SIGKILL);
    ASSERT_TRUE(window->wait(seconds(60)));
    const std::string drawn = setting("drawing");
    EXPECT_FALSE(drawn.empty()) << "not saved while the mouse moves";
    EXPECT_EQ(xdo({"mouseup", "1", "mousemove", "1500", "700"}).status, 0);

    window = start({});
    EXPECT_EQ(setting("drawing"), drawn);
    EXPECT_EQ(setting("gpu"), "h100");
    const Picture after = screen.picture();
    after.save_png(pictures() / "window-killed-drawing.png");
    EXPECT_EQ(xdo({"key", "ctrl+q"}).status, 0);
    ASSERT_TRUE(window->wait(seconds(30)));
    EXPECT_EQ(window->status(), 0) << window->errors();

    // Closed properly, it opens on the same screen without a message.
    window = start({});
    const Picture quiet = screen.picture();
    EXPECT_LT(differing(after, quiet, 0, status_line), 50);
    EXPECT_GT(differing(after, quiet, status_line, quiet.height), 300) << "no message after the kill";

    // A value, too.
    EXPECT_EQ(xdo({"key", "Right"}).status, 0);
    ASSERT_TRUE(becomes_true([&] { return !footprint().empty(); })) << read_text(settings_file());
    const std::string moved = footprint();
    window->send_signal(SIGKILL);
    ASSERT_TRUE(window->wait(seconds(60)));
    window = start({});
    EXPECT_EQ(footprint(), moved);
    EXPECT_EQ(setting("drawing"), drawn);
}

TEST_F(Desktop, AWindowKilledDuringTypingLosesNothingThatWasTyped)
{
    const fs::path file = home.path() / "own.cu";
    std::ofstream(file) << "__global__ void twice(float* x)\n{\n    *x *= 2;\n}\n";
    write_settings(R"({"lesson_leads": false})");  // all panels are there
    std::unique_ptr<Process> window = start({"open", file.string(), "--gpu", "h200"});
    click(1524, 92);  // "Trust for now"
    ASSERT_TRUE(rest(*window));
    click(445, 431);  // "Code": the file has opened on its causes
    ASSERT_TRUE(rest(*window));
    click(490, 465);  // "Edit"
    ASSERT_TRUE(rest(*window));
    const auto all_texts = [&] {
        std::string all;
        for (const auto& entry : fs::recursive_directory_iterator(home.path()))
            if (entry.is_regular_file()) all += read_text(entry.path()) + "\n";
        return all;
    };
    std::string typed;
    for (const char* word : {"int", "typed", "before", "the", "end"}) {
        EXPECT_EQ(xdo({"type", "--delay", "20", word}).status, 0);
        typed += word;
    }
    ASSERT_TRUE(becomes_true([&] { return all_texts().find(typed) != std::string::npos; })) << all_texts();
    EXPECT_EQ(xdo({"type", "--delay", "0", "Z"}).status, 0);
    ASSERT_TRUE(becomes_true([&] { return all_texts().find(typed + "Z") != std::string::npos; }));
    window->send_signal(SIGKILL);
    ASSERT_TRUE(window->wait(seconds(60)));
    EXPECT_NE(all_texts().find(typed + "Z"), std::string::npos);
    EXPECT_NE(all_texts().find("*x *= 2;"), std::string::npos);
}

TEST_F(Desktop, TheSpeakersNotesHaveAWindowOfTheirOwnThatIdles)
{
    const fs::path talk = home.path() / "talk.spillway-talk";
    std::ofstream(talk) << R"({"spillway_talk": 1, "stops": [{"view": "v1/running_mean", "notes": "One."},
        {"view": "v1/coalescing", "notes": "Two."}, {"view": "v1/stencil", "notes": "Three."}]})";
    const std::unique_ptr<Process> window = start({"talk", talk.string(), "--present"});
    EXPECT_FALSE(has_window("Speaker"));
    EXPECT_EQ(xdo({"key", "s"}).status, 0);
    ASSERT_TRUE(becomes_true([&] { return has_window("Speaker"); }));
    ASSERT_TRUE(rest(*window));
    screen.picture().save_png(pictures() / "window-speaker.png");

    // A clicker, while the notes have the keyboard.
    press_in("Speaker", "Next");
    const auto is_at = [&](const char* experiment) {
        const std::string name = std::string("\"experiment\": \"") + experiment + '"';
        return becomes_true([&] { return read_text(settings_file()).find(name) != std::string::npos; });
    };
    EXPECT_TRUE(is_at("coalescing")) << read_text(settings_file());
    ASSERT_TRUE(rest(*window));
    screen.picture().save_png(pictures() / "window-speaker-second.png");

    // The notes' clock wakes it once a minute. During the ten checks and the picture, nothing else runs.
    const double before = cpu_seconds(window->id());
    ASSERT_TRUE(rest(*window));
    (void)screen.picture();
    EXPECT_LE(cpu_seconds(window->id()) - before, 0.011);

    press_in("Speaker", "Escape");
    EXPECT_TRUE(becomes_true([&] { return !has_window("Speaker"); }));
    // And the window itself has the clicker again, and opens them once more.
    press_in("Spillway", "Next");
    EXPECT_TRUE(is_at("stencil"));
    EXPECT_EQ(xdo({"key", "s"}).status, 0);
    ASSERT_TRUE(becomes_true([&] { return has_window("Speaker"); }));
    press_in("Spillway", "ctrl+q");
    ASSERT_TRUE(window->wait(seconds(30))) << "with both open";
    EXPECT_EQ(window->status(), 0) << window->errors();
}

}  // namespace
}  // namespace spillway::commands
