// `spillway run-here`: a learner's own .cu on this machine's processor, as a user runs it.

#include <algorithm>
#include <fstream>
#include <set>
#include <string>

#include <signal.h>

#include <gtest/gtest.h>

#include "tests/commands/run_json.h"

namespace spillway::commands {
namespace {

using nlohmann::json;

/// A .cu of its own folder.
class OwnFile {
public:
    explicit OwnFile(const std::string& text) { std::ofstream(path()) << text; }
    [[nodiscard]] std::string path() const { return folder_.file("own.cu"); }
    void write_beside(const std::string& name, const std::string& text) const
    {
        std::ofstream(folder_.file(name)) << text;
    }
    [[nodiscard]] JsonRun run_here(std::vector<std::string> more = {}) const
    {
        std::vector<std::string> all{"run-here", path(), "--trust"};
        if (std::find(more.begin(), more.end(), "--gpu") == more.end()) all.insert(all.end(), {"--gpu", "t4"});
        all.insert(all.end(), more.begin(), more.end());
        return run_json(all);
    }

private:
    TemporaryFolder folder_;
};

const json& argument_of(const json& kernel, const std::string& name)
{
    for (const json& argument : kernel.at("launch").at("arguments"))
        if (argument.at("name") == name) return argument;
    static const json none;
    ADD_FAILURE() << "no argument " << name << " in " << kernel.dump(2);
    return none;
}

const json& buffer_of(const json& kernel, const std::string& name)
{
    for (const json& buffer : kernel.at("buffers"))
        if (buffer.at("name") == name) return buffer;
    static const json none;
    ADD_FAILURE() << "no buffer " << name << " in " << kernel.dump(2);
    return none;
}

/// The first fault of the only kernel.
json fault_of(const JsonRun& run)
{
    EXPECT_EQ(run.finished.status, 3) << run.finished.output << run.finished.errors;
    if (run.json.size() != 1 || run.json[0]["faults"].empty()) {
        ADD_FAILURE() << run.finished.output << run.finished.errors;
        return json{{"sentence", ""}, {"kind", ""}, {"line", 0}};
    }
    EXPECT_EQ(run.json[0]["status"], "fault");
    return run.json[0]["faults"][0];
}

/// A tile of 16 x 16 threads whose launch is written as `declaration` says.
std::string tile_with(const std::string& declaration)
{
    return "#define TILE 16\n__global__ void tile(const float* in, float* out)\n{\n"
           "    __shared__ float square[TILE][TILE];\n    square[threadIdx.y][threadIdx.x] = in[threadIdx.y * TILE + "
           "threadIdx.x];\n    __syncthreads();\n    out[threadIdx.y * TILE + threadIdx.x] = "
           "square[threadIdx.x][threadIdx.y];\n}\nint main()\n{\n    float *in, *out;\n    cudaMalloc(&in, 1024);\n"
           "    cudaMalloc(&out, 1024);\n    " +
           declaration + "\n    tile<<<grid, block>>>(in, out);\n}\n";
}

TEST(RunHere, ABlockIsReadHoweverItIsWritten)
{
    for (const char* declaration : {"dim3 grid(1), block(TILE, TILE);", "dim3 block = {TILE, TILE}; dim3 grid(1);",
                                    "dim3 block, grid; block.x = TILE; block.y = TILE;"}) {
        const JsonRun run = OwnFile(tile_with(declaration)).run_here();
        ASSERT_EQ(run.json.size(), 1U) << run.finished.errors;
        EXPECT_EQ(run.json[0]["launch"]["block"], (json{16, 16, 1})) << declaration;
        EXPECT_EQ(run.json[0]["launch"]["block_source"], "file") << declaration;
        EXPECT_EQ(run.json[0]["status"], "clean") << declaration << run.finished.output;
    }
    const JsonRun unread = OwnFile(tile_with("dim3 block = shape_of(TILE), grid = one();")).run_here();
    ASSERT_EQ(unread.json.size(), 1U) << unread.finished.errors;
    EXPECT_EQ(unread.json[0]["launch"]["block_source"], "made_up");
}

TEST(RunHere, MoreSharedMemoryThanABlockCanHaveIsRefused)
{
    const OwnFile file(
        "__global__ void k(int* out)\n{\n    extern __shared__ int words[];\n    words[threadIdx.x] = 1;\n"
        "    out[threadIdx.x] = words[threadIdx.x];\n}\n");
    for (const auto& [bytes, is_too_much] : {std::pair{"232448", false}, std::pair{"232449", true}}) {
        const JsonRun run = file.run_here({"--gpu", "h200", "--shared", bytes});
        ASSERT_EQ(run.json.size(), 1U) << run.finished.errors;
        const std::string warning = run.json[0]["launch"]["warning"].dump();
        EXPECT_EQ(warning.find("at most 232,448") != std::string::npos, is_too_much) << warning;
        EXPECT_EQ(run.finished.status, 3);
    }
    EXPECT_EQ(spillway({"run-here", file.path(), "--trust", "--shared", "-1"}).status, 2);
}

/// Two phases with grid.sync() between them, launched by `launch`.
std::string two_phases(const std::string& launch)
{
    return "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
           "__global__ void phases(float* a, float* b, int n)\n{\n    cg::grid_group grid = cg::this_grid();\n"
           "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n) a[i] = i;\n    grid.sync();\n"
           "    if (i < n) b[i] = a[n - 1 - i];\n}\n"
           "int main()\n{\n    float *a, *b;\n    cudaMalloc(&a, 2048);\n    cudaMalloc(&b, 2048);\n    int n = 512;\n"
           "    void* args[] = {&a, &b, &n};\n    " +
           launch + "\n}\n";
}

TEST(RunHere, ACooperativeKernelRunsWithAllOfItsBlocksAtOnce)
{
    const JsonRun run = OwnFile(two_phases("cudaLaunchCooperativeKernel((void*)phases, 4, 128, args, 0, 0);"))
                            .run_here({"--set", "n=512"});
    ASSERT_EQ(run.json.size(), 1U) << run.finished.errors;
    EXPECT_EQ(run.json[0]["status"], "clean") << run.json[0].dump(2);
    EXPECT_EQ(buffer_of(run.json[0], "b")["first_values"][0], 511);
    const json fault = fault_of(OwnFile(two_phases("phases<<<4, 128>>>(a, b, n);")).run_here());
    EXPECT_EQ(fault["kind"], "trapped");
    EXPECT_NE(fault["sentence"].get<std::string>().find("cudaLaunchCooperativeKernel"), std::string::npos);
}

TEST(RunHere, ABlockBeyondTheLaunchBoundIsRefused)
{
    const OwnFile file(
        "__global__ void __launch_bounds__(64) k(int* out)\n{\n    out[blockIdx.x * blockDim.x + threadIdx.x] = "
        "1;\n}\n");
    const JsonRun fitting = file.run_here();
    ASSERT_EQ(fitting.json.size(), 1U) << fitting.finished.errors;
    EXPECT_EQ(fitting.json[0]["launch"]["block"], (json{64, 1, 1}));
    EXPECT_EQ(fitting.json[0]["status"], "clean");
    const JsonRun beyond = file.run_here({"--block", "128"});
    EXPECT_EQ(beyond.finished.status, 3);
    ASSERT_EQ(beyond.json.size(), 1U) << beyond.finished.errors;
    EXPECT_NE(beyond.json[0].dump().find("allow at most 64 threads per block"), std::string::npos)
        << beyond.json[0].dump(2);
}

TEST(RunHere, ATooLargeVariableStopsOnlyTheKernelsThatTouchIt)
{
    const JsonRun run =
        OwnFile(
            "__device__ float table[1 << 25];\n__device__ __noinline__ float at(int i) { return table[i]; "
            "}\n__global__ void plain(float* out) { out[threadIdx.x] = 1; }\n"
            "__global__ void direct(float* out) { out[threadIdx.x] = table[threadIdx.x]; }\n"
            "__global__ void through(float* out) { out[threadIdx.x] = at(threadIdx.x); }\n")
            .run_here();
    ASSERT_EQ(run.json.size(), 3U) << run.finished.errors;
    for (const json& kernel : run.json) {
        const bool is_plain = kernel["kernel"] == "plain";
        EXPECT_EQ(kernel["status"] == "clean", is_plain) << kernel.dump(2);
        EXPECT_EQ(kernel.dump().find("is larger than the 64 MiB") == std::string::npos, is_plain) << kernel.dump(2);
    }
}

constexpr const char* scale_with_host = R"(__global__ void scale(const float* in, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    GUARD out[i] = 2 * in[i] + 1;
}
int main()
{
    const int n = 1000, threads = 256;
    size_t bytes = n * sizeof(float);
    float *d_in, *d_out;
    cudaMalloc((void**)&d_in, bytes);
    cudaMalloc(&d_out, n * sizeof(float));
    cudaMemcpy(d_in, nullptr, bytes, cudaMemcpyHostToDevice);
    scale<<<(n + threads - 1) / threads, threads>>>(d_in, d_out, n);
}
)";

