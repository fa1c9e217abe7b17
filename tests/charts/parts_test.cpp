// Ticks, text, colours and SVG.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "app/charts/layout.h"
#include "app/charts/style.h"
#include "app/charts/svg.h"
#include "app/charts/text_measure.h"
#include "app/charts/ticks.h"
#include "app/model/metrics.h"
#include "tests/charts/made_up_charts.h"
#include "tests/charts/well_formed.h"

namespace spillway::charts {
namespace {

std::string labels(const Axis& axis, int most)
{
    std::string text;
    for (const Tick& tick : ticks(axis, most)) text += (text.empty() ? "" : " ") + tick.label;
    return text;
}

Axis axis(double first, double last, TickSteps steps = TickSteps::decimal)
{
    Axis a;
    a.first = first;
    a.last = last;
    a.steps = steps;
    return a;
}

TEST(Ticks, AreRoundNumbers)
{
    EXPECT_EQ(labels(axis(0, 4000), 5), "0 1,000 2,000 3,000 4,000");
    EXPECT_EQ(labels(axis(0, 0.5), 5), "0 0.1 0.2 0.3 0.4 0.5");
    EXPECT_EQ(labels(axis(0, 256, TickSteps::bytes), 4), "0 64 128 192 256");
    EXPECT_EQ(labels(axis(0, 65536, TickSteps::bytes), 4), "0 16 KiB 32 KiB 48 KiB 64 KiB");
    EXPECT_EQ(labels(axis(1, 64, TickSteps::binary), 4), "16 32 48 64");
    EXPECT_EQ(labels(axis(0, 100, TickSteps::percent), 5), "0 25 50 75 100");
    EXPECT_EQ(labels(axis(-1, 1), 2), "-1 0 1");
}

TEST(Ticks, OfPowersOfTwoThinOutAndKeepZero)
{
    Axis powers = axis(1, 64);
    powers.logarithmic = true;
    powers.steps = TickSteps::binary;
    EXPECT_EQ(labels(powers, 10), "1 2 4 8 16 32 64");
    EXPECT_EQ(labels(powers, 4), "1 4 16 64");
    powers = axis(0, double(1 << 28));
    powers.logarithmic = true;
    powers.steps = TickSteps::binary;
    powers.names = {{0, "none"}};
    EXPECT_EQ(labels(powers, 5), "none 16 1,024 65,536 4 Mi 256 Mi")
        << "the least lies too near to zero for a label of its own";
    powers = axis(1, double(1 << 18), TickSteps::kibibytes);
    powers.logarithmic = true;
    EXPECT_EQ(labels(powers, 5), "1 KiB 16 KiB 256 KiB 4 MiB 64 MiB") << "a number of KiB is a size";
}

TEST(Ticks, ALogarithmicAxisNeverHasOneAlone)
{
    Axis decades = axis(150, 4500);
    decades.logarithmic = true;
    EXPECT_EQ(labels(decades, 2), "300 1,000 3,000");
    EXPECT_EQ(labels(decades, 5), "200 500 1,000 2,000");
    decades = axis(100, 5000);
    decades.logarithmic = true;
    EXPECT_EQ(labels(decades, 2), "100 1,000");
    decades = axis(2e3, 5e8);
    decades.logarithmic = true;
    EXPECT_EQ(labels(decades, 2), "100,000 100,000,000");
}

TEST(Ticks, ALittleMoreThanTheWholeIsDrawnOnTheSameGrid)
{
    const Axis share = axis(0, 117, TickSteps::percent);
    EXPECT_EQ(rounded_up_last(share, 2), 117);
    EXPECT_EQ(labels(share, 2), "0 50 100");
    EXPECT_EQ(rounded_up_last(axis(0, 160, TickSteps::percent), 2), 200);
}

TEST(Ticks, NeverMoreThanAskedForAndNeverNone)
{
    for (const TickSteps steps : {TickSteps::decimal, TickSteps::binary, TickSteps::bytes, TickSteps::percent})
        for (const double last : {0.003, 1.0, 7.0, 99.0, 4096.0, 1e9, 3.3e15})
            for (const int most : {1, 2, 5, 10}) {
                const auto found = ticks(axis(0, last, steps), most);
                EXPECT_GE(found.size(), 1u);
                EXPECT_LE(found.size(), static_cast<std::size_t>(most) + 1) << last;
                EXPECT_GE(rounded_up_last(axis(0, last, steps), most), last * (1 - 1e-9));
            }
    EXPECT_FALSE(ticks(axis(5, 5), 5).empty());
}

TEST(Ticks, FormatThousandsAndPowers)
{
    EXPECT_EQ(format_number(1234567, 1), "1,234,567");
    EXPECT_EQ(format_number(-1234.5, 0.5), "-1,234.5");
    EXPECT_EQ(format_power(268435456), "256 Mi");
    EXPECT_EQ(format_tick_bytes(1536), "1.5 KiB");
    EXPECT_EQ(format_tick_bytes(16.0 * (1 << 30)), "16 GiB");
    EXPECT_EQ(format_tick_bytes(12296), "12,296");
    EXPECT_EQ(model::format_bytes(12296), "12,296 bytes") << "a compiler's answer is exact";
    EXPECT_EQ(model::format_bytes(67118592), "64.01 MiB");
    EXPECT_EQ(model::format_bytes(4152360960), "3.867 GiB");
    EXPECT_EQ(model::format_bytes(1017.0 * (1 << 20)), "1,017 MiB");
    EXPECT_EQ(model::format_bytes(2000.0 * (1 << 30)), "2,000 GiB");
    EXPECT_EQ(format_tick_bytes(1017.0 * (1 << 20)), "1,017 MiB");
    EXPECT_EQ(model::format_metric(*model::find_metric("percent_of_ceiling"), 12.5), "1,250 %");
    EXPECT_EQ(model::format_metric(*model::find_metric("cycles_per_access"), 1234.5), "1,234.5 cycles");
}

TEST(TextMeasure, NamesAreCutInTheMiddleSoThatInstancesDiffer)
{
    const EstimatedTextMeasure measure;
    const auto width = [&](std::string_view text) { return measure.width(text, FontRole::tick, 12); };
    EXPECT_EQ(cut_in_middle("short", 100, width), "short");
    std::set<std::string> names;
    for (const int size : {4, 8, 12, 16, 20, 24, 28, 32, 48, 64, 96}) {
        const std::string name = "fold_rows_of_the_matrix_by_blocks<" + std::to_string(size) + ", 3>";
        const std::string cut = cut_in_middle(name, 120, width);
        EXPECT_LE(width(cut), 120) << cut;
        EXPECT_TRUE(cut.starts_with("fold") && cut.ends_with(", 3>")) << cut;
        names.insert(cut);
    }
    EXPECT_EQ(names.size(), 11U);
    const std::string greek = cut_in_middle("ααααααααααααααααααααα", 60, width);
    EXPECT_EQ((greek.size() - 3) % 2, 0U) << "cut inside a character";
    EXPECT_EQ(cut_in_middle("anything", 3, width), "");
    EXPECT_LE(width(cut_in_middle(std::string(5000, 'k'), 60, width)), 60);
}

TEST(TextMeasure, ElidesAndWrapsWholeCharacters)
{
    const EstimatedTextMeasure measure;
    EXPECT_EQ(elided("short", 100, FontRole::tick, 12, measure), "short");
    const std::string cut = elided("ααααααααααααααααααααα", 60, FontRole::tick, 12, measure);
    EXPECT_TRUE(cut.ends_with("…"));
    EXPECT_EQ((cut.size() - 3) % 2, 0u) << "cut inside a character";
    EXPECT_LE(measure.width(cut, FontRole::tick, 12), 60);
    EXPECT_EQ(elided("anything", 3, FontRole::tick, 12, measure), "");
    const auto lines = wrapped("one two three four five", 60, 9, FontRole::tick, 12, measure);
    EXPECT_GT(lines.size(), 1u);
    for (const std::string& line : lines) EXPECT_LE(measure.width(line, FontRole::tick, 12), 60) << line;
    EXPECT_EQ(wrapped("one two three four five", 60, 1, FontRole::tick, 12, measure).size(), 1u);
    EXPECT_TRUE(wrapped("", 60, 3, FontRole::tick, 12, measure).empty());
}

class Palettes : public testing::TestWithParam<const Palette*> {};
INSTANTIATE_TEST_SUITE_P(DarkAndLight, Palettes, testing::Values(&Palette::dark(), &Palette::light()),
                         [](const auto& one) { return one.param == &Palette::dark() ? "Dark" : "Light"; });

TEST_P(Palettes, TextStandsOutFromItsGround)
{
    const Palette& p = *GetParam();
    for (const Rgba& ground : {p.ground, p.panel})
        for (const Rgba& ink : {p.text, p.text_muted, p.text_faint, p.accent, p.warning, p.error, p.good})
            EXPECT_GE(contrast(ink, ground), 4.5) << int(ink.r) << " " << int(ink.g) << " " << int(ink.b);
    for (const Rgba& ink : {p.text, p.text_muted}) EXPECT_GE(contrast(ink, p.accent_soft), 4.5);
    EXPECT_GE(contrast(p.local_highlight_text, p.local_highlight), 4.5);
    EXPECT_GE(contrast(p.panel, p.accent), 4.5) << "words on a primary button";
    EXPECT_GE(contrast(p.cursor_label, p.cursor), 4.5);
}

TEST_P(Palettes, LinesStandOutFromThePanelAndSeriesFromEachOther)
{
    const Palette& p = *GetParam();
    for (const Rgba& line : {p.cliff, p.reference, p.cursor}) EXPECT_GE(contrast(line, p.panel), 3.0);
    for (std::size_t i = 0; i < p.series.size(); ++i) {
        EXPECT_GE(contrast(p.series[i], p.panel), 3.0) << "series " << i;
        for (std::size_t j = 0; j < i; ++j) EXPECT_NE(p.series[i], p.series[j]);
    }
}

TEST(Contrast, OfBlackAndWhiteIs21)
{
    EXPECT_NEAR(contrast({0, 0, 0, 1}, {255, 255, 255, 1}), 21, 1e-9);
    EXPECT_NEAR(contrast({9, 9, 9, 1}, {9, 9, 9, 1}), 1, 1e-9);
}

TEST(Svg, IsWellFormedWithHostileLabels)
{
    const std::string hostile = "</text><script>alert(\"1\")</script>&amp; ]]> \x01\x02 \xff\xfe \xed\xa0\x80 '";
    Chart chart = test::made_up_local_memory();
    chart.title = chart.subtitle = chart.x.label = chart.cursor_label = hostile;
    for (Series& series : chart.series) {
        series.label = series.readout = hostile;
        for (DataPoint& point : series.points) point.note = hostile;
    }
    chart.cliffs[0].text = chart.failures[0].text = hostile;
    SvgOptions options;
    options.footer = hostile;
    const Drawing drawing = layout(chart, {840, 600}, ChartStyle::document(), EstimatedTextMeasure{});
    const std::string svg = svg_document({drawing, drawing}, options);
    EXPECT_EQ(test::xml_fault(svg), "");
    EXPECT_EQ(svg.find("<script"), std::string::npos);
    EXPECT_NE(svg.find("&lt;script&gt;"), std::string::npos);
}

TEST(Svg, CarriesTooltipsAndWords)
{
    const Drawing drawing =
        layout(test::made_up_throughput(), {420, 300}, ChartStyle::document(), EstimatedTextMeasure{});
    const std::string svg = svg_document(drawing, {});
    EXPECT_EQ(test::xml_fault(svg), "");
    EXPECT_NE(svg.find("<title>local_array, window_size 32</title>"), std::string::npos);
    EXPECT_NE(svg.find(">Throughput</text>"), std::string::npos);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf\""), std::string::npos);
}

TEST(Svg, TheCheckItselfFindsFaults)
{
    EXPECT_EQ(test::xml_fault("<a b=\"c\"><d/>x&amp;</a>"), "");
    for (const char* bad : {"<a>", "<a></b>", "<a>&</a>", "<a b=c/>", "<a><</a>", "<a/>x", "<a>\x01</a>"})
        EXPECT_NE(test::xml_fault(bad), "") << bad;
}

}  // namespace
}  // namespace spillway::charts
