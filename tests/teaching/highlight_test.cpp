#include "app/teaching/highlight.h"

#include <gtest/gtest.h>

#include <string>

namespace spillway::teaching {
namespace {

/// One letter for each byte of the line, by its token: "kkkkk.ttttt" for "const float".
std::string letters(Language language, std::string_view line, bool in_comment = false)
{
    constexpr char letter[] = {'.', 'k', 't', 'c', 'n', 's', 'd', 'r', 'L'};
    std::string text(line.size(), '?');
    std::uint32_t at = 0;
    for (const TokenSpan& span : highlight(language, line, in_comment)) {
        EXPECT_EQ(span.begin, at) << "spans cover the whole line, in order";
        for (; at < span.end; ++at) text[at] = letter[static_cast<int>(span.token)];
    }
    EXPECT_EQ(at, line.size());
    return text;
}

TEST(Highlight, Cuda)
{
    EXPECT_EQ(letters(Language::cuda, "const float x = 1.5f; // why"), "kkkkk.ttttt.....nnnn..cccccc");
    EXPECT_EQ(letters(Language::cuda, "__global__ void f(float4 v)"), "dddddddddd.tttt...tttttt...");
    EXPECT_EQ(letters(Language::cuda, "#pragma unroll"), "dddddddddddddd");
    EXPECT_EQ(letters(Language::cuda, "f(\"a\\\"b\", 'c')"), "..ssssss..sss.");
}

TEST(Highlight, CommentsContinueOnTheNextLine)
{
    bool in_comment = false;
    EXPECT_EQ(highlight(Language::cuda, "int a; /* one", in_comment).back().token, Token::comment);
    EXPECT_TRUE(in_comment);
    const auto spans = highlight(Language::cuda, "two */ int b;", in_comment);
    EXPECT_FALSE(in_comment);
    EXPECT_EQ(spans.front(), (TokenSpan{0, 6, Token::comment}));
}

TEST(Highlight, PtxMarksLocalAccesses)
{
    EXPECT_EQ(letters(Language::ptx, "st.local.f32 [%rd2], %f1;"), "LLLLLLLLLLLL..rrrr...rrr.");
    EXPECT_EQ(letters(Language::ptx, "ld.global.f32 %f1, [%rd7];").substr(0, 13), "kkkkkkkkkkkkk");
    EXPECT_EQ(letters(Language::ptx, ".local .align 16 .b8 d[128];"), "LLLLLL.dddddd.nn.ddd...nnn..");
}

TEST(Highlight, SassMarksLocalAccesses)
{
    EXPECT_EQ(letters(Language::sass, "STL.64 [R1+0x8], R4 ;"), "LLLLLL..rr.nnn...rr..");
    EXPECT_EQ(letters(Language::sass, "FADD R5, R4, RZ ;"), "kkkk.rr..rr..rr..");
}

TEST(Highlight, AnyBytesAreCovered)
{
    std::string bytes;
    for (int i = 1; i < 256; ++i) bytes += static_cast<char>(i);
    for (const Language language : {Language::cuda, Language::ptx, Language::sass}) letters(language, bytes);
    letters(Language::cuda, "\"never closed \\");
    letters(Language::cuda, "/*");
}

}  // namespace
}  // namespace spillway::teaching
