#include "app/lessons/plain_text.h"

#include <gtest/gtest.h>

namespace spillway::lessons {
namespace {

std::string text_of(std::string_view markdown)
{
    return plain_text(markdown::parse(markdown));
}

TEST(PlainText, HeadingsAreUnderlinedAndCodeIsIndented)
{
    EXPECT_EQ(text_of("# Größe\n\nOne.\n\n```\nint x;\n```\n"), "Größe\n=====\n\nOne.\n\n    int x;\n")
        << "the underline has one '=' per character, not per byte";
}

TEST(PlainText, LinesAreNoLongerThanATerminal)
{
    std::string words;
    for (int i = 0; i < 100; ++i) words += "word ";
    const std::string text = text_of(words);
    for (std::size_t at = 0, end = 0; (end = text.find('\n', at)) != std::string::npos; at = end + 1)
        EXPECT_LE(end - at, text_columns);
    EXPECT_EQ(std::count(text.begin(), text.end(), 'w'), 100);
    EXPECT_EQ(wrapped(std::string(200, 'x')), std::string(200, 'x') + "\n") << "a word longer than a line is not cut";
}

TEST(PlainText, AListHasNoBlankLinesAndAWebLinkShowsItsAddress)
{
    EXPECT_EQ(text_of("- one\n- two\n\nSee [the guide](https://example.org/a).\n"),
              "  • one\n  • two\n\nSee the guide (https://example.org/a).\n");
    EXPECT_NE(text_of("1. ```\n   make\n   ```\n2. Run it.\n").find("1."), std::string::npos)
        << "an item that begins with code keeps its number";
    EXPECT_EQ(text_of("Set [8 KiB](set:footprint_kib=8).\n"), "Set 8 KiB.\n") << "a set link shows its text only";
}

TEST(PlainText, NumbersAlignRightAndAWideTableIsWrittenRowByRow)
{
    EXPECT_EQ(text_table({{"size", "a"}, {"8", "1.5"}, {"128", "-"}}), "size    a\n---------\n   8  1.5\n 128    -\n");
    const std::string wide(60, 'x');
    EXPECT_EQ(text_table({{"name", "why"}, {"one", wide}, {"two", wide}}, 50),
              "name: one\n  why:\n  " + wide + "\nname: two\n  why:\n  " + wide + "\n");
    EXPECT_EQ(text_table({{"a"}, {"one two three four"}}, 10), "a: one two\nthree four\n");
}

}  // namespace
}  // namespace spillway::lessons
