#include <gtest/gtest.h>

#include <algorithm>
#include <variant>

#include "app/charts/launch_drawing.h"
#include "app/charts/memory_card.h"
#include "app/charts/memory_drawing.h"
#include "tests/charts/laid_out.h"

// Bytes moved between the levels of memory, and their picture.

namespace spillway::charts {
namespace {

/// A launch whose 1,000 local stores all reach L2, and whose loads stay in L1.
model::Measurement measurement()
{
    model::Measurement made;
    made.counters = {{"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", 4000},
                     {"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", 4000},
                     {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", 1000},
                     {"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", 10},
                     {"lts__t_sectors_srcunit_tex_op_write.sum", 5000},
                     {"dram__bytes_read.sum", 640}};
    made.time_account = std::vector<model::TimeShare>{{"l2_write", 5000, 4000.0, "sectors", 1e9, 0.8},
                                                      {"l1", 300, std::nullopt, "wavefronts", 1e9, 0.3}};
    made.limited_by = model::LimitedBy{"l2_write", 0.8};
    return made;
}

const MemoryArrow& between(const MemoryFlow& flow, MemoryLevel from, MemoryLevel to)
{
    return *std::ranges::find_if(flow.arrows,
                                 [&](const MemoryArrow& arrow) { return arrow.from == from && arrow.to == to; });
}

TEST(MemoryFlow, IsWhatTheCountersSayInBytes)
{
    const MemoryFlow flow = memory_flow(measurement());
    using enum MemoryLevel;
    EXPECT_EQ(between(flow, l1, registers).bytes, 4000 * 32);
    EXPECT_EQ(between(flow, registers, l1).bytes, 5000 * 32);
    EXPECT_EQ(between(flow, registers, l1).local_bytes, 4000 * 32);
    EXPECT_EQ(between(flow, l1, l2).bytes, 5000 * 32);
    EXPECT_EQ(between(flow, l1, l2).local_bytes, 4000 * 32);
    EXPECT_EQ(between(flow, l1, l2).roof_share, 0.8);
    EXPECT_EQ(between(flow, l2, l1).bytes, 0);
    EXPECT_EQ(between(flow, dram, l2).bytes, 640);
    EXPECT_EQ(between(flow, shared, registers).bytes, 10 * 128);
    EXPECT_TRUE(between(flow, shared, registers).is_upper_bound) << "a pass moves up to 128 bytes";
    EXPECT_EQ(flow.limited_by, "l2_write");
    EXPECT_EQ(flow.l1_share, 0.3);
}

TEST(MemoryFlow, BothDirectionsOfDramShareItsTime)
{
    using enum MemoryLevel;
    model::Measurement made = measurement();
    made.counters->emplace("dram__bytes_write.sum", 600);
    made.time_account->push_back({"dram_read", 640, std::nullopt, "bytes", 1e12, 0.48});
    made.time_account->push_back({"dram_write", 600, std::nullopt, "bytes", 1e12, 0.44});
    made.limited_by = model::LimitedBy{"dram_read", 0.92};
    const MemoryFlow flow = memory_flow(made);
    ASSERT_TRUE(flow.dram_share);
    EXPECT_NEAR(*flow.dram_share, 0.92, 1e-9);
    EXPECT_EQ(between(flow, dram, l2).roof_share, std::nullopt) << "48 % of what both share would say too little";
    EXPECT_EQ(between(flow, l2, dram).roof_share, std::nullopt);
    const Drawing drawing = memory_drawing(flow, {900, 500}, ChartStyle{}, EstimatedTextMeasure{});
    EXPECT_TRUE(test::says(drawing, "DRAM: 92 % of the time, the limit"));
    EXPECT_FALSE(test::says(drawing, "48 %"));
}

/// On an H200 a traced kernel that wrote 240 KiB to L2 had 23 MiB written to DRAM: what was put back before it.
TEST(MemoryFlow, WhatReachesDramWithoutALaunchsOwnStoresIsTheMostThatItWrote)
{
    using enum MemoryLevel;
    model::Measurement made = measurement();
    made.counters->emplace("dram__bytes_write.sum", 5000 * 32);
    EXPECT_FALSE(between(memory_flow(made), l2, dram).is_upper_bound);
    made.counters->at("dram__bytes_write.sum") = 1e6;
    EXPECT_TRUE(between(memory_flow(made), l2, dram).is_upper_bound);
}

TEST(MemoryFlow, WithoutCountersSaysWhy)
{
    model::Measurement uncounted;
    EXPECT_TRUE(memory_flow(uncounted).arrows.empty());
    EXPECT_FALSE(memory_flow(uncounted).reason.empty());
    uncounted.counters_reason = "the driver keeps counters for administrators";
    EXPECT_EQ(memory_flow(uncounted).reason, "the driver keeps counters for administrators");
}

TEST(LaunchFigure, CountsWavesAndWhatTheLastLeavesEmpty)
{
    LaunchFigure launch{.blocks = 300, .threads_per_block = 256, .warps_per_block = 8, .blocks_per_sm = 2, .sms = 100};
    EXPECT_EQ(launch.blocks_at_a_time(), 200);
    EXPECT_EQ(launch.waves(), 2);
    EXPECT_DOUBLE_EQ(launch.idle_in_last_wave(), 0.5);
    launch.blocks = 400;
    EXPECT_EQ(launch.waves(), 2);
    EXPECT_DOUBLE_EQ(launch.idle_in_last_wave(), 0);
    launch.blocks_per_sm = 0;
    EXPECT_EQ(launch.waves(), 0) << "what does not fit runs in no wave";
}

TEST(LaunchFigure, OneWarpIsSingular)
{
    const LaunchFigure launch{.blocks = 1,
                              .threads_per_block = 32,
                              .warps_per_block = 1,
                              .blocks_per_sm = 1,
                              .sms = 1,
                              .threads_per_warp = 32};
    const EstimatedTextMeasure measure;
    const Drawing drawing =
        launch_drawing(launch, least_launch_size(launch, ChartStyle{}, measure), ChartStyle{}, measure);
    EXPECT_TRUE(test::says(drawing, "1 warp"));
    for (const char* wrong : {"1 warps", "1 blocks", "1 waves", "1 SMs"})
        EXPECT_FALSE(test::says(drawing, wrong)) << wrong;
    EXPECT_EQ(launch_words(launch).find("1 warps"), std::string::npos) << launch_words(launch);
    EXPECT_NE(launch_words(launch).find("(1 warp)"), std::string::npos) << launch_words(launch);
}

TEST(MemoryDrawing, SaysEachAmountInsideItsSizeAndWithoutOverlaps)
{
    const EstimatedTextMeasure measure;
    for (const Size size : {Size{600, 260}, Size{900, 500}, Size{1600, 900}}) {
        const Drawing drawing = memory_drawing(memory_flow(measurement()), size, ChartStyle{}, measure);
        std::vector<Text> texts;
        for (const Primitive& primitive : drawing.primitives)
            if (const Text* text = std::get_if<Text>(&primitive)) texts.push_back(*text);
        EXPECT_GE(texts.size(), 7U + 8U) << "levels, and words beside arrows";
        for (std::size_t i = 0; i < texts.size(); ++i) {
            EXPECT_TRUE((Rect{0, 0, size.width, size.height}.contains(texts[i].box))) << texts[i].text;
            for (std::size_t j = 0; j < i; ++j)
                EXPECT_FALSE(texts[i].box.overlaps(texts[j].box)) << texts[i].text << " | " << texts[j].text;
        }
        EXPECT_EQ(std::ranges::count_if(texts, [](const Text& text) { return text.text.ends_with(": the limit"); }), 1);
    }
}

TEST(MemoryDrawing, InLittleHeightEachArrowHasOneLineAndTheLimitIsNamed)
{
    const EstimatedTextMeasure measure;
    const Size size{700, least_memory_height(ChartStyle{}, measure)};
    const Drawing drawing = memory_drawing(memory_flow(measurement()), size, ChartStyle{}, measure);
    bool names_limit = false;
    std::vector<Text> texts;
    for (const Primitive& primitive : drawing.primitives)
        if (const Text* text = std::get_if<Text>(&primitive)) {
            names_limit |= text->text.find(": the limit") != std::string::npos;
            texts.push_back(*text);
        }
    EXPECT_TRUE(names_limit);
    for (std::size_t i = 0; i < texts.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_FALSE(texts[i].box.overlaps(texts[j].box)) << texts[i].text << " | " << texts[j].text;
}

TEST(MemoryDrawing, AnArrowIsAsThickAsItsBytes)
{
    const Drawing drawing =
        memory_drawing(memory_flow(measurement()), {900, 500}, ChartStyle{}, EstimatedTextMeasure{});
    std::vector<double> widths;
    for (const Primitive& primitive : drawing.primitives)
        if (const Box* box = std::get_if<Box>(&primitive); box && box->colour.role == ColourRole::series)
            widths.push_back(box->rect.width());
    const double thickest = *std::ranges::max_element(widths);
    EXPECT_NEAR(widths.front() / thickest, 4000.0 / 5000, 0.01) << "loads, beside the stores";
}

/// A square in the middle of an arrow looked like a fault of the drawing.
TEST(MemoryDrawing, AShareOfLocalMemoryIsAStripAsLongAsItsArrow)
{
    model::Measurement made = measurement();
    (*made.counters)["l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"] = 2250;
    (*made.counters)["l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"] = 2750;
    const Drawing drawing = memory_drawing(memory_flow(made), {900, 500}, ChartStyle{}, EstimatedTextMeasure{});
    std::vector<Box> boxes;
    for (const Box& box : test::all<Box>(drawing))
        if (box.colour.role == ColourRole::series) boxes.push_back(box);
    int strips = 0;
    for (std::size_t i = 1; i < boxes.size(); ++i) {
        const Rect &shaft = boxes[i - 1].rect, &strip = boxes[i].rect;
        if (strip.left != shaft.left || strip.right >= shaft.right) continue;
        ++strips;
        EXPECT_EQ(strip.top, shaft.top);
        EXPECT_EQ(strip.bottom, shaft.bottom);
    }
    EXPECT_GE(strips, 1) << "45 % of the stores are local memory's";
}

TEST(MemoryDrawing, InNoRoomThereIsNothingAndNoFault)
{
    for (const Size size : {Size{0, 0}, Size{20, 20}, Size{500, 40}})
        EXPECT_TRUE(
            memory_drawing(memory_flow(measurement()), size, ChartStyle{}, EstimatedTextMeasure{}).primitives.empty());
}

model::LaunchPlan with_host_memory(model::MemoryPlace place)
{
    model::LaunchPlan plan;
    plan.buffers.resize(2);
    plan.buffers[0].place = place;
    plan.buffers[0].element_bytes = 16;
    plan.buffers[0].count = 1024;
    return plan;
}

TEST(HostMemory, ACopyIsItsBytesAndTheirRate)
{
    model::LaunchPlan plan = with_host_memory(model::MemoryPlace::pageable_host);
    plan.copy = model::PlannedCopy{0, 1, 16384};
    model::Measurement measured;
    measured.seconds = model::SampleStatistics{1e-6, 1e-6, 1e-6, 0, 25};
    MemoryFlow flow = memory_flow(measured);
    add_host_memory(flow, plan, measured);
    ASSERT_EQ(flow.arrows.size(), 1U);
    EXPECT_EQ(flow.arrows[0].from, MemoryLevel::host);
    EXPECT_EQ(flow.arrows[0].bytes, 16384);
    EXPECT_TRUE(test::says(memory_drawing(flow, {900, 500}, ChartStyle{}, EstimatedTextMeasure{}), "16 GB/s"));
    plan.copy = model::PlannedCopy{1, 0, 16384};
    flow = memory_flow(measured);
    add_host_memory(flow, plan, measured);
    EXPECT_EQ(flow.arrows[0].to, MemoryLevel::host) << "the other way";
}

TEST(HostMemory, WhatAKernelReadsOfItIsAtMostWhatItWasGiven)
{
    model::LaunchPlan plan = with_host_memory(model::MemoryPlace::pinned_host);
    plan.arguments.resize(2);
    plan.arguments[0].buffer = 0;
    MemoryFlow flow = memory_flow(measurement());
    const std::size_t before = flow.arrows.size();
    add_host_memory(flow, plan, measurement());
    ASSERT_EQ(flow.arrows.size(), before + 1);
    EXPECT_TRUE(flow.arrows.back().is_upper_bound);
    const Drawing drawing = memory_drawing(flow, {900, 500}, ChartStyle{}, EstimatedTextMeasure{});
    EXPECT_TRUE(test::says(drawing, "Host memory"));
    EXPECT_TRUE(test::says(drawing, "up to 16 KiB read"));
    plan.buffers[0].place = model::MemoryPlace::global;
    flow = memory_flow(measurement());
    add_host_memory(flow, plan, measurement());
    EXPECT_EQ(flow.arrows.size(), before) << "all data is the GPU's";
    EXPECT_FALSE(test::says(memory_drawing(flow, {900, 500}, ChartStyle{}, EstimatedTextMeasure{}), "Host memory"));
}

TEST(MemoryDrawing, TwoPicturesOfOneScaleHaveComparableArrows)
{
    const auto widest = [](double of) {
        double most = 0;
        const Drawing drawing =
            memory_drawing(memory_flow(measurement()), {900, 500}, ChartStyle{}, EstimatedTextMeasure{}, of);
        for (const Primitive& primitive : drawing.primitives)
            if (const Box* box = std::get_if<Box>(&primitive); box && box->colour.role == ColourRole::series)
                most = std::max(most, box->rect.width());
        return most;
    };
    EXPECT_NEAR(widest(2 * 5000 * 32) / widest(0), 0.5, 0.01);
}

LaunchFigure launch()
{
    return {.blocks = 300,
            .threads_per_block = 80,
            .warps_per_block = 3,
            .blocks_per_sm = 2,
            .sms = 100,
            .threads_per_warp = 32,
            .registers = 33,
            .frame_bytes = 128};
}

TEST(LaunchDrawing, SaysEachLevelInsideItsSizeAndWithoutOverlaps)
{
    const EstimatedTextMeasure measure;
    for (const ChartStyle& style : {ChartStyle{}, ChartStyle::present(), ChartStyle{}.scaled(2)}) {
        const Size size = least_launch_size(launch(), style, measure);
        const Drawing drawing = launch_drawing(launch(), size, style, measure);
        for (const char* words : {"300 blocks, 2 waves", "100 SMs", "2 blocks, 6 warps", "80 threads, 3 warps",
                                  "32 threads", "33 registers, 128 bytes stack frame"})
            EXPECT_TRUE(test::says(drawing, words)) << words;
        const std::vector<Text> texts = test::all<Text>(drawing);
        for (std::size_t i = 0; i < texts.size(); ++i) {
            EXPECT_TRUE((Rect{0, 0, size.width, size.height}.contains(texts[i].box))) << texts[i].text;
            for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(texts[i].box.overlaps(texts[j].box)) << texts[i].text;
        }
    }
    EXPECT_TRUE(launch_drawing(launch(), {50, 50}, ChartStyle{}, measure).primitives.empty());
}

TEST(LaunchDrawing, WhatTheLastCellLeavesIdleIsPaler)
{
    const EstimatedTextMeasure measure;
    const Drawing drawing =
        launch_drawing(launch(), least_launch_size(launch(), ChartStyle{}, measure), ChartStyle{}, measure);
    const auto pale = std::ranges::count_if(drawing.primitives, [](const Primitive& primitive) {
        const Box* box = std::get_if<Box>(&primitive);
        return box && box->colour.opacity < 0.5;
    });
    EXPECT_EQ(pale, 2) << "half of the second wave, half of the third warp";
}

TEST(MemoryCard, HasTheFigureBesideTheTrafficWhereThereIsRoomAndTheReasonWhereNothingWasCounted)
{
    MemoryCard card{"Stream through L1", launch(), memory_flow(measurement())};
    const EstimatedTextMeasure measure;
    const Drawing wide = draw_card(card, {900, 420}, ChartStyle{}, measure);
    EXPECT_TRUE(test::says(wide, "Stream through L1"));
    EXPECT_TRUE(test::says(wide, "100 SMs"));
    EXPECT_TRUE(test::says(wide, ": the limit"));
    const Drawing narrow = draw_card(card, {420, 320}, ChartStyle{}, measure);
    EXPECT_TRUE(test::says(narrow, "2 waves;"));
    EXPECT_FALSE(std::ranges::any_of(test::all<Text>(narrow), [](const Text& text) { return text.text == "100 SMs"; }));
    for (const Drawing* drawing : {&wide, &narrow}) {
        const std::vector<Text> texts = test::all<Text>(*drawing);
        for (std::size_t i = 0; i < texts.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                EXPECT_FALSE(texts[i].box.overlaps(texts[j].box)) << texts[i].text << " | " << texts[j].text;
    }
    card.flow = memory_flow(model::Measurement{});
    EXPECT_TRUE(test::says(draw_card(card, {900, 420}, ChartStyle{}, measure), "not taken at this setting"));
}

}  // namespace
}  // namespace spillway::charts
