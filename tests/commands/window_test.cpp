// The real window on a real X server, driven by keys as a user drives it.

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "tests/commands/process.h"
#include "tests/commands/screen.h"
#include "tests/support/cpu_time.h"

namespace spillway::commands {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using tests::cpu_seconds;

const std::filesystem::path pictures = std::filesystem::path(SPILLWAY_SOURCE_DIR) / "build/pictures";

bool is_on_path(const char* name)
{
    return run({"sh", "-c", std::string("command -v ") + name}).status == 0;
}

/// The window, open on a screen of its own, at rest.
class OpenWindow {
public:
    OpenWindow() : screen_(1600, 900)
    {
        if (!screen_.is_running()) return;
        environment_ = test_environment();
        environment_["DISPLAY"] = screen_.display();
        environment_["XDG_CONFIG_HOME"] = home_.file("config");  // the defaults, whoever ran before
        program_ = std::make_unique<Process>(
            // The shortest curve of the catalogue: it is complete, and the window at rest, soon.
            std::vector<std::string>{program("spillway"), "--experiment", "address_taken", "--gpu", "h200"},
            environment_);
    }

    [[nodiscard]] bool is_open()
    {
        return program_ && xdo({"search", "--sync", "--onlyvisible", "--name", "Spillway"}).status == 0 && rest();
    }

    /// Waits until the window has drawn what it had to: some seconds without work.
    bool rest(seconds limit = seconds(240))
    {
        // Three calm seconds: on a busy machine one may only mean that an answer is still awaited.
        int calm = 0;
        const auto end = std::chrono::steady_clock::now() + limit;
        while (std::chrono::steady_clock::now() < end) {
            const double before = cpu_seconds(program_->id());
            if (program_->wait(seconds(1))) return false;
            calm = cpu_seconds(program_->id()) - before < 0.02 ? calm + 1 : 0;
            if (calm == 3) return true;
        }
        return false;
    }

    Finished xdo(std::vector<std::string> words)
    {
        words.insert(words.begin(), "xdotool");
        return run(words, environment_, seconds(30));
    }
    void key(const std::string& name) { EXPECT_EQ(xdo({"key", name}).status, 0) << name; }

    [[nodiscard]] Picture picture() const { return screen_.picture(); }
    [[nodiscard]] Process& process() { return *program_; }

private:
    Screen screen_;
    TemporaryFolder home_;
    Environment environment_;
    std::unique_ptr<Process> program_;
};

TEST(Window, KeysMoveTheSliderIdleCostsNothingAndCtrlQQuits)
{
    if (!is_on_path("Xvfb") || !is_on_path("xdotool")) GTEST_SKIP() << "Xvfb or xdotool is not on this machine";
    OpenWindow window;
    ASSERT_TRUE(window.is_open()) << window.process().errors();

    const Picture first = window.picture();
    first.save_png(pictures / "window-started.png");
    EXPECT_GT(first.colours(), 50) << "the window is blank";

    // Two seconds in which nothing happens: no frame is drawn.
    const double before = cpu_seconds(window.process().id());
    std::this_thread::sleep_for(seconds(2));
    EXPECT_LE(cpu_seconds(window.process().id()) - before, 0.051);
    EXPECT_EQ(first.differing_pixels(window.picture()), 0);

    for (int i = 0; i < 8; ++i) window.key("Right");
    ASSERT_TRUE(window.rest());
    const Picture moved = window.picture();
    moved.save_png(pictures / "window-moved.png");
    EXPECT_GT(moved.differing_pixels(first), 500) << "the slider did not move";

    window.key("F1");
    ASSERT_TRUE(window.rest());
    window.picture().save_png(pictures / "window-help.png");
    EXPECT_GT(window.picture().differing_pixels(moved), 5000) << "no help";
    window.key("Escape");

    window.key("ctrl+q");
    ASSERT_TRUE(window.process().wait(seconds(10))) << "still there after Ctrl+Q";
    EXPECT_EQ(window.process().status(), 0) << window.process().errors();
}

TEST(Window, AScreenshotHasTheSizeAskedFor)
{
    const std::filesystem::path file = pictures / "screenshot.png";
    std::filesystem::create_directories(pictures);
    const Finished shot = spillway({"screenshot", "-o", file, "--experiment", "stencil", "--set", "radius=1025",
                                    "--size", "1280x720", "--present", "--gpu", "h200"});
    EXPECT_EQ(shot.status, 0) << shot.errors;
    const std::string png = read_text(file);
    ASSERT_GT(png.size(), 10000U);
    const auto big_endian = [&](std::size_t at) {
        return static_cast<unsigned char>(png[at]) << 24 | static_cast<unsigned char>(png[at + 1]) << 16 |
               static_cast<unsigned char>(png[at + 2]) << 8 | static_cast<unsigned char>(png[at + 3]);
    };
    EXPECT_EQ(big_endian(16), 1280);
    EXPECT_EQ(big_endian(20), 720);
}

TEST(Window, TheTourDrawsEveryExperimentWithoutADisplay)
{
    const std::filesystem::path folder = pictures / "tour";
    std::filesystem::remove_all(folder);
    // Without a compiler every curve is known at once; what is drawn with one, tests/window draws.
    const Finished tour = spillway({"tour", "-o", folder}, {{"SPILLWAY_NVRTC", "none"}}, seconds(300));
    EXPECT_EQ(tour.status, 0) << tour.errors;
    ASSERT_TRUE(std::filesystem::is_directory(folder));
    for (const char* experiment : {"running_mean", "global_copy", "stencil", "address_taken"}) {
        int count = 0;
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            count += entry.path().filename().string().find(experiment) != std::string::npos;
        EXPECT_GE(count, 3) << experiment;
    }
}

}  // namespace
}  // namespace spillway::commands
