// Inputs of `spillway run-here`, made up or set, and the bounds at which a run ends.

#include <chrono>
#include <string>
#include <vector>

#include <signal.h>

#include <gtest/gtest.h>

#include "tests/commands/run_here_fixture.h"

namespace spillway::commands {
namespace {

using nlohmann::json;

TEST(RunHere, MakesUpInputsThatTheFileLacks)
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
    EXPECT_NE(wrong.json.at(0)["message"].get<std::string>().find("is not a size and filling of a buffer"),
              std::string::npos);
    const Finished unknown = spillway({"run-here", file.path(), "--trust", "--gpu", "t4", "--set", "width=3"});
    EXPECT_EQ(unknown.status, 2);
    EXPECT_NE(unknown.errors.find("\"width\""), std::string::npos) << unknown.errors;
}

TEST(RunHere, AKernelThatCannotBeRunGetsOneSentence)
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
