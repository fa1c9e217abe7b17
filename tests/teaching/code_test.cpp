#include <random>

#include <gtest/gtest.h>

#include "app/teaching/code_search.h"
#include "app/teaching/compile_errors.h"
#include "app/teaching/demangle.h"
#include "app/teaching/instructions.h"
#include "app/teaching/line_diff.h"

namespace spillway::teaching {
namespace {

using Lines = std::vector<std::string>;
using Kind = DiffRow::Kind;

/// Checks that the diff turns the first text into the second; returns the number of changed rows.
int check_diff(const Lines& before, const Lines& after)
{
    Lines from, to;
    int changes = 0;
    for (const DiffRow& row : diff_lines(before, after)) {
        if (row.kind != Kind::added) from.push_back(before.at(static_cast<std::size_t>(row.before)));
        if (row.kind != Kind::removed) to.push_back(after.at(static_cast<std::size_t>(row.after)));
        changes += row.kind != Kind::same;
    }
    EXPECT_EQ(from, before);
    EXPECT_EQ(to, after);
    return changes;
}

/// By the textbook's table of longest common subsequences.
int fewest_changes(const Lines& a, const Lines& b)
{
    std::vector<std::vector<int>> common(a.size() + 1, std::vector<int>(b.size() + 1, 0));
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j)
            common[i + 1][j + 1] = a[i] == b[j] ? common[i][j] + 1 : std::max(common[i][j + 1], common[i + 1][j]);
    return static_cast<int>(a.size() + b.size()) - 2 * common[a.size()][b.size()];
}

TEST(LineDiff, IsTheShortestForManyRandomTexts)
{
    std::mt19937 random(7);
    for (int round = 0; round < 400; ++round) {
        Lines a, b;
        for (Lines* lines : {&a, &b})
            for (auto i = random() % 14; i > 0; --i)
                lines->push_back(std::string(1, static_cast<char>('a' + random() % 4)));
        EXPECT_EQ(check_diff(a, b), fewest_changes(a, b)) << "round " << round;
    }
}

TEST(LineDiff, RemovedLinesComeBeforeAddedOnes)
{
    const auto rows = diff_lines({"head", "x", "y", "tail"}, {"head", "p", "q", "tail"});
    const std::vector<DiffRow> expected{{Kind::same, 0, 0},   {Kind::removed, 1, -1}, {Kind::removed, 2, -1},
                                        {Kind::added, -1, 1}, {Kind::added, -1, 2},   {Kind::same, 3, 3}};
    EXPECT_EQ(rows, expected);
}

TEST(LineDiff, TextsWithNothingInCommonAreDiffedToo)
{
    Lines a, b;
    for (int i = 0; i < 20000; ++i) {
        a.push_back("a" + std::to_string(i));
        b.push_back("b" + std::to_string(i));
    }
    EXPECT_EQ(check_diff(a, b), 40000);
}

TEST(Demangle, NamesReadAsInTheSource)
{
    const ReadableLine line = readable_line(".visible .entry _Z12running_meanILi32EEvPKfPf(");
    EXPECT_EQ(line.text, ".visible .entry running_mean<32>(");
    ASSERT_EQ(line.names.size(), 1U);
    EXPECT_EQ(line.names[0].mangled, "_Z12running_meanILi32EEvPKfPf");
    EXPECT_EQ(line.names[0].signature, "void running_mean<32>(float const*, float*)");
    EXPECT_EQ(line.text.substr(line.names[0].begin, line.names[0].end - line.names[0].begin), "running_mean<32>");
}

TEST(Demangle, AParameterKeepsItsNumberAndASectionItsPrefix)
{
    EXPECT_EQ(readable_line("\tld.param.u64 %rd1, [_Z4copyPf_param_0];").text,
              "    ld.param.u64 %rd1, [copy_param_0];");
    EXPECT_EQ(readable_line(".text._Z4copyPf:").text, ".text.copy:");
    EXPECT_EQ(readable_line("$_Z4copyPf$__internal_trig").text, "$copy$__internal_trig");
}

TEST(Demangle, WhatIsNoMangledNameStays)
{
    for (const char* text : {"", "_Z", "_Zzz(1)", "a_Z4copyPf", "__local_depot0", "_Z9999999999999f"})
        EXPECT_EQ(readable_line(text).text, text);
}

TEST(Instructions, TheLongestEntryThatFitsIsTaken)
{
    const auto local = instruction_help(Language::ptx, "ld.local.v4.f32");
    ASSERT_TRUE(local);
    EXPECT_EQ(local->title, "ld.local.v4.f32");
    EXPECT_NE(local->text.find("stack frame"), std::string::npos);
    EXPECT_NE(local->text.find("Four neighbouring"), std::string::npos);
    EXPECT_NE(instruction_help(Language::sass, "IMAD.MOV.U32")->text, instruction_help(Language::sass, "IMAD")->text);
    EXPECT_FALSE(instruction_help(Language::sass, "ld.local"));
    EXPECT_FALSE(instruction_help(Language::ptx, "nothing.at.all"));
}

TEST(Instructions, TheOpcodeUnderTheMouseIsFound)
{
    const std::string sass = "        /*0040*/                   @P0 LDG.E.64 R2, [R2.64] ;";
    EXPECT_EQ(opcode_at(Language::sass, sass, sass.find("LDG") + 5), "LDG.E.64");
    EXPECT_EQ(opcode_at(Language::sass, sass, sass.find("R2,")), "");
    const std::string ptx = "\tst.local.f32 \t[%rd4], %f1;";
    EXPECT_EQ(opcode_at(Language::ptx, ptx, 3), "st.local.f32");
    EXPECT_EQ(opcode_at(Language::ptx, ptx, ptx.find("%rd4")), "");
}

TEST(CompileErrors, LinesOfThisFileAreFound)
{
    const auto found = line_messages(
        "running_mean/kernel.cu(12): error: expected a \";\"\n"
        "      int x\n"
        "kernel.cu(14): warning #177-D: unused\n"
        "other.h(3): error: not ours\n"
        "mykernel.cu(4): error: nor this\n"
        "kernel.cu(0): error: no line\n"
        "1 error detected\n",
        "kernel.cu");
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0], (LineMessage{12, true, "error: expected a \";\""}));
    EXPECT_EQ(found[1].line, 14);
    EXPECT_FALSE(found[1].is_error);
    const auto hosts = line_messages(
        "kernel.cu:2:10: fatal error: none.h: No such file or directory\n"
        "other.h:3:1: error: not ours\nkernel.cu:x: error\nkernel.cu: 4: error\n",
        "kernel.cu");
    ASSERT_EQ(hosts.size(), 1U);
    EXPECT_EQ(hosts[0], (LineMessage{2, true, "fatal error: none.h: No such file or directory"}));
}

TEST(CodeSearch, CapitalsMatterOnlyWhereTheyAreTyped)
{
    const Lines text{"LDL R1", "ldl.x ldl", "none"};
    const auto row = [&](int at) { return std::string_view(text[static_cast<std::size_t>(at)]); };
    EXPECT_EQ(search_rows(3, row, "ldl").size(), 3U);
    EXPECT_EQ(search_rows(3, row, "LDL"), (std::vector<SearchHit>{{0, 0}}));
    EXPECT_TRUE(search_rows(3, row, "").empty());
}

TEST(CodeSearch, SteppingGoesRoundTheEnds)
{
    const std::vector<int> rows{3, 8, 20};
    EXPECT_EQ(next_row(rows, -1, 1), 3);
    EXPECT_EQ(next_row(rows, 8, 1), 20);
    EXPECT_EQ(next_row(rows, 20, 1), 3);
    EXPECT_EQ(next_row(rows, 3, -1), 20);
    EXPECT_EQ(next_row(rows, 9, -1), 8);
    EXPECT_EQ(next_row({}, 9, -1), -1);
}

}  // namespace
}  // namespace spillway::teaching
