// A question is asked where its answer is not: each question of every experiment is opened where it asks, and
// everything that is drawn is read.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <set>

#include <gtest/gtest.h>

#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/questions.h"
#include "app/lessons/lesson_steps.h"
#include "app/model/metrics.h"
#include "app/teaching/covers.h"
#include "app/teaching/lesson_facts.h"
#include "app/window/panels/panels.h"
#include "app/window/panels/views.h"
#include "driver.h"
#include "screen_text.h"
#include "tests/support/sample.h"

namespace spillway::window {
namespace {

/// A number as a reader recognises it: "256 bytes" is not in "1,256 bytes", nor "80" in "0.80" or "80,000".
bool says(const std::string& text, const std::string& number)
{
    const auto is_of_number = [](char c) { return (c >= '0' && c <= '9') || c == ',' || c == '.'; };
    for (std::size_t at = text.find(number); at != std::string::npos; at = text.find(number, at + 1)) {
        const std::size_t end = at + number.size();
        const bool begins = at == 0 || !is_of_number(text[at - 1]);
        const bool goes_on =
            end + 1 < text.size() && is_of_number(text[end]) && text[end + 1] >= '0' && text[end + 1] <= '9';
        const bool is_longer = end < text.size() && text[end] >= '0' && text[end] <= '9';
        if (begins && !goes_on && !is_longer) return true;
    }
    return false;
}

/// The same number of something else.
bool is_coincidence(const std::string& question, const std::string& text)
{
    // The size of a half-precision load, not the frame of the calling kernel.
    return question == "which_leaves" &&
           (text.find("16 bytes in one") != std::string::npos || text.find("the same 16 bytes") != std::string::npos);
}

class Questions : public testing::Test {
protected:
    void SetUp() override
    {
        if (!can_read_screen()) GTEST_SKIP() << "this version of Dear ImGui does not tell its glyphs";
        Start start;
        start.width = 1600;
        start.height = 1300;
        start.gpus_file = std::filesystem::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json";  // with what was measured
        driver = Driver::open(std::move(start));
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
        driver->until([&] { return driver->session().view().worker().hello.has_value(); });
        if (!driver->session().view().worker().hello->compiler.available) GTEST_SKIP() << "no compiler on this machine";
    }

    session::Session& session() { return driver->session(); }

    /// The step that asks it, the sliders where it asks, and a variant that decides it in the focus.
    void go_to(const model::Question& question)
    {
        const model::Experiment& experiment = session().view().experiment();
        driver->app().view().lesson_steps[experiment.name] =
            lessons::step_of_question(lessons::lesson_steps(experiment, {}, {}), question.id);
        model::Values values = catalogue::initial_values(session().view().experiment(), session().view().gpu());
        for (const auto& [name, value] : question.set) values[name] = value;
        EXPECT_FALSE(session().set_values(values));
        const auto variants = catalogue::question_variants(session().view().experiment(), question);
        if (!variants.empty()) session().set_focus(variants.front());
        if (question.kind == model::QuestionKind::curve) session().set_x_axis(question.curve.over);
        driver->settle();
    }

    struct Read {
        std::string text, where;
        bool is_in_chart = false;
    };
    /// Texts that would give the answer away: the numbers that decide it, as written, at the setting of the question.
    struct Telling {
        std::set<std::string> texts;    ///< with their units, told by whoever writes them anywhere
        std::set<std::string> numbers;  ///< without, as the legends of charts have them
        [[nodiscard]] std::optional<std::string> told_by(const Read& read) const
        {
            for (const std::string& each : texts)
                if (says(read.text, each)) return each;
            for (const std::string& each : numbers)
                if (read.is_in_chart && read.text.starts_with(each) && says(read.text, each)) return each;
            return std::nullopt;
        }
    };
    Telling what_would_tell(const model::Question& question)
    {
        Telling telling;
        for (const std::string& variant : catalogue::question_variants(session().view().experiment(), question)) {
            const auto result = session().view().current(variant).result;
            if (!result) continue;
            for (const std::string& key : catalogue::question_keys(question)) {
                const model::Metric* metric = model::find_metric(key);
                const auto value = metric == nullptr ? std::nullopt : metric->get(*result);
                // 0, 1 and the like stand everywhere.
                if (!value || std::abs(*value) < 10) continue;
                const std::string text = model::format_metric(*metric, *value);
                // Shorter ones stand at axes too.
                if (const std::string number = text.substr(0, text.find(' ')); number.size() >= 4)
                    telling.numbers.insert(number);
                telling.texts.insert(
                    metric->format == model::MetricFormat::count ? text + " " + std::string(metric->unit) : text);
            }
        }
        const auto answer = teaching::live_answer(session().view(), question).answer;
        if (answer.number && *answer.number >= 10)
            telling.texts.insert(model::format_count(*answer.number) + " " + question.unit);
        return telling;
    }

