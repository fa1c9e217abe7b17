// Files that the window saves: every kind of picture in every format, the page that asks, and what is refused.

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "app/lessons/lesson_steps.h"
#include "app/window/panels/saving.h"
#include "driver.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;

fs::path fresh_folder(const std::string& name)
{
    const fs::path folder = test_home() / name;
    fs::remove_all(folder);
    fs::create_directories(folder);
    return folder;
}

/// With the recording that ships, so that memory and roofline have their counters.
Start with_recording()
{
    Start start;
    start.view.shows_answers = true;
    start.gpus_file = fs::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json";
    return start;
}

int number_at(const std::string& bytes, std::size_t at)
{
    int number = 0;
    for (std::size_t i = 0; i < 4; ++i) number = number << 8 | static_cast<unsigned char>(bytes[at + i]);
    return number;
}

void expect_is_what_it_claims(const fs::path& file)
{
    const std::string bytes = read(file);
    const std::string ending = file.extension().string();
    if (ending == ".svg") {
        EXPECT_TRUE(bytes.starts_with("<?xml") && bytes.ends_with("</svg>\n")) << file;
        EXPECT_EQ(bytes.find("…</text>"), std::string::npos) << file << ": a text is cut";
        EXPECT_NE(bytes.find("<text"), std::string::npos) << file;
    } else if (ending == ".png") {
        ASSERT_TRUE(bytes.starts_with("\x89PNG")) << file;
        EXPECT_GT(number_at(bytes, 16), 800) << file;
        EXPECT_GT(number_at(bytes, 20), 300) << file;
    } else if (ending == ".pdf") {
        EXPECT_TRUE(bytes.starts_with("%PDF-1.")) << file;
        EXPECT_NE(bytes.find("/ToUnicode"), std::string::npos) << file << ": its text is not a text";
    } else {
        EXPECT_TRUE(bytes.starts_with("experiment,variant,gpu,window_size,")) << bytes.substr(0, 100);
        EXPECT_NE(bytes.find(",block_size,"), std::string::npos) << "a fixed setting";
        EXPECT_NE(bytes.find(",theoretical_occupancy_percent,"), std::string::npos);
    }
}

TEST(Saving, WritesEveryKindInEveryFormatForSlidesAndForPrint)
{
    Start start = with_recording();
    start.disassembles = true;  // machine code is saved, too
    const auto driver = Driver::open(std::move(start));
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    driver->settle();
    const auto& worker = driver->session().view().worker();
    if (!worker.hello || !worker.hello->compiler.available) GTEST_SKIP() << "no compiler here";
    const bool has_sass = driver->session().view().listing() && driver->session().view().listing()->sass;
    for (const charts::Purpose purpose : {charts::Purpose::slides, charts::Purpose::print}) {
        SaveRequest request;
        request.purpose = purpose;
        request.folder = fresh_folder(purpose == charts::Purpose::slides ? "slides" : "print");
        request.formats = {"svg", "png", "pdf", "csv"};
        for (const Savable& each : what_can_be_saved(driver->session().view(), driver->app().view()))
            if (each.key != "sass" || has_sass) request.what.insert(each.key);
        EXPECT_GE(request.what.size(), 10u);
        const auto outcome = save_files(driver->session().view(), driver->app().view(), request);
        ASSERT_TRUE(outcome) << outcome.error().line();
        EXPECT_TRUE(outcome->left_out.empty()) << outcome->left_out.front();
        EXPECT_EQ(outcome->files.size(), 3 * request.what.size() + 1);
        for (const fs::path& file : outcome->files) expect_is_what_it_claims(file);
        const std::string code = read(request.folder / "spillway-running_mean-code.svg");
        for (const char* words : {"live registers", "Marked lines touch local memory", "__global__"})
            EXPECT_NE(code.find(words), std::string::npos) << words;
        const std::string sm = read(request.folder / "spillway-running_mean-sm.svg");
        for (const char* words : {"One SM of", "Warp slots", "Registers 65,536"})
            EXPECT_NE(sm.find(words), std::string::npos) << words;
        for (const char* name : {"spillway-running_mean-sm.svg", "spillway-running_mean-roofline-dram.svg",
                                 "spillway-running_mean-window_size.svg"})
            EXPECT_NE(read(request.folder / name).find("NVRTC"), std::string::npos) << "the foot names the compiler";
    }
}

TEST(Saving, ThePageSavesWithEnterIntoItsFolderWithoutOverwriting)
{
    const fs::path folder = fresh_folder("typed folder");
    Start start = with_recording();
    start.view.saving = {folder.string(), {"svg", "csv"}, true};
    const auto driver = Driver::open(start);
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    driver->settle();
    for (int i = 0; i < 2; ++i) {
        driver->press('S', true);
        driver->frames(5);
        ASSERT_TRUE(driver->app().view().saving_page.is_open);
        if (i == 0) driver->keep_picture("saving_page");
        driver->press(Key::enter);
        driver->frames(5);
        EXPECT_FALSE(driver->app().view().saving_page.is_open) << driver->app().view().saving_page.error;
    }
    for (const char* name : {"spillway-running_mean-window_size.svg", "spillway-running_mean-window_size.csv",
                             "spillway-running_mean-window_size-2.svg", "spillway-running_mean-window_size-2.csv"})
        EXPECT_TRUE(fs::exists(folder / name)) << name << ": " << driver->app().view().status_notice;
    EXPECT_NE(driver->app().view().status_notice.find(folder.string()), std::string::npos)
        << driver->app().view().status_notice;
}

