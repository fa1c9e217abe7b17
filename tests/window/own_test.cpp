// A learner's own files in the window: dropped on it, trusted, and made an experiment of.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "app/lessons/lesson_steps.h"
#include "app/window/panels/charts/shown_charts.h"
#include "driver.h"
#include "own_fixture.h"
#include "screen_text.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;

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

/// The palette has eight colours, so the ninth kernel has the first one's.
TEST_F(Own, EachOfTwelveKernelsHasItsOwnEntryInTheLegend)
{
    std::string text = whole_program;
    for (int i = 0; i < 11; ++i)
        text += "__global__ void kernel" + std::to_string(i) +
                "(float* out) { out[threadIdx.x] = " + std::to_string(i) + "; }\n";
    write("spread.cu", text);
    trust();
    driver->until([&] { return session().view().experiment().variants.size() == 12 && is_answered(); });
    driver->settle();
    const auto legend = [&](const std::string& kernel) {
        for (const std::string& key : driver->app().items().noted())
            if (key.starts_with("legend:") && key.ends_with(":" + kernel)) return key;
        return std::string();
    };
    const std::string ninth = legend(session().view().experiment().variants[8].name);
    ASSERT_FALSE(ninth.empty());
    driver->click(ninth);
    driver->frames(3);
    EXPECT_EQ(driver->app().view().hidden_variants, std::set{session().view().experiment().variants[8].name});
    session().select_experiment("stencil");
    driver->frames(3);
    EXPECT_TRUE(driver->app().view().hidden_variants.empty()) << "another experiment may have a variant of this name";
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