    /// Everything that is read on all tabs, with the mouse on the charts and elsewhere; not what the learner sets.
    std::vector<Read> read_all()
    {
        std::vector<Read> all;
        for (const Panel* panel : panels()) {
            if (panel->place != PanelPlace::tab) continue;
            driver->app().view().tab = panel->key;
            driver->frames(4);
            read_into(all, panel->key);
        }
        for (const std::string& item : driver->app().items().noted()) {
            if (!item.starts_with("chart:")) continue;
            const auto rect = driver->app().items().find(item);
            for (const float share : {0.1F, 0.5F, 0.9F}) {
                driver->move_to({rect->min.x + share * rect->width(), rect->centre().y});
                driver->frames(2);
                read_into(all, "hover " + item);
            }
        }
        driver->move_to({1, 1});
        driver->app().view().tab = "lesson";
        driver->frames(3);
        return all;
    }

    void read_into(std::vector<Read>& all, const std::string& screen)
    {
        const Layout& layout = driver->app().layout();
        for (const ScreenText& each : read_screen()) {
            const ImVec2 at = each.rect.centre();
            if (layout.left.contains(at) || layout.top_bar.contains(at) || layout.status.contains(at)) continue;
            if (is_tick(at)) continue;
            const Part part = part_at(layout, at);
            const char* name = part == Part::charts ? "charts" : part == Part::right ? "right" : "tabs";
            all.push_back({each.text, screen + ", " + name, part == Part::charts});
        }
    }
    /// Every step of the lesson while this question alone is open: whoever answers the others first reads what follows
    /// them, and what their cards then say.
    std::vector<Read> read_lesson(const std::string& experiment, const std::string& open)
    {
        const auto answer_others = [&](learner::LearnerProgress& all) {
            for (const model::Question& other : session().view().experiment().questions)
                if (other.id != open) all[experiment].predictions[other.id] = {true, "", "", std::nullopt};
        };
        session().change_learner(answer_others);
        ViewState& view = driver->app().view();
        view.filled = Part::tabs;  // the lesson alone, which costs little to draw
        std::vector<Read> all;
        const int steps = lessons::count_steps(session().view().experiment());
        for (int step = 1; step <= steps; ++step) {
            view.lesson_steps[experiment] = step;
            driver->frames(step == 1 ? 3 : 1);
            for (const ScreenText& each : read_screen())
                if (driver->app().layout().tabs.contains(each.rect.centre()))
                    all.push_back({each.text, "step " + std::to_string(step), false});
        }
        view.lesson_steps.erase(experiment);
        view.filled = Part::none;
        session().change_learner([](learner::LearnerProgress& progress) { progress.clear(); });
        driver->frames(2);
        return all;
    }

    /// Below a plot: the values that the slider can have.
    bool is_tick(ImVec2 at)
    {
        for (const std::string& item : driver->app().items().noted()) {
            if (!item.starts_with("chart:")) continue;
            const auto plot = driver->app().items().find(item);
            if (at.x > plot->min.x - 60 && at.x < plot->max.x + 60 && at.y > plot->max.y - 8 && at.y < plot->max.y + 50)
                return true;
        }
        return false;
    }

