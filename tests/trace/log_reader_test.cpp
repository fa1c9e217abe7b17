#include "app/trace/log_reader.h"

#include <string>

#include <gtest/gtest.h>

namespace spillway::trace {
namespace {

const std::string began = R"({"pid":5,"began":{"program":"a.out","cupti":130001,"cuda":13000,"trouble":""}})"
                          "\n";
const std::string gpu_line =
    R"({"pid":5,"gpu":{"device":0,"label":"NVIDIA H200","compute_major":9,"compute_minor":0,"sm_count":132,)"
    R"("max_threads_per_block":1024,"max_threads_per_sm":2048,"max_blocks_per_sm":32,"registers_per_block":65536,)"
    R"("registers_per_sm":65536,"warp_size":32,"shared_bytes_per_block":49152,"shared_bytes_per_block_optin":232448,)"
    R"("shared_bytes_per_sm":233472,"reserved_shared_bytes_per_block":1024}})"
    "\n";

std::string kernel(int id, const std::string& name, int registers, int in_graph = 0)
{
    return R"({"pid":5,"kernel":{"id":)" + std::to_string(id) + R"(,"name":")" + name +
           R"(","grid":[10,1,1],"block":[256,1,1],"registers":)" + std::to_string(registers) +
           R"(,"static_shared_bytes":0,"dynamic_shared_bytes":0,"local_bytes_per_thread":0,"device":0,"in_graph":)" +
           std::to_string(in_graph) + "}}\n";
}

std::string asked(int id, const std::string& name)
{
    return R"({"pid":5,"asked":{"id":)" + std::to_string(id) + R"(,"name":")" + name +
           R"(","grid":[10,1,1],"block":[256,1,1],"dynamic_shared_bytes":0}})"
           "\n";
}

Trace read(const std::string& text, std::size_t piece = 7)
{
    LogReader reader;
    for (std::size_t at = 0; at < text.size(); at += piece) reader.take(std::string_view(text).substr(at, piece));
    return reader.finish();
}

TEST(LogReader, LaunchesAddUpToTheirKernels)
{
    const Trace trace = read(began + gpu_line + kernel(0, "a", 64) + kernel(1, "b", 32) +
                             "{\"pid\":5,\"ran\":[0,100,1000,7,0,2000,3000,8,0,9000,2000,7,1,500,90000,7]}\n");
    ASSERT_EQ(trace.kernels.size(), 2u);
    EXPECT_EQ(trace.kernels[0].name, "b");  // the most time
    const TracedKernel& a = trace.kernels[1];
    EXPECT_EQ(a.launches, 3);
    EXPECT_EQ(a.streams, 2);
    EXPECT_DOUBLE_EQ(a.seconds.min, 1e-6);
    EXPECT_DOUBLE_EQ(a.seconds.median, 2e-6);
    EXPECT_DOUBLE_EQ(a.seconds.max, 3e-6);
    EXPECT_NEAR(a.seconds.total, 6e-6, 1e-12);
    ASSERT_EQ(trace.launches.size(), 4u);
    EXPECT_EQ(trace.launches[0].kernel, 1);
    EXPECT_EQ(trace.launches[1].kernel, 0);
    EXPECT_NEAR(trace.launches[1].start, 400e-9, 1e-15);
    EXPECT_TRUE(trace.notices.empty());
}

TEST(LogReader, OccupancyIsTheCalculators)
{
    const Trace trace = read(began + gpu_line + kernel(0, "a", 64) + "{\"pid\":5,\"ran\":[0,1,1,7]}\n");
    ASSERT_EQ(trace.kernels.size(), 1u);
    if (!trace.kernels[0].occupancy) GTEST_SKIP() << "built without cuda_occupancy.h";
    EXPECT_DOUBLE_EQ(trace.kernels[0].occupancy->theoretical, 0.5);
    EXPECT_EQ(trace.kernels[0].occupancy->blocks_per_sm, 4);
}

