// Prerequisites, difficulty and minutes: read, refused, and checked over the whole catalogue.

#include <gtest/gtest.h>

#include "app/catalogue/course_order.h"
#include "app/catalogue/experiment_reader.h"
#include "app/model/gpu.h"
#include "tests/catalogue/sample.h"

namespace spillway::catalogue {
namespace {

model::Expected<model::Experiment> sample_with(const std::string& lines)
{
    std::string text = sample::json;
    text.insert(text.find("  \"title\""), lines + "\n");
    return parse_experiment(text, "sample.json");
}

model::Experiment lesson(const std::string& name, std::vector<std::string> prerequisites)
{
    model::Experiment made = sample::experiment();
    made.name = name;
    made.course.prerequisites = std::move(prerequisites);
    return made;
}

TEST(CourseOrder, TheKeysAreRead)
{
    const auto read =
        sample_with(R"("prerequisites": ["first", "second"], "teaches": ["warp"], "difficulty": 2, "minutes": 25,)");
    ASSERT_TRUE(read) << read.error().line();
    EXPECT_EQ(read->course.prerequisites, (std::vector<std::string>{"first", "second"}));
    EXPECT_EQ(read->course.teaches, std::vector<std::string>{"warp"});
    EXPECT_EQ(read->course.difficulty, 2);
    EXPECT_EQ(read->course.minutes, 25);
    // The keys change no job, so a recording still fits.
    EXPECT_EQ(read->origin.definition_hash, sample::experiment().origin.definition_hash);
}

TEST(CourseOrder, InvalidCourseKeysAreRefusedWithTheirLine)
{
    for (const char* bad :
         {R"("difficulty": 4,)", R"("difficulty": 0,)", R"("minutes": 241,)", R"("minutes": "long",)",
          R"("prerequisites": "first",)", R"("prerequisites": ["sample"],)", R"("prerequisites": ["../etc"],)",
          R"("prerequisites": ["a", "a"],)", R"("teaches": [1],)", R"("prerequisites": {"a": 1},)"}) {
        const auto read = sample_with(bad);
        ASSERT_FALSE(read) << bad;
        EXPECT_EQ(read.error().where, "sample.json:3") << bad;
    }
}

TEST(CourseOrder, FindsIndirectPrerequisitesAndCycles)
{
    Catalogue catalogue;
    catalogue.experiments = {lesson("a", {}), lesson("b", {"a"}), lesson("c", {"b"}), lesson("d", {"c", "a"})};
    EXPECT_EQ(all_prerequisites(catalogue, catalogue.experiments[3]), (std::set<std::string>{"a", "b", "c"}));
    EXPECT_TRUE(order_problems(catalogue).empty());

    catalogue.experiments[0].course.prerequisites = {"c"};
    const auto cycle = order_problems(catalogue);
    ASSERT_EQ(cycle.size(), 3u);  // d only follows the cycle
    EXPECT_NE(cycle[0].what.find("its own prerequisites"), std::string::npos);

    catalogue.experiments[0].course.prerequisites = {"bb"};
    const auto nameless = order_problems(catalogue);
    ASSERT_EQ(nameless.size(), 1u);
    EXPECT_NE(nameless[0].what.find("\"bb\""), std::string::npos);
}

TEST(CourseOrder, ALinkToAnUnknownLessonIsAProblem)
{
    Catalogue catalogue;
    catalogue.experiments = {lesson("alpha", {}), lesson("beta", {})};
    catalogue.experiments[0].origin.place = model::Place::folder;
    catalogue.experiments[0].lesson = "# A\n\nSee [Beta](experiment:beta).\n";
    EXPECT_TRUE(order_problems(catalogue).empty());
    catalogue.experiments[0].lesson = "# A\n\nSee [Beta](experiment:betta).\n";
    const auto problems = order_problems(catalogue);
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_TRUE(problems[0].where.ends_with("lesson.md:3")) << problems[0].line();
    EXPECT_NE(problems[0].advice.find("beta"), std::string::npos) << problems[0].line();
}

}  // namespace
}  // namespace spillway::catalogue