TEST(Saving, TheCourseMapIsSavedFromItsPage)
{
    const fs::path folder = fresh_folder("map");
    Start start = with_recording();
    start.view.saving = {folder.string(), {"svg", "png"}, false};
    const auto driver = Driver::open(start);
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    driver->settle();
    driver->session().change_learner([](learner::LearnerProgress& all) { all["first_kernel"].read = true; });
    driver->press('M');
    driver->frames(3);
    driver->click("course:save");
    driver->frames(3);
    EXPECT_FALSE(driver->app().view().course_page.is_open);
    EXPECT_EQ(driver->app().view().saving_page.what, std::set<std::string>{"map"});
    driver->press(Key::enter);
    driver->frames(5);
    for (const char* name : {"spillway-course-map.svg", "spillway-course-map.png"})
        expect_is_what_it_claims(folder / name);
    const std::string map = read(folder / "spillway-course-map.svg");
    for (const model::Experiment& lesson : driver->session().view().catalogue().experiments)
        if (!lesson.exercise) {
            EXPECT_NE(map.find(lesson.title.substr(0, 8)), std::string::npos) << lesson.title;
        }
    EXPECT_NE(map.find("1 of "), std::string::npos) << "what was read here";
}

TEST(Saving, IsChosenByClicksAndRemembered)
{
    const fs::path folder = fresh_folder("clicked");
    Start start = with_recording();
    start.view.saving = {folder.string(), {"svg"}, true};
    const auto driver = Driver::open(start);
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    driver->settle();
    driver->press('S', true);
    driver->frames(5);
    for (const char* item :
         {"saving:charts", "saving:memory", "saving:pdf", "saving:svg", "saving:print", "saving:save"})
        driver->click(item);
    driver->frames(5);
    EXPECT_FALSE(driver->app().view().saving_page.is_open) << driver->app().view().saving_page.error;
    EXPECT_TRUE(fs::exists(folder / "spillway-running_mean-memory.pdf")) << driver->app().view().status_notice;
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
    const SavingChoice kept = driver->app().settings(1280, 800).saving;
    EXPECT_EQ(kept, (SavingChoice{folder.string(), {"pdf"}, false}));
}

TEST(Saving, OfAFolderThatCannotBeWrittenSaysSoAndLosesNothing)
{
    const fs::path folder = fresh_folder("refused");
    std::ofstream(folder / "file") << "mine";
    Start start = with_recording();
    const auto driver = Driver::open(start);
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    driver->settle();
    for (const fs::path& wrong :
         {folder / "file", folder / "not" / "there", fs::path("relative"), folder / "file" / "in"}) {
        driver->app().view().saving = {wrong.string(), {"svg", "png"}, true};
        driver->press('S', true);
        driver->frames(5);
        driver->press(Key::enter);
        driver->frames(5);
        EXPECT_TRUE(driver->app().view().saving_page.is_open) << wrong;
        const std::string& error = driver->app().view().saving_page.error;
        EXPECT_TRUE(error.starts_with("Not saved: ")) << error;
        EXPECT_NE(error.find("choose another folder"), std::string::npos) << error;
        EXPECT_EQ(driver->app().view().saving.folder, wrong.string()) << "what was typed stays";
        driver->press(Key::escape);
        driver->frames(3);
        EXPECT_FALSE(driver->app().view().saving_page.is_open);
    }
    EXPECT_EQ(read(folder / "file"), "mine");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
}

TEST(Saving, TellsNothingThatALessonStillAsks)
{
    const fs::path folder = fresh_folder("covered");
    Start start = with_recording();
    start.view.shows_answers = false;
    const auto driver = Driver::open(start);
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    driver->settle();
    const session::SessionView& session = driver->session().view();
    const std::string lesson = session.selection().experiment;
    driver->app().view().lesson_steps[lesson] = lessons::count_steps(session.experiment());  // all questions were asked
    ASSERT_TRUE(covers_of(session, driver->app().view()).any());
    for (const char* what : {"sm", "code", "ptx", "sass", "memory", "roofline:dram"}) {
        const auto outcome =
            save_files(session, driver->app().view(), {{what}, {"svg"}, charts::Purpose::print, folder, ""});
        ASSERT_FALSE(outcome) << what;
        EXPECT_NE(outcome.error().line().find("answer or skip"), std::string::npos) << outcome.error().line();
    }
    EXPECT_TRUE(fs::is_empty(folder));
    const auto table =
        save_files(session, driver->app().view(), {{"charts"}, {"svg", "csv"}, charts::Purpose::print, folder, ""});
    ASSERT_TRUE(table) << table.error().line();
    EXPECT_EQ(table->files.size(), 1u) << "the charts, as covered as on the screen, and no table";
}

}  // namespace
}  // namespace spillway::window