/// The text with each of these words replaced by another.
std::string with(std::string text, const std::string& from, const std::string& to)
{
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

TEST(LogReader, EachOfSeveralGpusHasRowsOfItsOwnAndASum)
{
    const std::string device = "\"device\":0", other = "\"device\":1";
    const Trace trace = read(began + gpu_line + with(with(gpu_line, device, other), "132", "114") + kernel(0, "a", 64) +
                             with(kernel(1, "a", 64), device, other) +
                             "{\"pid\":5,\"ran\":[0,100,1000,7,0,2000,3000,7,1,500,9000,7]}\n");
    ASSERT_EQ(trace.gpus.size(), 2u);
    ASSERT_EQ(trace.kernels.size(), 2u);
    EXPECT_EQ(trace.kernels[0].gpu, 1);
    EXPECT_EQ(trace.kernels[0].launches, 1);
    EXPECT_EQ(trace.kernels[1].gpu, 0);
    EXPECT_EQ(trace.kernels[1].launches, 2);
    ASSERT_EQ(trace.notices.size(), 1u);
    EXPECT_EQ(
        trace.notices[0],
        "GPU 0: 2 launches, 0.004 ms; GPU 1: 1 launch, 0.009 ms. They may have run at the same time: time % is of "
        "their sum.");
}

TEST(LogReader, ProcessesThatCountGpusDifferentlyAreReported)
{
    const std::string pid = "\"pid\":5", other = "\"pid\":6";
    const std::string ran = "{\"pid\":5,\"ran\":[0,100,1000,7]}\n";
    const std::string one = began + gpu_line + kernel(0, "a", 64) + ran;
    EXPECT_TRUE(read(one + with(one, pid, other)).notices.empty()) << "the same GPU";
    const Trace trace = read(one + with(with(one, pid, other), "132", "114"));
    ASSERT_EQ(trace.notices.size(), 1u);
    EXPECT_NE(trace.notices[0].find("CUDA_VISIBLE_DEVICES"), std::string::npos);
    EXPECT_EQ(trace.kernels[0].launches, 2);
}

TEST(LogReader, SummedLaunchesCountToo)
{
    const Trace trace = read(began + kernel(0, "a", 64) + "{\"pid\":5,\"ran\":[0,1,1000,7]}\n" +
                             "{\"pid\":5,\"summed\":[0,9,9000,500,2500]}\n");
    ASSERT_EQ(trace.kernels.size(), 1u);
    EXPECT_EQ(trace.kernels[0].launches, 10);
    EXPECT_NEAR(trace.kernels[0].seconds.total, 10e-6, 1e-12);
    EXPECT_DOUBLE_EQ(trace.kernels[0].seconds.min, 500e-9);
    EXPECT_DOUBLE_EQ(trace.kernels[0].seconds.max, 2500e-9);
}

// A kernel that never ran is taken out of the table: its time would have put it first, and moved all others' launches.
TEST(LogReader, ASumOfNoLaunchesIsRefused)
{
    const Trace trace = read(began + kernel(0, "never", 64) + kernel(1, "a", 64) +
                             "{\"pid\":5,\"summed\":[0,0,9000,500,2500]}\n" + "{\"pid\":5,\"ran\":[1,1,100,7]}\n");
    ASSERT_EQ(trace.kernels.size(), 1u);
    EXPECT_EQ(trace.kernels[0].name, "a");
    ASSERT_EQ(trace.launches.size(), 1u);
    EXPECT_EQ(trace.launches[0].kernel, 0);
    EXPECT_EQ(trace.notices.size(), 1u);
}

TEST(LogReader, WhatNeverEndedIsNamed)
{
    const Trace trace =
        read(began + kernel(0, "a", 64) + kernel(1, "a", 64, 1) + asked(0, "a") + asked(1, "wild") +
             "{\"pid\":5,\"counts\":[0,4]}\n" + "{\"pid\":5,\"ran\":[0,1,1,7,0,2,1,7,0,3,1,7,1,4,1,7]}\n");
    ASSERT_EQ(trace.unfinished.size(), 2u);  // the one in the graph is not a launch of its own
    EXPECT_EQ(trace.unfinished[0].name, "a");
    EXPECT_EQ(trace.unfinished[0].launches, 1);
    EXPECT_EQ(trace.unfinished[1].name, "wild");
}

TEST(LogReader, AProcessThatBecomesAnotherBeginsAnew)
{
    const Trace trace = read(began + kernel(0, "a", 64) + "{\"pid\":5,\"ran\":[0,1,1,7]}\n" + began +
                             kernel(0, "b", 64) + "{\"pid\":5,\"ran\":[0,5,1,7]}\n");
    EXPECT_EQ(trace.processes.size(), 2u);
    ASSERT_EQ(trace.kernels.size(), 2u);
    EXPECT_EQ(trace.kernels[0].launches, 1);
    EXPECT_EQ(trace.kernels[1].launches, 1);
}

TEST(LogReader, GarbageIsCountedAndTheRestIsKept)
{
    const std::string ran = "{\"pid\":5,\"ran\":[0,1,1,7]}\n";
    const std::string garbage[] = {"garbage\n",
                                   "{\"pid\":5,\"kernel\":{}}\n",
                                   "{\"pid\":6,\"ran\":[0,1,1,7]}\n",   // of no process
                                   "{\"pid\":5,\"ran\":[9,1,1,7]}\n",   // of no kernel
                                   "{\"pid\":5,\"ran\":[0,1,1]}\n",     // cut
                                   "{\"pid\":5,\"ran\":[0,-1,1,7]}\n",  // before time
                                   "{\"pid\":5,\"summed\":[0,1,2,-3,4]}\n",
                                   "{\"pid\":5,\"counts\":[0,1]}\n",  // never asked
                                   "{\"pid\":5,\"lost\":-1}\n",
                                   "{\"pid\":5}\n",
                                   std::string(3 << 20, 'x') + "\n",
                                   std::string(100000, '[') + "\n"};
    for (const std::string& line : garbage) {
        const Trace trace = read(began + kernel(0, "a", 64) + line + ran, 4096);
        ASSERT_EQ(trace.kernels.size(), 1u) << line.substr(0, 60);
        EXPECT_EQ(trace.kernels[0].launches, 1) << line.substr(0, 60);
        ASSERT_EQ(trace.notices.size(), 1u) << line.substr(0, 60);
        EXPECT_NE(trace.notices[0].find("unreadable line"), std::string::npos);
    }
}

TEST(LogReader, ALineCutByAKillCostsOnlyItself)
{
    const Trace trace = read(began + kernel(0, "a", 64) + "{\"pid\":5,\"ran\":[0,1,1,7]}\n{\"pid\":5,\"ran\":[0,1");
    ASSERT_EQ(trace.kernels.size(), 1u);
    EXPECT_EQ(trace.kernels[0].launches, 1);
    EXPECT_EQ(trace.notices.size(), 1u);
}

}  // namespace
}  // namespace spillway::trace
