// Each step of a lesson shows what it speaks of: every step of every lesson is opened, and what its text names (charts,
// sliders, tabs, variants) is looked for on the screen. What is covered is not visible.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <tuple>

#include <gtest/gtest.h>

#include "app/catalogue/questions.h"
#include "app/catalogue/window_tabs.h"
#include "app/lessons/lesson_steps.h"
#include "app/model/metrics.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/step_view.h"
#include "app/window/panels/charts/shown_charts.h"
#include "app/window/panels/panels.h"
#include "driver.h"
#include "tests/support/source_folder.h"

namespace spillway::window {
namespace {

std::string lower(std::string_view text)
{
    std::string small(text);
    for (char& c : small) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return small;
}

/// Metrics that the tab Report lists: everything the compiler says.
bool is_in_report(const model::Metric& metric)
{
    return metric.group == model::MetricGroup::compile || metric.group == model::MetricGroup::ptx ||
           metric.group == model::MetricGroup::occupancy || metric.group == model::MetricGroup::measurement;
}

class StepViews : public testing::Test {
protected:
    void open(int width, int height)
    {
        Start start;
        start.lesson_leads = true;
        start.width = width;
        start.height = height;
        start.view.tab = "lesson";
        driver = Driver::open(std::move(start));
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
        driver->frames(4);
    }
    [[nodiscard]] const session::SessionView& session() const { return driver->session().view(); }
    [[nodiscard]] const ViewState& view() const { return driver->app().view(); }
    [[nodiscard]] bool is_there(const std::string& item) const { return driver->app().items().find(item).has_value(); }

    void skip(const std::string& question)
    {
        const std::string name = session().selection().experiment;
        driver->session().change_learner([&](learner::LearnerProgress& learner) {
            learner[name].predictions[question] = {true, "", "", std::nullopt};
        });
    }

    /// Reason why a reader of the step cannot see the metric; empty if they can.
    [[nodiscard]] std::string why_unseen(const model::Metric& metric) const
    {
        if (covers_of(session(), view()).hides(metric.key)) return "is covered";
        if (is_there("chart:" + std::string(metric.key))) return "";
        const std::string pane = pane_beside(session(), view());
        if (pane == "report" && is_in_report(metric)) return "";
        return "has no chart, and no pane shows it";
    }

    [[nodiscard]] std::string why_unseen(const model::Parameter& parameter) const
    {
        const std::vector<std::string> items = driver->app().items().noted();
        const bool is_shown = std::ranges::any_of(items, [&](const std::string& item) {
            return item == "slider:" + parameter.name || item == "menu:" + parameter.name ||
                   item.starts_with("choice:" + parameter.name + ":");
        });
        return is_shown ? "" : "has no slider on the screen";
    }

    /// Everything that an emphasised word of a lesson can name on the screen; adds a complaint if it is not there.
    void look_for(const std::string& word, bool is_tab)
    {
        if (is_tab) return look_for_tab(word);
        const std::string name = lower(word);
        std::vector<std::string> reasons;  // one for each thing of this name
        for (const model::Metric& metric : model::metrics())
            if (name == lower(metric.label) || name == lower(charts::chart_title(metric)))
                reasons.push_back(why_unseen(metric));
        const model::Experiment& experiment = session().experiment();
        for (const auto* list : {&experiment.parameters, &experiment.knobs})
            for (const model::Parameter& parameter : *list)
                if (name == lower(parameter.label)) reasons.push_back(why_unseen(parameter));
        if (reasons.empty()) return;
        ++named;
        if (std::ranges::none_of(reasons, &std::string::empty))
            ADD_FAILURE() << where << ": \"" << word << "\" " << reasons.front();
    }

    void look_for_tab(const std::string& word)
    {
        ++named;
        for (const Panel* panel : panels())
            if (word == panel->title && pane_beside(session(), view()) == panel->key) return;
        ADD_FAILURE() << where << ": the tab " << word << " does not stand beside the lesson";
    }

