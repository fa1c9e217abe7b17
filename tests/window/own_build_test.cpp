// Build options, slider ranges and special targets of a learner's own file in the window.

#include <algorithm>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "app/results/file_settings_store.h"
#include "driver.h"
#include "own_fixture.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;

constexpr const char* configured_program = R"(#include <book.h>
#define COUNT 16
template <int Radius>
__global__ void __launch_bounds__(128) spread(float* out, int n)
{
    float window[COUNT * EXTRA + BOOK];
    for (int i = 0; i < COUNT * EXTRA; ++i) window[i] = out[i] * i + Radius;
    float sum = 0;
    for (int i = 0; i < COUNT * EXTRA; ++i) sum += window[(i + n) % (COUNT * EXTRA)];
    out[threadIdx.x] = sum;
}
int main() { spread<3><<<1, 32>>>(nullptr, 0); }
)";

TEST_F(Own, BuildOptionsAndRangesAreSetInTheWindowAndKept)
{
    fs::create_directories(folder / "common");
    write("common/book.h", "#define BOOK 0\n");
    write("spread.cu", configured_program);
    driver->until([&] { return session().view().experiment().source == configured_program; });
    driver->click("banner 1");
    driver->until([&] { return is_answered(); });
    EXPECT_EQ(current().state, results::PointState::failed) << "the header is not found";
    const auto enter = [&](const std::string& item, const std::string& text) {
        if (driver->app().view().entry.parameter != item) driver->click(item);
        driver->frames(3);
        driver->type(text);
        driver->press(Key::enter);
        driver->frames(4);
        return driver->app().view().entry.error;
    };
    driver->click("file:settings");
    driver->frames(3);
    EXPECT_NE(enter("file:include", "nowhere").find("there is no folder nowhere"), std::string::npos);
    EXPECT_NE(enter("file:include", "/no/such/folder").find("there is no folder"), std::string::npos);
    driver->keep_picture("own_build_refused");
    EXPECT_EQ(enter("file:include", "-I common"), "");
    EXPECT_NE(enter("file:define", "2EXTRA=1").find("cannot be defined"), std::string::npos);
    EXPECT_EQ(enter("file:define", "EXTRA=2"), "");
    EXPECT_NE(enter("file:standard", "c++03").find("is not a standard"), std::string::npos);
    EXPECT_EQ(enter("file:standard", "c++17"), "");
    EXPECT_EQ(session().view().experiment().build, (model::BuildSettings{{"common"}, {{"EXTRA", "2"}}, "c++17"}));
    driver->until([&] { return is_answered() && current().state == results::PointState::ready; });
    EXPECT_EQ(frame_bytes(), 128);

    EXPECT_NE(enter("range:COUNT", "64:8").find("nothing to choose"), std::string::npos);
    EXPECT_EQ(enter("range:COUNT", "8:32:8"), "");
    EXPECT_EQ(enter("range:Radius", "1, 3, 7"), "");
    EXPECT_TRUE(session().set_values({{"COUNT", std::int64_t{64}}}).has_value());
    ASSERT_FALSE(session().set_values({{"COUNT", std::int64_t{32}}, {"Radius", std::int64_t{7}}}));
    driver->until([&] { return is_answered(); });
    EXPECT_EQ(frame_bytes(), 256);
    driver->keep_picture("own_build");

    driver->app().items().focus("file:settings", true);
    for (const char* next : {"file:include", "file:define", "file:standard", "file:options", "file:seconds",
                             "range:COUNT", "range:Radius"}) {
        driver->press(Key::tab);
        driver->frames(2);
        EXPECT_EQ(driver->app().items().focused(), next);
    }
    EXPECT_TRUE(driver->app().items().find("launch_bound:128"));
    ASSERT_FALSE(session().set_values({{"block_size", std::int64_t{256}}}));
    driver->until([&] { return is_answered(); });
    ASSERT_TRUE(current().result && current().result->message);
    EXPECT_NE(current().result->message->find("allows at most 128"), std::string::npos) << *current().result->message;
    ASSERT_FALSE(session().set_values({{"block_size", std::int64_t{128}}}));

    const results::FileSettingsStore kept(results::file_settings_file());
    EXPECT_EQ(catalogue::range_text(kept.of((folder / "spread.cu").string()).ranges.at("COUNT")), "8:32:8");
    driver->click("tab:code");
    driver->click("code:make");
    driver->until([&] { return session().view().selection().experiment == "my_spread" && is_answered(); });
    EXPECT_EQ(current().state, results::PointState::ready);
    EXPECT_EQ(frame_bytes(), 256) << "headers, macros and the slider's number went along";
    EXPECT_TRUE(session().set_values({{"count", std::int64_t{64}}}).has_value());
    ASSERT_FALSE(session().set_values({{"count", std::int64_t{16}}}));
    driver->until([&] { return is_answered(); });
    EXPECT_EQ(frame_bytes(), 128) << "its #define is a slider still";
}

