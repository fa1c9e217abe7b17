#include "app/charts/metric_chart.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "app/charts/cliffs.h"
#include "app/charts/csv.h"
#include "app/charts/curve_facts.h"
#include "app/model/metrics.h"
#include "app/model/row_format.h"
#include "tests/charts/made_up_results.h"

namespace spillway::charts {
namespace {

using test::MadeUpSession;

const Series* find(const Chart& chart, const std::string& label)
{
    for (const Series& series : chart.series)
        if (series.label == label) return &series;
    return nullptr;
}

TEST(MetricChart, OccupancyFallsWithItsCauseInWords)
{
    const MadeUpSession made_up;
    const Chart chart = metric_chart(made_up.input(), "theoretical_occupancy");
    EXPECT_EQ(chart.y.last, 100);
    EXPECT_EQ(chart.subtitle, "% · limited by registers");
    ASSERT_EQ(chart.cliffs.size(), 1u);
    EXPECT_EQ(chart.cliffs[0].x, 20);
    EXPECT_EQ(chart.cliffs[0].text, "33 registers: only 6 blocks fit (8 before)");
    EXPECT_EQ(chart.cliffs[0].series_key, "register_array");
    EXPECT_TRUE(chart.series[0].stepped);
    EXPECT_EQ(chart.series[0].readout, "75 %");
    EXPECT_EQ(chart.cursor, 32);
}

TEST(MetricChart, NamesTheTargetsOfWhatIsDrawn)
{
    MadeUpSession made_up;
    made_up.gpu.compute_major = 9;
    made_up.experiment.variants[1].is_architecture_specific = true;
    charts::ChartInput input = made_up.input();
    EXPECT_TRUE(metric_chart(input, "registers").subtitle.ends_with("ptxas for sm_90 and sm_90a"));
    input.hidden = {"local_array"};
    EXPECT_TRUE(metric_chart(input, "registers").subtitle.ends_with("ptxas for sm_90"));
    input.hidden = {"register_array"};
    EXPECT_TRUE(metric_chart(input, "registers").subtitle.ends_with("ptxas for sm_90a"));
}

TEST(MetricChart, ACliffIsMarkedWhereTheMeasuredCurveFeelsIt)
{
    MadeUpSession made_up;
    made_up.measure_all();
    EXPECT_TRUE(metric_chart(made_up.input(), "bytes_per_second").cliffs.empty()) << "flat: nothing to explain";
    for (std::int64_t x = 1; x <= 64; ++x)
        made_up.at(0, x).measurement.bytes_per_second = 1e12 / static_cast<double>(x);
    EXPECT_TRUE(metric_chart(made_up.input(), "bytes_per_second").cliffs.empty()) << "falls as it does beside it";
    for (std::int64_t x = 20; x <= 64; ++x) *made_up.at(0, x).measurement.bytes_per_second *= 0.7;
    const Chart chart = metric_chart(made_up.input(), "bytes_per_second");
    ASSERT_EQ(chart.cliffs.size(), 1u);
    EXPECT_EQ(chart.cliffs[0].x, 20);
}

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

TEST(MetricChart, LargeCountsAreToldInMillions)
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

TEST(MetricChart, LocalMemoryTellsStackFrameAndSpillsApart)
{
    MadeUpSession made_up;
    for (std::int64_t x = 40; x <= 64; ++x) {
        model::RunResult& r = made_up.at(0, x);
        r.compile->stack_frame_bytes = 16;
        r.compile->spill_store_bytes = 24;
        r.compile->spill_load_bytes = 28;
    }
    const Chart chart = metric_chart(made_up.input(), "stack_frame_bytes");
    ASSERT_EQ(chart.series.size(), 4u);
    const Series *stores = find(chart, "spill stores"), *loads = find(chart, "spill loads");
    ASSERT_TRUE(stores && loads);
    EXPECT_TRUE(stores->is_secondary);
    EXPECT_EQ(stores->palette_index, 0);
    EXPECT_EQ(*stores->points.back().y, 24);
    EXPECT_EQ(*loads->points.back().y, 28);
    EXPECT_EQ(find(chart, "local_array")->readout, "128 bytes");
    EXPECT_EQ(find(chart, "local_array")->readout_short, "128");
    ASSERT_FALSE(chart.cliffs.empty());
    EXPECT_EQ(chart.cliffs[0].text, "first spill: 24 bytes");
    EXPECT_EQ(chart.cliffs[0].x, 40);

    ChartInput later = made_up.input();
    later.values["window_size"] = std::int64_t{50};
    EXPECT_EQ(metric_chart(later, "stack_frame_bytes").series[0].readout, "16 bytes · spills 24/28");
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

TEST(MetricChart, WhatIsKeptOfTheCurvesIsOfTheResultsThatTheyHoldNow)
{
    MadeUpSession made_up;
    CurveFacts facts;
    const auto kept = [&](ChartInput input) {
        input.facts = &facts;
        return metric_chart(input, "registers");
    };
    EXPECT_EQ(kept(made_up.input()), metric_chart(made_up.input(), "registers"));
    ChartInput moved = made_up.input();
    moved.values["window_size"] = std::int64_t{50};
    EXPECT_EQ(kept(moved), metric_chart(moved, "registers"));
    ChartInput without_first = made_up.input();
    without_first.hidden = {made_up.curves.front().variant};
    EXPECT_EQ(kept(without_first), metric_chart(without_first, "registers"));
    auto other = std::make_shared<model::RunResult>(*made_up.curves.front().points.back().result);
    other->compile->registers = 40000000;
    made_up.curves.front().points.back().result = other;
    const Chart chart = kept(made_up.input());
    EXPECT_EQ(chart, metric_chart(made_up.input(), "registers"));
    EXPECT_TRUE(chart.y.unit.starts_with("million "));
}

TEST(MetricChart, WithoutSpillsThereAreNoCompanions)
{
    EXPECT_EQ(metric_chart(MadeUpSession{}.input(), "stack_frame_bytes").series.size(), 2u);
}

TEST(MetricChart, NothingMeasuredSaysWhy)
{
    const MadeUpSession made_up;
    const Chart chart = metric_chart(made_up.input(), "bytes_per_second");
    EXPECT_EQ(chart.empty_message, "No measurement: no GPU here");
    EXPECT_EQ(chart.series[0].readout, "–");
    EXPECT_EQ(chart.x.last, 64);
    EXPECT_TRUE(chart.references.empty());
}

model::CountedBlocks four_blocks()
{
    model::InterpretedCounts block;
    block.blocks = 1;
    block.global_loads.requests = 10;
    block.global_loads.sectors = 40;
    return {1024, {block, block, block, block}};
}

TEST(MetricChart, WhatWasCountedHereSaysSoAndIsNeverTakenForAMeasurement)
{
    MadeUpSession made_up;
    for (std::size_t curve : {0, 1})
        for (std::int64_t x = 1; x <= 64; ++x) made_up.at(curve, x).counted = four_blocks();
    const Chart counted = metric_chart(made_up.input(), "sectors_per_request");
    EXPECT_TRUE(counted.subtitle.ends_with(" · counted by running 4 of 1,024 blocks here")) << counted.subtitle;
    ASSERT_EQ(counted.shorter_subtitles.size(), 1u);
    EXPECT_TRUE(counted.shorter_subtitles[0].ends_with(" · counted here"));
    EXPECT_EQ(counted.empty_message, "");
    EXPECT_EQ(counted.series[0].points[31].y, 4);
    EXPECT_EQ(metric_chart(made_up.input(), "bytes_per_second").empty_message, "No measurement: no GPU here");

    made_up.measure_all();
    made_up.at(0, 32).measurement.counters = {{{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", 2},
                                               {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 16}}};
    const Chart mixed = metric_chart(made_up.input(), "sectors_per_request");
    EXPECT_EQ(mixed.series[0].points[31].y, 8) << "the measurement";
    EXPECT_NE(mixed.subtitle.find("recorded on NVIDIA H200"), std::string::npos) << mixed.subtitle;
    EXPECT_TRUE(mixed.subtitle.ends_with(" · elsewhere counted by running 4 of 1,024 blocks here")) << mixed.subtitle;
}

TEST(MetricChart, MeasuredCarriesProvenanceSpreadAndCeiling)
{
    MadeUpSession made_up;
    made_up.measure_all();
    const Chart chart = metric_chart(made_up.input(), "bytes_per_second");
    EXPECT_EQ(chart.empty_message, "");
    EXPECT_EQ(chart.subtitle, "GB/s · cold L2 · recorded on NVIDIA H200, 2026-11-21");
    EXPECT_EQ(chart.shorter_subtitles,
              (std::vector<std::string>{"GB/s · cold L2 · recorded on NVIDIA H200", "GB/s · cold L2 · recorded"}));
    EXPECT_EQ(chart.series[0].readout, "3,000 GB/s");
    EXPECT_NEAR(*chart.series[0].points[0].y, 3000, 1e-6);
    EXPECT_NEAR(*chart.series[0].points[0].low, 3000 / 1.1, 1e-6) << "the slow fifth of the times is the low rate";
    EXPECT_NEAR(*chart.series[0].points[0].high, 3000 / 0.9, 1e-6);
    ASSERT_EQ(chart.references.size(), 1u);
    EXPECT_EQ(chart.references[0].label, "datasheet peak 4,800 GB/s");
    EXPECT_GE(chart.y.last, 4800) << "not far above the curves: drawn as a line";
}

TEST(MetricChart, AReferenceFarAboveDoesNotPressTheCurvesFlat)
{
    MadeUpSession made_up;
    made_up.measure_all();
    made_up.gpu.dram_bytes_per_second = 40e12;
    const Chart chart = metric_chart(made_up.input(), "bytes_per_second");
    ASSERT_EQ(chart.references.size(), 1u);
    EXPECT_LT(chart.y.last, 3500);
}

TEST(MetricChart, AMeasuredCeilingStandsBesideThePeak)
{
    MadeUpSession made_up;
    made_up.measure_all();
    made_up.at(0, 32).measurement.ceiling_bytes_per_second = 4.1e12;
    const Chart chart = metric_chart(made_up.input(), "bytes_per_second");
    ASSERT_EQ(chart.references.size(), 2u);
    EXPECT_EQ(chart.references[1].label, "measured ceiling 4,100 GB/s");
    EXPECT_NEAR(chart.references[1].y, 4100, 1e-6);
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

TEST(MetricChart, ARefusalIsToldOncePerVariantWhileTheCurveFills)
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
    EXPECT_EQ(chart.failures[0].text, "does not compile from here: static shared memory ends: 48 KiB");
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

TEST(MetricChart, WhatFailsForAllIsToldOnce)
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

TEST(MetricChart, StaleIsMarkedAndMakesNoCliff)
{
    MadeUpSession made_up;
    results::Curve& curve = made_up.curves[0];
    curve.ghost = curve.points;
    for (results::CurvePoint& point : curve.points)
        if (point.position != 10) point = {point.x, point.position, results::PointState::queued, nullptr};
    const Chart chart = metric_chart(made_up.input(), "theoretical_occupancy");
    EXPECT_EQ(chart.series[0].readout, "was 75 %");
    EXPECT_EQ(chart.series[0].readout_short, "(75)");
    EXPECT_EQ(chart.series[0].readout_look, PointLook::stale);
    EXPECT_EQ(chart.series[0].points.size(), 1u) << "only what answers the present setting";
    const Series* ghost = find(chart, "register_array, earlier setting");
    ASSERT_TRUE(ghost);
    EXPECT_TRUE(ghost->is_ghost);
    EXPECT_EQ(ghost->points.size(), 64u) << "whole, also where the new answer is";
    EXPECT_EQ(ghost->points[5].look, PointLook::stale);
    EXPECT_TRUE(chart.cliffs.empty());
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

TEST(MetricChart, EveryMetricMakesAChart)
{
    MadeUpSession made_up;
    made_up.measure_all();
    for (const model::Metric& metric : model::metrics()) {
        const Chart chart = metric_chart(made_up.input(), metric.key);
        EXPECT_EQ(chart.title, chart_title(metric));
        EXPECT_EQ(chart.series.size(), 2u);
        EXPECT_GT(chart.y.last, 0);
        EXPECT_FALSE(chart.subtitle.empty());
    }
    EXPECT_EQ(metric_chart(made_up.input(), "seconds_median").y.unit, "ms");
    EXPECT_FALSE(metric_chart(made_up.input(), "no_such").empty_message.empty());
    ChartInput elsewhere = made_up.input();
    elsewhere.x_axis = "no_such";
    for (const Chart& chart : metric_charts(elsewhere, elsewhere.experiment.charts))
        EXPECT_FALSE(chart.empty_message.empty());
}

TEST(MetricChart, WithoutAnyAnswerItSaysSo)
{
    MadeUpSession made_up;
    for (results::Curve& curve : made_up.curves) curve.points.clear();
    for (const Chart& chart : metric_charts(made_up.input(), made_up.experiment.charts)) {
        EXPECT_EQ(chart.empty_message, "No answer yet.");
        EXPECT_EQ(chart.x.last, 64);
    }
}

TEST(Cliffs, FirstStackFrameAndEndOfSpills)
{
    MadeUpSession made_up;
    for (std::int64_t x = 1; x <= 64; ++x) made_up.at(1, x).compile->stack_frame_bytes = x < 10 ? 0 : 64;
    for (std::int64_t x = 1; x <= 5; ++x) made_up.at(1, x).compile->spill_load_bytes = 8;
    const auto cliffs = find_cliffs(made_up.curves[1], made_up.experiment.parameters[0]);
    ASSERT_EQ(cliffs.size(), 2u);
    EXPECT_EQ(cliffs[0].text(), "no spills from here");
    EXPECT_EQ(cliffs[0].x, 6);
    EXPECT_EQ(cliffs[1].text(), "stack frame begins: 64 bytes");
    EXPECT_EQ(cliffs[1].x, 10);
}

TEST(Cliffs, SharedMemoryIsNamedWhereItLimits)
{
    MadeUpSession made_up;
    for (std::int64_t x = 1; x <= 64; ++x) {
        model::RunResult& r = made_up.at(1, x);
        r.occupancy->limiter = {"shared_memory"};
        r.dynamic_shared_bytes = x < 30 ? 24576 : 32768;
        r.occupancy->theoretical = x < 30 ? 1 : 0.75;
        r.occupancy->blocks_per_sm = x < 30 ? 8 : 6;
    }
    const auto cliffs = find_cliffs(made_up.curves[1], made_up.experiment.parameters[0]);
    ASSERT_EQ(cliffs.size(), 1u);
    EXPECT_EQ(cliffs[0].text(), "32 KiB shared memory: only 6 blocks fit (8 before)");
}

TEST(Csv, QuotesAndLeavesUnknownEmpty)
{
    EXPECT_EQ(csv_field("plain"), "plain");
    EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
    EXPECT_EQ(csv_field("say \"x\""), "\"say \"\"x\"\"\"");
    EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
    EXPECT_EQ(csv_field("a;b"), "\"a;b\"") << "a spreadsheet may split there";
    EXPECT_EQ(csv_field("a;=1+1;b"), "\"a;'=1+1;b\"") << "and take what follows for a formula";
    EXPECT_EQ(csv_field("a\t@x\n+y"), "\"a\t'@x\n'+y\"");
    EXPECT_EQ(csv_field("1;-2;+3e4"), "\"1;-2;+3e4\"") << "numbers stay numbers";

    model::RunResult r = MadeUpSession::result(32, 128, 6);
    r.experiment = "running_mean";
    r.variant = "local_array";
    r.gpu_name = "h200";
    r.parameters["window_size"] = std::int64_t{32};
    r.message = "odd, \"quoted\"";
    const std::string csv = to_csv({r}, {"window_size", "unroll"});
    const std::string head = csv.substr(0, csv.find('\n')), row = csv.substr(csv.find('\n') + 1);
    EXPECT_TRUE(
        head.starts_with("experiment,variant,gpu,window_size,unroll,status,message,architecture,compiled_by,"
                         "measurement_source,recording,measured_on,driver,cuda,date,counted_blocks,counted_metrics,"
                         "spillway,registers,"))
        << head;
    EXPECT_TRUE(row.starts_with("running_mean,local_array,h200,32,,ok,\"odd, \"\"quoted\"\"\",")) << row;
    for (const model::Metric& metric : model::metrics()) EXPECT_NE(head.find(csv_column(metric)), std::string::npos);
    EXPECT_TRUE(row.ends_with(",\n")) << "the last metric is not known";
    // The knob of that name is a column too, and a reader by name must not take one for the other.
    r.parameters["compiler"] = "default";
    const std::string with_knob = to_csv({r}, {"window_size", "unroll"});
    const std::string columns = "," + with_knob.substr(0, with_knob.find('\n')) + ",";
    EXPECT_NE(columns.find(",compiler,"), std::string::npos);
    EXPECT_EQ(columns.find(",compiler,"), columns.rfind(",compiler,"));
}

/// The fields of a line without line breaks in its fields.
std::vector<std::string> fields_of(const std::string& line)
{
    std::vector<std::string> fields(1);
    bool is_quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"' && is_quoted && i + 1 < line.size() && line[i + 1] == '"')
            fields.back() += line[i++];
        else if (line[i] == '"')
            is_quoted = !is_quoted;
        else if (line[i] == ',' && !is_quoted)
            fields.emplace_back();
        else
            fields.back() += line[i];
    }
    return fields;
}

TEST(Csv, ReadBackNamesEverySettingAndWhereTheNumbersAreFrom)
{
    model::RunResult r = MadeUpSession::result(32, 128, 6);
    r.gpu_name = "h200";
    r.gpu_arch = "sm_90";
    r.parameters = {
        {"window_size", std::int64_t{32}}, {"fast_math", true}, {"load_cache", std::string("ca, or \"cg\"")}};
    r.measurement.source = model::MeasurementSource::recorded;
    r.measurement.percent_of_peak = 0.285;
    r.measurement.provenance = model::Provenance{"NVIDIA H200", "580.1", "13.0", "2026-11-21T10:00:00Z"};
    ASSERT_TRUE(r.compile);
    r.compile->compiler = "NVRTC 13.0.88";
    const std::string csv = to_csv({r}, {"window_size"}, {"0.1.0", {{"h200", "h200.spillway"}}});
    const std::size_t end = csv.find('\n');
    const std::vector<std::string> names = fields_of(csv.substr(0, end));
    const std::vector<std::string> values = fields_of(csv.substr(end + 1, csv.size() - end - 2));
    ASSERT_EQ(names.size(), values.size());
    const auto cell = [&](const std::string& name) {
        const auto found = std::ranges::find(names, name);
        EXPECT_NE(found, names.end()) << name;
        return found == names.end() ? std::string() : values[static_cast<std::size_t>(found - names.begin())];
    };
    EXPECT_EQ(names[3], "window_size") << "the axes come first";
    EXPECT_EQ(cell("window_size"), "32");
    EXPECT_EQ(cell("fast_math"), "true");
    EXPECT_EQ(cell("load_cache"), "ca, or \"cg\"");
    EXPECT_EQ(cell("architecture"), "sm_90");
    EXPECT_EQ(cell("compiled_by"), "NVRTC 13.0.88");
    EXPECT_EQ(cell("recording"), "h200.spillway");
    EXPECT_EQ(cell("measured_on"), "NVIDIA H200");
    EXPECT_EQ(cell("driver"), "580.1");
    EXPECT_EQ(cell("cuda"), "13.0");
    EXPECT_EQ(cell("date"), "2026-11-21T10:00:00Z");
    EXPECT_EQ(cell("spillway"), "0.1.0");
    EXPECT_EQ(cell("theoretical_occupancy_percent"), "75");
    EXPECT_EQ(cell("percent_of_peak"), "28.5");
    EXPECT_EQ(cell("registers"), "32");
}

}  // namespace
}  // namespace spillway::charts