std::string scale(const std::string& guard)
{
    std::string text = scale_with_host;
    return text.replace(text.find("GUARD"), 5, guard);
}

TEST(RunHere, LaunchesAsTheFileSaysAndCounts)
{
    SKIP_WITHOUT_COMPILER();
    const OwnFile file(scale("if (i < n)"));
    const JsonRun run = file.run_here();
    ASSERT_EQ(run.finished.status, 0) << run.finished.output << run.finished.errors;
    const json& kernel = run.json.at(0);
    EXPECT_EQ(kernel["status"], "clean");
    EXPECT_EQ(kernel["kernel"], "scale");
    EXPECT_EQ(kernel["launch"]["grid"], json::array({4, 1, 1}));
    EXPECT_EQ(kernel["launch"]["block"], json::array({256, 1, 1}));
    EXPECT_EQ(kernel["launch"]["grid_source"], "file");
    EXPECT_EQ(argument_of(kernel, "n")["value"], 1000);
    EXPECT_EQ(argument_of(kernel, "in")["elements"], 1000);
    EXPECT_EQ(argument_of(kernel, "in")["source"], "file");
    EXPECT_EQ(kernel["counts"]["threads"], 1024);
    EXPECT_EQ(kernel["counts"]["global_loads"]["requests"], 32);
    EXPECT_EQ(kernel["counts"]["global_loads"]["sectors"], 125);
    EXPECT_EQ(kernel["counts"]["global_loads"]["bytes"], 4000);
    EXPECT_EQ(buffer_of(kernel, "out")["written_bytes"], 4000);
    EXPECT_TRUE(buffer_of(kernel, "in")["first_values"].empty());
    EXPECT_EQ(kernel["lines"][0]["file"], "own.cu");
}

