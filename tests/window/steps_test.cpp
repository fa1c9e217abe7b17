// Lessons are read in steps of a screen: every lesson that ships, every step.
#include <algorithm>
#include <cstdio>
#include <map>

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "app/lessons/lesson_steps.h"
#include "app/window/panels/views.h"
#include "driver.h"
#include "tests/support/sample.h"

namespace spillway::window {
namespace {

class Steps : public testing::Test {
protected:
    void open(int width = 1600, int height = 900)
    {
        Start start;
        start.width = width;
        start.height = height;
        start.view.tab = "lesson";
        driver = Driver::open(std::move(start));
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
        driver->session().select_experiment("running_mean");
        driver->frames(4);
    }
    /// How much of the step that is shown does not fit its room, in pixels.
    static float below_the_edge()
    {
        for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
            if (window->WasActive && std::string_view(window->Name).find("lesson text") != std::string_view::npos)
                return window->ScrollMax.y;
        ADD_FAILURE() << "no lesson is shown";
        return 0;
    }
    [[nodiscard]] bool is_there(const std::string& item) const { return driver->app().items().find(item).has_value(); }
    [[nodiscard]] std::vector<lessons::LessonStep> steps() const
    {
        return lessons::lesson_steps(driver->session().view().experiment(), {}, {});
    }
    std::unique_ptr<Driver> driver;
};

struct StepsOfEach : Steps, testing::WithParamInterface<std::size_t> {};
SPILLWAY_SAMPLED_SUITE(StepsOfEach, tests::part_numbers(parts_of_catalogue), parts_of_catalogue);

TEST_P(StepsOfEach, LessonStandOnAScreenAndEachQuestionOnOne)
{
    open();
    std::size_t all = 0, most = 0;
    std::string longest;
    std::vector<std::string> names;
    for (const model::Experiment& experiment : driver->session().view().catalogue().experiments)
        names.push_back(experiment.name);
    for (const std::string& name : tests::part_of(names, GetParam(), parts_of_catalogue)) {
        driver->session().select_experiment(name);
        driver->frames(3);
        const model::Experiment& experiment = driver->session().view().experiment();
        std::map<std::string, int> asked, offered;
        const std::size_t count = steps().size();
        for (std::size_t step = 1; step <= count; ++step) {
            SCOPED_TRACE(name + ", step " + std::to_string(step) + " of " + std::to_string(count));
            EXPECT_EQ(driver->step(), static_cast<int>(step));
            EXPECT_EQ(below_the_edge(), 0);
            for (const model::Question& question : experiment.questions)
                asked[question.id] += is_there("question:" + question.id + ":skip") ? 1 : 0;
            for (const model::Experiment& exercise : experiment.exercises)
                offered[exercise.name] += is_there("exercise:" + exercise.name) ? 1 : 0;
            if (step < count) driver->click("lesson:forward");
        }
        EXPECT_FALSE(is_there("lesson:forward"));
        EXPECT_TRUE(is_there("lesson:next"));
        for (const model::Question& question : experiment.questions) EXPECT_EQ(asked[question.id], 1) << question.id;
        for (const model::Experiment& exercise : experiment.exercises) EXPECT_EQ(offered[exercise.name], 1);
        all += count;
        if (count > most) longest = name;
        most = std::max(most, count);
        // With every question skipped what they covered is there.
        driver->session().change_learner([&](learner::LearnerProgress& learner) {
            for (const model::Question& question : experiment.questions)
                learner[name].predictions[question.id] = {true, "", "", std::nullopt};
        });
        for (std::size_t step = count; step > 0; --step) {
            SCOPED_TRACE(name + ", told, step " + std::to_string(step));
            driver->frames(3);
            EXPECT_EQ(below_the_edge(), 0);
            if (step > 1) driver->click("lesson:back");
        }
    }
    std::printf("%zu steps, at most %zu in one lesson\n", all, most);
    EXPECT_LE(most, 18U) << longest;
}

TEST_F(Steps, KeysTurnThem)
{
    open();
    driver->press('L');
    EXPECT_EQ(driver->step(), 2);
    driver->press('L', false, true);
    EXPECT_EQ(driver->step(), 1);
    driver->press('L', false, true);
    EXPECT_EQ(driver->step(), 1) << "there is none before";
    driver->press(Key::page_down);
    EXPECT_EQ(driver->step(), 2);
    driver->press(Key::page_up);
    EXPECT_EQ(driver->step(), 1);
    driver->app().view().tab = "report";
    driver->press('L');
    EXPECT_EQ(driver->app().view().tab, "lesson") << "first it is shown";
    EXPECT_EQ(driver->step(), 1);
}

TEST_F(Steps, ALowWindowScrollsAStepBeforeItTurns)
{
    open(600, 300);  // the lesson does not fit
    driver->press('L');
    ASSERT_GT(below_the_edge(), 0);
    driver->press(Key::page_down);
    EXPECT_EQ(driver->step(), 2) << "there was more to read";
    for (int i = 0; i < 20 && driver->step() == 2; ++i) driver->press(Key::page_down);
    EXPECT_EQ(driver->step(), 3);
}

TEST_F(Steps, AStepHasItsViewUnlessItsQuestionIsOpen)
{
    open();
    const auto window_size = [&] {
        return std::get<std::int64_t>(driver->session().view().selection().values.at("window_size"));
    };
    ASSERT_FALSE(driver->session().set_values({{"window_size", std::int64_t{100}}}));
    driver->turn_to("question:frame_64");
    EXPECT_EQ(window_size(), 100);
    driver->click("question:frame_64:skip");
    driver->turn_to("question:local_time:skip");
    EXPECT_EQ(window_size(), 100);
    driver->click("question:local_time:skip");
    driver->frames(3);
    driver->click("lesson:forward");
    EXPECT_EQ(window_size(), 32) << "\"Start at window size 32\"";
    EXPECT_NE(driver->app().view().status_notice, "");
    driver->press('Z', true);
    EXPECT_EQ(window_size(), 100) << "one undo";
}

TEST_F(Steps, WhatAnOpenQuestionCoversLeadsBackToIt)
{
    open();
    driver->turn_to("question:frame_64");
    const int asked = driver->step();
    driver->turn_to("question:local_time:skip");
    driver->click("question:local_time:skip");
    driver->click("lesson:forward");
    ASSERT_TRUE(is_there("lesson:question"));
    driver->click("lesson:question");
    EXPECT_EQ(driver->step(), asked);
    driver->click("question:frame_64:skip");
    driver->click("lesson:forward");
    driver->click("lesson:forward");
    EXPECT_FALSE(is_there("lesson:question"));
}

// A user who follows a link sees a covered chart or tab, and not the lesson's step that covers it.
TEST_F(Steps, WhatIsCoveredLeadsToTheQuestionThatCoversIt)
{
    open();
    const auto read_to_the_end = [&] {  // all questions were asked
        driver->app().view().lesson_steps["running_mean"] = static_cast<int>(steps().size());
    };
    const std::string panels[] = {"stack_frame_bytes", "sm", "roofline"};
    for (const std::string& panel : panels) {
        read_to_the_end();
        driver->click(panel == "roofline" ? "tab:roofline" : "tab:report");
        driver->frames(3);
        ASSERT_TRUE(is_there("to_question:" + panel)) << panel;
        driver->click("to_question:" + panel);
        driver->frames(3);
        EXPECT_EQ(driver->app().view().tab, "lesson") << panel;
        EXPECT_TRUE(is_there("question:frame_64:skip")) << panel;
    }
    driver->turn_to("question:frame_64:skip");
    driver->click("question:frame_64:skip");
    driver->frames(3);
    EXPECT_FALSE(is_there("to_question:stack_frame_bytes"));
    // As long as one is open, all that would tell it leads there, in the lesson's order.
    for (const char* question : {"question:local_time:skip", "question:registers_curve:skip"}) {
        read_to_the_end();
        driver->click("tab:roofline");
        driver->frames(3);
        ASSERT_TRUE(is_there("to_question:roofline")) << question;
        driver->click("to_question:roofline");
        driver->frames(3);
        ASSERT_TRUE(is_there(question));
        driver->click(question);
        driver->frames(3);
    }
    read_to_the_end();
    driver->click("tab:roofline");
    driver->frames(3);
    for (const std::string& panel : panels) EXPECT_FALSE(is_there("to_question:" + panel)) << panel;
}

TEST_F(Steps, WhatIsCoveredLeadsToTheQuestionWhereItFillsTheWindow)
{
    for (const auto& [part, item] : {std::pair(Part::charts, "stack_frame_bytes"), {Part::right, "sm"}}) {
        Start start;
        start.view.tab = "lesson";
        start.view.filled = part;
        driver = Driver::open(std::move(start));
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
        driver->session().select_experiment("running_mean");
        driver->app().view().lesson_steps["running_mean"] = static_cast<int>(steps().size());
        driver->frames(4);
        ASSERT_TRUE(is_there(std::string("to_question:") + item));
        driver->click(std::string("to_question:") + item);
        driver->frames(3);
        EXPECT_TRUE(is_there("question:frame_64:skip")) << item;
    }
}

TEST_F(Steps, AreFoundAgainAtTheNextStartAndInALink)
{
    open();
    driver->click("lesson:forward");
    driver->click("lesson:forward");
    const std::string link = *link_to_view(driver->session().view(), driver->app().view());
    EXPECT_NE(link.find("/step=3"), std::string::npos) << link;
    driver->reopen();
    EXPECT_EQ(driver->step(), 3);
    driver->click("lesson:back");
    ASSERT_FALSE(show_view(link, driver->session(), driver->app().view()));
    driver->frames(3);
    EXPECT_EQ(driver->step(), 3);
    // Each lesson is where it was left; one that is done begins again.
    driver->session().select_experiment("stencil");
    driver->frames(3);
    EXPECT_EQ(driver->step(), 1);
    driver->session().select_experiment("running_mean");
    driver->frames(3);
    EXPECT_EQ(driver->step(), 3);
    driver->turn_to("lesson:next");
    driver->click("lesson:next");
    EXPECT_NE(driver->session().view().selection().experiment, "running_mean");
    EXPECT_TRUE(driver->session().view().learner().at("running_mean").read);
    EXPECT_FALSE(driver->app().view().lesson_steps.contains("running_mean"));
}

TEST_F(Steps, PresentModeTurnsThemToo)
{
    open(1280, 720);
    driver->app().view().present = true;
    driver->frames(4);
    driver->click("lesson:forward");
    EXPECT_EQ(driver->step(), 2);
    driver->press('L');
    EXPECT_EQ(driver->step(), 3);
    driver->keep_picture("steps_present");
}

TEST_F(Steps, ReferencesLeadToOtherLessons)
{
    open();
    std::size_t references = 0;
    std::vector<std::string> names;
    for (const model::Experiment& experiment : driver->session().view().catalogue().experiments)
        names.push_back(experiment.name);
    for (const std::string& name : names) {
        driver->session().select_experiment(name);
        driver->session().change_learner([&](learner::LearnerProgress& learner) {
            for (const model::Question& question : driver->session().view().experiment().questions)
                learner[name].predictions[question.id] = {true, "", "", std::nullopt};
        });
        const auto all = steps();
        for (std::size_t step = 0; step < all.size(); ++step)
            for (std::size_t link = 0; link < all[step].text.links.size(); ++link) {
                const lessons::markdown::Link& each = all[step].text.links[link];
                if (each.kind != lessons::markdown::LinkKind::experiment) continue;
                driver->session().select_experiment(name);
                driver->app().view().lesson_steps[name] = static_cast<int>(step) + 1;
                driver->frames(3);
                if (!is_there("lesson:" + std::to_string(link))) continue;  // on another step
                driver->click("lesson:" + std::to_string(link));
                EXPECT_EQ(driver->session().view().selection().experiment, each.target) << name;
                ++references;
            }
    }
    EXPECT_GE(references, 8U);
}

}  // namespace
}  // namespace spillway::window
