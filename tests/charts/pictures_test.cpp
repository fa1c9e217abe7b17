// Draws the made-up charts as PNG files and compares them with the approved ones (tests/pictures/charts/).
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/charts/layout.h"
#include "app/charts/png.h"
#include "app/charts/svg.h"
#include "tests/charts/made_up_charts.h"
#include "tests/support/approved_picture.h"

namespace spillway::charts {
namespace {

std::filesystem::path picture_folder()
{
    const std::filesystem::path folder = std::filesystem::path(SPILLWAY_BINARY_DIR) / "pictures" / "whole_charts";
    std::filesystem::create_directories(folder);
    return folder;
}

std::vector<Drawing> all_charts(Size size, const ChartStyle& style)
{
    std::vector<Drawing> drawings;
    for (const Chart& chart : {test::made_up_throughput(), test::made_up_occupancy(), test::made_up_local_memory(),
                               test::made_up_choices(), test::made_up_empty()})
        drawings.push_back(layout(chart, size, style, EstimatedTextMeasure{}));
    return drawings;
}

void render(const std::string& name, Size size, const ChartStyle& style, bool dark, double scale)
{
    SvgOptions options;
    options.palette = dark ? Palette::dark() : Palette::light();
    options.footer = "made-up curves, drawn by the tests";
    const std::string svg = svg_document(all_charts(size, style), options);
    std::ofstream(picture_folder() / (name + ".svg")) << svg;
    const auto path = picture_folder() / (name + ".png");
    std::filesystem::remove(path);
    const auto error = write_svg_as_png(path, svg, scale);
    ASSERT_FALSE(error) << error->line();
    EXPECT_TRUE(tests::looks_as_approved(tests::read_png(path), "charts/" + name));
}

TEST(Pictures, CardsDark)
{
    render("cards_dark", {420, 300}, ChartStyle{}, true, 1);
}
TEST(Pictures, CardsLight)
{
    render("cards_light", {420, 300}, ChartStyle{}, false, 1);
}
TEST(Pictures, SmallestDark)
{
    render("smallest_dark", {220, 160}, ChartStyle{}, true, 2);
}
TEST(Pictures, DocumentLight)
{
    render("document_light", {840, 600}, ChartStyle::document(), false, 2);
}
TEST(Pictures, PresentDark)
{
    render("present_dark", {840, 600}, ChartStyle::present(), true, 2);
}
TEST(Pictures, PresentLightSmall)
{
    render("present_light_small", {420, 300}, ChartStyle::present(), false, 1);
}

TEST(Png, SaysWhyAFileCannotBeWritten)
{
    const std::vector<unsigned char> pixel{255, 0, 0, 255};
    const auto error = write_png("/no/such/folder/a.png", 1, 1, pixel);
    ASSERT_TRUE(error);
    EXPECT_NE(error->what.find("No such file"), std::string::npos) << error->what;
    EXPECT_EQ(error->where, "/no/such/folder/a.png");
    EXPECT_TRUE(write_png(picture_folder() / "a.png", 2, 1, pixel)) << "data too short";
    EXPECT_FALSE(write_png(picture_folder() / "one_pixel.png", 1, 1, pixel));
}

TEST(Png, RefusesWhatIsNotSvgAndWhatIsTooLarge)
{
    EXPECT_TRUE(write_svg_as_png(picture_folder() / "b.png", "<svg", 1));
    EXPECT_TRUE(write_svg_as_png(picture_folder() / "b.png", "", 1));
    const std::string svg = svg_document(Drawing{{400, 300}, {}, {}, {}, {}, {}}, {});
    EXPECT_TRUE(write_svg_as_png(picture_folder() / "b.png", svg, 100));
    EXPECT_TRUE(write_svg_as_png(picture_folder() / "b.png", svg, 0));
}

}  // namespace
}  // namespace spillway::charts
