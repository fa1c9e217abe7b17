#include "app/window/kit/theme.h"

#include <gtest/gtest.h>

namespace spillway::window {
namespace {

class Themes : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(DarkAndLight, Themes, testing::Bool(),
                         [](const auto& param) { return param.param ? "Dark" : "Light"; });

TEST_P(Themes, TakesItsColoursFromThePalette)
{
    const Theme theme = make_theme(GetParam(), 1, false);
    const charts::Palette& palette = GetParam() ? charts::Palette::dark() : charts::Palette::light();
    EXPECT_EQ(theme.palette, &palette);
    EXPECT_EQ(theme.text, IM_COL32(palette.text.r, palette.text.g, palette.text.b, 255));
    EXPECT_EQ(theme.background, IM_COL32(palette.ground.r, palette.ground.g, palette.ground.b, 255));
}

TEST_P(Themes, SizesScale)
{
    const Theme once = make_theme(GetParam(), 1, false), twice = make_theme(GetParam(), 2, false);
    EXPECT_FLOAT_EQ(twice.line_width, 2 * once.line_width);
    EXPECT_FLOAT_EQ(twice.padding, 2 * once.padding);
    EXPECT_GT(make_theme(GetParam(), 1, true).line_width, once.line_width);
}

}  // namespace
}  // namespace spillway::window
