#include "app/window/kit/fonts.h"

#include <gtest/gtest.h>

#include "app/lessons/markdown.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/markdown_view.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {
namespace {

struct Context {
    Context() { ImGui::CreateContext(); }
    ~Context() { ImGui::DestroyContext(); }
};

std::set<char32_t> code_points(std::string_view text)
{
    std::set<char32_t> set;
    collect_code_points(text, set);
    return set;
}

TEST(Fonts, CodePointsOfTexts)
{
    EXPECT_EQ(code_points("a µ 中 😀"), (std::set<char32_t>{0xb5, 0x4e2d, 0x1f600}));
    EXPECT_TRUE(code_points("plain").empty());
    EXPECT_TRUE(code_points("\xff\xe4\xb8").empty()) << "cut off or invalid bytes are skipped";
}

TEST(Fonts, HoldGreekArrowsAndMathematics)
{
    const Context context;
    Fonts fonts;
    if (find_font(FontRole::sans).path.empty()) GTEST_SKIP() << "no scalable font here";
    Theme theme = make_theme(true, 1, false);
    fonts.build(theme, 1, {});
    for (const ImFont* font : {theme.body, theme.body_bold, theme.small, theme.heading, theme.code})
        for (const char32_t code : code_points("µΩαΣ≤≥≠×·→←√∞…–")) {
            ASSERT_NE(font, nullptr);
            EXPECT_TRUE(font_has_glyph(font, static_cast<ImWchar>(code))) << std::hex << static_cast<unsigned>(code);
        }
}

TEST(Fonts, TextIsWrappedAtBlanksAndNumbersStayWhole)
{
    const Context context;
    Fonts fonts;
    if (find_font(FontRole::sans).path.empty()) GTEST_SKIP() << "no scalable font here";
    Theme theme = make_theme(true, 1, false);
    fonts.build(theme, 1, {});
    const auto wrapped = [&](std::string_view text, std::string_view widest) {
        return wrapped_text(theme.body, text, text_width(theme.body, widest));
    };
    EXPECT_EQ(wrapped("one part of all 1,024 bytes", "one part of all 1,"), "one part of all\n1,024 bytes");
    EXPECT_EQ(wrapped("a part\nof 1,024 bytes", "of 1,024"), "a part\nof 1,024\nbytes");
    EXPECT_EQ(wrapped("unbreakable it is", "unbreak"), "unbreakable\nit is");
    EXPECT_EQ(wrapped("it fits", "it fits"), "it fits");
    EXPECT_EQ(wrapped("", "a"), "");
}

TEST(Fonts, HoldTheChineseThatOccurs)
{
    const Context context;
    Fonts fonts;
    if (!fonts.has_chinese()) GTEST_SKIP() << "no font for Chinese here";
    Theme theme = make_theme(true, 1, false);
    fonts.build(theme, 1, code_points("寄存器溢出到本地内存"));
    EXPECT_TRUE(font_has_glyph(theme.body, 0x5bc4));
    EXPECT_TRUE(font_has_glyph(theme.heading, 0x5bc4));
    EXPECT_FALSE(font_has_glyph(theme.body, 0x9f98)) << "the others stay out: the texture is bounded";
}

TEST(Fonts, TextureStaysBoundedAtTheLargestScale)
{
    const Context context;
    Fonts fonts;
    Theme theme = make_theme(true, 4, true);
    fonts.build(theme, 1, code_points("寄存器溢出到本地内存µΩ"));
#if IMGUI_VERSION_NUM < 19200
    EXPECT_LE(ImGui::GetIO().Fonts->TexWidth, 4096);
    EXPECT_LE(ImGui::GetIO().Fonts->TexHeight, 8192);
#endif
}

TEST(Fonts, SizesFollowTheScaleAndTheRaster)
{
    const Context context;
    Fonts fonts;
    Theme once = make_theme(true, 1, false);
    fonts.build(once, 1, {});
    const float small = font_pixels(once.body);
    Theme twice = make_theme(true, 2, false);
    fonts.build(twice, 1, {});
    EXPECT_NEAR(font_pixels(twice.body), 2 * small, 1);
    Theme wayland = make_theme(true, 1, false);
    fonts.build(wayland, 2, {});
    EXPECT_NEAR(font_pixels(wayland.body), small, 1) << "finer, not larger";
}

/// A new body font may get the address of the freed one. A layout that is recognised by the font's address alone would
/// be kept, and drawn with fonts that are gone.
TEST(Fonts, ATextIsMeasuredAnewWhenTheyAreBuiltAnew)
{
    const Context context;
    Fonts fonts;
    if (find_font(FontRole::mono).path.empty()) GTEST_SKIP() << "no scalable font here";
    Theme theme = make_theme(true, 1, false);
    fonts.build(theme, 1, {});
    const TextWidths widths{.column = 400, .code = 4000};
    MarkdownView text;
    text.set(
        lessons::markdown::parse("    for (int i = 0; i < window && first + i < count; ++i) sum += input[first + i];"));
    const float before = text.reach(theme, widths);

    Theme anew = theme;
    anew.code = theme.heading;  // the same body font at the same address, other code
    EXPECT_EQ(text.reach(anew, widths), before) << "nothing says that they were built";
    ++anew.fonts_built;
    EXPECT_NE(text.reach(anew, widths), before);
}

TEST(Fonts, EachBuildCounts)
{
    const Context context;
    Fonts fonts;
    Theme theme = make_theme(true, 1, false);
    fonts.build(theme, 1, {});
    const MeasuredWith before = measured_with(theme);
    Theme next = make_theme(false, 1, false);
    keep_fonts(next, theme);
    EXPECT_EQ(measured_with(next), before);
    fonts.build(next, 1, code_points("µ"));
    EXPECT_NE(measured_with(next).fonts_built, before.fonts_built) << "an address alone may come again";
}

}  // namespace
}  // namespace spillway::window
