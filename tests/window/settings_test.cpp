#include "app/window/shell/settings.h"
#include "app/window/shell/less_motion.h"

#include <sys/stat.h>

#include <fstream>
#include <memory>

#include <gtest/gtest.h>

#include "app/window/shell/first_window.h"
#include "app/window/shell/key_bindings.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;

fs::path fresh_folder(const char* name)
{
    fs::path folder = fs::path(SPILLWAY_BINARY_DIR) / "settings_test" / name;
    fs::remove_all(folder);
    return folder;
}

TEST(Settings, SurviveBeingWrittenAndRead)
{
    Settings settings;
    settings.scale = 1.35f;
    settings.prefers_dark = false;
    settings.window_width = 1280;
    settings.window_height = 720;
    settings.experiment = "stencil";
    settings.tab = "occupancy";
    settings.hidden_variants = {"global", "static_shared"};
    settings.charts = {{"stencil", {"shared_bytes", "blocks_per_sm"}}};
    settings.y_scales = {{"registers", charts::AxisScale::linear}, {"shared_bytes", charts::AxisScale::logarithmic}};
    settings.borders = {0.25f, 0.5f, 0.4f, 0.45f, 0};
    settings.lesson_leads = false;
    settings.less_motion = true;
    settings.machines = {"lab", "me@other bin/spillway-worker"};
    settings.recent_files = {"/home/me/a.cu", "/home/me/talk.spillway-talk"};
    settings.place = {"t4", "block_size", "sliding_sum", {{"window_size", "64"}, {"fast_math", "true"}},
                      true, "curve",      "1:0 32:128"};
    settings.saving = {"/home/me/My \"slides\"", {"pdf", "csv"}, false};
    settings.is_running = true;
    const fs::path file = fresh_folder("round_trip") / "spillway" / "settings.json";
    ASSERT_FALSE(write_settings(file, settings));
    const ReadSettings read = read_settings(file);
    EXPECT_EQ(read.settings, settings);
    EXPECT_FALSE(read.notice);
    // Nothing but the file itself is left behind.
    EXPECT_EQ(std::distance(fs::directory_iterator(file.parent_path()), fs::directory_iterator()), 1);
}

TEST(Settings, AreReadAndWrittenThroughALinkOfOnesOwn)
{
    const fs::path folder = fresh_folder("link");
    fs::create_directories(folder / "dotfiles");
    for (const char* name : {"settings.json", "keys.json"})
        fs::create_symlink(folder / "dotfiles" / name, folder / name);
    Settings settings;
    settings.experiment = "stencil";
    ASSERT_FALSE(write_settings(folder / "settings.json", settings));
    EXPECT_TRUE(fs::is_symlink(folder / "settings.json"));
    EXPECT_TRUE(fs::is_regular_file(folder / "dotfiles/settings.json"));
    EXPECT_EQ(read_settings(folder / "settings.json").settings, settings);
    std::ofstream(folder / "dotfiles/keys.json") << R"({"present": "Ctrl+Shift+K"})";
    std::optional<model::Error> notice;
    EXPECT_EQ(KeyBindings::load(folder / "keys.json", notice).keys_of("present"), "Ctrl + Shift + K");
    EXPECT_FALSE(notice) << notice->line();
}

TEST(LessMotion, IsReadFromTheDesktopsSettings)
{
    EXPECT_TRUE(switches_animations_off("[Settings]\ngtk-theme-name=X\ngtk-enable-animations = 0\n"));
    EXPECT_TRUE(switches_animations_off("gtk-enable-animations=false"));
    EXPECT_TRUE(switches_animations_off("[KDE]\r\nAnimationDurationFactor=0\r\n"));
    for (const char* on : {"", "\n\n", "gtk-enable-animations=1\n", "AnimationDurationFactor=0.5\n", "animations=0"})
        EXPECT_FALSE(switches_animations_off(on)) << on;
}

TEST(FirstWindow, IsOneAtATime)
{
    const fs::path home = fresh_folder("first_window");
    fs::create_directories(home);
    auto first = std::make_unique<FirstWindow>(home);
    FirstWindow second(home);
    EXPECT_TRUE(first->is_it());
    EXPECT_FALSE(second.is_it());
    first.reset();
    second.retry();
    EXPECT_TRUE(second.is_it()) << "it is the first that is left";
}

TEST(Settings, MissingFileIsNoError)
{
    const ReadSettings read = read_settings(fresh_folder("missing") / "settings.json");
    EXPECT_EQ(read.settings, Settings{});
    EXPECT_FALSE(read.notice);
}

