// The real window on a real X server, driven by keys as a user drives it.

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <thread>

#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/commands/process.h"
#include "tests/commands/screen.h"
#include "tests/support/at_rest.h"

namespace spillway::commands {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using tests::descendants_want_to_run;
using tests::waits_without_end;

/// The window, open on a screen of its own.
class OpenWindow {
public:
    /// `words` is the command line behind `spillway`, `keys` the user's keys.json.
    explicit OpenWindow(std::vector<std::string> words, const std::string& keys = "{}") : screen_(1600, 900)
    {
        std::filesystem::create_directories(home_.path() / "user/spillway");
        std::ofstream(home_.path() / "user/spillway/keys.json") << keys;
        std::ofstream(home_.path() / "user/spillway/settings.json")
            << R"({"saving": {"folder": ")" << home_.path().string() << R"(", "formats": "csv", "for": "print"}})";
        if (!screen_.is_running()) return;
        environment_ = test_environment();
        environment_["DISPLAY"] = screen_.display();
        for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
            environment_[name] = home_.file("user");  // the defaults, whatever ran before
        words.insert(words.begin(), {"env", "-C", home_.path().string(), program("spillway").string()});
        program_ = std::make_unique<Process>(words, environment_);
    }

    [[nodiscard]] bool is_open()
    {
        const auto end = std::chrono::steady_clock::now() + seconds(60);
        // xdotool fails if a window disappears during its search: GLFW makes some only for queries.
        while (program_ && std::chrono::steady_clock::now() < end) {
            if (xdo({"search", "--sync", "--onlyvisible", "--name", "Spillway"}).status == 0) return rest();
            if (program_->wait(std::chrono::milliseconds(100))) return false;
        }
        return false;
    }

    /// Waits until the window, its display and the worker are idle.
    bool rest(seconds limit = seconds(240))
    {
        return rest_while([] { return true; }, limit);
    }
    /// Also waits until the window sleeps without a timeout, for user input alone.
    bool rest_for_good()
    {
        return rest_while([&] { return waits_without_end(program_->id()); }, seconds(240));
    }

    /// Ten checks in a row, because all processes may be idle for a moment while one hands work to another.
    template <typename Waits>
    bool rest_while(Waits waits, seconds limit)
    {
        int calm = 0;
        const auto end = std::chrono::steady_clock::now() + limit;
        while (std::chrono::steady_clock::now() < end) {
            if (program_->wait(std::chrono::milliseconds(20))) return false;
            calm = waits() && !descendants_want_to_run(getpid()) ? calm + 1 : 0;
            if (calm == 10) return true;
        }
        return false;
    }

    Finished xdo(std::vector<std::string> words)
    {
        words.insert(words.begin(), "xdotool");
        return run(words, environment_, seconds(30));
    }
    void key(const std::string& name) { EXPECT_EQ(xdo({"key", name}).status, 0) << name; }
    void click(int x, int y)
    {
        EXPECT_EQ(xdo({"mousemove", std::to_string(x), std::to_string(y), "click", "1"}).status, 0);
    }
    Finished drop(const std::string& file)
    {
        return run(
            {"python3", (std::filesystem::path(SPILLWAY_SOURCE_DIR) / "tests/commands/drop_file.py").string(), file},
            environment_, seconds(60));
    }
    /// The text of a file that the window has saved, by the end of its name.
    [[nodiscard]] std::string saved(const std::string& ending) const
    {
        for (const auto& entry : std::filesystem::directory_iterator(home_.path()))
            if (entry.path().string().ends_with(ending)) return read_text(entry.path());
        return {};
    }

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
    // The shortest curve of the catalogue: it is complete, and the window at rest, soon.
    OpenWindow window({"--experiment", "address_taken", "--gpu", "h200", "--worker", "none"});
    ASSERT_TRUE(window.is_open()) << window.process().errors();
    // Without input, the window sleeps without a timeout and draws no frame.
    ASSERT_TRUE(window.rest_for_good());

    const Picture first = window.picture();
    first.save_png(pictures() / "window-started.png");
    EXPECT_GT(first.colours(), 50) << "the window is blank";

    EXPECT_TRUE(waits_without_end(window.process().id()));
    EXPECT_EQ(first.differing_pixels(window.picture()), 0);

    for (int i = 0; i < 8; ++i) window.key("Right");
    ASSERT_TRUE(window.rest());
    const Picture moved = window.picture();
    moved.save_png(pictures() / "window-moved.png");
    EXPECT_GT(moved.differing_pixels(first), 500) << "the slider did not move";

