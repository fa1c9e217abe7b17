// The window with a stranger's files: it keeps running, says what is wrong in one sentence, and stays within bounds on
// time and memory.

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "app/protocol/recording_writer.h"
#include "tests/attack/made_experiment.h"
#include "tests/commands/run_json.h"
#include "tests/commands/screen.h"
#include "tests/protocol/made_recording.h"

namespace spillway::attack {
namespace {

namespace fs = std::filesystem;
using commands::Environment;
using commands::Finished;
using commands::TemporaryFolder;

constexpr std::chrono::seconds picture_timeout{60};  ///< a picture of a usual folder takes 2 s on an idle machine
const Environment no_compiler = {{"SPILLWAY_NVRTC", "none"}};

std::string filled(const std::string& text, std::size_t max_bytes)
{
    std::string all;
    while (all.size() + text.size() <= max_bytes) all += text;
    return all;
}

/// A picture of the window, under a bound on memory that a usual folder stays far below.
Finished picture(const std::string& file, const std::vector<std::string>& more)
{
#if defined(__SANITIZE_ADDRESS__)
    const std::string bound;  // AddressSanitizer's shadow memory is larger than any bound
#else
    const std::string bound = "ulimit -v 4000000; ";
#endif
    std::vector<std::string> words{
        "/bin/bash", "-c",      bound + "exec \"$0\" \"$@\"", commands::program("spillway"), "screenshot", "-o", file,
        "--size",    "1280x720"};
    words.insert(words.end(), more.begin(), more.end());
    Environment environment = no_compiler;
    environment.merge(commands::test_environment());
    return commands::run(words, environment, picture_timeout);
}

std::size_t lines_in(const std::string& text)
{
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// The window must draw this experiment, exit with status 0, and print no escape codes.
void expect_a_picture(const MadeExperiment& experiment, const std::vector<std::string>& more, const std::string& what)
{
    const TemporaryFolder folder;
    write(experiment, folder.path());
    std::vector<std::string> words{"--catalogue", folder.path(), "--experiment", experiment.name};
    words.insert(words.end(), more.begin(), more.end());
    const Finished run = picture(folder.file("x.png"), words);
    EXPECT_EQ(run.status, 0) << what << run.errors.substr(0, 2000);
    EXPECT_GT(fs::exists(folder.file("x.png")) ? fs::file_size(folder.file("x.png")) : 0, 10000U) << what;
    EXPECT_EQ(run.errors.find('\x1b'), std::string::npos) << what;
}

TEST(HostileWindow, LessonsOfEveryKindAreDrawn)
{
    constexpr std::size_t most = 250 << 10;
    const std::pair<const char*, std::string> lessons[] = {
        {"quotes in quotes", filled("> ", most)},
        {"lists in lists", filled("- ", most)},
        {"a very wide table", "|" + filled("a|", most / 2) + "\n|" + filled("-|", most / 2) + "\n"},
        {"an endless word", filled("w", most)},
        {"endless emphasis", filled("*a **b ", most)},
        {"headings", filled("# h\n", most)},
        {"control characters", filled("\x1b]0;PWN\x07\x1b[2J \xe2\x80\xae \xc2\x9b", 4000)},
        {"invalid UTF-8", filled("\xff\xfe\xc0\xaf", 4000)},
    };
    for (const auto& [what, lesson] : lessons)
        expect_a_picture({.lesson = "# Strange\n\n" + lesson}, {"--tab", "lesson"}, what);
}

TEST(HostileWindow, CodeOfEveryKindIsDrawn)
{
    constexpr std::size_t most = 900 << 10;
    const std::string kernel = MadeExperiment().kernel;
    const std::pair<const char*, std::string> texts[] = {
        {"an endless line", kernel + "// " + filled("x", most)},
        {"endless lines", kernel + filled("\n", most)},
        {"brackets", kernel + "// " + filled("{", most)},
        {"direction overrides and control characters", kernel + "// " + filled("\xe2\x80\xae\x1b[2J\t", 4000)},
    };
    for (const auto& [what, text] : texts) expect_a_picture({.kernel = text}, {"--tab", "code"}, what);
}

TEST(HostileWindow, NamesOfEveryKindAreDrawn)
{
    const std::string controls = "\x1b]0;PWN\x07 \xe2\x80\xae \xc2\x9b\n\n\n\tend";
    expect_a_picture({.help = controls, .title = controls}, {}, "control characters");
    expect_a_picture({.help = filled("W", 1000), .title = filled("\xef\xbc\xb7", 1000)}, {}, "wide and long");
    MadeExperiment many;
    many.more = ", \"knobs\": [";
    for (const char* knob : {"block_size", "register_cap", "elements"})
        many.more += std::string(many.more.back() == '[' ? "" : ",") + "{\"name\": \"" + knob + "\", \"help\": \"" +
                     filled("long ", 1000) + "\"}";
    many.more += "]";
    expect_a_picture(many, {"--present"}, "very long help");
}

TEST(HostileWindow, ATooLongTitleIsRefusedWithItsKey)
{
    const TemporaryFolder folder;
    write({.title = filled("W", 500 << 10)}, folder.path());
    const Finished run = picture(folder.file("x.png"), {"--catalogue", folder.path()});
    EXPECT_EQ(run.status, 0) << run.errors.substr(0, 2000);
    const Finished listed = commands::spillway({"list", "--catalogue", folder.path()});
    EXPECT_NE(listed.errors.find("\"title\" of the experiment is longer"), std::string::npos)
        << listed.errors.substr(0, 500);
}

/// A recording with this header and 64 made-up results.
void write_recording(const std::string& file, const protocol::RecordingHeader& header)
{
    auto writer = protocol::RecordingWriter::open(file, header);
    ASSERT_TRUE(writer);
    for (int window = 1; window <= 64; ++window) ASSERT_FALSE(writer->add(protocol::made_result(window)));
    ASSERT_FALSE(writer->close());
}

TEST(HostileWindow, AnInvalidRecordingIsRefusedInOneSentence)
{
    const TemporaryFolder folder;
    protocol::RecordingHeader header = protocol::made_header();
    header.gpu.max_blocks_per_sm = 2147483647;
    write_recording(folder.file("strange.spillway"), header);
    std::ofstream(folder.file("torn.spillway")) << "\x28\xb5\x2f\xfd and so on \x1b[2J";
    fs::create_directory(folder.path() / "folder.spillway");
    for (const char* name : {"strange.spillway", "torn.spillway", "folder.spillway", "none.spillway"}) {
        const Finished run = picture(folder.file("x.png"), {"--recording", folder.file(name)});
        EXPECT_EQ(run.status, 2) << name;
        EXPECT_EQ(lines_in(run.errors), 1U) << run.errors;
        EXPECT_EQ(run.errors.rfind("spillway: ", 0), 0U) << run.errors;
    }
}

TEST(HostileWindow, ARecordingsLongTextsAreDrawnOrRefused)
{
    const TemporaryFolder folder;
    protocol::RecordingHeader header = protocol::made_header();
    header.gpu.label = "\x1b]0;PWN\x07" + filled("GPU ", 30000);
    header.driver = header.compiler = header.date = "\x1b[2J\n\n\xe2\x80\xae" + filled("W", 30000);
    write_recording(folder.file("strange.spillway"), header);
    const Finished run =
        picture(folder.file("x.png"), {"--recording", folder.file("strange.spillway"), "--tab", "log"});
    EXPECT_EQ(run.errors.find('\x1b'), std::string::npos);
    EXPECT_TRUE(run.status == 0 || (run.status == 2 && lines_in(run.errors) == 1))
        << run.status << run.errors.substr(0, 999);
}

TEST(HostileWindow, TheWindowSurvivesALyingWorker)
{
    const std::pair<const char*, const char*> lies[] = {
        {"escapes", "log"},
        {"gpu_with_control_characters", "code"},
        {"long_words", "log"},
        {"curves_that_cannot_be", "occupancy"},
    };
    for (const auto& [lie, tab] : lies) {
        const TemporaryFolder folder;
        const auto begin = std::chrono::steady_clock::now();
        const Finished run =
            picture(folder.file("x.png"), {"--experiment", "running_mean", "--set", "elements=1000", "--gpu", "h200",
                                           "--tab", tab, "--worker", std::string(LYING_WORKER) + " " + lie});
        EXPECT_EQ(run.status, 0) << lie << run.errors.substr(0, 2000);
        EXPECT_EQ(run.errors.find('\x1b'), std::string::npos) << lie;
        std::printf("%s: %.1f s\n", lie,
                    std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
}

TEST(HostileWindow, KeysWalkThroughAStrangersFolder)
{
    for (const char* needed : {"Xvfb", "xdotool"})
        if (!commands::is_on_path(needed)) GTEST_SKIP() << needed << " is not on this machine";
    const commands::Screen screen(1280, 720);
    ASSERT_TRUE(screen.is_running());
    const TemporaryFolder folder, home;
    write({.lesson = "# Strange\n\n" + filled("- ", 100000), .help = "\x1b[2J", .title = filled("W", 1000)},
          folder.path());
    Environment environment = no_compiler;
    environment["DISPLAY"] = screen.display();
    environment["XDG_CONFIG_HOME"] = home.path();
    environment.merge(commands::test_environment());
    commands::Process window({commands::program("spillway"), "--catalogue", folder.path(), "--experiment", "strange"},
                             environment);
    const auto xdo = [&](std::vector<std::string> words) {
        words.insert(words.begin(), "xdotool");
        return commands::run(words, environment, picture_timeout).status;
    };
    ASSERT_EQ(xdo({"search", "--sync", "--onlyvisible", "--name", "Spillway"}), 0) << window.errors();
    EXPECT_EQ(xdo({"key", "Right", "Right", "ctrl+Tab", "ctrl+Tab", "ctrl+Tab", "Page_Down", "End", "p", "F1", "Escape",
                   "p"}),
              0);
    EXPECT_EQ(xdo({"key", "ctrl+q"}), 0);
    ASSERT_TRUE(window.wait(picture_timeout)) << "still there after Ctrl+Q";
    EXPECT_EQ(window.status(), 0) << window.errors();
}

}  // namespace
}  // namespace spillway::attack
