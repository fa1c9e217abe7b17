// Axes and units of a metric's chart.

#include "app/charts/metric_chart.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/model/metrics.h"
#include "app/model/row_format.h"
#include "tests/charts/made_up_results.h"

namespace spillway::charts {
namespace {

using test::MadeUpSession;

TEST(MetricChart, WhatLiesBehindDecidesTheUnitWhereNothingElseIsDrawn)
{
    MadeUpSession made_up;
    for (results::Curve& curve : made_up.curves) {
        for (const results::CurvePoint& point : curve.points) {
            auto behind = std::make_shared<model::RunResult>(*point.result);
            behind->compile->registers = 40000000;
            curve.ghost.push_back(point);
            curve.ghost.back().result = std::move(behind);
        }
    }
    for (std::size_t variant = 0; variant < made_up.curves.size(); ++variant)
        for (std::int64_t x = 1; x <= 64; ++x) made_up.at(variant, x).compile->registers.reset();
    EXPECT_EQ(metric_chart(made_up.input(), "registers").y.unit, "million registers");
}

TEST(MetricChart, LargeCountsAreWrittenInMillions)
{
    MadeUpSession made_up;
    const model::Metric& count = *model::find_metric("registers");
    EXPECT_EQ(model::format_metric_beside(count, 1199570944, {}), "1,200 million");
    EXPECT_EQ(model::format_metric_beside(count, 138563980, {}), "139 million");
    EXPECT_EQ(model::format_metric_beside(count, 152064, {152064, 138563980}), "152,064");
    made_up.at(0, 32).compile->registers = 40000000;
    const Chart chart = metric_chart(made_up.input(), "registers");
    EXPECT_EQ(chart.series[0].readout, "40 million");
    EXPECT_EQ(chart.series[0].readout_short, "40 M");
    EXPECT_TRUE(chart.y.unit.starts_with("million "));
    EXPECT_NEAR(*chart.series[0].points[31].y, 40, 1e-9);
}

TEST(MetricChart, TheAxisBearsTheNameOfItsSlider)
{
    MadeUpSession made_up;
    EXPECT_EQ(metric_chart(made_up.input(), "registers").x.label, "window_size") << "which has no other name";
    made_up.experiment.parameters.front().label = "Window size";
    made_up.experiment.parameters.front().unit = "elements";
    const Chart chart = metric_chart(made_up.input(), "registers");
    EXPECT_EQ(chart.x.label, "Window size");
    EXPECT_EQ(chart.x.unit, "elements");
}

TEST(MetricChart, TheAxisIsLogarithmicWhereValuesSpanMoreThanAFactorOfThirty)
{
    MadeUpSession made_up;
    for (std::int64_t x = 1; x <= 64; ++x) made_up.at(1, x).compile->registers = x < 40 ? 8 : 240;
    EXPECT_FALSE(metric_chart(made_up.input(), "registers").y.logarithmic) << "exactly 30";
    made_up.at(1, 64).compile->registers = 241;
    const Chart wide = metric_chart(made_up.input(), "registers");
    EXPECT_TRUE(wide.y.logarithmic);
    EXPECT_EQ(wide.y.first, 5);
    EXPECT_EQ(wide.y.last, 500);

    ChartInput chosen = made_up.input();
    chosen.y_scales = {{"registers", AxisScale::linear}, {"stack_frame_bytes", AxisScale::logarithmic}};
    EXPECT_FALSE(metric_chart(chosen, "registers").y.logarithmic);
    const Chart stack = metric_chart(chosen, "stack_frame_bytes");
    EXPECT_TRUE(stack.y.logarithmic);
    EXPECT_EQ(stack.y.first, 0) << "the other variant has none at all";
    EXPECT_EQ(stack.y.least_positive, 4);
    EXPECT_EQ(stack.y.last, 256);

    for (std::int64_t x = 1; x <= 64; ++x) made_up.at(1, x).occupancy->theoretical = x < 40 ? 0.01 : 1;
    EXPECT_FALSE(metric_chart(made_up.input(), "theoretical_occupancy").y.logarithmic) << "a share is read off 100 %";
}

TEST(MetricChart, AnAxisOfKibibytesIsWrittenInSizes)
{
    MadeUpSession made_up;
    made_up.experiment.parameters.front().unit = "KiB";
    const Chart chart = metric_chart(made_up.input(), "registers");
    EXPECT_EQ(chart.x.steps, TickSteps::kibibytes);
    EXPECT_EQ(chart.x.unit, "") << "which each label has";
    EXPECT_EQ(chart.cursor_label, "32 KiB");
}

TEST(MetricChart, ALegendHasOneUnit)
{
    MadeUpSession made_up;
    made_up.measure_all();
    const auto flops = [&](double first, double second) {
        for (std::int64_t x = 1; x <= 64; ++x) {
            made_up.at(0, x).measurement.flops_per_second = first;
            made_up.at(1, x).measurement.flops_per_second = second;
        }
        return metric_chart(made_up.input(), "flops_per_second");
    };
    Chart chart = flops(17.288e12, 368.027e12);
    EXPECT_EQ(chart.y.unit, "TFLOP/s");
    EXPECT_EQ(chart.series[0].readout, "17.3 TFLOP/s");
    EXPECT_EQ(chart.series[1].readout, "368 TFLOP/s");
    EXPECT_EQ(chart.series[0].readout_short, "17.3");
    chart = flops(40e9, 2e12);
    EXPECT_EQ(chart.series[0].readout, "0.04 TFLOP/s");
    chart = flops(40e9, 50e9);
    EXPECT_EQ(chart.y.unit, "GFLOP/s");
    EXPECT_EQ(chart.series[0].readout, "40 GFLOP/s");

    const model::Metric& bytes = *model::find_metric("stack_frame_bytes");
    constexpr double mib = 1024.0 * 1024, gib = 1024 * mib;
    EXPECT_EQ(model::format_metric_beside(bytes, 0.5 * gib, {0.5 * gib, 3 * gib}), "0.5 GiB");
    EXPECT_EQ(model::format_metric_beside(bytes, 0, {3 * gib, 3 * gib}), "0 GiB");
    EXPECT_EQ(model::format_metric_beside(bytes, 528, {528, 3 * gib}), "528 bytes") << "no unit fits both";
    EXPECT_EQ(model::format_metric_beside(bytes, 3 * gib, {528, 3 * gib}), "3 GiB");
    EXPECT_EQ(model::format_metric_beside(bytes, 528, {528, 2048}), "528 bytes");
    const std::vector<double> mixed{8192, 16384, 16400}, even{16384, 32768, 0};
    EXPECT_EQ(model::format_in_row(bytes, 16384, mixed), "16,384 bytes") << "beside 16,400 bytes no KiB";
    EXPECT_EQ(model::format_in_row(bytes, 16384, even), "16 KiB");
    EXPECT_EQ(model::format_metric_beside(bytes, 11.4 * mib, {11.4 * mib, 5.184 * gib}), "11.4 MiB") << "no hundredths";
    EXPECT_EQ(model::format_metric_beside(bytes, 5.184 * gib, {11.4 * mib, 5.184 * gib}), "5,308 MiB");
    EXPECT_EQ(model::format_metric_beside(bytes, 200 * gib, {11.4 * mib, 200 * gib}), "200 GiB") << "not six digits";

    const model::Metric& seconds = *model::find_metric("seconds_median");
    EXPECT_EQ(model::format_metric_beside(seconds, 50.3e-6, {25.9e-6, 2654e-6}), "50.3 µs");
    EXPECT_EQ(model::format_metric_beside(seconds, 2654e-6, {25.9e-6, 2654e-6}), "2,654 µs");
    EXPECT_EQ(model::format_metric_beside(seconds, 2654e-6, {2654e-6, 2654e-6}), "2.7 ms");
    EXPECT_EQ(model::format_metric_beside(seconds, 2, {25.9e-6, 2}), "2.00 s");
}

TEST(MetricChart, ChoicesAreNamesOnTheAxis)
{
    MadeUpSession made_up;
    made_up.curves.resize(1);
    made_up.curves[0].points.clear();
    for (const char* name : {"ca", "cg"}) {
        made_up.add(0, made_up.curves[0].points.size(), MadeUpSession::result(32, 0, 8));
        made_up.curves[0].points.back().x = std::string(name);
    }
    ChartInput input = made_up.input();
    input.x_axis = "load_cache";
    input.values = {{"load_cache", std::string("cg")}};
    const Chart chart = metric_chart(input, "theoretical_occupancy");
    EXPECT_TRUE(chart.x.categorical);
    EXPECT_EQ(chart.x.names[1].second, "L2 only");
    EXPECT_EQ(chart.cursor, 1);
    EXPECT_EQ(chart.cursor_label, "L2 only");
    EXPECT_FALSE(chart.series[0].stepped);
    EXPECT_EQ(chart.series[0].readout, "100 %");
}

}  // namespace
}  // namespace spillway::charts
