#include "app/window/kit/theme.h"

#include <gtest/gtest.h>

namespace spillway::window {
namespace {

class Themes : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(DarkAndLight, Themes, testing::Bool(),
                         [](const auto& param) { return param.param ? "Dark" : "Light"; });

TEST_P(Themes, TextStandsOutFromItsGround)
{
    const Theme theme = make_theme(GetParam(), 1, false);
    for (const ImU32 ground : {theme.background, theme.panel})
        for (const ImU32 ink :
             {theme.text, theme.text_muted, theme.text_faint, theme.accent, theme.warning, theme.error, theme.good})
            EXPECT_GE(contrast_ratio(ink, ground), 4.5) << std::hex << ink << " on " << ground;
    for (const ImU32 ink : {theme.text, theme.text_muted}) EXPECT_GE(contrast_ratio(ink, theme.accent_soft), 4.5);
    EXPECT_GE(contrast_ratio(theme.local_highlight_text, theme.local_highlight), 4.5);
    EXPECT_GE(contrast_ratio(theme.panel, theme.accent), 4.5) << "words on a primary button";
}

TEST_P(Themes, SeriesStandOutFromThePanelAndFromEachOther)
{
    const Theme theme = make_theme(GetParam(), 1, false);
    for (std::size_t i = 0; i < theme.series.size(); ++i) {
        EXPECT_GE(contrast_ratio(theme.series[i], theme.panel), 3.0) << "series " << i;
        for (std::size_t j = 0; j < i; ++j) EXPECT_NE(theme.series[i], theme.series[j]);
    }
}

TEST_P(Themes, SizesScale)
{
    const Theme once = make_theme(GetParam(), 1, false), twice = make_theme(GetParam(), 2, false);
    EXPECT_FLOAT_EQ(twice.line_width, 2 * once.line_width);
    EXPECT_FLOAT_EQ(twice.padding, 2 * once.padding);
    EXPECT_GT(make_theme(GetParam(), 1, true).line_width, once.line_width);
}

TEST(Contrast, OfBlackAndWhiteIs21)
{
    EXPECT_NEAR(contrast_ratio(IM_COL32_BLACK, IM_COL32_WHITE), 21, 1e-9);
    EXPECT_NEAR(contrast_ratio(IM_COL32_WHITE, IM_COL32_WHITE), 1, 1e-9);
}

}  // namespace
}  // namespace spillway::window
