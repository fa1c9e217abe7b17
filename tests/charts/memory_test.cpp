#include <gtest/gtest.h>

#include <algorithm>
#include <variant>

#include "app/charts/memory_drawing.h"

// What moved between the levels, and its picture.

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
    EXPECT_TRUE(between(flow, shared, registers).is_most) << "a pass moves up to 128 bytes";
    EXPECT_EQ(flow.limited_by, "l2_write");
    EXPECT_EQ(flow.l1_share, 0.3);
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

TEST(MemoryDrawing, InNoRoomThereIsNothingAndNoFault)
{
    for (const Size size : {Size{0, 0}, Size{20, 20}, Size{500, 40}})
        EXPECT_TRUE(
            memory_drawing(memory_flow(measurement()), size, ChartStyle{}, EstimatedTextMeasure{}).primitives.empty());
}

}  // namespace
}  // namespace spillway::charts
