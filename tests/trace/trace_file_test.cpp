#include "app/trace/trace_file.h"

#include <string>

#include <gtest/gtest.h>

#include "app/trace/trace_json.h"

namespace spillway::trace {
namespace {

Trace kept_trace()
{
    Trace trace;
    trace.command = {"./a.out", "x"};
    trace.date = "2026-11-23T12:00:00Z";
    TracedKernel kernel;
    kernel.name = "scale<float>";
    kernel.mangled = "_Z5scaleIfEvPT_i";
    kernel.grid[0] = kernel.grid[1] = kernel.grid[2] = 1;
    kernel.block[0] = 256;
    kernel.block[1] = kernel.block[2] = 1;
    kernel.launches = 2;
    kernel.seconds = {1e-6, 2e-6, 3e-6, 4e-6};
    kernel.occupancy.emplace().theoretical = 0.5;
    trace.kernels = {kernel};
    trace.launches = {{0, 0, 1e-6, 7}};
    trace.notices = {"a sentence"};
    return trace;
}

model::Gpu some_gpu()
{
    model::Gpu gpu;
    gpu.name = gpu.label = "a GPU";
    gpu.compute_major = 9;
    gpu.sm_count = 132;
    gpu.max_threads_per_block = 1024;
    gpu.max_threads_per_sm = 2048;
    gpu.max_blocks_per_sm = 32;
    gpu.max_registers_per_thread = 255;
    gpu.registers_per_block = gpu.registers_per_sm = 65536;
    gpu.shared_bytes_per_block = 48 << 10;
    gpu.shared_bytes_per_block_optin = 227 << 10;
    gpu.shared_bytes_per_sm = 228 << 10;
    return gpu;
}

TEST(TraceFile, KeepsALaunchThatWasRefusedForItsShapeAndAKernelOfAListedGpu)
{
    Trace trace = kept_trace();
    trace.gpus.push_back({0, some_gpu()});
    trace.refused.push_back({"scale<float>", "_Z5scaleIfEvPT_i", {0, 1, 1}, {256, 1, 1}, 0, 1, "invalid value"});
    const auto read = parse_trace(to_json(trace).dump(), "a.spillway-trace");
    EXPECT_TRUE(read) << read.error().line();
}

TEST(TraceFile, IsReadAsItWasWritten)
{
    const std::string text = to_json(kept_trace()).dump();
    const auto read = parse_trace(text, "a.spillway-trace");
    ASSERT_TRUE(read) << read.error().line();
    EXPECT_EQ(to_json(*read).dump(), text);
    EXPECT_EQ(read->kernels.front().name, "scale<float>");
}

TEST(TraceFile, WhatCannotBeIsRefusedByName)
{
    const auto refuse = [](auto change) {
        Trace trace = kept_trace();
        change(trace);
        const auto read = parse_trace(to_json(trace).dump(), "a.spillway-trace");
        ASSERT_FALSE(read);
        EXPECT_EQ(read.error().where, "a.spillway-trace");
        EXPECT_FALSE(read.error().advice.empty());
    };
    refuse([](Trace& trace) { trace.spillway_trace = 2; });
    refuse([](Trace& trace) { trace.launches.front().kernel = 1; });
    refuse([](Trace& trace) { trace.launches.front().start = -1; });
    refuse([](Trace& trace) { trace.kernels.front().registers = 1 << 30; });
    refuse([](Trace& trace) { trace.kernels.front().launches = -1; });
    refuse([](Trace& trace) { trace.gpus.emplace_back(); });
    refuse([](Trace& trace) { trace.kernels.front().grid[1] = 0; });
    refuse([](Trace& trace) { trace.kernels.front().block[0] = 0; });
    refuse([](Trace& trace) {
        trace.gpus.push_back({0, some_gpu()});
        trace.kernels.front().gpu = 7;
    });
    for (const char* text : {"", "[]", "{}", "garbage", "{\"spillway_trace\":1}"})
        EXPECT_FALSE(parse_trace(text, "a")) << text;
}

TEST(TraceFile, NothingInItCommandsATerminal)
{
    Trace trace = kept_trace();
    trace.notices = {"red \x1b[31m"};
    const auto read = parse_trace(to_json(trace).dump(), "a");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->notices.front().find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace spillway::trace