    window.key("F1");
    ASSERT_TRUE(window.rest());
    window.picture().save_png(pictures() / "window-help.png");
    EXPECT_GT(window.picture().differing_pixels(moved), 5000) << "no help";
    window.key("Escape");

    window.key("ctrl+q");
    ASSERT_TRUE(window.process().wait(seconds(10))) << "still there after Ctrl+Q";
    EXPECT_EQ(window.process().status(), 0) << window.process().errors();
}

/// A point in the topmost button of the accent's colour, which a learner would press first.
struct Place {
    int x = 0, y = 0;
};
std::optional<Place> primary_button(const Picture& picture)
{
    constexpr int least_width = 70;
    constexpr std::array<std::uint8_t, 3> accent{0x5f, 0xb0, 0xff};
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0, run = 0; x < picture.width; ++x) {
            const std::uint8_t* pixel = &picture.rgb[static_cast<std::size_t>(y * picture.width + x) * 3];
            run = std::equal(accent.begin(), accent.end(), pixel) ? run + 1 : 0;
            if (run == least_width) return Place{x - least_width / 2, y + 6};
        }
    return std::nullopt;
}

/// Cell in the first row of a CSV, by column name.
std::string cell(const std::string& csv, const std::string& column)
{
    std::istringstream text(csv);
    std::string names, values, name, value;
    std::getline(text, names);
    std::getline(text, values);
    std::istringstream of_names(names), of_values(values);
    while (std::getline(of_names, name, ',') && std::getline(of_values, value, ','))
        if (name == column) return value;
    return {};
}

TEST(Window, OnlyAFirstStartOpensTheStartScreens)
{
    if (!is_on_path("Xvfb") || !is_on_path("xdotool")) GTEST_SKIP() << "Xvfb or xdotool is not on this machine";
    const Screen screen(1280, 720);
    ASSERT_TRUE(screen.is_running());
    const TemporaryFolder home;
    Environment environment = test_environment();
    environment["DISPLAY"] = screen.display();
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}) environment[name] = home.path();
    const std::filesystem::path file = home.path() / "spillway/settings.json";
    const auto says = [&](const std::string& text) {
        const auto end = std::chrono::steady_clock::now() + seconds(120);
        while (std::chrono::steady_clock::now() < end) {
            if (std::filesystem::exists(file) && read_text(file).find(text) != std::string::npos) return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
        return false;
    };
    const auto xdo = [&](std::vector<std::string> words) {
        words.insert(words.begin(), "xdotool");
        return run(words, environment, seconds(60)).status;
    };
    for (const bool is_first : {true, false}) {
        Process window({program("spillway"), "--worker", "none"}, environment);
        ASSERT_EQ(xdo({"search", "--sync", "--onlyvisible", "--name", "Spillway"}), 0) << window.errors();
        ASSERT_TRUE(says("\"is_running\": true"));
        EXPECT_TRUE(says(is_first ? "\"start_here\": true" : "\"start_here\": false"));
        if (is_first) {
            screen.picture().save_png(pictures() / "window-first-start.png");
            EXPECT_EQ(xdo({"key", "Escape"}), 0);
            EXPECT_TRUE(says("\"start_here\": false"));
        }
        EXPECT_EQ(xdo({"key", "ctrl+q"}), 0);
        ASSERT_TRUE(window.wait(seconds(60)));
        EXPECT_EQ(window.status(), 0) << window.errors();
    }
}

// Dropped as by a file manager, with a space and a letter beyond ASCII in its name.
TEST(Window, AFileThatTheDesktopDropsIsShownAsTextUntilItIsTrusted)
{
    if (!is_on_path("Xvfb") || !is_on_path("xdotool") || !is_on_path("python3"))
        GTEST_SKIP() << "Xvfb, xdotool or python3 is not on this machine";
    const TemporaryFolder own;
    std::ofstream(own.file("mein \u00e4 kernel.cu")) << "__global__ void twice(float* x) { *x *= 2; }\n";
    OpenWindow window({"--experiment", "address_taken", "--gpu", "h200"});
    ASSERT_TRUE(window.is_open()) << window.process().errors();
    const Picture before = window.picture();
    ASSERT_FALSE(primary_button(before));
    const Finished dropped = window.drop(own.file("mein \u00e4 kernel.cu"));
    ASSERT_EQ(dropped.status, 0) << dropped.errors;
    ASSERT_TRUE(window.rest());
    window.picture().save_png(pictures() / "window-dropped.png");
    EXPECT_TRUE(primary_button(window.picture())) << "no question whether to trust the file";

    const Finished missing = window.drop(own.file("gone.cu"));
    EXPECT_EQ(missing.status, 0) << missing.errors;
    ASSERT_TRUE(window.rest()) << window.process().errors();
    window.key("ctrl+q");
    ASSERT_TRUE(window.process().wait(seconds(10)));
    EXPECT_EQ(window.process().status(), 0) << window.process().errors();
}

