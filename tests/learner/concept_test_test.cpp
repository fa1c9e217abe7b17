// The test before and after a course: what ships is whole, a paper survives its file, and a class's gain is what was
// put into it.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

#include "app/learner/concept_test.h"
#include "tests/support/source_folder.h"

namespace spillway::learner {
namespace {

std::string asset(const char* name)
{
    std::ifstream file(source_folder / "assets" / name);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(ConceptTest, SixteenItemsWhoseWrongChoicesAreKnownMisconceptionsOfALesson)
{
    const auto test = parse_concept_test(asset("concept-test.json"));
    const auto known = parse_misconceptions(asset("misconceptions.json"));
    ASSERT_TRUE(test) << test.error().line();
    ASSERT_TRUE(known) << known.error().line();
    EXPECT_EQ(test->size(), 16u);
    EXPECT_GE(known->size(), 25u);
    std::set<std::string> ids;
    for (const Misconception& each : *known) {
        EXPECT_TRUE(ids.insert(each.id).second) << each.id;
        EXPECT_TRUE(std::filesystem::exists(source_folder / "kernels" / each.lesson / "lesson.md")) << each.lesson;
        EXPECT_TRUE(each.source.starts_with("logic: ") || each.source.starts_with("literature: ")) << each.id;
    }
    for (const TestItem& item : *test)
        for (const TestForm& form : item.forms)
            for (const TestChoice& choice : form.choices)
                EXPECT_TRUE(choice.misconception.empty() || ids.contains(choice.misconception)) << item.id;
}

TEST(ConceptTest, APaperIsReadAsItWasWrittenAndAForeignOneIsRefused)
{
    TestPaper paper{"course", "person", Sitting{1, {{"banks", {2, 3}}}}, std::nullopt};
    const auto read = parse_test_paper(print_test_paper(paper));
    ASSERT_TRUE(read) << read.error().line();
    EXPECT_EQ(*read, paper);
    for (const char* bad :
         {"", "{}", "[[[[[[[[[[[[", R"({"spillway":"test","format":2})",
          R"({"spillway":"test","format":1,"before":{"form":"c","answers":{}}})",
          R"({"spillway":"test","format":1,"before":{"form":"a","answers":{"x":{"choice":-1,"confidence":1}}}})",
          R"({"spillway":"test","format":1,"before":{"form":"a","answers":{"x":{"choice":0,"confidence":9e99}}}})",
          R"({"spillway":"test","format":1,"before":{"form":"a","answers":[]}})"})
        EXPECT_FALSE(parse_test_paper(bad)) << bad;
}

TEST(ConceptTest, AClassOfTenHasAGainAndNineHaveNone)
{
    std::vector<Shares> learners(9, {0.4, 0.7});
    EXPECT_FALSE(class_gain(learners));
    learners.push_back({0.4, 0.7});
    const auto gain = class_gain(learners);
    ASSERT_TRUE(gain);
    EXPECT_NEAR(gain->gain, 0.5, 1e-9);
    EXPECT_NEAR(gain->low, 0.5, 1e-9);
    EXPECT_NEAR(gain->high, 0.5, 1e-9);
    EXPECT_FALSE(class_gain(std::vector<Shares>(12, {1.0, 1.0})));  // nothing was left to learn
    for (std::size_t i = 0; i < learners.size(); ++i) learners[i].after = i % 2 == 0 ? 0.4 : 1.0;
    const auto mixed = class_gain(learners);
    ASSERT_TRUE(mixed);
    EXPECT_NEAR(mixed->gain, 0.5, 1e-9);
    EXPECT_LT(mixed->low, 0.35);
    EXPECT_GT(mixed->high, 0.65);
    EXPECT_EQ(class_gain(learners)->low, mixed->low);
}

TEST(ConceptTest, WhatWasLeftOutIsWrong)
{
    const auto test = parse_concept_test(
        R"({"items":[{"id":"x","a":{"text":"?","choices":[{"text":"y","right":true},{"text":"n","misconception":"m"}]},
        "b":{"text":"?","choices":[{"text":"n","misconception":"m"},{"text":"y","right":true}]}}]})");
    ASSERT_TRUE(test) << test.error().line();
    EXPECT_EQ(share_right(*test, {0, {}}), 0);
    EXPECT_EQ(share_right(*test, {0, {{"x", {0, 1}}}}), 1);
    EXPECT_EQ(share_right(*test, {1, {{"x", {0, 1}}}}), 0);
    EXPECT_EQ(share_right(*test, {1, {{"x", {5, 1}}}}), 0);
}

}  // namespace
}  // namespace spillway::learner