TEST(RunHere, AnAccessBehindTheEndIsToldWithThreadBufferAndLine)
{
    SKIP_WITHOUT_COMPILER();
    const json fault = fault_of(OwnFile(scale("")).run_here());
    EXPECT_EQ(fault["kind"], "out_of_bounds");
    EXPECT_EQ(fault["line"], 4);
    EXPECT_EQ(fault["memory"], "in");
    EXPECT_EQ(fault["block"], json::array({3, 0, 0}));
    EXPECT_EQ(fault["thread"], json::array({232, 0, 0}));
    EXPECT_EQ(
        fault["sentence"],
        R"(thread (232,0,0) of block (3,0,0) reads 4 bytes at the byte 4000 of "in", which has 4000 bytes, line 4)");
}

TEST(RunHere, ARaceIsToldWithBothThreads)
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

TEST(RunHere, BarriersMisalignmentAndUnwrittenSharedMemoryAreTold)
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

TEST(RunHere, MakesUpWhatTheFileDoesNotSay)
{
    SKIP_WITHOUT_COMPILER();
    const OwnFile file(R"(__global__ void add(const float* a, const float* b, float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
__global__ void histogram(const int* values, int* bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[values[i]], 1);
}
__global__ void transpose(const float* in, float* out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[x * height + y] = in[y * width + x];
}
)");
    const JsonRun run = file.run_here();
    EXPECT_EQ(run.finished.status, 0) << run.finished.output << run.finished.errors;
    ASSERT_EQ(run.json.size(), 3U);
    EXPECT_EQ(argument_of(run.json[0], "n")["source"], "made_up");
    EXPECT_EQ(argument_of(run.json[0], "n")["value"], 4000);
    EXPECT_EQ(run.json[0]["counts"]["threads"], 4096);
    const JsonRun square = file.run_here({"--kernel", "transpose", "--block", "16,16", "--set", "width=100"});
    EXPECT_EQ(square.finished.status, 0) << square.finished.output << square.finished.errors;
    EXPECT_EQ(argument_of(square.json.at(0), "width")["source"], "user");
    EXPECT_EQ(square.json[0]["launch"]["grid"], json::array({7, 7, 1}));
}