TEST(Window, AUsersFileIsOpenedTrustedAndReported)
{
    if (!is_on_path("Xvfb") || !is_on_path("xdotool")) GTEST_SKIP() << "Xvfb or xdotool is not on this machine";
    if (spillway({"doctor", "--json"}).output.find("NVRTC is switched off") != std::string::npos)
        GTEST_SKIP() << "no compiler here";
    const TemporaryFolder own;
    std::ofstream(own.file("spread.cu"))
        << "#include <cstdio>\n"
           "__global__ void spread(float* out, int n)\n"
           "{\n"
           "    float window[16];\n"
           "    for (int i = 0; i < 16; ++i) window[i] = out[i];\n"
           "    for (int i = 0; i < 16; ++i) out[threadIdx.x] += window[(i + n) % 16];\n"
           "}\n"
           "int main() { spread<<<1, 32>>>(nullptr, 0); std::printf(\"done\"); }\n";
    OpenWindow window({"open", own.file("spread.cu"), "--gpu", "h200"}, R"({"quit": "Ctrl+K"})");
    ASSERT_TRUE(window.is_open()) << window.process().errors();
    window.picture().save_png(pictures() / "window-opened.png");
    window.key("ctrl+s");
    ASSERT_TRUE(window.rest());
    window.key("Return");
    ASSERT_TRUE(window.rest());
    EXPECT_EQ(cell(window.saved(".csv"), "variant"), "") << "nothing is compiled before it is trusted";

    const auto trust = primary_button(window.picture());
    ASSERT_TRUE(trust) << "nothing to press";
    window.click(trust->x, trust->y);
    ASSERT_TRUE(window.rest());
    window.picture().save_png(pictures() / "window-trusted.png");
    window.key("ctrl+s");
    ASSERT_TRUE(window.rest());
    window.key("Return");
    ASSERT_TRUE(window.rest());
    const std::string csv = window.saved("-2.csv");
    EXPECT_EQ(cell(csv, "variant"), "spread") << csv;
    EXPECT_EQ(cell(csv, "status"), "ok") << csv;
    EXPECT_EQ(cell(csv, "stack_frame_bytes"), "64") << "sixteen floats with an index that is known at run time only";
    window.key("ctrl+k");
    ASSERT_TRUE(window.process().wait(seconds(10))) << "still there after the key that quits here";
    EXPECT_EQ(window.process().status(), 0) << window.process().errors();
}

TEST(Window, AFileWithoutACommandIsTrustedAsByOpen)
{
    if (!is_on_path("Xvfb") || !is_on_path("xdotool")) GTEST_SKIP() << "Xvfb or xdotool is not on this machine";
    if (spillway({"doctor", "--json"}).output.find("NVRTC is switched off") != std::string::npos)
        GTEST_SKIP() << "no compiler here";
    const TemporaryFolder own;
    std::ofstream(own.file("twice.cu")) << "__global__ void twice(float* x) { *x *= 2; }\n";
    OpenWindow window({own.file("twice.cu"), "--trust", "--gpu", "h200"}, R"({"quit": "Ctrl+K"})");
    ASSERT_TRUE(window.is_open()) << window.process().errors();
    // The start screen may be the first picture; a question for trust stays.
    for (int looks = 0; looks < 20 && primary_button(window.picture()); ++looks) ASSERT_TRUE(window.rest());
    EXPECT_FALSE(primary_button(window.picture())) << "the question for trust is still there";
    window.key("ctrl+s");
    ASSERT_TRUE(window.rest());
    window.key("Return");
    ASSERT_TRUE(window.rest());
    EXPECT_EQ(cell(window.saved(".csv"), "variant"), "twice");
    EXPECT_EQ(cell(window.saved(".csv"), "status"), "ok");
    window.key("ctrl+k");
    ASSERT_TRUE(window.process().wait(seconds(10)));
}

