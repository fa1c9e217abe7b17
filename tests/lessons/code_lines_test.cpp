#include "app/lessons/code_lines.h"

#include <gtest/gtest.h>

namespace spillway::lessons {
namespace {

using Lines = std::vector<std::string>;

constexpr std::string_view two_sums =
    "sum += window[j];                            // register_array\n"
    "sum += window[unsigned(j + n) % WindowSize]; // local_array\n";

TEST(CodeLines, FittingLinesStayUnchanged)
{
    EXPECT_EQ(code_lines(two_sums, 62).size(), 2u);
    EXPECT_EQ(code_lines("a;\n\nb;", 10), (Lines{"a;", "", "b;"}));
    EXPECT_TRUE(code_lines("", 10).empty());
}

TEST(CodeLines, IfOneLineIsTooLongAllTrailingCommentsMoveAbove)
{
    EXPECT_EQ(code_lines(two_sums, 50), (Lines{"// register_array", "sum += window[j];", "// local_array",
                                               "sum += window[unsigned(j + n) % WindowSize];"}));
}

TEST(CodeLines, ALongLineContinuesIndented)
{
    EXPECT_EQ(code_lines("    sum += window[unsigned(j + n) % WindowSize];", 30),
              (Lines{"    sum += window[unsigned(j +", "        n) % WindowSize];"}));
    EXPECT_EQ(code_lines("// a comment of a few words", 14), (Lines{"// a comment", "// of a few", "// words"}));
}

TEST(CodeLines, AWordThatNeverFitsStaysWhole)
{
    const std::string word(40, 'x');
    EXPECT_EQ(code_lines(word, 10), Lines{word});
    EXPECT_EQ(code_lines("a " + word + " b", 10), (Lines{"a", "    " + word, "    b"}));
    EXPECT_EQ(code_lines(word + "   ", 10), Lines{word + "   "});
    EXPECT_EQ(code_lines("// " + word + " b", 10), (Lines{"// " + word, "// b"})) << "no line of slashes alone";
    EXPECT_EQ(code_lines("a b c", 0), (Lines{"a", "    b", "    c"}));
}

TEST(CodeLines, AnAddressIsNoComment)
{
    EXPECT_EQ(code_lines("see https://example.org/a", 10), (Lines{"see", "    https://example.org/a"}));
}

}  // namespace
}  // namespace spillway::lessons