TEST(RunHere, AMadeUpSizeIsNoMultipleOfTheBlockSoThatAMissingGuardIsFound)
{
    SKIP_WITHOUT_COMPILER();
    const OwnFile file(
        "__global__ void twice(float* a, int n)\n{\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    a[i] *= 2;\n}\n");
    for (const char* block : {"", "32", "250"}) {
        const std::vector<std::string> more =
            *block == 0 ? std::vector<std::string>{} : std::vector<std::string>{"--block", block};
        EXPECT_EQ(fault_of(file.run_here(more))["kind"], "out_of_bounds") << block;
    }
    const std::string output = spillway({"run-here", file.path(), "--trust"}).output;
    EXPECT_NE(
        output.find(
            "\"a\" has a made-up size (n = 4000; the launch has 4,096 threads). Choose others with --set a=ELEMENTS"),
        std::string::npos)
        << output;
}

TEST(RunHere, ALoopWithoutEndNamesTheMadeUpInputs)
{
    SKIP_WITHOUT_COMPILER();
    const OwnFile file(
        "__global__ void wait(volatile int* flag, short step)\n{\n"
        "    for (int i = 0; i < 10; i += step) flag[1] = i;\n    while (flag[0] == 0) {}\n}\n");
    const Finished ran = spillway({"run-here", file.path(), "--trust", "--seconds", "1"});
    EXPECT_EQ(ran.status, 3) << ran.errors;
    EXPECT_NE(ran.output.find("made up: flag = zeros, step = 0. Choose others with --set NAME=VALUE or NAME=:FILLING"),
              std::string::npos)
        << ran.output;
}

TEST(RunHere, SizesAndFillingsComeFromTheCommandLineAndFromBesideTheFile)
{
    SKIP_WITHOUT_COMPILER();
    const OwnFile file(R"(__global__ void copy(const int* in, int* out, int n, float by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * by;
}
)");
    file.write_beside(".spillway.json",
                      R"({"run_here": {"copy": {"set": {"in": "100:ramp:5:2", "n": 64, "by": "10"}}}})");
    const JsonRun beside = file.run_here({"--set", "n=50"});
    ASSERT_EQ(beside.finished.status, 0) << beside.finished.output << beside.finished.errors;
    const json& kernel = beside.json.at(0);
    EXPECT_EQ(argument_of(kernel, "n")["value"], 50) << "the command line comes first";
    EXPECT_EQ(argument_of(kernel, "in")["elements"], 100);
    EXPECT_EQ(buffer_of(kernel, "out")["written_bytes"], 200);
    EXPECT_EQ(buffer_of(kernel, "out")["first_values"], json::array({50, 70, 90, 110, 130, 150, 170, 190}));
    const JsonRun wrong = file.run_here({"--set", "in=ramp"});
    EXPECT_EQ(wrong.finished.status, 3);
    EXPECT_NE(wrong.json.at(0)["message"].get<std::string>().find("is no size and filling of a buffer"),
              std::string::npos);
    const Finished unknown = spillway({"run-here", file.path(), "--trust", "--gpu", "t4", "--set", "width=3"});
    EXPECT_EQ(unknown.status, 2);
    EXPECT_NE(unknown.errors.find("\"width\""), std::string::npos) << unknown.errors;
}

TEST(RunHere, WhatCannotBeRunIsOneSentence)
{
    SKIP_WITHOUT_COMPILER();
    const OwnFile file(R"(struct Particle { float x, y, z; };
__global__ void move(Particle* p, int n) { if (threadIdx.x < n) p[threadIdx.x].x += 1; }
)");
    const JsonRun run = file.run_here();
    EXPECT_EQ(run.finished.status, 3);
    EXPECT_EQ(run.json.at(0)["status"], "not_run");
    EXPECT_NE(run.json[0]["message"].get<std::string>().find("`p` is a `Particle*`"), std::string::npos);
    EXPECT_TRUE(run.json[0]["counts"].is_null());
    const JsonRun broken = OwnFile("__global__ void k(int* a) { a[0] = nowhere; }\n").run_here();
    EXPECT_EQ(broken.finished.status, 3);
    EXPECT_EQ(broken.json.at(0)["status"], "not_run");
    EXPECT_NE(broken.json[0]["message"].get<std::string>().find("nowhere"), std::string::npos);
    const Finished untrusted = spillway({"run-here", file.path()});
    EXPECT_EQ(untrusted.status, 2);
    EXPECT_NE(untrusted.errors.find("--trust"), std::string::npos) << untrusted.errors;
}

