// Pictures as files: every kind of drawing, for slides and for print, in each format, with every word.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/charts/layout.h"
#include "app/charts/picture_file.h"
#include "app/charts/picture_look.h"
#include "tests/charts/made_up_charts.h"
#include "tests/support/approved_picture.h"

namespace spillway::charts {
namespace {

namespace fs = std::filesystem;

fs::path folder()
{
    const fs::path at = fs::path(SPILLWAY_BINARY_DIR) / "pictures" / "files";
    fs::create_directories(at);
    return at;
}

std::string read(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

/// Names as a stranger may write them.
Chart wordy()
{
    Chart chart = test::made_up_local_memory();
    chart.title = "Bytes of local memory that each thread of the kernel needs for its stack frame";
    chart.subtitle += " · recorded on NVIDIA H200 NVL in the third rack from the left, 2026-11-21, driver 580.159.04";
    chart.widest_subtitle = "bytes";
    chart.x.label = "How many of the last values the mean is taken of, counted from the present one backwards";
    for (Series& series : chart.series)
        if (!series.is_secondary) {
            series.label += ", with the loop unrolled and every index known when it is compiled";
            series.readout = "367,995 bytes per thread";
        }
    return chart;
}

std::vector<Chart> charts_of(const std::string& kind)
{
    if (kind == "wordy") return {wordy()};
    if (kind == "one") return {test::made_up_throughput()};
    if (kind == "choices") return {test::made_up_choices()};
    return {test::made_up_throughput(), test::made_up_occupancy(), wordy(), test::made_up_empty()};
}

std::vector<Drawing> drawings_of(const std::string& kind, const PictureLook& look)
{
    const std::vector<Chart> charts = charts_of(kind);
    return whole_layouts(charts, charts.size() > 1 ? look.sheet_chart(charts.size()) : look.chart,
                         charts.size() > 1 ? look.sheet_style : look.style, EstimatedTextMeasure{});
}

struct Kind {
    std::string charts;
    Purpose purpose;
};
void PrintTo(const Kind& kind, std::ostream* out)
{
    *out << kind.charts << (kind.purpose == Purpose::slides ? "_slides" : "_print");
}

class Files : public testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(Of, Files,
                         testing::Values(Kind{"one", Purpose::print}, Kind{"one", Purpose::slides},
                                         Kind{"wordy", Purpose::print}, Kind{"wordy", Purpose::slides},
                                         Kind{"choices", Purpose::print}, Kind{"choices", Purpose::slides},
                                         Kind{"all", Purpose::print}, Kind{"all", Purpose::slides}),
                         [](const auto& tested) {
                             std::ostringstream name;
                             PrintTo(tested.param, &name);
                             return name.str();
                         });

TEST(Slides, OfSeveralChartsAreAsWideAsAProjectorsPicture)
{
    const PictureLook look = picture_look(Purpose::slides);
    for (const std::size_t count : {2U, 3U, 4U}) {
        const std::vector<Chart> charts(count, test::made_up_throughput());
        SvgOptions options;
        options.footer = "Running mean";
        options.footer_pixels = look.footer_pixels;
        options.columns = look.columns(count);
        const SvgPage page =
            svg_page(whole_layouts(charts, look.sheet_chart(count), look.sheet_style, EstimatedTextMeasure{}), options);
        EXPECT_NEAR(page.size.width / page.size.height, 16.0 / 9, 0.02) << count;
    }
}

TEST_P(Files, KeepEveryWordInsideThePicture)
{
    const PictureLook look = picture_look(GetParam().purpose);
    const std::vector<Chart> charts = charts_of(GetParam().charts);
    const std::vector<Drawing> drawings = drawings_of(GetParam().charts, look);
    ASSERT_EQ(charts.size(), drawings.size());
    for (std::size_t i = 0; i < charts.size(); ++i) {
        std::string all;
        for (const Primitive& primitive : drawings[i].primitives)
            if (const auto* text = std::get_if<Text>(&primitive)) {
                all += text->text + "\n";
                EXPECT_EQ(text->text.find("…"), std::string::npos) << text->text;
                EXPECT_GE(text->box.left, -0.5) << text->text;
                EXPECT_LE(text->box.right, drawings[i].size.width + 0.5) << text->text;
                EXPECT_LE(text->box.bottom, drawings[i].size.height + 0.5) << text->text;
            }
        EXPECT_NE(all.find(charts[i].title), std::string::npos) << all;
        EXPECT_NE(all.find(charts[i].subtitle), std::string::npos) << all;
        EXPECT_NE(all.find(charts[i].x.label), std::string::npos) << all;
        for (const Series& series : charts[i].series)
            if (!series.is_secondary && !series.is_ghost) {
                EXPECT_NE(all.find(series.label + "  " + series.readout), std::string::npos) << series.label;
            }
        for (const auto& [position, name] : charts[i].x.names) EXPECT_NE(all.find(name), std::string::npos) << name;
    }
}

TEST_P(Files, AreWhatTheirEndingSays)
{
    const PictureLook look = picture_look(GetParam().purpose);
    std::ostringstream name;
    PrintTo(GetParam(), &name);
    SvgOptions options;
    options.footer =
        "made-up curves, drawn by the tests, with a foot that is longer than the picture is wide and is therefore "
        "broken into lines: window_size = 32, block_size = 256, unroll = 64, NVRTC 13.0.88, driver 580.159.04, the end";
    options.footer_pixels = look.footer_pixels;
    const std::vector<Drawing> drawings = drawings_of(GetParam().charts, look);
    options.columns = look.columns(drawings.size());
    const SvgPage page = svg_page(drawings, options);
    EXPECT_NE(page.text.find("the end</text>"), std::string::npos) << "the foot is cut";
    for (const PictureFormat format : {PictureFormat::svg, PictureFormat::png, PictureFormat::pdf}) {
        const fs::path file = folder() / (name.str() + picture_extension(format));
        const auto failed = write_picture(file, format, page);
        ASSERT_FALSE(failed) << failed->line();
        EXPECT_EQ(picture_format(file.string()), format);
    }
    const std::string svg = read(folder() / (name.str() + ".svg"));
    EXPECT_EQ(svg, page.text);
    EXPECT_TRUE(svg.starts_with("<?xml") && svg.ends_with("</svg>\n"));
    const tests::Picture png = tests::read_png(folder() / (name.str() + ".png"));
    EXPECT_EQ(png.width, static_cast<int>(std::ceil(2 * page.size.width)));
    EXPECT_NEAR(png.height, 2 * page.size.height, 1);
    const std::string pdf = read(folder() / (name.str() + ".pdf"));
    EXPECT_TRUE(pdf.starts_with("%PDF-1.")) << pdf.substr(0, 16);
    EXPECT_NE(pdf.rfind("%%EOF"), std::string::npos);
    EXPECT_NE(pdf.find("/ToUnicode"), std::string::npos) << "its text is not a text";
    EXPECT_TRUE(tests::looks_as_approved(png, "files/" + name.str()));
}

TEST(PictureFiles, OfHugePicturesHaveFewerPixels)
{
    Drawing drawing;
    drawing.size = {12000, 300};
    const fs::path file = folder() / "huge.png";
    const auto failed = write_picture(file, PictureFormat::png, svg_page({drawing}, {}));
    ASSERT_FALSE(failed) << failed->line();
    EXPECT_LE(tests::read_png(file).width, 16384);
}

TEST(PictureFiles, AreNotWrittenOverAnother)
{
    const SvgPage page = svg_page(drawings_of("one", picture_look(Purpose::print)), {});
    for (const PictureFormat format : {PictureFormat::svg, PictureFormat::png, PictureFormat::pdf}) {
        const fs::path file = folder() / (std::string("mine") + picture_extension(format));
        std::ofstream(file) << "mine";
        EXPECT_TRUE(write_picture(file, format, page, base::IfThere::refuse));
        EXPECT_EQ(read(file), "mine");
    }
}

TEST(PictureFiles, SayWhyTheyCannotBeWritten)
{
    const SvgPage page = svg_page(drawings_of("one", picture_look(Purpose::print)), {});
    for (const PictureFormat format : {PictureFormat::svg, PictureFormat::png, PictureFormat::pdf}) {
        const auto error = write_picture("/no/such/folder/a", format, page);
        ASSERT_TRUE(error);
        EXPECT_NE(error->what.find("No such file"), std::string::npos) << error->what;
        EXPECT_EQ(error->where, "/no/such/folder/a");
    }
}

}  // namespace
}  // namespace spillway::charts
