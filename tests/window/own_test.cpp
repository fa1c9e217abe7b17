#include <algorithm>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "app/lessons/lesson_steps.h"
#include "app/results/file_settings_store.h"
#include "app/window/panels/charts/shown_charts.h"
#include "app/window/surface/imgui_keys.h"
#include "driver.h"
#include "screen_text.h"

// A learner's own files in the window: dropped on it, trusted, edited here and elsewhere, made an experiment of.

namespace spillway::window {
namespace {

namespace fs = std::filesystem;

constexpr const char* whole_program = R"(#include <cstdio>
#include "tile.h"
#define COUNT 16

__global__ void spread(float* out, int n)
{
    float window[COUNT * factor];
    for (int i = 0; i < COUNT * factor; ++i) window[i] = out[i] * i;
    float sum = 0;
    for (int i = 0; i < COUNT * factor; ++i) sum += window[(i + n) % (COUNT * factor)];
    out[threadIdx.x] = sum;
}

int main()
{
    spread<<<1, 32>>>(nullptr, 0);
    printf("done\n");
}
)";

class Own : public testing::Test {
protected:
    void SetUp() override
    {
        folder = test_home() / "own_test";
        fs::remove_all(folder);
        fs::remove_all(test_home() / "spillway");
        fs::create_directories(folder);
        write("tile.h", "#pragma once\nconstexpr int factor = 2;\ninline void on_host() {}\n");
        write("spread.cu", whole_program);
        ViewState view;
        view.tab = "lesson";
        driver = Driver::open(1280, 1100, 1, std::move(view));
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
        driver->until([&] { return session().view().worker().state == worker_client::WorkerState::ready; });
        if (!session().view().worker().hello->compiler.available) GTEST_SKIP() << "no compiler here";
        driver->surface().drop(folder / "spread.cu");
        driver->frames(4);
        ASSERT_EQ(session().view().selection().experiment, "spread");
    }
    void write(const char* name, const std::string& text) const { std::ofstream(folder / name) << text; }
    session::Session& session() { return driver->session(); }
    const results::CurvePoint& current() { return session().view().current(session().view().selection().focus); }
    [[nodiscard]] bool is_answered() { return current().state >= results::PointState::ready; }
    [[nodiscard]] std::int64_t frame_bytes() { return current().result->compile->stack_frame_bytes; }
    void trust()
    {
        driver->click("banner 1");  // for now
        driver->until(
            [&] { return is_answered() && session().view().experiment().lesson.find("makes") != std::string::npos; });
        driver->until([&] { return is_answered(); });
        EXPECT_EQ(driver->app().view().tab, "causes") << "the first screen says why it uses local memory";
        driver->click("tab:code");
    }
    fs::path folder;
    std::unique_ptr<Driver> driver;
};

TEST_F(Own, ADroppedFileIsTextUntilItIsTrusted)
{
    EXPECT_EQ(driver->app().view().tab, "code") << "it is read before it is trusted";
    EXPECT_FALSE(session().view().experiment().origin.trusted);
    driver->until([&] { return session().view().progress().in_flight == 0; });
    driver->frames(20);
    EXPECT_EQ(current().result, nullptr) << "nothing is compiled before";
    EXPECT_EQ(session().view().progress().in_flight, 0);
    driver->keep_picture("own_untrusted");
    trust();
    ASSERT_EQ(current().state, results::PointState::ready);
    EXPECT_EQ(frame_bytes(), 128) << "COUNT * factor floats, and factor is in the header";
    EXPECT_EQ(session().view().selection().focus, "spread") << "the kernel that the compiler made of it";
    EXPECT_NE(session().view().experiment().lesson.find("`spread`"), std::string::npos)
        << session().view().experiment().lesson;
    ASSERT_FALSE(session().set_values({{"COUNT", std::int64_t{32}}}));
    driver->until([&] { return is_answered(); });
    EXPECT_EQ(frame_bytes(), 256) << "a #define is a slider";
    driver->keep_picture("own_trusted");
}

TEST_F(Own, AFileWhoseKernelsHaveOtherNamesThanItsTextShowsIsAnsweredToo)
{
    const std::map<std::string, std::string> texts{
        {"hidden",
         "namespace { __global__ void scale(float* out) { out[0] *= 2; } }\n"
         "int main() { scale<<<1, 32>>>(nullptr); }\n"},
        {"by_macro",
         "#define KERNEL(name, N) __global__ void name(float* out) { out[0] *= N; }\n"
         "KERNEL(twice, 2)\nKERNEL(thrice, 3)\nint main() { twice<<<1, 32>>>(nullptr); }\n"},
        {"instances",
         "template <int N> __global__ void scale(float* out) { out[0] *= N; }\n"
         "int main() { scale<2><<<1, 32>>>(nullptr); scale<3><<<1, 32>>>(nullptr); }\n"}};
    for (const auto& [name, text] : texts) {
        SCOPED_TRACE(name);
        write((name + ".cu").c_str(), text);
        driver->surface().drop(folder / (name + ".cu"));
        driver->frames(4);
        ASSERT_EQ(session().view().selection().experiment, name);
        trust();
        driver->until([&] { return !session().view().progress().current_pending; });
    }
}

TEST_F(Own, TheReportComparesNvrtcWithNvccOnlyWhereNvrtcCompiled)
{
    if (!can_read_screen()) GTEST_SKIP() << "no text to be read";
    trust();
    driver->app().view().tab = "report";
    driver->frames(4);
    std::string all;
    for (const ScreenText& text : read_screen()) all += text.text + " ";
    EXPECT_NE(all.find("32-bit registers that ptxas gave each thread"), std::string::npos) << all;
    const bool is_by_nvrtc = current().result->compile->compiler.starts_with("NVRTC");
    EXPECT_EQ(all.find("nvcc may use a few") != std::string::npos, is_by_nvrtc) << all;
}

TEST_F(Own, WhatAnotherEditorSavesIsCompiledAndTheOldReportIsStale)
{
    trust();
    const std::string before = session().view().experiment().origin.content_hash;
    std::string text = whole_program;
    text.replace(text.find("COUNT 16"), 8, "COUNT 24");
    // As editors do: a new file in the old one's place.
    write("spread.cu.new", text);
    fs::rename(folder / "spread.cu.new", folder / "spread.cu");
    driver->until([&] { return session().view().experiment().origin.content_hash != before; });
    EXPECT_TRUE(session().view().experiment().origin.trusted) << "a trusted file stays trusted";
    EXPECT_TRUE(is_answered() || current().is_stale()) << "the reading of before stays, marked";
    driver->until([&] { return is_answered(); });
    const std::string of_header = session().view().experiment().origin.content_hash;
    write("tile.h", "#pragma once\nconstexpr int factor = 4;\n");
    driver->until([&] { return session().view().experiment().origin.content_hash != of_header; });
    driver->until([&] { return is_answered(); });
    EXPECT_EQ(frame_bytes(), 4 * 4 * std::get<std::int64_t>(session().view().selection().values.at("COUNT")));
}

TEST_F(Own, IsEditedInTheWindow)
{
    trust();
    driver->click("code:edit");
    driver->frames(4);
    ASSERT_TRUE(driver->app().items().find("editor"));
    const std::string wrong = "__device__ int f() { return none; }\n";
    driver->type(wrong);
    driver->until([&] { return read(folder / "spread.cu") == wrong + whole_program; });
    driver->until([&] { return is_answered(); });
    EXPECT_EQ(current().state, results::PointState::failed);
    ASSERT_TRUE(current().result && current().result->message);
    EXPECT_NE(current().result->message->find("spread.cu(1)"), std::string::npos) << *current().result->message;
    driver->frames(3);
    driver->keep_picture("own_edited_error");
    for (int i = 0; i < 10; ++i) driver->press('Z', true);  // one for each word
    driver->until([&] { return read(folder / "spread.cu") == whole_program; });
    driver->until([&] { return is_answered(); });
    EXPECT_EQ(current().state, results::PointState::ready);
    driver->press(Key::escape);
    driver->frames(30);
    EXPECT_EQ(read(folder / "spread.cu"), whole_program) << "Escape loses nothing";
    driver->keep_picture("own_edited");
}

TEST_F(Own, ShiftAndAClickSelectInTheEditor)
{
    trust();
    const std::string rest = whole_program;
    driver->click("code:edit");
    driver->frames(4);
    driver->type("first line\n");
    driver->press(Key::up);
    driver->press(Key::home);
    const Rect editor = *driver->app().items().find("editor");
    const auto hold_shift = [](bool is_down) { set_key(ImGui::GetIO(), {Key::character, 0, false, true}, is_down); };
    hold_shift(true);
    driver->click_at({editor.max.x - 40, editor.min.y + 8});
    hold_shift(false);
    driver->type("X");
    driver->until([&] { return read(folder / "spread.cu") == "X\n" + rest; });
    driver->press('Z', true);
    driver->until([&] { return read(folder / "spread.cu") == "first line\n" + rest; });
    driver->press('Z', true, true);
    driver->until([&] { return read(folder / "spread.cu") == "X\n" + rest; });
}

TEST_F(Own, WhatWasTypedIsWrittenWhateverComesNext)
{
    trust();
    const auto wait_for_editor = [&] {
        driver->until([&] { return driver->app().items().find("editor").has_value(); });
    };
    const auto is_in_file = [&](const std::string& line) {
        return read(folder / "spread.cu").find(line) != std::string::npos;
    };
    driver->click("code:edit");
    wait_for_editor();
    driver->type("// then another tab is shown\n");
    driver->click("tab:lesson");
    EXPECT_TRUE(is_in_file("// then another tab is shown\n"));

    driver->click("tab:code");
    driver->click("editor");
    driver->type("// then another experiment is shown\n");
    session().select_experiment("running_mean");
    driver->frames(2);
    EXPECT_TRUE(is_in_file("// then another experiment is shown\n"));

    session().select_experiment("spread");
    wait_for_editor();
    driver->type("// then editing ends\n");
    driver->click("code:edit");
    EXPECT_TRUE(is_in_file("// then editing ends\n"));

    driver->click("code:edit");
    wait_for_editor();
    driver->type("// then the window is closed\n");
    EXPECT_FALSE(driver->app().close());
    EXPECT_TRUE(is_in_file("// then the window is closed\n"));
}

TEST_F(Own, WhatTwoHaveChangedIsKeptOfBothWhenTheWindowCloses)
{
    trust();
    driver->click("code:edit");
    driver->until([&] { return driver->app().items().find("editor").has_value(); });
    driver->type("//");
    const std::string theirs = std::string("// theirs\n") + whole_program;
    write("spread.cu", theirs);
    driver->until([&] {
        driver->surface().type("m");  // the hands do not rest, so this text is not in the file before theirs
        return driver->app().items().find("editor:mine").has_value();
    });
    EXPECT_NE(driver->app().close().value_or("").find("spread.cu.mine"), std::string::npos);
    EXPECT_EQ(read(folder / "spread.cu"), theirs);
    const std::string mine = read(folder / "spread.cu.mine");
    EXPECT_TRUE(mine.starts_with("//mm")) << mine.substr(0, 20);
    EXPECT_TRUE(mine.ends_with(whole_program));
}

TEST_F(Own, WhatIsTypedIsKeptWhenTheFileVanishesInAContest)
{
    trust();
    driver->click("code:edit");
    driver->until([&] { return driver->app().items().find("editor").has_value(); });
    driver->type("//");
    write("spread.cu", std::string("// theirs\n") + whole_program);
    driver->until([&] {
        driver->surface().type("m");
        return driver->app().items().find("editor:mine").has_value();
    });
    driver->type("more");
    fs::remove(folder / "spread.cu");
    driver->frames(60);
    EXPECT_EQ(session().view().selection().experiment, "spread") << "the editor never leaves a file by itself";
    EXPECT_TRUE(driver->app().items().find("editor")) << "what was typed stays on the screen";
}

TEST_F(Own, WhatWouldNotComeBackUnchangedIsNotEditedHere)
{
    trust();
    driver->click("code:edit");
    driver->until([&] { return driver->app().items().find("editor").has_value(); });
    const std::string text = whole_program;
    const auto after_first_line = [&](const std::string& line) {
        return text.substr(0, text.find('\n') + 1) + line + "\n" + text.substr(text.find('\n') + 1);
    };
    std::string dos;
    for (const char c : text) dos += c == '\n' ? std::string("\r\n") : std::string(1, c);
    int number = 0;
    for (const std::string& hard :
         {after_first_line("// latin1 gr\xfc\xdf"), after_first_line(std::string("// nul \0 after", 15)), dos,
          "\xef\xbb\xbf" + text, after_first_line("// emoji \xf0\x9f\x98\x80 end")}) {
        write("spread.cu", hard);
        driver->until([&] { return session().view().experiment().source == hard; });
        driver->type("x");
        driver->press(Key::escape);
        driver->press(Key::right);
        driver->frames(60);
        // A newer Dear ImGui holds characters beyond the first plane, and may edit that text.
        const bool may_edit = hard.find("emoji") != std::string::npos && sizeof(ImWchar) > 2;
        if (!may_edit) {
            EXPECT_EQ(read(folder / "spread.cu"), hard);
        }
        driver->keep_picture("own_not_edited_" + std::to_string(++number));
    }
    write("spread.cu", text);
    driver->until([&] { return driver->app().items().find("editor").has_value(); });
}

/// The first kernel has no local memory, the second has.
const std::string two_kernels =
    "__global__ void first(float* out) { out[threadIdx.x] = 1; }\n" + std::string(whole_program);

TEST_F(Own, ItsFirstFocusIsTheFirstKernelWithLocalMemory)
{
    write("two.cu", two_kernels);
    driver->surface().drop(folder / "two.cu");
    driver->frames(4);
    EXPECT_EQ(session().view().selection().focus, "first") << "the text tells nothing of local memory";
    trust();
    EXPECT_EQ(session().view().selection().focus, "spread");
    session().set_focus("first");
    write("two.cu", two_kernels + "__global__ void third(float* out) { out[threadIdx.x] = 3; }\n");
    driver->until([&] { return session().view().experiment().variants.size() == 3 && is_answered(); });
    EXPECT_EQ(session().view().selection().focus, "first") << "only the first list of kernels moves it";
}

TEST_F(Own, AFocusThatTheUserChoseStays)
{
    write("two.cu", two_kernels);
    driver->surface().drop(folder / "two.cu");
    driver->frames(4);
    session().set_focus("first");
    trust();
    EXPECT_EQ(session().view().selection().focus, "first");
}

/// The first kernel has no local memory: its page leads to the one that has.
TEST_F(Own, TheCausesOfAKernelLeadToTheOtherKernelsWithLocalMemory)
{
    const std::string first = "__global__ void first(float* out) { out[threadIdx.x] = 1; }\n";
    const std::string text = first + whole_program;
    write("spread.cu", text);
    driver->until([&] { return session().view().experiment().source == text; });
    trust();
    session().set_focus("first");
    driver->click("tab:causes");
    driver->until([&] { return driver->app().items().find("causes:kernel0").has_value(); });
    driver->keep_picture("own_other_kernels");
    driver->click("causes:kernel0");
    EXPECT_EQ(session().view().selection().focus, "spread");
    driver->until([&] { return is_answered() && session().view().causes() != nullptr; });
    driver->frames(2);
    EXPECT_FALSE(driver->app().items().find("causes:kernel0")) << "the first one has none";
}

TEST_F(Own, EditingKeepsPermissionsAndLinks)
{
    trust();
    fs::permissions(folder / "spread.cu", fs::perms::owner_read | fs::perms::owner_write);
    driver->click("code:edit");
    driver->until([&] { return driver->app().items().find("editor").has_value(); });
    driver->type("// private\n");
    driver->until([&] { return read(folder / "spread.cu").starts_with("// private\n"); });
    EXPECT_EQ(fs::status(folder / "spread.cu").permissions(), fs::perms::owner_read | fs::perms::owner_write);
    fs::create_hard_link(folder / "spread.cu", folder / "second");
    driver->click("code:edit");
    driver->click("code:edit");
    EXPECT_FALSE(driver->app().items().find("editor")) << "one of two names would keep the old text";
    EXPECT_EQ(fs::hard_link_count(folder / "spread.cu"), 2U);
}

TEST_F(Own, AFileThatIsBrokenForAWhileStaysOnTheScreen)
{
    trust();
    driver->click("code:edit");
    write("spread.cu", "__global__ vo");
    driver->until([&] { return session().view().experiment().source == "__global__ vo"; });
    driver->frames(30);
    EXPECT_EQ(session().view().selection().experiment, "spread");
    EXPECT_EQ(read(folder / "spread.cu"), "__global__ vo") << "the editor overwrites nothing";
    write("spread.cu", whole_program);
    driver->until([&] { return session().view().experiment().source == whole_program; });
    driver->until([&] { return is_answered(); });
    fs::remove(folder / "spread.cu");
    driver->frames(60);
    EXPECT_EQ(session().view().selection().experiment, "spread") << "the window never leaves a file by itself";
}

TEST_F(Own, BecomesAnExperimentThatCompiles)
{
    trust();
    driver->click("code:make");
    driver->until([&] { return session().view().selection().experiment == "my_spread" && is_answered(); });
    EXPECT_FALSE(session().view().experiment().is_plain());
    EXPECT_EQ(driver->app().view().tab, "lesson");
    EXPECT_NE(session().view().experiment().lesson.find("reference"), std::string::npos);
    EXPECT_EQ(frame_bytes(), 128);
    driver->keep_picture("own_made");
}

TEST_F(Own, TheCourseDoesNotLeadIntoItNorDoesItEndTheCourse)
{
    if (!can_read_screen()) GTEST_SKIP() << "this version of Dear ImGui does not tell its glyphs";
    trust();
    driver->click("code:make");
    driver->until([&] { return session().view().selection().experiment == "my_spread"; });
    const auto last_step = [&](const std::string& experiment) {
        driver->session().select_experiment(experiment);
        driver->app().view().tab = "lesson";
        driver->app().view().lesson_steps[experiment] = lessons::count_steps(session().view().experiment());
        driver->frames(4);
        std::string words;
        const Rect button = driver->app().items().find("lesson:next").value_or(Rect{});
        for (const ScreenText& text : read_screen())
            if (button.contains(text.rect.centre())) words += text.text;
        return words;
    };
    EXPECT_EQ(last_step("my_spread"), "Done");
    const auto& all = session().view().catalogue().experiments;
    const auto is_last = [](const model::Experiment& each) { return !each.exercise && !each.origin.is_users_own(); };
    const std::string last = std::find_if(all.rbegin(), all.rend(), is_last)->name;
    EXPECT_EQ(last_step(last), "Done: this was the last lesson");
    driver->click("lesson:next");
    driver->frames(4);
    EXPECT_EQ(session().view().selection().experiment, last);
}

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
    EXPECT_NE(enter("file:standard", "c++03").find("is no standard"), std::string::npos);
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
    EXPECT_NE(current().result->advice.value_or("").find("needs sm_90a: compiled for it"), std::string::npos);
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

TEST_F(Own, SeveralFilesAreDroppedAtOnce)
{
    write("one.cu", "__global__ void one(float* p) { p[0] = 1; }\n");
    fs::create_directories(folder / "other");
    write("other/one.cu", "__global__ void another(float* p) { p[0] = 2; }\n");
    for (const char* name : {"one.cu", "other/one.cu", "not_there.cu"}) driver->surface().drop(folder / name);
    driver->frames(4);
    EXPECT_EQ(session().view().selection().experiment, "one") << "the first of them is shown";
    ASSERT_NE(session().view().catalogue().find("one_2"), nullptr) << "two of one name stay apart";
    EXPECT_NE(driver->app().view().status_notice.find("not_there.cu"), std::string::npos);
}

TEST_F(Own, AShippedExperimentIsEditedAsACopy)
{
    session().select_experiment("running_mean");
    driver->frames(4);
    driver->click("code:copy");
    driver->frames(4);
    EXPECT_EQ(session().view().selection().experiment, "my_running_mean");
    EXPECT_TRUE(session().view().experiment().origin.trusted);
    EXPECT_TRUE(session().view().is_own());
    ASSERT_TRUE(driver->app().items().find("editor"));
    driver->until([&] { return is_answered(); });
    driver->keep_picture("copy_edited");
}

TEST_F(Own, AFolderThatGoesAwayIsNoEndOfTheProgram)
{
    session().select_experiment("running_mean");
    driver->frames(4);
    driver->click("code:copy");
    driver->frames(4);
    ASSERT_EQ(session().view().selection().experiment, "my_running_mean");
    fs::remove_all(test_home() / "spillway");
    driver->frames(60);
    EXPECT_EQ(session().view().selection().experiment, "my_running_mean") << "the window never leaves by itself";
    session().select_experiment("running_mean");
    driver->frames(4);
    EXPECT_EQ(session().view().selection().experiment, "running_mean");
}

/// As in a page that somebody published: the chart says what it would take, and does not wait for ever.
TEST(OwnWithoutCompiler, ChartsOfAnExperimentThatNothingAnswersSayWhatItTakes)
{
    const fs::path folder = test_home() / "own_without_compiler";
    fs::remove_all(folder);
    fs::create_directories(folder);
    fs::copy(fs::path(SPILLWAY_SOURCE_DIR) / "kernels/stencil", folder / "mine", fs::copy_options::recursive);
    const fs::path description = folder / "mine/experiment.json";
    std::ifstream stream(description);
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    text.replace(text.find("\"stencil\""), 9, "\"mine\"");
    std::ofstream(description) << text;
    Start start;
    start.worker_command = "none";
    start.view.shows_answers = true;
    start.fill_curve = true;
    const auto driver = Driver::open(std::move(start));
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    session::Session& session = driver->session();
    ASSERT_FALSE(session.add_catalogue_folder(folder));
    session.trust_experiment("mine", results::TrustTerm::until_the_end);
    session.select_experiment("mine");
    driver->until([&] {
        const session::Progress progress = session.view().progress();
        return progress.total > 0 && progress.done >= progress.total;
    });
    driver->frames(3);
    charts::CurveFacts facts;
    const auto charts = whole_charts(session.view(), driver->app().view(), facts);
    ASSERT_FALSE(charts.empty());
    for (const charts::Chart& chart : charts)
        EXPECT_EQ(chart.empty_message, "This setting needs a compiler: install Spillway on a Linux machine to try it.");
}

}  // namespace
}  // namespace spillway::window