    void read(const lessons::markdown::Text& text)
    {
        std::string before;
        for (const lessons::markdown::Span& span : text) {
            // A link in italics is another lesson's title; "that is *throughput*" explains the word.
            const bool is_definition = before.ends_with("that is ") || before.ends_with("That is ");
            if (span.italic && span.link < 0 && !is_definition) look_for(span.text, before.ends_with("tab "));
            before = span.text;
            if (span.variant < 0) continue;
            ++named;
            const model::Variant& variant = session().experiment().variants[static_cast<std::size_t>(span.variant)];
            if (view().hidden_variants.contains(variant.name))
                ADD_FAILURE() << where << ": the variant " << variant.name << " is hidden";
        }
    }

    std::unique_ptr<Driver> driver;
    std::string where;
    std::size_t named = 0;
};

TEST_F(StepViews, EachStepOfEachLessonShowsWhatItSpeaksOf)
{
    open(1280, 720);
    std::vector<std::string> names;
    for (const model::Experiment& experiment : session().catalogue().experiments) names.push_back(experiment.name);
    std::size_t walked = 0;
    for (const std::string& name : names) {
        choose_experiment(driver->session(), driver->app().view(), name);
        driver->frames(3);
        const auto steps = lessons::lesson_steps(session().experiment(), {}, {});
        for (std::size_t i = 0; i < steps.size(); ++i) {
            where = name + ", step " + std::to_string(i + 1) + " of " + std::to_string(steps.size());
            ASSERT_TRUE(view().lesson_leads_now) << where;
            EXPECT_TRUE(step_view(session(), view()).has_line) << where;
            EXPECT_TRUE(shows_step_view(session(), view())) << where << ": the step's view is not shown";
            const std::string large = large_chart(session(), view());
            EXPECT_TRUE(is_there("chart:" + large)) << where << ": the large chart " << large << " is missing";
            if (steps[i].question.empty()) {
                const model::Metric* metric = model::find_metric(large);
                ASSERT_NE(metric, nullptr) << where;
                EXPECT_EQ(why_unseen(*metric), "") << where << ": " << large;
            }
            if (const std::string pane = pane_beside(session(), view()); !pane.empty()) {
                EXPECT_TRUE(is_there("pane:close")) << where << ": " << pane;
            }
            for (const lessons::markdown::Block& block : steps[i].text.blocks) {
                read(block.text);
                for (const auto& row : block.rows)
                    for (const lessons::markdown::Text& cell : row) read(cell);
            }
            ++walked;
            if (!steps[i].question.empty()) {
                skip(steps[i].question);
                driver->frames(2);
            }
            if (i + 1 < steps.size()) driver->click("lesson:forward");
        }
    }
    std::printf("%zu lessons, %zu steps, %zu things named\n", names.size(), walked, named);
    EXPECT_GT(named, 200U);
}

TEST_F(StepViews, ALessonOpensAsItsFirstStepSays)
{
    open(1280, 720);
    for (const model::Experiment& experiment : session().catalogue().experiments) {
        choose_experiment(driver->session(), driver->app().view(), experiment.name);
        driver->frames(1);
        EXPECT_TRUE(shows_step_view(session(), view())) << experiment.name;
    }
}

TEST_F(StepViews, WhatTheLearnerMovesIsTheirsUntilTheNextStepAndOneClickGoesBack)
{
    open(1280, 720);
    choose_experiment(driver->session(), driver->app().view(), "running_mean");
    for (const char* question : {"frame_64", "local_time"}) skip(question);
    driver->frames(3);
    while (large_chart(session(), view()) != "stack_frame_bytes") driver->click("lesson:forward");
    const session::Selection shown = session().selection();
    EXPECT_TRUE(view().hidden_variants.contains("scalars")) << "the step compares two variants";
    EXPECT_FALSE(is_there("lesson:view"));
    ASSERT_FALSE(driver->session().set_values({{"window_size", std::int64_t{100}}}));
    driver->session().set_x_axis("block_size");
    driver->frames(3);
    ASSERT_TRUE(is_there("lesson:view"));
    driver->click("lesson:view");
    EXPECT_EQ(session().selection(), shown);
    EXPECT_FALSE(is_there("lesson:view"));
    ASSERT_FALSE(driver->session().set_values({{"window_size", std::int64_t{100}}}));
    driver->frames(3);
    driver->click("lesson:back");
    driver->click("lesson:forward");
    EXPECT_EQ(session().selection(), shown) << "a step opens with its own view";
    driver->press('Z', true);
    EXPECT_NE(session().selection(), shown) << "one undo";
}

TEST_F(StepViews, TheTabsThatALessonCanNameAreTheWindows)
{
    for (const Panel* panel : panels()) {
        const std::string_view key = panel->key;
        const bool is_beside = key == "talk" || key == "trace" || key == "run_here";
        EXPECT_EQ(catalogue::is_window_tab(key), panel->place != PanelPlace::side && !is_beside) << key;
    }
    for (const std::string_view tab : catalogue::window_tabs)
        EXPECT_TRUE(std::ranges::any_of(panels(), [&](const Panel* panel) { return tab == panel->key; })) << tab;
}

/// The largest question of the lessons: four choices.
TEST_F(StepViews, AQuestionWithFourChoicesItsReplyAndItsButtonsAreOnOneScreen)
{
    open(1280, 720);
    std::size_t asked = 0;
    std::vector<std::string> names;
    for (const model::Experiment& experiment : session().catalogue().experiments) names.push_back(experiment.name);
    for (const std::string& name : names) {
        choose_experiment(driver->session(), driver->app().view(), name);
        const auto steps = lessons::lesson_steps(session().experiment(), {}, {});
        for (const model::Question& question : session().experiment().questions) {
            if (question.choices.size() < 4) continue;
            ++asked;
            const auto is_inside = [&](const std::string& item) {
                const auto place = driver->app().items().find(item), text = driver->app().items().find("lesson text");
                if (!place || !text) return false;
                return place->min.y >= text->min.y && place->max.y <= text->max.y + 0.5f;
            };
            driver->app().view().lesson_steps[name] = lessons::step_of_question(steps, question.id);
            driver->frames(4);
            const std::string key = "question:" + question.id;
            for (std::size_t i = 0; i < question.choices.size(); ++i)
                EXPECT_TRUE(is_inside(key + ":" + std::to_string(i))) << name << "/" << question.id << ", choice " << i;
            EXPECT_TRUE(is_inside(key + ":skip")) << name << "/" << question.id;
            // Answered wrongly, with the longest reply.
            const auto longest = std::ranges::max_element(
                question.choices, {}, [](const model::Option& option) { return option.reply.size(); });
            driver->session().change_learner([&](learner::LearnerProgress& learner) {
                learner::Prediction made;
                made.guess = longest->text;
                made.answer = question.choices.front().text;
                made.off_by = 1;
                learner[name].predictions[question.id] = made;
            });
            driver->frames(4);
            EXPECT_TRUE(is_inside(key + ":again")) << name << "/" << question.id;
            driver->keep_picture("question_" + name + "_" + question.id);
        }
    }
    EXPECT_GT(asked, 5U);
}

/// The reveal of a curve question, at three sizes: its chart fills the place of all charts, the guess against the
/// truth.
class Reveal : public testing::TestWithParam<std::tuple<int, int, float, bool>> {
protected:
    void SetUp() override
    {
        Start start;
        start.lesson_leads = true;
        std::tie(start.width, start.height, start.scale, start.view.dark) = GetParam();
        start.view.tab = "lesson";
        start.fill_curve = true;
        start.gpus_file = source_folder / "assets/gpus.json";  // with what was measured
        driver = Driver::open(std::move(start));
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
        driver->until([&] { return driver->session().view().worker().hello.has_value(); });
        if (!driver->session().view().worker().hello->compiler.available) GTEST_SKIP() << "no compiler on this machine";
    }
    [[nodiscard]] bool is_there(const std::string& item) const { return driver->app().items().find(item).has_value(); }
    void keep_picture(const std::string& name)
    {
        driver->keep_picture(name + "_" + std::to_string(std::get<0>(GetParam())) +
                             (std::get<3>(GetParam()) ? "_dark" : "_light"));
    }
    void open_question(const std::string& lesson, const std::string& asked)
    {
        choose_experiment(driver->session(), driver->app().view(), lesson);
        for (const model::Question& question : driver->session().view().experiment().questions)
            if (question.id != asked)
                driver->session().change_learner([&](learner::LearnerProgress& all) {
                    all[lesson].predictions[question.id] = {true, "", "", std::nullopt};
                });
        driver->frames(4);
        driver->turn_to("question:" + asked);
        driver->settle();
    }
    void draw_over(const std::string& metric)
    {
        const auto chart = driver->app().items().find("chart:" + metric);
        ASSERT_TRUE(chart);
        driver->drag({chart->min.x + 4, chart->max.y - 10}, {chart->max.x - 4, chart->min.y + 20});
        driver->frames(3);
    }
    std::unique_ptr<Driver> driver;
};

TEST_P(Reveal, FillsThePlaceOfTheChartsAndNamesTheWorstPoint)
{
    for (const auto& [lesson, question, metric] :
         {std::tuple("running_mean", "registers_curve", "registers"),
          std::tuple("bank_conflicts", "packed_curve", "requested_bytes_per_second")}) {
        SCOPED_TRACE(lesson);
        open_question(lesson, question);
        const std::string key = std::string("question:") + question;
        driver->click(key + ":draw");
        driver->frames(4);
        ASSERT_TRUE(is_there("sketch:show")) << "the button is in the chart";
        keep_picture(std::string("reveal_to_draw_") + lesson);
        draw_over(metric);
        driver->click("sketch:show");
        driver->until([&] { return is_there(key + ":again"); });
        const auto& sketch = driver->app().view().sketch;
        ASSERT_TRUE(sketch);
        driver->until([&] { return sketch->shown_share >= 1; });
        driver->settle();
        EXPECT_EQ(shown_metrics(driver->session().view(), driver->app().view()), std::vector<std::string>{metric});
        EXPECT_TRUE(is_there("reveal:where")) << "a straight line is wrong somewhere";
        for (const charts::Chart& chart : visible_charts(driver->session().view(), driver->app().view()))
            if (chart.key == metric) {
                for (const charts::Series& series : chart.series)
                    EXPECT_EQ(series.is_dim, series.key != sketch->variant || series.is_secondary || series.is_ghost);
            }
        keep_picture(std::string("reveal_") + lesson);
        driver->click("reveal:close");
        driver->frames(4);
        EXPECT_GE(shown_metrics(driver->session().view(), driver->app().view()).size(), 3U);
        EXPECT_TRUE(sketch->is_revealed) << "the drawing stays in its chart";
        keep_picture(std::string("reveal_closed_") + lesson);
    }
}

TEST_P(Reveal, AppearsAtOnceWhereLessMotionIsWanted)
{
    driver->app().view().less_motion = true;
    open_question("running_mean", "registers_curve");
    driver->click("question:registers_curve:draw");
    driver->frames(4);
    draw_over("registers");
    driver->click("sketch:show");
    driver->until([&] { return is_there("question:registers_curve:again"); });
    ASSERT_TRUE(driver->app().view().sketch);
    EXPECT_EQ(driver->app().view().sketch->shown_share, 1);
    EXPECT_EQ(driver->app().view().sketch->shown_since, 0) << "nothing moved";
}

INSTANTIATE_TEST_SUITE_P(Sizes, Reveal,
                         testing::Values(std::tuple(1280, 720, 1.0F, true), std::tuple(1600, 900, 1.0F, false),
                                         std::tuple(2560, 1440, 2.0F, true)));

}  // namespace
}  // namespace spillway::window
