// Samples put beside the code that they were taken of.

#include <gtest/gtest.h>

#include "app/model/stalled_lines.h"

namespace spillway::model {
namespace {

/// 4 bits of stall, no yield, barrier that is set, barriers that are awaited.
int control(int sets, unsigned awaits)
{
    return 1 | (1 << 4) | (sets << 5) | (7 << 8) | static_cast<int>(awaits << 11);
}

ListingLine instruction(const char* text, std::int64_t offset, int source_line, int control)
{
    ListingLine line{text, source_line, false};
    line.offset = offset;
    line.ptx_row = 1;
    line.control = control;
    return line;
}

/// A load from local memory, its use, and a function behind it.
Listing listing()
{
    Listing code;
    code.code = "abc";
    code.ptx = {{"ld.local", 3, true}};
    code.sass = {{"_Z1kPf:", 0, false},
                 instruction("    LDL R2, [R1]", 0, 3, control(0, 0)),
                 instruction("    @P0 FADD R3, R2, R2", 16, 4, control(7, 1)),
                 {"$_Z1kPf$_Z4walki:", 0, false},
                 instruction("    LDS R4, [R5]", 32, 9, control(1, 0)),
                 instruction("    IADD3 R4, R4, 1, RZ", 48, 9, control(7, 2))};
    return code;
}

StallSamples samples()
{
    StallSamples all;
    all.code = "abc";
    all.samples = 100;
    all.functions = {"_Z1kPf", "_Z4walki"};
    all.reasons = {"long_scoreboard", "selected", "short_scoreboard"};
    all.instructions = {{0, 0, 10, {{1, 10}}}, {0, 16, 60, {{0, 50}, {1, 10}}}, {1, 16, 20, {{2, 20}}}};
    return all;
}

TEST(StalledLines, EveryLineGetsTheSamplesOfItsInstructions)
{
    const auto lines = stalled_lines(samples(), listing());
    ASSERT_TRUE(lines);
    EXPECT_EQ(lines->samples, 100);
    EXPECT_EQ(lines->placed, 90);
    EXPECT_EQ(lines->sass[2].samples, 60);
    EXPECT_EQ(lines->source.at(4).samples, 60);
    EXPECT_EQ(lines->source.at(9).samples, 20) << "counted from where the function begins";
    EXPECT_EQ(lines->ptx[0].samples, 90);
}

TEST(StalledLines, AWaitForDataSaysWhereItComesFrom)
{
    const auto lines = stalled_lines(samples(), listing());
    ASSERT_TRUE(lines);
    EXPECT_EQ(lines->sass[2].by_reason.at("long_scoreboard:local"), 50);
    EXPECT_EQ(lines->source.at(9).by_reason.at("short_scoreboard:shared"), 20);
    ASSERT_NE(lines->sass[2].largest_wait(), nullptr);
    EXPECT_EQ(lines->sass[2].largest_wait()->first, "long_scoreboard:local");
    EXPECT_EQ(lines->sass[1].largest_wait(), nullptr) << "it issued";
}

TEST(StalledLines, AFunctionMayBeCountedFromItsCallersBeginning)
{
    StallSamples all = samples();
    all.instructions[2].offset = 48;
    EXPECT_EQ(stalled_lines(all, listing())->source.at(9).samples, 20);
}

TEST(StalledLines, OtherCodeHasNone)
{
    StallSamples all = samples();
    all.code = "def";
    EXPECT_FALSE(stalled_lines(all, listing()));
    Listing without = listing();
    without.sass.reset();
    EXPECT_FALSE(stalled_lines(samples(), without));
}

TEST(StallSamples, AreTheSameAfterTheyWerePacked)
{
    StallSamples all = samples(), again = samples();
    unpack(packed(all), again);
    EXPECT_EQ(all, again);
    EXPECT_FALSE(why_implausible(again));
}

TEST(StallSamples, WhatCannotBeIsRefused)
{
    for (const PackedInstructions& wrong : {PackedInstructions{{0, 0}},
                                            {{0, 0, 5, 1}},
                                            {{2, 0, 5}},
                                            {{0, -16, 5}},
                                            {{0, 0, 101}},
                                            {{0, 0, 5, 9, 1}},
                                            {{0, 0, 5, 1, 6}},
                                            {{0, 0, 60}, {0, 16, 60}}}) {
        StallSamples all = samples();
        unpack(wrong, all);
        EXPECT_TRUE(why_implausible(all)) << wrong[0].size();
    }
}

TEST(StallSamples, ARecordingKeepsTheMost)
{
    StallSamples all = samples();
    keep_most(all, 2, 1);
    ASSERT_EQ(all.instructions.size(), 2U);
    EXPECT_EQ(all.instructions[0].offset, 16);
    EXPECT_EQ(all.instructions[0].samples, 60) << "also of the reasons that went";
    EXPECT_EQ(all.instructions[0].reasons.size(), 1U);
    EXPECT_EQ(all.samples, 100);
}

TEST(StallSamples, ARecordingHasTheDigitsThatSamplingKnows)
{
    StallSamples all;
    all.samples = 300'000;
    all.functions = {"_Z5otherv", "_Z1kPf"};
    all.reasons = {"wait", "selected", "long_scoreboard"};
    all.instructions = {{1, 0, 267'351, {{2, 248'435}, {1, 14'914}, {0, 2'584}}},
                        {1, 16, 13'853, {{2, 13'420}, {1, 7}}},
                        {1, 32, 1'153, {{1, 1'153}}},
                        {1, 48, 99, {{1, 99}}}};
    round_down(all);
    EXPECT_EQ(all.functions, std::vector<std::string>{"_Z1kPf"}) << "another one has no samples";
    EXPECT_EQ(all.instructions[0], (InstructionSamples{0, 0, 267'300, {{2, 248'400}, {1, 14'900}, {0, 2'500}}}));
    EXPECT_EQ(all.instructions[1], (InstructionSamples{0, 16, 13'800, {{2, 13'400}}})) << "7 of 13,853 are chance";
    EXPECT_EQ(all.instructions[2], (InstructionSamples{0, 32, 1'100, {{1, 1'100}}})) << "53 of 300,000 show nowhere";
    EXPECT_EQ(all.instructions.size(), 3U) << "nor do 99";
    EXPECT_FALSE(why_implausible(all));
    StallSamples again = all;
    round_down(again);
    EXPECT_EQ(again, all);
    all.samples = 9'999;  // a short launch keeps every count above chance
    all.instructions = {{0, 16, 85, {{0, 83}}}};
    round_down(all);
    EXPECT_EQ(all.instructions[0], (InstructionSamples{0, 16, 85, {{0, 83}}}));
}

TEST(StallSamples, WhatCannotBeIsLeftForTheReaderToRefuse)
{
    StallSamples wrong = samples();
    wrong.instructions[0].function = 9;
    StallSamples same = wrong;
    round_down(same);
    EXPECT_EQ(same, wrong);
}

}  // namespace
}  // namespace spillway::model
