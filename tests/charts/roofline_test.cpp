#include "app/charts/roofline.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/charts/laid_out.h"
#include "tests/charts/made_up_results.h"

// Points on a roofline, and its roofs.

namespace spillway::charts {
namespace {

/// Made numbers, of the size that a GPU of today has: its median and amounts are a launch's of running_mean, the roofs
/// and shares were not measured.
model::Measurement local_array()
{
    model::Measurement made;
    made.source = model::MeasurementSource::recorded;
    made.seconds = model::SampleStatistics{0.002555071949958801, 0.00255, 0.00256, 0.001, 10};
    made.time_account =
        std::vector<model::TimeShare>{{"dram_read", 297633024, std::nullopt, "bytes", 3.0938748e12, 0.03765},
                                      {"dram_write", 5830686208, std::nullopt, "bytes", 3.2776194e12, 0.69624},
                                      {"l2_read", 69129046, 0.0, "sectors", 2.38164e11, 0.1136},
                                      {"l2_write", 276824064, 268435456.0, "sectors", 1.29448e11, 0.83696},
                                      {"l1", 249993932, std::nullopt, "wavefronts", 2.56399e11, 0.3816},
                                      {"shared", 2097152, std::nullopt, "wavefronts", 2.57209e11, 0.0032},
                                      {"fp32", 6174015488, std::nullopt, "operations", 3.22972e13, 0.0748},
                                      {"issue", 786449382, std::nullopt, "instructions", 1.0153e12, 0.3031}};
    return made;
}

test::MadeUpSession counted_session()
{
    test::MadeUpSession made;
    for (results::Curve& curve : made.curves)
        for (results::CurvePoint& point : curve.points) {
            model::RunResult result = *point.result;
            result.measurement = local_array();
            const auto x = static_cast<double>(std::get<std::int64_t>(point.x));
            for (model::TimeShare& part : *result.measurement.time_account)
                if (part.resource == "dram_write") part.amount *= x / 32;
            point.result = std::make_shared<const model::RunResult>(result);
        }
    return made;
}

ChartInput input_of(const test::MadeUpSession& made, std::int64_t window)
{
    return {made.experiment, made.curves, "window_size", {{"window_size", window}}, "local_array", {}, &made.gpu, {}};
}

TEST(Roofline, TheLevelNearestToItsRoofSaysMost)
{
    EXPECT_EQ(limiting_level(input_of(test::MadeUpSession(), 32)), std::nullopt) << "nothing was counted";
    const test::MadeUpSession made = counted_session();
    EXPECT_EQ(limiting_level(input_of(made, 32)), RoofLevel::l2) << "84 % of L2's writes, 73 % of DRAM";
}

const Series* spot_series(const Chart& chart, const std::string& key)
{
    const auto found = std::find_if(chart.series.begin(), chart.series.end(),
                                    [&](const Series& series) { return series.is_spot && series.key == key; });
    return found == chart.series.end() ? nullptr : &*found;
}

TEST(Roofline, ASpotIsWhatTheCountersSay)
{
    // By hand: 786,449,382 x 32 = 25,166,380,224 operations; 6,128,319,232 bytes of DRAM; 2.555 ms.
    const auto dram = roofline_spot(local_array(), RoofLevel::dram, Work::instructions);
    ASSERT_TRUE(dram);
    EXPECT_DOUBLE_EQ(dram->operations, 25166380224.0);
    EXPECT_DOUBLE_EQ(dram->bytes, 6128319232.0);
    EXPECT_NEAR(dram->operations_per_byte(), 4.1066, 0.0001);
    EXPECT_NEAR(dram->operations_per_second(), 9.8496e12, 0.0001e12);
    EXPECT_NEAR(*dram->share, 0.7339, 0.0001) << "reads and writes take turns";

    const auto l2 = roofline_spot(local_array(), RoofLevel::l2, Work::instructions);
    EXPECT_DOUBLE_EQ(l2->bytes, (69129046.0 + 276824064.0) * 32);
    EXPECT_NEAR(*l2->share, 0.83696, 1e-9) << "reads and writes have hardware of their own";
    const auto l1 = roofline_spot(local_array(), RoofLevel::l1, Work::instructions);
    EXPECT_DOUBLE_EQ(l1->bytes, (249993932.0 + 2097152.0) * 128);
}

TEST(Roofline, WithoutCountersOrBytesThereIsNoSpot)
{
    model::Measurement bare = local_array();
    bare.time_account.reset();
    EXPECT_FALSE(roofline_spot(bare, RoofLevel::dram, Work::instructions));
    model::Measurement still = local_array();
    for (model::TimeShare& part : *still.time_account)
        if (part.resource.starts_with("dram")) part.amount = 0;
    EXPECT_FALSE(roofline_spot(still, RoofLevel::dram, Work::instructions));
    EXPECT_TRUE(roofline_spot(still, RoofLevel::l2, Work::instructions));
    EXPECT_FALSE(roofline_spot(local_array(), RoofLevel::dram, Work::flops)) << "no operations are stated";
}

TEST(Roofline, SpotsMoveWithTheSliderUnderRoofsThatRest)
{
    const test::MadeUpSession made = counted_session();
    const Roofline at32 = roofline(input_of(made, 32), RoofLevel::dram),
                   at64 = roofline(input_of(made, 64), RoofLevel::dram);
    const Series *before = spot_series(at32.chart, "local_array"), *after = spot_series(at64.chart, "local_array");
    ASSERT_TRUE(before && after);
    EXPECT_NEAR(before->points.at(0).x, 4.1066, 0.0001);
    EXPECT_LT(after->points.at(0).x, before->points.at(0).x) << "more bytes for the same work";
    EXPECT_EQ(at32.chart.x, at64.chart.x);
    EXPECT_EQ(at32.chart.y, at64.chart.y);
    EXPECT_EQ(at32.chart.roofs, at64.chart.roofs);
    ASSERT_EQ(at32.chart.series.size(), at32.values.size());
    for (std::size_t i = 0; i < at32.values.size(); ++i)
        EXPECT_EQ(at32.values[i].size(), at32.chart.series[i].points.size());
}

TEST(Roofline, TheChosenLevelsRoofsArePlainAndMeasured)
{
    const test::MadeUpSession made = counted_session();
    const Chart dram = roofline(input_of(made, 32), RoofLevel::dram).chart;
    const auto plain = [](const Chart& chart) {
        std::vector<SlopedRoof> found;
        std::copy_if(chart.roofs.begin(), chart.roofs.end(), std::back_inserter(found),
                     [](const SlopedRoof& roof) { return !roof.is_faint; });
        return found;
    };
    ASSERT_EQ(plain(dram).size(), 1U);
    EXPECT_NEAR(plain(dram)[0].slope, 3277.6194, 0.001) << "GB/s of the faster direction";
    const Chart l2 = roofline(input_of(made, 32), RoofLevel::l2).chart;
    ASSERT_EQ(plain(l2).size(), 2U);
    EXPECT_NEAR(plain(l2)[1].slope, 1.29448e11 * 32 / 1e9, 0.01);
    ASSERT_EQ(dram.references.size(), 1U);
    EXPECT_NEAR(dram.references[0].y, 1.0153e12 * 32 / 1e9, 0.01) << "the higher of issue and FP32";
}

TEST(Roofline, FlopsAreTakenOnlyWhereEveryResultStatesThem)
{
    test::MadeUpSession made = counted_session();
    EXPECT_EQ(roofline(input_of(made, 32), RoofLevel::dram).work, Work::instructions);
    for (results::Curve& curve : made.curves)
        for (results::CurvePoint& point : curve.points) {
            model::RunResult result = *point.result;
            result.measurement.flops_per_second = 2e12;
            point.result = std::make_shared<const model::RunResult>(result);
        }
    const Roofline with = roofline(input_of(made, 32), RoofLevel::dram);
    EXPECT_EQ(with.work, Work::flops);
    EXPECT_EQ(with.chart.y.unit, "GFLOP/s");
    EXPECT_NEAR(spot_series(with.chart, "local_array")->points.at(0).y.value_or(0), 2000, 0.01);
    EXPECT_NEAR(with.chart.references.at(0).y, 2 * 32297.2, 0.1) << "a fused operation counts as two";
}

std::vector<ReferenceLine> references_at(double flops_per_second, bool has_tensor_roof)
{
    test::MadeUpSession made = counted_session();
    for (results::Curve& curve : made.curves)
        for (results::CurvePoint& point : curve.points) {
            model::RunResult result = *point.result;
            result.measurement.flops_per_second = flops_per_second;
            if (has_tensor_roof)
                result.measurement.time_account->push_back({"tensor", 1e12, std::nullopt, "FLOP", 6.2e14, 0.6});
            point.result = std::make_shared<const model::RunResult>(result);
        }
    return roofline(input_of(made, 32), RoofLevel::dram).chart.references;
}

TEST(Roofline, ASpotAboveTheFp32RoofIsUnderTheTensorCores)
{
    ASSERT_EQ(references_at(2e12, true).size(), 1U) << "they do not matter here";
    const auto references = references_at(3.68e14, true);
    ASSERT_EQ(references.size(), 2U);
    EXPECT_EQ(references[0].label, "FP32 64.6 TFLOP/s");
    EXPECT_EQ(references[1].label, "Tensor cores, FP16 620 TFLOP/s");
    EXPECT_NEAR(references[1].y, 6.2e5, 0.1);
}

TEST(Roofline, WithoutARoofOfTheTensorCoresTheLabelSaysSo)
{
    EXPECT_EQ(references_at(2e12, false).at(0).label, "FP32 64.6 TFLOP/s");
    EXPECT_EQ(references_at(3.68e14, false).at(0).label, "FP32 64.6 TFLOP/s (tensor cores: roof not measured)");
}

TEST(Roofline, TheEndsOfTheAxisAreNotRoundedToTheirNeighbour)
{
    Chart chart = roofline(input_of(counted_session(), 32), RoofLevel::l1).chart;
    chart.x.first = chart.x.least_positive = 0.005;
    const Drawing drawing = test::lay_out(chart, {600, 260});
    EXPECT_TRUE(test::says(drawing, "0.005"));
    std::vector<std::string> labels;
    for (const Text& text : test::all<Text>(drawing))
        if (text.text == "0.01") labels.push_back(text.text);
    EXPECT_EQ(labels.size(), 1U) << "0.005 was written 0.01 too";
}

TEST(Roofline, WithoutAnyCountersSaysWhatItNeeds)
{
    const test::MadeUpSession made;
    const Chart chart = roofline(input_of(made, 32), RoofLevel::dram).chart;
    EXPECT_NE(chart.empty_message.find("hardware counters"), std::string::npos);
    EXPECT_TRUE(chart.roofs.empty());
}

TEST(Roofline, NoTextLiesOnAnotherOrSticksOut)
{
    const test::MadeUpSession made = counted_session();
    for (const RoofLevel level : {RoofLevel::dram, RoofLevel::l2, RoofLevel::l1})
        for (const Size size : {Size{320, 240}, Size{600, 260}, Size{720, 480}, Size{1600, 900}}) {
            const Drawing drawing =
                test::lay_out(roofline(input_of(made, 32), level).chart, size, ChartStyle::document());
            const Rect page = Rect{0, 0, size.width, size.height}.grown(0.5);
            std::vector<Text> texts = test::all<Text>(drawing);
            for (Text& text : texts) text.box.bottom -= 0.2 * text.box.height();  // the air below its digits
            for (std::size_t i = 0; i < texts.size(); ++i) {
                EXPECT_TRUE(page.contains(texts[i].box)) << texts[i].text;
                for (std::size_t k = 0; k < i; ++k)
                    EXPECT_FALSE(texts[i].box.grown(-0.5).overlaps(texts[k].box.grown(-0.5)))
                        << texts[i].text << " | " << texts[k].text << " at " << size.width;
            }
        }
}

}  // namespace
}  // namespace spillway::charts
