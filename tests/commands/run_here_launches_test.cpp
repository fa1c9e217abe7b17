// Launches of `spillway run-here`: grid, block and shared memory as the file says, and those that CUDA refuses.

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/commands/run_here_fixture.h"

namespace spillway::commands {
namespace {

using nlohmann::json;

/// A kernel with a tile of 16 x 16 threads; `declaration` declares its grid and block.
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

/// Two-dimensional blocks, written in several ways.
TEST(RunHere, ABlockKeepsItsShape)
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

TEST(RunHere, ALaunchThatNeedsAnAttributeNamesTheCall)
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
    EXPECT_EQ(bare.json.at(0).at("status"), "fault") << "the kernel has no fault, but CUDA refuses its launch";
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

}  // namespace
}  // namespace spillway::commands
