// Faults that `spillway run-here` finds: accesses outside a buffer, races, barriers and misuse of the heap.

#include <set>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "tests/commands/run_here_fixture.h"

namespace spillway::commands {
namespace {

using nlohmann::json;

TEST(RunHere, AnAccessPastTheEndIsReportedWithThreadBufferAndLine)
{
    SKIP_WITHOUT_COMPILER();
    const json fault = fault_of(OwnFile(scale("")).run_here());
    EXPECT_EQ(fault["kind"], "out_of_bounds");
    EXPECT_EQ(fault["line"], 4);
    EXPECT_EQ(fault["memory"], "in");
    EXPECT_EQ(fault["block"], json::array({3, 0, 0}));
    EXPECT_EQ(fault["thread"], json::array({232, 0, 0}));
    EXPECT_EQ(fault["sentence"],
              R"(thread (232,0,0) of block (3,0,0) reads 4 bytes at byte 4000 of "in", which has 4000 bytes, line 4)");
}

TEST(RunHere, ARaceIsReportedWithBothThreads)
{
    SKIP_WITHOUT_COMPILER();
    const OwnFile file(R"(__global__ void sum(const float* in, float* out)
{
    __shared__ float part[256];
    int t = threadIdx.x;
    part[t] = in[blockIdx.x * 256 + t];
    for (int s = 128; s > 0; s /= 2)
        if (t < s) part[t] += part[t + s];
    if (t == 0) out[blockIdx.x] = part[0];
}
)");
    const JsonRun run = file.run_here({"--grid", "4", "--block", "256"});
    const json fault = fault_of(run);
    EXPECT_EQ(fault["kind"], "shared_race");
    std::set<int> lines;
    for (const json& each : run.json.at(0)["faults"]) lines.insert(each["line"].get<int>());
    EXPECT_EQ(lines, (std::set<int>{5, 7})) << "both sides of it, and no unwritten memory for the same";
    EXPECT_TRUE(fault["other_thread"].is_array());
    EXPECT_NE(fault["sentence"].get<std::string>().find("without a barrier between them"), std::string::npos);
    EXPECT_NE(fault["sentence"].get<std::string>().find("of \"part\" that thread"), std::string::npos)
        << fault["sentence"];
    EXPECT_EQ(fault["memory"], "part");
}

TEST(RunHere, BarriersMisalignmentAndUnwrittenSharedMemoryAreReported)
{
    SKIP_WITHOUT_COMPILER();
    const OwnFile file(R"(__global__ void partial(float* a)
{
    if (threadIdx.x < 40) __syncthreads();
    a[threadIdx.x] = 1;
}
__global__ void crooked(const char* a, float* b)
{
    b[threadIdx.x] = *(const float*)(a + 1 + 4 * threadIdx.x);
}
__global__ void unwritten(float* a)
{
    __shared__ float s[64];
    if (threadIdx.x < 32) s[threadIdx.x] = 1;
    __syncthreads();
    a[threadIdx.x] = s[threadIdx.x];
}
)");
    const JsonRun run = file.run_here({"--grid", "1", "--block", "64", "--set", "a=4096", "--set", "b=64"});
    EXPECT_EQ(run.finished.status, 3);
    ASSERT_EQ(run.json.size(), 3U) << run.finished.output << run.finished.errors;
    const auto kind = [&](std::size_t kernel) { return run.json[kernel]["faults"].at(0)["kind"]; };
    EXPECT_EQ(kind(0), "barrier_in_divergence");
    EXPECT_EQ(kind(1), "misaligned");
    EXPECT_EQ(run.json[1]["faults"][0]["line"], 8);
    EXPECT_EQ(kind(2), "shared_not_written");
    EXPECT_EQ(run.json[2]["faults"][0]["line"], 15);
}

/// A tree reduction without the barrier in its loop: the most common race.
constexpr const char* racing_sum = R"(__global__ void sum(const float* in, float* out)
{
    __shared__ float part[256];
    int t = threadIdx.x;
    part[t] = in[t];
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s)
            part[t] += part[t + s];
    }
    if (t == 0) out[0] = part[0];
}
int main()
{
    float *in, *out;
    cudaMalloc(&in, 256 * 4);
    cudaMalloc(&out, 4);
    sum<<<1, 256>>>(in, out);
})";

TEST(RunHere, ARaceNamesThreadsOfTwoWarps)
{
    SKIP_WITHOUT_COMPILER();
    const JsonRun run = OwnFile(racing_sum).run_here();
    const json race = fault_of(run);
    EXPECT_EQ(race["kind"], "shared_race");
    EXPECT_EQ(race["line"], 9);
    EXPECT_NE(race["sentence"].get<std::string>().find("without a barrier"), std::string::npos) << race["sentence"];
    ASSERT_TRUE(race["other_thread"].is_array()) << race.dump();
    EXPECT_NE(race["thread"][0].get<int>() / 32, race["other_thread"][0].get<int>() / 32) << race.dump();
    std::multiset<std::pair<std::string, int>> reported;
    for (const json& fault : run.json[0]["faults"]) reported.emplace(fault["kind"], fault["line"]);
    EXPECT_EQ(reported.count({"shared_race", 9}), 1U) << "each line once";
}