TEST(Settings, APipeInTheirPlaceIsNotWaitedFor)
{
    const fs::path folder = fresh_folder("pipe");
    fs::create_directories(folder);
    for (const char* name : {"settings.json", "keys.json"}) ASSERT_EQ(mkfifo((folder / name).c_str(), 0600), 0);
    const ReadSettings read = read_settings(folder / "settings.json");
    EXPECT_EQ(read.settings, Settings{});
    EXPECT_TRUE(read.notice);
    std::optional<model::Error> notice;
    (void)KeyBindings::load(folder / "keys.json", notice);
    EXPECT_TRUE(notice);
}

TEST(Settings, NothingIsWrittenThatWouldNotBeReadAgain)
{
    Settings settings;
    settings.prefers_dark = false;
    const std::string name(250, 'n');
    for (int i = 0; i < 300; ++i) {
        const std::string each = name + std::to_string(i);
        settings.hidden_variants.insert(each);
        settings.charts[each] = {each, each, each, each, each};
        settings.y_scales[each] = charts::AxisScale::linear;
        settings.machines.push_back("lab" + std::to_string(i));
    }
    settings.hidden_variants.insert(std::string(1000, 'x'));
    settings.experiment = std::string(1000, 'x');
    const ReadSettings read = parse_settings(print_settings(settings));
    EXPECT_FALSE(read.notice) << read.notice->line();
    EXPECT_EQ(read.settings.prefers_dark, false);
    EXPECT_EQ(read.settings.hidden_variants.size(), 64U);
    EXPECT_EQ(read.settings.machines.size(), 16U);
}

TEST(Settings, BadValueHasItsDefaultAndTheOthersStay)
{
    const ReadSettings read = parse_settings(R"({"scale": 900, "dark": false, "tab": "lesson"})");
    EXPECT_EQ(read.settings.scale, Settings{}.scale);
    EXPECT_EQ(read.settings.prefers_dark, false);
    EXPECT_EQ(read.settings.tab, "lesson");
    ASSERT_TRUE(read.notice);
    EXPECT_NE(read.notice->what.find("\"scale\""), std::string::npos);
    EXPECT_NE(read.notice->what.find("0.6"), std::string::npos) << "says the range: " << read.notice->what;
}

/// The notice promises the default: the entries before a bad one do not count either.
TEST(Settings, ABadEntryGivesTheDefaultOfItsWholeSetting)
{
    const Settings standard;
    for (const char* text :
         {R"({"hidden_variants": ["one", 2]})", R"({"charts": {"a": ["speed"], "b": 3}})",
          R"({"y_scales": {"a": "linear", "b": "cubic"}})", R"({"lesson_steps": {"a": 2, "b": 1000}})"}) {
        const ReadSettings read = parse_settings(text);
        EXPECT_EQ(read.settings, standard) << text;
        ASSERT_TRUE(read.notice) << text;
    }
    EXPECT_EQ(parse_settings(R"({"scale": 9})").notice->what, "the setting \"scale\" is not a number from 0.6 to 3.0");
}

TEST(Settings, HostileTextsGiveDefaultsAndOneNotice)
{
    for (const std::string& text :
         {std::string("not json"), std::string("[]"), std::string("{\"scale\": \"big\"}"),
          std::string("{\"window_width\": 1e300}"), std::string("{\"hidden_variants\": [1]}"),
          std::string("{\"charts\": {\"stencil\": [1, 2]}}"), std::string("{\"charts\": [\"registers\"]}"),
          std::string("{\"y_scales\": {\"registers\": \"cubic\"}}"),
          std::string("{\"tab\": \"") + std::string(1000, 'x') + "\"}", std::string(200000, '['),
          std::string(60000, '['), std::string("\xff\xfe{\0}", 5)}) {
        const ReadSettings read = parse_settings(text);
        EXPECT_TRUE(read.notice) << text.substr(0, 40);
        EXPECT_EQ(read.settings.scale, 1);
        EXPECT_EQ(read.settings.window_width, Settings{}.window_width);
    }
}

TEST(Settings, UnknownKeysOfALaterVersionAreIgnored)
{
    EXPECT_FALSE(parse_settings(R"({"colour_of_the_bike_shed": "green"})").notice);
}

TEST(Settings, FolderThatCannotBeWrittenIsAnErrorWithTheFile)
{
    const auto failed = write_settings("/proc/spillway/settings.json", Settings{});
    ASSERT_TRUE(failed);
    EXPECT_NE(failed->where.find("settings.json"), std::string::npos);
}

}  // namespace
}  // namespace spillway::window
