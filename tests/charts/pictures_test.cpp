// Draws the made-up charts as PNG files and compares them with the approved ones (tests/pictures/charts/).
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/charts/layout.h"
#include "app/charts/memory_card.h"
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

MemoryCard made_up_card()
{
    model::Measurement made;
    made.counters = {{"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", 4e6},
                     {"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", 4e6},
                     {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", 1e6},
                     {"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", 1e5},
                     {"lts__t_sectors_srcunit_tex_op_write.sum", 5e6},
                     {"dram__bytes_write.sum", 3.2e7}};
    made.time_account = std::vector<model::TimeShare>{{"l2_write", 5e6, 4e6, "sectors", 1e12, 0.8},
                                                      {"dram_write", 3.2e7, std::nullopt, "bytes", 1e12, 0.3},
                                                      {"l1", 3e5, std::nullopt, "wavefronts", 1e9, 0.3}};
    made.limited_by = model::LimitedBy{"l2_write", 0.8};
    return {"Local array",
            LaunchFigure{.blocks = 1000,
                         .threads_per_block = 240,
                         .warps_per_block = 8,
                         .blocks_per_sm = 6,
                         .sms = 132,
                         .threads_per_warp = 32,
                         .registers = 33,
                         .frame_bytes = 128},
            memory_flow(made)};
}

void render_memory(const std::string& name, bool dark)
{
    MemoryCard idle = made_up_card();
    idle.title = "Local array, idle";
    for (MemoryArrow& arrow : idle.flow.arrows) arrow.bytes = arrow.local_bytes = 0;
    SvgOptions options;
    options.palette = dark ? Palette::dark() : Palette::light();
    options.footer = "made-up traffic, drawn by the tests";
    const auto path = picture_folder() / (name + ".png");
    std::filesystem::remove(path);
    const auto error = write_svg_as_png(
        path, svg_document(memory_sheet({made_up_card(), idle}, {860, 420}, ChartStyle::document(), 2), options), 1);
    ASSERT_FALSE(error) << error->line();
    EXPECT_TRUE(tests::looks_as_approved(tests::read_png(path), "charts/" + name));
}

TEST(Pictures, MemoryDark)
{
    render_memory("memory_dark", true);
}
TEST(Pictures, MemoryLight)
{
    render_memory("memory_light", false);
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
    const std::string svg = svg_document(Drawing{{400, 300}, {}, {}, {}, {}, {}, {}, {}, {}, {}}, {});
    EXPECT_TRUE(write_svg_as_png(picture_folder() / "b.png", svg, 100));
    EXPECT_TRUE(write_svg_as_png(picture_folder() / "b.png", svg, 0));
}

}  // namespace
}  // namespace spillway::charts