constexpr const char* needs_target = R"(__global__ void __launch_bounds__(256, 1) spread(float* p)
{
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    p[threadIdx.x] *= 2;
}
)";

TEST_F(Own, AFileThatNeedsASpecialTargetOffersItInTheGpuMenu)
{
    trust();
    driver->click("gpu_selector");
    driver->frames(3);
    EXPECT_FALSE(driver->app().items().find("target:sm_90a")) << "this file needs none";
    driver->press(Key::escape);
    driver->frames(3);
    write("spread.cu", needs_target);
    driver->until([&] { return session().view().experiment().source == needs_target && is_answered(); });
    driver->until([&] { return current().result->compile && current().result->compile->target == "sm_90a"; });
    EXPECT_EQ(current().result->gpu_arch, "sm_90a");
    EXPECT_NE(current().result->advice.value_or("").find("needs sm_90a, so Spillway compiled for it"),
              std::string::npos);
    driver->click("gpu_selector");
    driver->frames(3);
    driver->keep_picture("own_target_menu");
    driver->click("target:sm_90a");
    driver->until([&] { return session().view().selection().gpu == "h200:sm_90a" && is_answered(); });
    EXPECT_EQ(current().result->status, model::Status::ok);
    driver->frames(4);
    driver->keep_picture("own_target");
    driver->click("gpu_selector");
    driver->frames(3);
    driver->click("target:sm_90");
    driver->until([&] { return session().view().selection().gpu == "h200" && is_answered(); });
}

/// Two files, a header above them, and a .spillway.json that says where that lies.
TEST_F(Own, AProjectOfTwoFilesIsBuiltAsItsFileSaysAndEachAsItsUserSays)
{
    fs::create_directories(folder / "project/src");
    fs::create_directories(folder / "project/common");
    fs::create_directories(folder / "project/other");
    write("project/common/book.h", "#define BOOK 0\n");
    write("project/other/book.h", "#define BOOK 16\n");
    write("project/src/.spillway.json", R"({"include": ["../common"], "define": {"EXTRA": "1"}, "standard": "c++17"})");
    for (const char* name : {"project/src/one.cu", "project/src/two.cu"}) write(name, configured_program);
    for (const char* name : {"one.cu", "two.cu"}) driver->surface().drop(folder / "project/src" / name);
    driver->until([&] { return session().view().selection().experiment == "one"; });
    driver->frames(4);
    driver->click("banner 1");
    driver->until([&] { return is_answered() && frame_bytes() == 64; });
    const auto enter = [&](const std::string& item, const std::string& text) {
        driver->click(item);
        driver->frames(3);
        driver->type(text);
        driver->press(Key::enter);
        driver->frames(4);
        EXPECT_EQ(driver->app().view().entry.error, "") << item;
    };
    driver->click("file:settings");
    driver->frames(3);
    enter("file:define", "-DEXTRA=2");
    driver->until([&] { return is_answered() && frame_bytes() == 128; });
    // The user's folder comes first: the other header of the same name.
    enter("file:include", "../other");
    driver->until([&] { return is_answered() && frame_bytes() == 192; });
    enter("range:COUNT", "8:64:x2");
    driver->keep_picture("own_project");
    driver->click("file:settings");
    driver->frames(3);
    driver->keep_picture("own_project_folded");

    session().select_experiment("two");
    driver->frames(4);
    driver->click("banner 1");  // each file is trusted by itself
    driver->until([&] { return is_answered() && frame_bytes() == 64; });
    EXPECT_EQ(session().view().experiment().build, model::BuildSettings{}) << "what is said of one file is not of both";
    // Somebody changes the file beside: both follow, and what the user said of the one stays.
    write("project/src/.spillway.json", R"({"include": ["../common"], "define": {"EXTRA": "3"}})");
    driver->until(
        [&] { return is_answered() && current().state == results::PointState::ready && frame_bytes() == 192; });
    write("project/src/.spillway.json", "{\"include\": [");
    driver->until([&] {
        const auto& log = session().view().log();
        return std::any_of(log.begin(), log.end(), [](const base::LogEntry& entry) {
            return entry.error.where.find(".spillway.json") != std::string::npos;
        });
    });
    driver->keep_picture("own_project_broken");
    write("project/src/.spillway.json", R"({"include": ["../common"], "define": {"EXTRA": "1"}})");
    driver->until(
        [&] { return is_answered() && current().state == results::PointState::ready && frame_bytes() == 64; });
    session().select_experiment("one");
    driver->until([&] { return is_answered() && frame_bytes() == 192; });
    EXPECT_EQ(catalogue::range_text(*catalogue::range_of(*session().view().experiment().find_parameter("COUNT"))),
              "8:64:x2");
}

}  // namespace
}  // namespace spillway::window
