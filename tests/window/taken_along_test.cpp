#include "app/window/shell/taken_along.h"

#include <gtest/gtest.h>

namespace spillway::window {
namespace {

TakenAlong example()
{
    TakenAlong all;
    all.progress["stencil"].read = true;
    all.progress["stencil"].predictions["frame"] = {false, "64 bytes", "128 bytes", std::nullopt, 0.5};
    KeptView& arranged = all.arranged.emplace();
    arranged.prefers_dark = false;
    arranged.scale = 1.25f;
    arranged.lesson_steps["stencil"] = 4;
    return all;
}

TEST(TakenAlongFile, BringsProgressAndSettings)
{
    const TakenAlong all = example();
    const auto read = parse_taken_along(print_taken_along(all));
    ASSERT_TRUE(read) << read.error().what;
    EXPECT_EQ(read->progress, all.progress);
    EXPECT_EQ(read->arranged, all.arranged);
}

TEST(TakenAlongFile, LeavesAtHomeWhatBelongsToTheMachine)
{
    TakenAlong all = example();
    all.arranged->machines = {"lab"};
    all.arranged->saving.folder = "/home/me/secret";
    const std::string text = print_taken_along(all);
    EXPECT_EQ(text.find("lab"), std::string::npos);
    EXPECT_EQ(text.find("secret"), std::string::npos);
    // A stranger's file does not bring any either.
    std::string forged = text;
    forged.replace(forged.find("\"machines\": []"), 14, "\"machines\": [\"evil\"]");
    const auto read = parse_taken_along(forged);
    ASSERT_TRUE(read) << read.error().what;
    EXPECT_TRUE(read->arranged->machines.empty());
}

TEST(TakenAlongFile, IsAlsoAPlainProgressFile)
{
    const auto read = parse_taken_along(learner::print_progress(example().progress));
    ASSERT_TRUE(read) << read.error().what;
    EXPECT_EQ(read->progress, example().progress);
    EXPECT_FALSE(read->arranged) << "it arranges no window";
}

TEST(TakenAlongFile, OfAStrangerIsReadOrRefusedAsAWhole)
{
    for (const char* refused :
         {"", "[]", "{\"format\": 2, \"lessons\": {}}", "{\"format\": 1}",
          "{\"format\": 1, \"lessons\": {}, \"settings\": {\"scale\": \"large\"}}",
          "{\"format\": 1, \"lessons\": {}, \"settings\": 5}",
          "{\"format\": 1, \"lessons\": {\"a\": {\"predictions\": {\"b\": {\"guess\": \"\\u202e\"}}}}}"}) {
        const auto read = parse_taken_along(refused);
        ASSERT_FALSE(read) << refused;
        EXPECT_FALSE(read.error().what.empty()) << refused;
    }
}

}  // namespace
}  // namespace spillway::window
