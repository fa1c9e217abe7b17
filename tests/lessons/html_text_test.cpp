#include "app/lessons/html_text.h"

#include <gtest/gtest.h>

namespace spillway::lessons {
namespace {

std::string html_of(std::string_view markdown)
{
    return html_text(markdown::parse(markdown), {"stencil"});
}

TEST(HtmlText, TextNeverBecomesTags)
{
    EXPECT_EQ(html_of("One <script>alert(1)</script> & \"two\""),
              "<p>One &lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;two&quot;</p>\n");
    EXPECT_EQ(html_of("```\n</code><b>\n```\n"), "<pre><code>&lt;/code&gt;&lt;b&gt;\n</code></pre>\n");
    EXPECT_EQ(html_escaped(std::string("a\x01\x1B[31m\x7F", 8)), "a[31m");
}

TEST(HtmlText, LinksGoOnlyToTheWebAndToOtherLessons)
{
    EXPECT_EQ(html_of("[a](https://example.org/?a=1&b=\"2\")"),
              "<p><a href=\"https://example.org/?a=1&amp;b=&quot;2&quot;\">a</a></p>\n");
    EXPECT_EQ(html_of("[the stencil](experiment:stencil)"), "<p><a href=\"stencil.html\">the stencil</a></p>\n");
    for (const char* link : {"javascript:alert(1)", "data:text/html,x", "experiment:../x", "experiment:transpose",
                             "claim:frame", "file:///x"})
        EXPECT_EQ(html_of("[words](" + std::string(link) + ")"), "<p>words</p>\n") << link;
}

TEST(HtmlText, ListsNestAndAreClosed)
{
    EXPECT_EQ(html_of("- one\n- two\n  1. three\n\nfour\n"),
              "<ul>\n<li><p>one</p>\n</li>\n<li><p>two</p>\n<ol>\n<li><p>three</p>\n</li>\n</ol>\n</li>\n</ul>\n"
              "<p>four</p>\n");
}

TEST(HtmlText, HeadingsBeginAtLevelTwoAndTablesHaveColumnHeaders)
{
    EXPECT_EQ(html_of("# One\n\n### Three\n"), "<h2>One</h2>\n<h3>Three</h3>\n");
    EXPECT_EQ(html_of("| a | b |\n| --- | --- |\n| **1** | `2` |\n"),
              "<table>\n<tr><th scope=\"col\">a</th><th scope=\"col\">b</th></tr>\n"
              "<tr><td><strong>1</strong></td><td><code>2</code></td></tr>\n</table>\n");
}

}  // namespace
}  // namespace spillway::lessons
