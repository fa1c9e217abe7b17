// Charts of a metric: curves, their companions and cliffs, provenance, and references.

#include "app/charts/metric_chart.h"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/charts/cliffs.h"
#include "app/charts/curve_facts.h"
#include "app/model/metrics.h"
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

TEST(MetricChart, FewerWarpsExplainALossAndNoGain)
{
    for (const double factor : {0.7, 1.3}) {
        MadeUpSession made_up;
        made_up.measure_all();
        for (std::int64_t x = 1; x <= 64; ++x) {
            model::RunResult& result = made_up.at(0, x);
            result.compile->stack_frame_bytes = 0;
            result.occupancy->blocks_per_sm = x < 30 ? 8 : 6;
            result.occupancy->theoretical = x < 30 ? 1 : 0.75;
            result.measurement.bytes_per_second = x < 30 ? 1e12 : factor * 1e12;
        }
        const Chart chart = metric_chart(made_up.input(), "bytes_per_second");
        const bool is_marked = std::ranges::any_of(chart.cliffs, [](const Cliff& mark) { return mark.x == 30; });
        EXPECT_EQ(is_marked, factor < 1) << factor;
    }
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
        EXPECT_EQ(chart.empty_message, "No results yet.");
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

TEST(Cliffs, OnlyTheFirstOnsetOfSpillsIsTheFirst)
{
    MadeUpSession made_up;
    for (std::int64_t x = 1; x <= 64; ++x) made_up.at(1, x).compile->spill_load_bytes = x / 10 % 2 == 1 ? 8 : 0;
    std::vector<std::string> texts;
    for (const auto& cliff : find_cliffs(made_up.curves[1], made_up.experiment.parameters[0]))
        if (cliff.kind == CliffKind::spills) texts.push_back(cliff.text());
    ASSERT_GE(texts.size(), 4U);
    EXPECT_EQ(texts[0], "first spill: 8 bytes");
    EXPECT_EQ(texts[1], "no spills from here");
    EXPECT_EQ(texts[2], "spills again: 8 bytes");
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

}  // namespace
}  // namespace spillway::charts