/// A tree reduction without the barrier in its loop: the commonest race there is.
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
    std::multiset<std::pair<std::string, int>> told;
    for (const json& fault : run.json[0]["faults"]) told.emplace(fault["kind"], fault["line"]);
    EXPECT_EQ(told.count({"shared_race", 9}), 1U) << "each line once";
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

/// The hardware counts both as one barrier: the kernel ends, and may read what the other way has not written.
TEST(RunHere, BarriersInBothWaysOfABranchAreToldWithBothLines)
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
        << "one way for the block";
}

TEST(RunHere, AnAccessBeforeTheBeginningIsToldWithItsDistance)
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

/// Blocks with two sides, written as numbers in several ways.
TEST(RunHere, ABlockKeepsItsSides)
{
    SKIP_WITHOUT_COMPILER();
    for (const char* block : {"column<<<1, dim3(16, 16)>>>(a, b);", "dim3 b2(16, 16); column<<<1, b2>>>(a, b);",
                              "dim3 b2{16, 16}; column<<<1, b2>>>(a, b);"}) {
        const JsonRun run = OwnFile(std::string(R"(__global__ void column(const float* in, float* out)
{
    __shared__ float tile[16][16];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
int main() { float *a, *b; cudaMalloc(&a, 1024); cudaMalloc(&b, 1024); )") +
                                    block + " }")
                                .run_here();
        ASSERT_EQ(run.json.size(), 1U) << run.finished.output << run.finished.errors;
        EXPECT_EQ(run.json[0]["launch"]["block"], json::array({16, 16, 1})) << block;
        EXPECT_EQ(run.json[0]["faults"], json::array()) << block << run.json[0]["faults"].dump();
    }
}

TEST(RunHere, EachInstanceOfATemplateHasItsOwnLaunch)
{
    SKIP_WITHOUT_COMPILER();
    const JsonRun run = OwnFile(R"(template <typename T, int K>
__global__ void scale(T* x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= K;
}
int main()
{
    float* x;
    double* d;
    cudaMalloc(&x, 500 * sizeof(float));
    cudaMalloc(&d, 700 * sizeof(double));
    scale<float, 3><<<4, 128>>>(x, 500);
    scale<double, 5><<<6, 256>>>(d, 700);
})")
                            .run_here();
    ASSERT_EQ(run.json.size(), 2U) << run.finished.output << run.finished.errors;
    for (const json& kernel : run.json) {
        const bool is_double = kernel["kernel"].get<std::string>().find("double") != std::string::npos;
        EXPECT_EQ(kernel["launch"]["block"][0], is_double ? 256 : 128) << kernel.dump(1);
        EXPECT_EQ(kernel["launch"]["grid"][0], is_double ? 6 : 4) << kernel.dump(1);
        EXPECT_EQ(argument_of(kernel, "n")["value"], is_double ? 700 : 500);
        EXPECT_EQ(kernel["faults"], json::array());
    }
}

TEST(RunHere, WholeNumbersAreWritten)
{
    SKIP_WITHOUT_COMPILER();
    const JsonRun run = OwnFile(R"(__global__ void numbers(int* a, unsigned* b)
{
    a[threadIdx.x] = 1234567890 + threadIdx.x;
    b[threadIdx.x] = 0xffffffffu - threadIdx.x;
}
int main() { int* a; unsigned* b; cudaMalloc(&a, 8); cudaMalloc(&b, 8); numbers<<<1, 2>>>(a, b); })")
                            .run_here();
    ASSERT_EQ(run.json.size(), 1U) << run.finished.output << run.finished.errors;
    EXPECT_EQ(buffer_of(run.json[0], "a")["first_values"], json::array({1234567890, 1234567891}));
    EXPECT_EQ(buffer_of(run.json[0], "b")["first_values"], json::array({4294967295U, 4294967294U}));
}

constexpr const char* hostile = R"(#include <cstdio>
__global__ void endless(int* out, int n) { volatile int go = 1; while (go) out[0] = n; }
__global__ void many(int* out, int n) { if (threadIdx.x + blockIdx.x == 0) out[0] = n; }
__global__ void flood(int n) { for (int i = 0; i < n; ++i) printf("line %d of thread %d\n", i, threadIdx.x); }
__global__ void greedy(int* out) { extern __shared__ int s[]; s[threadIdx.x] = 1; out[threadIdx.x] = s[threadIdx.x]; }
)";

/// One kernel of the hostile file, within its bound.
json hostile_run(const std::string& kernel, std::vector<std::string> more)
{
    more.insert(more.begin(), {"--kernel", kernel, "--seconds", "1"});
    const JsonRun run = OwnFile(hostile).run_here(more);
    EXPECT_EQ(run.json.size(), 1U) << run.finished.output << run.finished.errors;
    return run.json.size() == 1 ? run.json[0] : json::object();
}

TEST(RunHere, AHostileFileEndsAtItsBounds)
{
    SKIP_WITHOUT_COMPILER();
    const json endless = hostile_run("endless", {});
    ASSERT_FALSE(endless["faults"].empty());
    EXPECT_EQ(endless["faults"][0]["kind"], "no_end");
    EXPECT_EQ(endless["faults"][0]["line"], 2);
    const json many = hostile_run("many", {"--grid", "1000000,1000", "--set", "out=1", "--set", "n=7"});
    EXPECT_EQ(many["status"], "stopped");
    EXPECT_EQ(many["grid_blocks"], 1000000000);
    EXPECT_EQ(buffer_of(many, "out")["first_values"], json::array({7}));
    const json beyond = hostile_run("many", {"--grid", "16000000,65535", "--set", "out=1"});
    EXPECT_EQ(beyond["status"], "stopped");
    const json flood = hostile_run("flood", {"--set", "n=1000000", "--grid", "1"});
    EXPECT_EQ(flood["is_print_cut"], true);
    EXPECT_LE(flood["printed"].get<std::string>().size(), std::size_t{1} << 16);
    const json greedy = hostile_run("greedy", {"--shared", "1000000"});
    EXPECT_EQ(greedy["status"], "not_run");
    EXPECT_NE(greedy["message"].get<std::string>().find("1000000"), std::string::npos) << greedy["message"];
    const json large = hostile_run("many", {"--set", "out=1000000000000"});
    EXPECT_EQ(large["status"], "not_run");
    EXPECT_NE(large["message"].get<std::string>().find("1 GiB"), std::string::npos) << large["message"];
}

TEST(RunHere, CtrlCStopsIt)
{
    SKIP_WITHOUT_COMPILER();
    const OwnFile file(hostile);
    Process process({program("spillway"), "run-here", file.path(), "--trust", "--gpu", "t4", "--kernel", "endless",
                     "--seconds", "500"},
                    test_environment());
    ASSERT_TRUE(process.wait_for_text("running endless", std::chrono::seconds(120))) << process.errors();
    process.send_signal(SIGINT);
    EXPECT_TRUE(process.wait(std::chrono::seconds(20)));
}

TEST(RunHere, OneRefusedKernelLeavesTheOthersOfItsFile)
{
    SKIP_WITHOUT_COMPILER();
    const OwnFile file(R"(__global__ void good(int* a) { a[threadIdx.x] = 7; }
__global__ void odd(int* a)
{
    asm volatile("discard.global.L2 [%0], 128;" ::"l"(a) : "memory");
    asm volatile("bmsk.clamp.b32 %0, 1, 2;" : "=r"(a[0]));
    asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%0], 128;" ::"l"(a) : "memory");
}
)");
    const JsonRun run = file.run_here({"--gpu", "h100", "--grid", "1", "--block", "32"});
    ASSERT_EQ(run.json.size(), 2U) << run.finished.output << run.finished.errors;
    EXPECT_EQ(run.json[0]["status"], "clean") << run.json[0].dump(2);
    EXPECT_EQ(run.json[1]["status"], "not_run");
    const std::string message = run.json[1]["message"];
    EXPECT_NE(message.find("line "), std::string::npos) << message;
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

TEST(RunHere, ANumberThatTheTypeCannotHoldIsRefused)
{
    SKIP_WITHOUT_COMPILER();
    const OwnFile file(scale("if (i < n)"));
    for (const std::string value : {"1.7", "1e12"}) {
        const JsonRun run = file.run_here({"--set", "n=" + value});
        EXPECT_EQ(run.finished.status, 3) << run.finished.output;
        EXPECT_NE(run.json.at(0)["message"].get<std::string>().find("`n` is of the type int"), std::string::npos)
            << run.json[0].dump(2);
    }
}

TEST(RunHere, SeveralLaunchesAndMisspeltKernelsAreNamed)
{
    SKIP_WITHOUT_COMPILER();
    const OwnFile file(scale("if (i < n)") + "void more(float* a)\n{\n    scale<<<1, 32>>>(a, a, 5);\n}\n");
    file.write_beside(".spillway.json", R"({"run_here": {"scael": {"grid": "1"}}})");
    const Finished run = spillway({"run-here", file.path(), "--trust", "--gpu", "t4"});
    EXPECT_NE(run.output.find("the launch in line 14, the first of 2"), std::string::npos) << run.output;
    EXPECT_NE(run.errors.find("\"scael\""), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find("\"scale\""), std::string::npos) << run.errors;
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

TEST(RunHere, ALaunchThatNeedsAnAttributeSaysTheCall)
{
    SKIP_WITHOUT_COMPILER();
    const std::string kernel = R"(
extern __shared__ float tile[];
__global__ void stage(float* out) { tile[threadIdx.x] = 1.0f; __syncthreads(); out[threadIdx.x] = tile[threadIdx.x]; }
)";
    const std::string launch = "    stage<<<1, 32, 65536>>>(out);\n}\n";
    const std::string without = kernel + "void run(float* out)\n{\n" + launch;
    const std::string with = kernel +
                             "void run(float* out)\n{\n    cudaFuncSetAttribute(stage, "
                             "cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);\n" +
                             launch;
    const JsonRun bare = OwnFile(without).run_here({"--gpu", "h100"});
    const std::string warning = bare.json.at(0).at("launch").at("warning");
    EXPECT_NE(warning.find("cudaFuncSetAttribute(stage, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536)"),
              std::string::npos)
        << warning;
    EXPECT_EQ(bare.json.at(0).at("status"), "fault") << "the kernel is clean, and never begins";
    EXPECT_EQ(bare.finished.status, 3);
    EXPECT_TRUE(OwnFile(with).run_here({"--gpu", "h100"}).json.at(0).at("launch").at("warning").is_null());
}

TEST(RunHere, ALaunchThatCudaRefusesIsNotRun)
{
    SKIP_WITHOUT_COMPILER();
    const OwnFile file(scale("if (i < n)"));
    const std::vector<std::vector<std::string>> launches{
        {"--grid", "1,65536"}, {"--block", "1,1,128"}, {"--shared", "300000"}};
    for (const auto& launch : launches) {
        const JsonRun run = file.run_here(launch);
        EXPECT_EQ(run.finished.status, 3) << run.finished.output;
        EXPECT_EQ(run.json.at(0)["status"], "not_run") << run.json[0].dump(2);
    }
}

TEST(RunHere, ASmallNumberThatIsPassedIsNoSize)
{
    SKIP_WITHOUT_COMPILER();
    const OwnFile file(
        "__global__ void set_to(int* d, short v) { d[blockIdx.x * blockDim.x + threadIdx.x] = v; }\n"
        "void host(int* d, int n)\n{\n    set_to<<<n / 256, 256>>>(d, 7);\n}\n");
    const JsonRun run = file.run_here();
    ASSERT_EQ(run.finished.status, 0) << run.finished.output << run.finished.errors;
    EXPECT_EQ(argument_of(run.json.at(0), "d")["elements"], 4096);
    EXPECT_EQ(argument_of(run.json[0], "v")["value"], 7);
    EXPECT_EQ(buffer_of(run.json[0], "d")["first_values"][0], 7);
}

}  // namespace
}  // namespace spillway::commands
