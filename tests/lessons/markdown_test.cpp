#include "app/lessons/markdown.h"

#include <gtest/gtest.h>

#include <random>

namespace spillway::lessons::markdown {
namespace {

TEST(Markdown, HeadingsParagraphsAndStyles)
{
    const Document document = parse("# Title\n\nOne **bold** and *lean* and `code`\nnext line.\n");
    ASSERT_EQ(document.blocks.size(), 2U);
    EXPECT_EQ(document.blocks[0].kind, BlockKind::heading);
    EXPECT_EQ(document.blocks[0].level, 1);
    const Text& text = document.blocks[1].text;
    ASSERT_EQ(text.size(), 7U);
    EXPECT_TRUE(text[1].bold);
    EXPECT_EQ(text[1].text, "bold");
    EXPECT_TRUE(text[3].italic);
    EXPECT_TRUE(text[5].code);
    EXPECT_EQ(text[6].text, " next line.");
}

TEST(Markdown, Links)
{
    const Document document = parse(
        "[128 bytes](claim:local_128), [window 64](set:window_size=64,register_cap=0), [docs](https://a.b), "
        "[x](file:///y)");
    ASSERT_EQ(document.links.size(), 4U);
    EXPECT_EQ(document.links[0], (Link{LinkKind::claim, "local_128"}));
    EXPECT_EQ(document.links[1], (Link{LinkKind::set, "set:window_size=64,register_cap=0"}));
    EXPECT_EQ(document.links[2].kind, LinkKind::web);
    EXPECT_EQ(document.links[3].kind, LinkKind::other);
    EXPECT_EQ(document.blocks[0].text[0].link, 0);
    EXPECT_EQ(document.blocks[0].text[1].link, -1);
}

TEST(Markdown, ListsNestAndAreNumbered)
{
    const Document document = parse("- a\n- b\n    1. c\n    2. d\n\nafter\n");
    ASSERT_EQ(document.blocks.size(), 5U);
    EXPECT_EQ(document.blocks[0].marker, "•");
    EXPECT_EQ(document.blocks[0].indent, 1);
    EXPECT_EQ(document.blocks[2].marker, "1.");
    EXPECT_EQ(document.blocks[3].marker, "2.");
    EXPECT_EQ(document.blocks[3].indent, 2);
    EXPECT_EQ(document.blocks[3].text[0].text, "d");
    EXPECT_EQ(document.blocks[4].indent, 0);
    EXPECT_EQ(document.blocks[4].marker, "");
}

TEST(Markdown, ItemsOfSeveralParagraphsAreMarkedOnce)
{
    const Document document = parse("1. a\n\n   more\n\n2. b\n");
    ASSERT_EQ(document.blocks.size(), 3U);
    EXPECT_EQ(document.blocks[0].marker, "1.");
    EXPECT_EQ(document.blocks[1].marker, "");
    EXPECT_EQ(document.blocks[1].indent, 1);
    EXPECT_EQ(document.blocks[2].marker, "2.");
}

TEST(Markdown, TablesAndCode)
{
    const Document document = parse("| a | b |\n|:--|--:|\n| **1** | 2 |\n| 3 | |\n\n```cpp\nint a;\n\nint b;\n```\n");
    ASSERT_EQ(document.blocks.size(), 2U);
    const Block& table = document.blocks[0];
    ASSERT_EQ(table.rows.size(), 3U);
    EXPECT_EQ(table.alignment, (std::vector<char>{'l', 'r'}));
    EXPECT_TRUE(table.rows[1][0][0].bold);
    EXPECT_EQ(table.rows[2][0][0].text, "3");
    EXPECT_EQ(document.blocks[1].code, "int a;\n\nint b;\n");
    EXPECT_EQ(document.blocks[1].language, "cpp");
}

TEST(Markdown, ImagesBecomeTheirAlternativeTextAndHtmlStaysText)
{
    EXPECT_EQ(parse("![an SM](sm.png)").blocks[0].text[0].text, "an SM");
    EXPECT_TRUE(parse("![an SM](sm.png)").links.empty());
    EXPECT_EQ(parse("a <b>x</b> &amp; &times;").blocks[0].text[0].text, "a <b>x</b> & ×");
}

TEST(Markdown, NestingAndLengthAreBounded)
{
    std::string deep;
    for (int i = 0; i < 200; ++i) deep += "> - ";
    for (const Block& block : parse(deep + "x").blocks) EXPECT_LE(block.indent, max_nesting);

    std::string many;
    for (std::size_t i = 0; i < max_blocks + 50; ++i) many += "a\n\n";
    const Document document = parse(many);
    EXPECT_LE(document.blocks.size(), max_blocks);
    EXPECT_TRUE(document.why_cut);

    EXPECT_TRUE(parse(std::string(max_bytes + 1, 'a')).why_cut);
}

TEST(Markdown, SurvivesHostileText)
{
    std::mt19937 random(7);
    const std::string alphabet = "`*_[](){}#>-+|\\!<&;\n\n  a1.\t:\"'~\x00\x80\xff";
    for (int round = 0; round < 400; ++round) {
        std::string text;
        for (int i = 0; i < 400; ++i) text += alphabet[random() % alphabet.size()];
        const Document document = parse(text);
        for (const Block& block : document.blocks)
            for (const Span& span : block.text) EXPECT_LT(span.link, static_cast<int>(document.links.size()));
    }
}

}  // namespace
}  // namespace spillway::lessons::markdown