TEST(Window, ATalkOpensInTheRequestedSize)
{
    if (!is_on_path("Xvfb") || !is_on_path("xdotool")) GTEST_SKIP() << "Xvfb or xdotool is not on this machine";
    const Screen screen(1600, 900);
    ASSERT_TRUE(screen.is_running());
    const TemporaryFolder home;
    const std::string talk = home.file("t.spillway-talk");
    std::ofstream(talk) << R"({"spillway_talk": 1, "title": "T", "stops": [{"view": "v1/stencil", "notes": ""}]})";
    EXPECT_EQ(spillway({"talk", talk, "--size", "900"}).status, 2) << "no size";
    Environment environment = test_environment();
    environment["DISPLAY"] = screen.display();
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}) environment[name] = home.path();
    Process window({program("spillway"), "talk", talk, "--size", "900x640", "--worker", "none"}, environment);
    const Finished found =
        run({"xdotool", "search", "--sync", "--onlyvisible", "--name", "Spillway"}, environment, seconds(60));
    ASSERT_EQ(found.status, 0) << window.errors();
    const std::string id = found.output.substr(0, found.output.find('\n'));
    const Finished geometry = run({"xdotool", "getwindowgeometry", "--shell", id}, environment, seconds(60));
    EXPECT_NE(geometry.output.find("WIDTH=900\nHEIGHT=640"), std::string::npos) << geometry.output;
    EXPECT_EQ(run({"xdotool", "key", "ctrl+q"}, environment, seconds(60)).status, 0);
    ASSERT_TRUE(window.wait(seconds(60)));
    EXPECT_EQ(window.status(), 0) << window.errors();
}

TEST(Window, AScreenshotHasTheRequestedSize)
{
    const std::filesystem::path file = pictures() / "screenshot.png";
    std::filesystem::create_directories(pictures());
    const Finished shot = spillway({"screenshot", "-o", file, "--experiment", "address_taken", "--set",
                                    "packs_per_thread=3", "--size", "1280x720", "--present", "--gpu", "h200"});
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

// run.sh names a folder for the tour. A view that is named goes first.
TEST(Window, ANamedViewIsCheckedAndDrawnWithoutADisplay)
{
    const TemporaryFolder folder;
    const Environment tour{{"SPILLWAY_TOUR_FOLDER", folder.path().string()}};
    const Finished wrong = spillway({"--view", "v1/nothing_here", "--worker", "none"}, tour, seconds(60));
    EXPECT_EQ(wrong.status, 2);
    EXPECT_NE(wrong.errors.find("no experiment 'nothing_here'"), std::string::npos) << wrong.errors;
    EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "no tour was drawn";
    const Finished good = spillway({"--view", "v1/stencil/tab=lesson", "--worker", "none"}, tour, seconds(120));
    EXPECT_EQ(good.status, 0) << good.errors;
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "view.png")) << good.errors;
}

/// Draws the tour of these experiments, of all if there is none. Without a compiler every curve is known at once;
/// tests/window draws the window with one.
void draw_tour_of(const std::vector<std::string>& experiments, const std::vector<std::string>& expected)
{
    const std::filesystem::path folder = pictures() / "tour";
    std::filesystem::remove_all(folder);
    std::vector<std::string> words{"tour", "-o", folder};
    words.insert(words.end(), experiments.begin(), experiments.end());
    const Finished tour = spillway(words, {{"SPILLWAY_NVRTC", "none"}}, seconds(300));
    EXPECT_EQ(tour.status, 0) << tour.errors;
    ASSERT_TRUE(std::filesystem::is_directory(folder));
    for (const std::string& experiment : expected) {
        int count = 0;
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            count += entry.path().filename().string().find(experiment) != std::string::npos;
        EXPECT_GE(count, 3) << experiment;
    }
}

TEST(Window, TheTourDrawsTheNamedExperimentsWithoutADisplay)
{
    draw_tour_of({"running_mean", "host_transfer"}, {"running_mean", "host_transfer"});
    for (const auto& entry : std::filesystem::directory_iterator(pictures() / "tour"))
        EXPECT_EQ(entry.path().filename().string().find("stencil"), std::string::npos) << entry.path();
    const Finished unknown =
        spillway({"tour", "no_such_lesson", "-o", pictures() / "no_tour"}, {{"SPILLWAY_NVRTC", "none"}});
    EXPECT_NE(unknown.status, 0);
    EXPECT_NE(unknown.errors.find("there is no experiment 'no_such_lesson'"), std::string::npos) << unknown.errors;
}

struct TourTest : testing::TestWithParam<const char*> {};
TEST_P(TourTest, DrawsEveryExperimentWithoutADisplay)
{
    draw_tour_of({}, {"running_mean", "global_copy", "stencil", "address_taken"});
}
INSTANTIATE_TEST_SUITE_P(Whole, TourTest, testing::Values("all"));

}  // namespace
}  // namespace spillway::commands
