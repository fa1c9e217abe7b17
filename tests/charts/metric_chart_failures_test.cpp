// Failures and gaps in a metric's chart: refused, not launched, not measured.

#include "app/charts/metric_chart.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/charts/made_up_results.h"

namespace spillway::charts {
namespace {

using test::MadeUpSession;

TEST(MetricChart, ARefusalIsReportedOncePerVariantWhileTheCurveFills)
{
    MadeUpSession made_up;
    for (std::int64_t x = 20; x <= 64; ++x) {
        made_up.refuse(0, x);
        results::CurvePoint& point = made_up.curves[0].points[static_cast<std::size_t>(x - 1)];
        if (x % 7 != 0) point = {point.x, point.position, results::PointState::queued, nullptr};
    }
    const Chart chart = metric_chart(made_up.input(), "stack_frame_bytes");
    ASSERT_EQ(chart.failures.size(), 1u);
    EXPECT_EQ(chart.failures[0].first, 21);
    EXPECT_EQ(chart.failures[0].last, 63);
    EXPECT_EQ(chart.failures[0].text, "does not compile: static shared memory ends: 48 KiB") << "64 is not known yet";
}

TEST(MetricChart, SeparateStretchesOfOneRefusalHaveOneLabel)
{
    MadeUpSession made_up;
    for (std::int64_t x = 11; x <= 60; ++x)
        if (x % 10 < 5) made_up.refuse(0, x);
    const Chart chart = metric_chart(made_up.input(), "stack_frame_bytes");
    EXPECT_GE(chart.failures.size(), 5u);
    int told = 0;
    for (const FailureBand& band : chart.failures) told += band.text.empty() ? 0 : 1;
    EXPECT_EQ(told, 1);
}

TEST(MetricChart, WhatNobodyMeasuredBetweenFailedLaunchesEndsNoStretch)
{
    MadeUpSession made_up;
    for (std::int64_t x = 24; x <= 64; x += 8) {
        model::RunResult& r = made_up.at(0, x);
        r.status = model::Status::launch_error;
        made_up.curves[0].points[static_cast<std::size_t>(x - 1)].state = results::PointState::failed;
    }
    made_up.at(0, 8).measurement.source = model::MeasurementSource::recorded;
    const Chart chart = metric_chart(made_up.input(), "bytes_per_second");
    ASSERT_EQ(chart.failures.size(), 1u);
    EXPECT_EQ(chart.failures[0].first, 24);
    EXPECT_EQ(chart.failures[0].last, 64);
    EXPECT_EQ(chart.failures[0].text, "does not launch from here");
}

TEST(MetricChart, FailuresSayFromHereOnlyIfTheLastPointFails)
{
    MadeUpSession made_up;
    for (std::int64_t x = 40; x <= 56; ++x) {
        made_up.at(0, x).status = model::Status::launch_error;
        made_up.curves[0].points[static_cast<std::size_t>(x - 1)].state = results::PointState::failed;
    }
    made_up.at(0, 8).measurement.source = model::MeasurementSource::recorded;
    const Chart chart = metric_chart(made_up.input(), "bytes_per_second");
    ASSERT_EQ(chart.failures.size(), 1u);
    EXPECT_EQ(chart.failures[0].last, 56);
    EXPECT_EQ(chart.failures[0].text, "does not launch") << "57 to 64 are not measured";
}

TEST(MetricChart, RefusedPointsFailWithTheLimit)
{
    MadeUpSession made_up;
    for (std::int64_t x = 50; x <= 64; ++x) made_up.refuse(0, x);
    ChartInput input = made_up.input();
    input.values["window_size"] = std::int64_t{60};
    const Chart chart = metric_chart(input, "stack_frame_bytes");
    ASSERT_EQ(chart.failures.size(), 1u);
    EXPECT_EQ(chart.failures[0].text, "does not compile from here: static shared memory ends: 48 KiB");
    EXPECT_EQ(chart.failures[0].first, 50);
    EXPECT_EQ(chart.failures[0].last, 64);
    EXPECT_EQ(chart.failures[0].series_key, "register_array");
    EXPECT_EQ(chart.series[0].readout, "does not compile");
    EXPECT_EQ(chart.series[0].readout_look, PointLook::failed);
    EXPECT_EQ(chart.series[0].points[49].look, PointLook::failed);
    EXPECT_FALSE(chart.series[0].points[49].y);
    EXPECT_NE(chart.series[0].points[49].note.find("0xcb80"), std::string::npos);
}

TEST(MetricChart, ACompileThatRanOutOfTimeIsNoRefusal)
{
    MadeUpSession made_up;
    for (std::int64_t x = 50; x <= 64; ++x) made_up.refuse(0, x);
    for (std::int64_t x = 50; x <= 55; ++x) {
        made_up.at(0, x).message = "compiling was stopped after 30 s, the most that a whole file may take";
        made_up.at(0, x).compile_stopped = model::Bound::time;
    }
    ChartInput input = made_up.input();
    input.values["window_size"] = std::int64_t{52};
    const Chart chart = metric_chart(input, "stack_frame_bytes");
    ASSERT_EQ(chart.failures.size(), 2u) << "the two stretches have other reasons";
    EXPECT_EQ(chart.failures[0].last, 55);
    EXPECT_EQ(chart.failures[0].text, "not finished in 30 s");
    EXPECT_EQ(chart.failures[1].text, "does not compile from here: static shared memory ends: 48 KiB");
    EXPECT_EQ(chart.series[0].readout, "not finished in 30 s");
}

TEST(MetricChart, WhatFailsForAllIsReportedOnce)
{
    MadeUpSession made_up;
    for (std::size_t curve : {0, 1})
        for (std::int64_t x = 1; x <= 10; ++x) made_up.refuse(curve, x);
    const Chart chart = metric_chart(made_up.input(), "theoretical_occupancy");
    ASSERT_EQ(chart.failures.size(), 1u);
    EXPECT_EQ(chart.failures[0].series_key, "");
    EXPECT_EQ(chart.failures[0].text, "does not compile up to here: static shared memory ends: 48 KiB");
}

TEST(MetricChart, ALaunchFailureLeavesTheCompilersAnswer)
{
    MadeUpSession made_up;
    model::RunResult& r = made_up.at(1, 32);
    r.status = model::Status::launch_error;
    r.message = "an illegal memory access was encountered";
    made_up.curves[1].points[31].state = results::PointState::failed;
    EXPECT_EQ(metric_chart(made_up.input(), "stack_frame_bytes").series[1].readout, "128 bytes");
    EXPECT_EQ(metric_chart(made_up.input(), "theoretical_occupancy").series[1].readout, "100 %");
    EXPECT_EQ(metric_chart(made_up.input(), "bytes_per_second").series[1].readout, "does not launch");
}

TEST(MetricChart, NoneBesideARangeIsNoNeighbour)
{
    MadeUpSession made_up;
    made_up.curves.resize(1);
    made_up.curves[0].points.clear();
    made_up.add(0, 0, MadeUpSession::result(64, 0, 4));
    for (std::int64_t cap = 16; cap <= 64; ++cap) made_up.add(0, cap, MadeUpSession::result(16, 96, 8));
    ChartInput input = made_up.input();
    input.x_axis = "register_cap";
    input.values = {{"register_cap", std::int64_t{0}}};
    const Chart chart = metric_chart(input, "stack_frame_bytes");
    EXPECT_TRUE(chart.cliffs.empty());
    EXPECT_FALSE(chart.series[0].points[1].y) << "a gap after none";
    EXPECT_EQ(chart.cursor_label, "none");
    EXPECT_EQ(chart.series[0].readout, "0 bytes");
}

TEST(MetricChart, NoLineJoinsPointsFarApart)
{
    MadeUpSession made_up;
    made_up.curves.resize(1);
    made_up.curves[0].points.clear();
    for (const std::int64_t at : {1, 2, 4, 6, 40, 41, 64}) made_up.add(0, at, MadeUpSession::result(24, 4 * at, 8));
    const Chart chart = metric_chart(made_up.input(), "stack_frame_bytes");
    std::vector<double> gaps;
    for (const DataPoint& point : chart.series[0].points)
        if (!point.y) gaps.push_back(point.x);
    EXPECT_EQ(gaps, (std::vector{23.0, 52.5})) << "between 6 and 40, and 41 and 64; 4 and 6 are near each other";
}

/// first_kernel is recorded at 16, 24 and 32 branches.
TEST(MetricChart, ALineJoinsPointsAQuarterOfTheAxisApart)
{
    MadeUpSession made_up;
    made_up.curves.resize(1);
    made_up.curves[0].points.clear();
    for (const std::int64_t at : {1, 8, 16, 24, 32}) made_up.add(0, at, MadeUpSession::result(24, 4 * at, 8));
    const Chart chart = metric_chart(made_up.input(), "stack_frame_bytes");
    EXPECT_TRUE(
        std::ranges::all_of(chart.series[0].points, [](const DataPoint& point) { return point.y.has_value(); }));
}

TEST(MetricChart, WhatIsRefusedToAllUpToTheEndIsPressedTogether)
{
    MadeUpSession made_up;
    for (std::int64_t x = 20; x <= 64; ++x) made_up.refuse(0, x);
    EXPECT_FALSE(metric_chart(made_up.input(), "stack_frame_bytes").x.refused_from) << "the other one is seen there";
    for (std::int64_t x = 33; x <= 64; ++x) made_up.refuse(1, x);
    EXPECT_EQ(metric_chart(made_up.input(), "stack_frame_bytes").x.refused_from, 32);
    made_up.curves[1].points[50].state = results::PointState::missing;
    made_up.curves[1].points[50].result = nullptr;
    EXPECT_FALSE(metric_chart(made_up.input(), "stack_frame_bytes").x.refused_from.value_or(0) == 32)
        << "not while an answer may still come";
}

}  // namespace
}  // namespace spillway::charts
