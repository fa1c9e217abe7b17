// A show line is checked when the lesson is loaded: the names in it exist, and text follows it.
#include <gtest/gtest.h>

#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/show_line.h"
#include "sample.h"
#include "tests/support/shipped_catalogue.h"

namespace spillway::catalogue {
namespace {

model::Experiment with_lesson(const std::string& lesson)
{
    auto experiment = parse_experiment(sample::json, "experiment.json");
    EXPECT_TRUE(experiment) << experiment.error().line();
    experiment->lesson = lesson;
    return *experiment;
}

TEST(ShowLine, names_a_chart_an_axis_variants_a_tab_and_a_setting)
{
    const auto show = parse_show_line(with_lesson(""),
                                      " chart=registers, x=block_size, variants=plain+tiled, variant=tiled, tab=report,"
                                      " size=16, sorted=true");
    ASSERT_TRUE(show) << show.error().line();
    EXPECT_EQ(show->chart, "registers");
    EXPECT_EQ(show->set.x_axis, "block_size");
    EXPECT_EQ(show->variants, (std::vector<std::string>{"plain", "tiled"}));
    EXPECT_EQ(show->set.variant, "tiled");
    EXPECT_EQ(show->set.tab, "report");
    EXPECT_EQ(show->set.values, (model::Values{{"size", std::int64_t{16}}, {"sorted", true}}));
}

TEST(ShowLine, a_wrong_name_is_an_error_with_file_and_line)
{
    const std::pair<const char*, const char*> wrong[] = {
        {"chart=regsters", "not a metric"},
        {"variants=plain+tield", "not a variant"},
        {"variant=other", "not a variant"},
        {"tab=reprot", "not a tab"},
        {"x=sise", "not a parameter"},
        {"sise=16", "not a parameter"},
        {"size=65", "65"},
        {"chart", "has no value"},
        {"chart=", "has no value"},
        {"variants=plain, variant=tiled", "not one of the visible"},
    };
    for (const auto& [line, words] : wrong) {
        const model::Experiment experiment = with_lesson("# Title\n\nshow: " + std::string(line) + "\n\nText.\n");
        const auto error = check_show_lines(experiment, "lesson.md");
        ASSERT_TRUE(error) << line;
        EXPECT_EQ(error->where, "lesson.md:3") << line;
        EXPECT_NE(error->what.find(words), std::string::npos) << error->line();
    }
}

TEST(ShowLine, it_is_a_paragraph_with_text_below)
{
    EXPECT_FALSE(check_show_lines(with_lesson("show: size=2\n\nText.\n"), "lesson.md"));
    EXPECT_FALSE(check_show_lines(with_lesson("```\nshow: anything\n```\n"), "lesson.md"))
        << "inside code it is not a show line";
    EXPECT_FALSE(check_show_lines(with_lesson("show: size=2\n\n[Predict](ask:q)\n"), "lesson.md"));
    for (const char* lesson : {"Text\nshow: size=2\n\nMore.\n", "show: size=2\nText.\n", "Text.\n\nshow: size=2\n",
                               "show: size=2\n\nshow: size=3\n\nText.\n"})
        EXPECT_TRUE(check_show_lines(with_lesson(lesson), "lesson.md")) << lesson;
}

TEST(ShowLine, each_shipped_lesson_begins_with_one_that_shows_the_initial_setting)
{
    std::size_t lines = 0;
    for (const model::Experiment& experiment : shipped_catalogue().experiments) {
        if (experiment.exercise) continue;
        const auto all = show_lines(experiment.lesson);
        ASSERT_FALSE(all.empty()) << experiment.name;
        lines += all.size();
        const auto first = parse_show_line(experiment, all.front().text);
        ASSERT_TRUE(first) << experiment.name << ": " << first.error().line();
        EXPECT_TRUE(first->set.values.empty() && first->set.x_axis.empty() && first->set.variant.empty() &&
                    first->variants.empty())
            << experiment.name << ": the window opens with the initial setting";
        EXPECT_FALSE(first->chart.empty()) << experiment.name;
    }
    EXPECT_GT(lines, 100U);
}

}  // namespace
}  // namespace spillway::catalogue
