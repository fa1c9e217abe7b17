// A recording whose figures no GPU has and no result can be: refused by name, before anything is drawn or counted by
// it.

#include <filesystem>

#include <gtest/gtest.h>

#include "app/protocol/recording_writer.h"
#include "tests/commands/run_json.h"
#include "tests/protocol/made_recording.h"

namespace spillway::attack {
namespace {

using commands::Finished;
using commands::spillway;
using commands::TemporaryFolder;

/// Writes a recording with one result, and reads it with the program.
Finished export_of(const protocol::RecordingHeader& header, const model::RunResult& result)
{
    const TemporaryFolder folder;
    const std::string file = folder.file("strange.spillway");
    {
        auto writer = protocol::RecordingWriter::open(file, header);
        EXPECT_TRUE(writer);
        EXPECT_FALSE(writer->add(result));
        EXPECT_FALSE(writer->close());
    }
    return spillway({"export", file, "--nvbench", folder.file("out.json")}, {}, std::chrono::seconds(20));
}

TEST(Recordings, EveryFigureOfAGpuHasARange)
{
    using Gpu = model::Gpu;
    const std::pair<const char*, void (*)(Gpu&)> figures[] = {
        {"max_blocks_per_sm", [](Gpu& gpu) { gpu.max_blocks_per_sm = 2147483647; }},
        {"shared_bytes_per_block_optin", [](Gpu& gpu) { gpu.shared_bytes_per_block_optin = INT64_MAX; }},
        {"max_registers_per_thread", [](Gpu& gpu) { gpu.max_registers_per_thread = 2147483647; }},
        {"max_threads_per_block", [](Gpu& gpu) { gpu.max_threads_per_block = gpu.max_threads_per_sm = 2147483647; }},
        {"registers_per_sm", [](Gpu& gpu) { gpu.registers_per_sm = 0; }},
        {"warp_size", [](Gpu& gpu) { gpu.warp_size = 0; }},
        {"sm_count", [](Gpu& gpu) { gpu.sm_count = -1; }},
        {"dram_bytes_per_second", [](Gpu& gpu) { gpu.dram_bytes_per_second = -1; }},
        {"boost_clock_hz", [](Gpu& gpu) { gpu.boost_clock_hz = 1e300; }},
    };
    for (const auto& [name, spoil] : figures) {
        protocol::RecordingHeader header = protocol::made_header();
        spoil(header.gpu);
        const Finished run = export_of(header, protocol::made_result(8));
        EXPECT_EQ(run.status, 2) << name << run.output;
        EXPECT_NE(run.errors.find(std::string("gpu.") + name), std::string::npos) << run.errors;
    }
}

TEST(Recordings, EveryFigureOfAResultHasARange)
{
    using Result = model::RunResult;
    const std::pair<const char*, void (*)(Result&)> figures[] = {
        {"occupancy.theoretical", [](Result& result) { result.occupancy->theoretical = 1e300; }},
        {"occupancy.blocks_per_sm", [](Result& result) { result.occupancy->blocks_per_sm = 2147483647; }},
        {"occupancy.warps_per_sm", [](Result& result) { result.occupancy->warps_per_sm = -1; }},
        {"samples.median", [](Result& result) { result.measurement.seconds->median = -1e-3; }},
        {"measurement.bytes_per_second", [](Result& result) { result.measurement.bytes_per_second = -5; }},
        {"compile.registers", [](Result& result) { result.compile->registers = 1000000; }},
        {"compile.stack_frame_bytes", [](Result& result) { result.compile->stack_frame_bytes = INT64_MAX; }},
        {"compile.seconds", [](Result& result) { result.compile->seconds = -1; }},
        {"result.dynamic_shared_bytes", [](Result& result) { result.dynamic_shared_bytes = INT64_MAX; }},
    };
    for (const auto& [name, spoil] : figures) {
        model::RunResult result = protocol::made_result(8);
        spoil(result);
        const Finished run = export_of(protocol::made_header(), result);
        EXPECT_NE(run.errors.find(name), std::string::npos) << name << run.errors;
    }
}

TEST(Recordings, OneThatIsSoundIsTaken)
{
    const Finished run = export_of(protocol::made_header(), protocol::made_result(8));
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_TRUE(run.errors.empty()) << run.errors;
}

TEST(Recordings, WhatItSaysDoesNotCommandTheTerminal)
{
    protocol::RecordingHeader header = protocol::made_header();
    header.driver = "\x1b]0;PWN\x07";
    header.compiler = "\x1b[2J";
    const TemporaryFolder folder;
    for (const char* name : {"a.spillway", "b.spillway"}) {
        auto writer = protocol::RecordingWriter::open(folder.file(name), header);
        ASSERT_TRUE(writer);
        ASSERT_FALSE(writer->close());
        header.driver += "\x1b[31m";
    }
    const Finished run =
        spillway({"merge", "-o", folder.file("c.spillway"), folder.file("a.spillway"), folder.file("b.spillway")});
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.errors.find('\x1b'), std::string::npos);
    EXPECT_NE(run.errors.find("\\x1b]0;PWN\\x07"), std::string::npos) << run.errors;
}

}  // namespace
}  // namespace spillway::attack