TEST(RunHere, ARaceNamesTheLinesOfBothAccesses)
{
    SKIP_WITHOUT_COMPILER();
    const json race = fault_of(OwnFile(R"(__global__ void reversed(float* a)
{
    __shared__ float tile[64];
    tile[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = tile[63 - threadIdx.x];
}
int main() { float* a; cudaMalloc(&a, 64 * 4); reversed<<<1, 64>>>(a); })")
                                   .run_here());
    EXPECT_EQ(race["kind"], "shared_race");
    const std::set<int> lines{race["line"].get<int>(), race["other_line"].get<int>()};
    EXPECT_EQ(lines, (std::set<int>{4, 5})) << race.dump();
    EXPECT_NE(race["sentence"].get<std::string>().find(" in line " + std::to_string(race["other_line"].get<int>())),
              std::string::npos)
        << race["sentence"];
}

/// The hardware counts both as one barrier: the kernel ends, but may read values that the other path has not written.
TEST(RunHere, BarriersInBothPathsOfABranchAreReportedWithBothLines)
{
    SKIP_WITHOUT_COMPILER();
    const auto kernel = [](const std::string& condition) {
        return R"(__global__ void ways(int* a)
{
    if ()" + condition +
               R"() {
        a[threadIdx.x] = 1;
        __syncthreads();
        a[threadIdx.x] += 3;
    } else {
        a[threadIdx.x] = 2;
        __syncthreads();
    }
}
int main() { int* a; cudaMalloc(&a, 64 * 4); ways<<<1, 64>>>(a); })";
    };
    const JsonRun run = OwnFile(kernel("threadIdx.x < 32")).run_here();
    const json fault = fault_of(run);
    EXPECT_EQ(fault["kind"], "barriers_mismatched") << fault.dump();
    EXPECT_EQ((std::set<int>{fault["line"].get<int>(), fault["other_line"].get<int>()}), (std::set<int>{5, 9}));
    EXPECT_EQ(run.json.at(0).at("faults").size(), 1U) << "once";
    EXPECT_FALSE(fault["is_fatal"]);
    EXPECT_EQ(OwnFile(kernel("blockIdx.x == 0")).run_here().json.at(0).at("status"), "clean")
        << "the whole block takes one path";
}

TEST(RunHere, AnAccessBeforeTheBeginningIsReportedWithItsDistance)
{
    SKIP_WITHOUT_COMPILER();
    const json fault = fault_of(OwnFile(R"(__global__ void blur(const float* a, float* b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = 0.5f * (a[i - 1] + a[i]);
}
int main() { float *a, *b; cudaMalloc(&a, 1024); cudaMalloc(&b, 1024); blur<<<4, 64>>>(a, b, 256); })")
                                    .run_here());
    EXPECT_EQ(fault["kind"], "out_of_bounds");
    EXPECT_EQ(fault["offset"], -4);
    EXPECT_EQ(fault["line"], 4);
    EXPECT_NE(fault["sentence"].get<std::string>().find("4 bytes before the beginning of \"a\""), std::string::npos)
        << fault["sentence"];
}

TEST(RunHere, MemoryOfTheHeapIsFreedOnceAndNotUsedAfterwards)
{
    SKIP_WITHOUT_COMPILER();
    const auto fault = [](const std::string& body) {
        const OwnFile file("__global__ void k(int* out)\n{\n    int* p = (int*)malloc(16);\n" + body + "}\n");
        const JsonRun run = file.run_here({"--grid", "1", "--block", "32"});
        if (run.finished.status == 0) return json{{"kind", "none"}, {"line", 0}};
        return fault_of(run);
    };
    EXPECT_EQ(fault("    p[3] = 1;\n    out[threadIdx.x] = p[3];\n    free(p);\n    free(nullptr);\n")["kind"], "none");
    const json twice = fault("    p[0] = 1;\n    out[threadIdx.x] = p[0];\n    free(p);\n    free(p);\n");
    EXPECT_EQ(twice["kind"], "bad_free");
    EXPECT_EQ(twice["line"], 7);
    const json after = fault("    p[0] = 1;\n    free(p);\n    out[threadIdx.x] = ((volatile int*)p)[0];\n");
    EXPECT_EQ(after["kind"], "freed_memory") << after.dump(2);
    EXPECT_EQ(fault("    ((volatile int*)p)[4] = 1;\n    free(p);\n")["kind"], "out_of_bounds");
    EXPECT_EQ(fault("    free(p + 1);\n")["kind"], "bad_free");
}

TEST(RunHere, AWriteWithoutABarrierRacesWithOthersAtomics)
{
    SKIP_WITHOUT_COMPILER();
    const auto status = [](const std::string& body) {
        const OwnFile file("__global__ void k(int* out)\n{\n    __shared__ int c;\n" + body + "}\n");
        const JsonRun run = file.run_here({"--grid", "1", "--block", "64"});
        return run.finished.status == 0 ? std::string("clean") : fault_of(run)["kind"].get<std::string>();
    };
    const std::string zero = "    if (threadIdx.x == 0) c = 0;\n", add = "    atomicAdd(&c, 1);\n",
                      barrier = "    __syncthreads();\n", tell = "    if (threadIdx.x == 0) out[0] = c;\n";
    EXPECT_EQ(status(zero + add + barrier + tell), "shared_race") << "zeroed beside the additions";
    EXPECT_EQ(status(zero + barrier + add + tell), "shared_race") << "read beside the additions";
    EXPECT_EQ(status(zero + barrier + add + barrier + tell), "clean");
}

}  // namespace
}  // namespace spillway::commands