    std::unique_ptr<Driver> driver;
};

/// The lessons in so many parts, which are looked at side by side.
constexpr std::size_t part_count = 8;

struct EveryQuestion : Questions, testing::WithParamInterface<std::size_t> {};

TEST_P(EveryQuestion, NothingThatIsDrawnTellsAnAnswer)
{
    std::size_t texts_read = 0, asked = 0, checked = 0, uncovered = 0, told_when_uncovered = 0, place = 0;
    std::vector<std::string> names;
    for (const model::Experiment& experiment : session().view().catalogue().experiments)
        if (!experiment.questions.empty() && place++ % part_count == GetParam()) names.push_back(experiment.name);
    for (const std::string& name : names) {
        session().select_experiment(name);
        const std::vector<model::Question> questions = session().view().experiment().questions;
        for (const model::Question& question : questions) {
            SCOPED_TRACE(name + ": " + question.id);
            ++asked;
            session().select_experiment(name);
            go_to(question);
            const Telling telling = what_would_tell(question);
            const bool is_checked = !telling.texts.empty();
            const auto texts = read_all();
            texts_read += texts.size();
            for (const Read& read : texts)
                if (const auto told = telling.told_by(read); told && !is_coincidence(question.id, read.text)) {
                    ADD_FAILURE() << '"' << read.text << "\" (" << read.where << ") tells " << *told;
                    break;
                }
            const auto lesson = read_lesson(name, question.id);
            texts_read += lesson.size();
            for (const Read& read : lesson)
                if (const auto told = telling.told_by(read); told && !is_coincidence(question.id, read.text))
                    ADD_FAILURE() << '"' << read.text << "\" (" << read.where << ") tells " << *told;
            checked += is_checked ? 1 : 0;
            // The same eyes find it where nothing is covered: else they would see nothing anywhere. One question of a
            // lesson shows that.
            if (!is_checked || question.id != questions.front().id) continue;
            ++uncovered;
            driver->app().view().shows_answers = true;
            driver->frames(3);
            const auto open = read_all();
            driver->app().view().shows_answers = false;
            const bool is_told = std::any_of(open.begin(), open.end(),
                                             [&](const Read& read) { return telling.told_by(read).has_value(); });
            told_when_uncovered += is_told ? 1 : 0;
        }
    }
    std::printf("%zu questions, %zu with numbers that would tell, %zu texts read; of %zu uncovered %zu are told\n",
                asked, checked, texts_read, uncovered, told_when_uncovered);
    EXPECT_GE(checked, asked / 3);
    EXPECT_GE(told_when_uncovered + 1, uncovered) << "these eyes do not see what is there";
    EXPECT_GT(told_when_uncovered, 0u);
}

SPILLWAY_SAMPLED_SUITE(EveryQuestion, tests::part_numbers(part_count), part_count);

/// A question covers what answers it from the step that asks it, and nothing before: steps before it speak of it.
TEST_F(Questions, CoverFromTheStepThatAsksThem)
{
    int earlier = 0;
    for (const model::Experiment& each : session().view().catalogue().experiments) {
        if (each.questions.empty()) continue;
        SCOPED_TRACE(each.name);
        session().select_experiment(each.name);
        ViewState& view = driver->app().view();
        const model::Experiment& experiment = session().view().experiment();
        const auto steps = lessons::lesson_steps(experiment, {}, {});
        for (const model::Question& question : experiment.questions) {
            session().change_learner([&](learner::LearnerProgress& all) {
                for (const model::Question& other : experiment.questions)
                    if (other.id != question.id) all[each.name].predictions[other.id] = {true, "", "", std::nullopt};
            });
            const int step = lessons::step_of_question(steps, question.id);
            ASSERT_GT(step, 0) << question.id;
            view.lesson_steps[each.name] = step;
            EXPECT_TRUE(covers_of(session().view(), view).any()) << question.id;
            view.lesson_steps[each.name] = static_cast<int>(steps.size());
            EXPECT_TRUE(covers_of(session().view(), view).any()) << question.id << ", still open behind its step";
            if (step > 1) {
                ++earlier;
                view.lesson_steps[each.name] = step - 1;
                EXPECT_FALSE(covers_of(session().view(), view).any()) << question.id;
            }
            session().change_learner([](learner::LearnerProgress& all) { all.clear(); });
        }
    }
    EXPECT_GT(earlier, 20);
}

/// Advice tells nothing that an open question asks, be it another's than the first.
TEST_F(Questions, TheLastStepAdvisesNothingThatAnOpenQuestionAsks)
{
    const auto advice = [&] {
        std::string told;
        for (const ScreenText& each : read_screen())
            if (driver->app().layout().sentence.contains(each.rect.centre()) ||
                driver->app().layout().right.contains(each.rect.centre()))
                told += each.text + "\n";
        return told;
    };
    for (const char* name : {"address_taken", "call_stack", "cache_policy", "running_mean"}) {
        SCOPED_TRACE(name);
        session().select_experiment(name);
        session().set_focus(std::string(name) == "address_taken"  ? "escaped_pointer"
                            : std::string(name) == "call_stack"   ? "recursion"
                            : std::string(name) == "cache_policy" ? "plain"
                                                                  : "local_array");
        driver->app().view().lesson_steps[name] = lessons::count_steps(session().view().experiment());
        driver->settle();
        EXPECT_EQ(advice().find("local memory"), std::string::npos) << advice();
        // With the first question answered the others still cover it.
        const std::string first = session().view().experiment().questions.front().id;
        session().change_learner([&](learner::LearnerProgress& all) {
            all[name].predictions[first] = {true, "", "", std::nullopt};
        });
        driver->settle();
        EXPECT_EQ(advice().find("local memory"), std::string::npos) << advice();
        session().change_learner([](learner::LearnerProgress& all) { all.clear(); });
        // The same eyes see it where nothing is covered.
        driver->app().view().shows_answers = true;
        driver->settle();
        driver->until([&] { return !advice().empty(); });
        EXPECT_NE(advice().find("ocal memory"), std::string::npos) << advice();
        driver->app().view().shows_answers = false;
    }
}

TEST_F(Questions, ALecturerShowsEverythingAndAsksAgain)
{
    session().select_experiment("running_mean");
    const model::Experiment& experiment = session().view().experiment();
    ViewState& view = driver->app().view();
    view.tab = "lesson";
    view.lesson_steps["running_mean"] =
        lessons::step_of_question(lessons::lesson_steps(experiment, {}, {}), "frame_64");
    driver->settle();
    const auto says = [&](const char* words) {
        const auto texts = read_screen();
        return std::ranges::any_of(texts,
                                   [&](const ScreenText& each) { return each.text.find(words) != std::string::npos; });
    };
    EXPECT_TRUE(driver->app().items().find("question:frame_64:skip"));
    driver->press('V');
    driver->settle();
    EXPECT_FALSE(says("The lesson asks this"));
    EXPECT_FALSE(driver->app().items().find("question:frame_64:skip")) << "nothing is asked";
    driver->until(
        [&] { return says("It is: 256 bytes"); });  // the setting that the question names is a request besides
    EXPECT_TRUE(says("It is: 256 bytes"));
    EXPECT_TRUE(session().view().learner().empty()) << "nothing counts as answered";
    // A link takes it along.
    const auto link = link_to_view(session().view(), view);
    ASSERT_TRUE(link);
    driver->press('V');
    driver->settle();
    EXPECT_TRUE(driver->app().items().find("question:frame_64:skip"));
    const auto wanted = teaching::parse_view(*link);
    ASSERT_TRUE(wanted);
    EXPECT_FALSE(show_view(*wanted, session(), view));
    EXPECT_TRUE(view.shows_everything);
}

/// Along another axis the curves of the answer's setting may be single points.
TEST_F(Questions, AnAnswerShowsTheAxisThatItMoves)
{
    session().select_experiment("first_kernel");
    driver->frames(4);
    ASSERT_EQ(session().view().selection().x_axis, "branches");
    driver->turn_to("question:warps_33");
    driver->click("question:warps_33");
    driver->type("2");
    driver->press(Key::enter);
    driver->until([&] { return session().view().selection().x_axis == "threads"; });
    EXPECT_EQ(session().view().selection().x_axis, "threads");
    EXPECT_EQ(session().view().selection().values.at("threads"), model::Value(std::int64_t{33}));
}

TEST_F(Questions, TheCoverLiftsWhenItIsAnsweredOrSkipped)
{
    session().select_experiment("running_mean");
    const model::Experiment& experiment = session().view().experiment();
    driver->app().view().lesson_steps["running_mean"] =
        lessons::step_of_question(lessons::lesson_steps(experiment, {}, {}), "frame_64");
    driver->frames(4);
    const auto covered = [&] {
        const auto texts = read_screen();
        return std::any_of(texts.begin(), texts.end(), [](const ScreenText& each) {
            return each.text.find("The lesson asks this") != std::string::npos;
        });
    };
    driver->settle();
    EXPECT_TRUE(covered());
    driver->keep_picture("questions_covered");
    for (const model::Question& question : session().view().experiment().questions)
        session().change_learner([&](learner::LearnerProgress& all) {
            all["running_mean"].predictions[question.id] = {true, "", "", std::nullopt};
        });
    driver->frames(4);
    EXPECT_FALSE(covered());
    session().change_learner([&](learner::LearnerProgress& all) { all.clear(); });
    driver->frames(4);
    EXPECT_TRUE(covered()) << "asked again";
}

}  // namespace
}  // namespace spillway::window
