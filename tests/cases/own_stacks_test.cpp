// Stacks and spills of a user's own kernels: the same size in every output, with their causes and repairs.

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "tests/cases/own_files_fixture.h"

namespace spillway::commands {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// A cell of the first row of a file that a sweep has written.
std::string csv_cell(const std::string& file, const std::string& column)
{
    std::ifstream in(file);
    std::string head, row, name, value;
    std::getline(in, head);
    std::getline(in, row);
    std::istringstream names(head), values(row);
    while (std::getline(names, name, ',') && std::getline(values, value, ','))
        if (name == column) return value;
    ADD_FAILURE() << "no column " << column << " in " << head;
    return "0";
}

/// The frame of a called function, and a recursion's level: the table, the file for a spreadsheet, the budget and the
/// causes tell one stack.
TEST_F(OwnFiles, TheSpillsOfACalledFunctionCountForTheKernelEverywhere)
{
    SKIP_WITHOUT_COMPILER();
    fs::copy_file(fs::path(SPILLWAY_CASES) / "called_spills.cu", top / "called_spills.cu");
    const std::string file = (top / "called_spills.cu").string();
    const std::string csv = (top / "t.csv").string(), budget = (top / "b.json").string();
    ASSERT_EQ(spillway({"sweep", file, "--trust", "--gpu", "h200", "--axis", "block_size=[64]", "--csv", csv}).status,
              0);
    ASSERT_EQ(spillway({"guard", file, "--gpu", "h200", "--budget", budget, "--trust", "--update"}).status, 0);
    const json kernel = run_json({"open", file, "--trust", "--gpu", "h200"}).of("outer");
    std::int64_t stores = 0;
    for (const json& function : at(kernel, "/compile/functions")) stores += function["spill_store_bytes"].get<int>();
    EXPECT_GT(stores, at(kernel, "/compile/spill_store_bytes").get<std::int64_t>()) << "the called function spills";
    EXPECT_EQ(csv_cell(csv, "spill_store_bytes"), std::to_string(stores));
    std::ifstream written(budget);
    EXPECT_EQ(at(json::parse(written), "/kernels/called_spills.cu/outer/sm_90/spill_store_bytes"), stores);
}

TEST_F(OwnFiles, TheStackOfAKernelHasOneSizeEverywhere)
{
    SKIP_WITHOUT_COMPILER();
    const std::map<std::string, std::string> texts{
        {"called",
         "__device__ __noinline__ float pick(const float* p, int n)\n{\n    float kept[24];\n"
         "    for (int i = 0; i < 24; ++i) kept[i] = p[i * 32];\n    return kept[n % 24];\n}\n"
         "__global__ void k(float* p, int n) { p[threadIdx.x] = pick(p, n); }\n"},
        {"recursion beside a frame",
         "__device__ __noinline__ int fib(int n)\n{\n    int t[16];\n    t[n % 16] = n;\n"
         "    if (n < 2) return n + t[1];\n    return fib(n - 1) + fib(n - 2);\n}\n"
         "__global__ void k(int* o, int n)\n{\n    int a[32];\n    for (int i = 0; i < 32; ++i) a[i] = o[i];\n"
         "    o[threadIdx.x] = fib(a[n % 32]);\n}\n"},
        {"recursion",
         "__device__ __noinline__ int fib(int n)\n{\n    int t[16];\n    t[n % 16] = n;\n"
         "    if (n < 2) return n + t[1];\n    return fib(n - 1) + fib(n - 2);\n}\n"
         "__global__ void k(int* o, int n) { o[threadIdx.x] = fib(n); }\n"},
    };
    for (const auto& [name, text] : texts) {
        write("k.cu", text);
        const std::string csv = (top / (name + ".csv")).string(), budget = (top / (name + ".json")).string();
        const Finished swept = spillway(
            {"sweep", (top / "k.cu").string(), "--trust", "--gpu", "h200", "--axis", "block_size=[64]", "--csv", csv});
        ASSERT_EQ(swept.status, 0) << swept.errors;
        const std::string stack = csv_cell(csv, "stack_bytes");
        // ptxas counts the array of a function that is called in the kernel's own frame, but not a recursion.
        const int frame = std::stoi(csv_cell(csv, "stack_frame_bytes"));
        EXPECT_EQ(std::stoi(stack) > frame, name != "called") << name << ": " << stack << " and " << frame;
        EXPECT_GE(std::stoi(stack), 64) << name;
        EXPECT_THAT(
            spillway({"sweep", (top / "k.cu").string(), "--trust", "--gpu", "h200", "--axis", "block_size=[64]"})
                .output,
            testing::ContainsRegex(" stack .*\n.* " + stack + " "))
            << name;
        ASSERT_EQ(
            spillway({"guard", (top / "k.cu").string(), "--gpu", "h200", "--budget", budget, "--trust", "--update"})
                .status,
            0);
        EXPECT_EQ(std::to_string(
                      at(json::parse(std::ifstream(budget)), "/kernels/k.cu/k/sm_90/stack_frame_bytes").get<int>()),
                  stack)
            << name;
        const json result = run_json({"open", (top / "k.cu").string(), "--trust", "--gpu", "h200"}).of("k");
        EXPECT_EQ(at(result, "/compile/stack_level_bytes").is_null(), name == "called") << name;
        std::int64_t of_causes = 0;
        for (const json& cause : result["causes"]) of_causes += cause["bytes"].get<std::int64_t>();
        EXPECT_EQ(std::to_string(of_causes), stack) << name << result["causes"].dump(2);
    }
}

TEST_F(OwnFiles, AStackThatPtxasCannotCountIsNotedByGuard)
{
    SKIP_WITHOUT_COMPILER();
    write("k.cu",
          "typedef float (*Op)(float);\n__device__ float half(float x) { return x / 2; }\n"
          "__device__ float twice(float x) { return x * 2; }\n__device__ Op ops[2] = {half, twice};\n"
          "__global__ void k(float* p, int n) { p[0] = ops[n](p[1]); }\n");
    const std::string budget = (top / "b.json").string();
    const std::vector<std::string> words{"guard",  (top / "k.cu").string(), "--gpu", "h200", "--budget", budget,
                                         "--trust"};
    std::vector<std::string> update = words;
    update.emplace_back("--update");
    ASSERT_EQ(spillway(update).status, 0);
    const Finished guarded = spillway(words);
    EXPECT_EQ(guarded.status, 0);
    EXPECT_THAT(guarded.output + guarded.errors, HasSubstr("its stack can exceed the budget unseen"));
}

/// The one cap that a file's own build options set.
TEST_F(OwnFiles, ACapOfTheBuildOptionsIsTheCauseOfItsSpills)
{
    SKIP_WITHOUT_COMPILER();
    write("k.cu",
          "__global__ void k(const float* in, float* out, int n)\n{\n    float acc[40];\n#pragma unroll\n"
          "    for (int k = 0; k < 40; ++k) acc[k] = in[k * n];\n    for (int r = 0; r < n; ++r)\n#pragma unroll\n"
          "        for (int k = 0; k < 40; ++k) acc[k] = acc[k] * in[r] + acc[(k + 7) % 40];\n#pragma unroll\n"
          "    for (int k = 0; k < 40; ++k) out[k * n] = acc[k];\n}\n");
    const json result =
        run_json({"open", (top / "k.cu").string(), "--trust", "--gpu", "h200", "--nvcc", "-maxrregcount=32"}).of("k");
    ASSERT_GT(at(result, "/compile/spill_store_bytes").get<int>(), 0);
    ASSERT_EQ(result["causes"].size(), 1U) << result["causes"].dump(2);
    EXPECT_EQ(at(result, "/causes/0/repair/kind"), "without_bounds") << result["causes"].dump(2);
    EXPECT_EQ(at(result, "/causes/0/repair/spill_store_bytes"), 0);
}

/// A table whose elements are constants is the commonest array in local memory.
TEST_F(OwnFiles, ATableOfConstantsIsRepairedByStaticConst)
{
    SKIP_WITHOUT_COMPILER();
    const auto opened = [&](const std::string& declared, const std::string& more) {
        write("k.cu", "__global__ void k(float* o, int i)\n{\n    " + declared +
                          " t[12] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048};\n    " + more +
                          "o[0] = t[i] * t[i + 1];\n}\n");
        return run_json({"open", (top / "k.cu").string(), "--trust", "--gpu", "h200"}).of("k");
    };
    for (const char* const declared : {"const float", "float", "constexpr float"}) {
        const json result = opened(declared, "");
        ASSERT_EQ(result["causes"].size(), 1U) << result["causes"].dump(2);
        EXPECT_EQ(at(result, "/causes/0/repair/kind"), "static_const") << declared << result["causes"].dump(2);
        EXPECT_EQ(at(result, "/causes/0/repair/stack_frame_bytes"), 0) << declared;
    }
    EXPECT_EQ(at(opened("static const float", ""), "/compile/stack_frame_bytes"), 0) << "as the repair says";
    EXPECT_NE(at(opened("float", "t[i + 2] = o[1]; "), "/causes/0/repair/kind"), "static_const") << "it is written";
}

TEST_F(OwnFiles, AVolatileArrayHasNoSelectionAsItsRepair)
{
    SKIP_WITHOUT_COMPILER();
    write("k.cu",
          "__global__ void k(float* o, int i)\n{\n    volatile float a[16];\n"
          "    for (int k = 0; k < 16; ++k) a[k] = o[k];\n    o[0] = a[i];\n}\n");
    const json result = run_json({"open", (top / "k.cu").string(), "--trust", "--gpu", "h200"}).of("k");
    ASSERT_EQ(result["causes"].size(), 1U) << result["causes"].dump(2);
    EXPECT_EQ(result["causes"][0]["symbol"], "a");
    EXPECT_TRUE(at(result, "/causes/0/repair").is_null()) << result["causes"].dump(2);
}

/// A virtual call reaches no function of another type, and alloca() is not a stack of 0 bytes.
TEST_F(OwnFiles, PointersReachFunctionsOfTheirTypeAndAllocaIsNotDenied)
{
    SKIP_WITHOUT_COMPILER();
    write(
        "k.cu",
        "typedef float (*Call)(float);\n"
        "__device__ __noinline__ float big(float x) { volatile float all[30]; all[(int)x & 15] = x; return all[3]; }\n"
        "__device__ Call table[1] = {big};\n"
        "struct Base { __device__ virtual float go(float) = 0; };\n"
        "struct One : Base { float k[5]; __device__ float go(float x) override { return x + k[(int)x % 5]; } };\n"
        "struct Two : Base { __device__ float go(float x) override { return x * 3; } };\n"
        "__global__ void k(float* o, int i)\n{\n    One a; Two b;\n"
        "    for (int k = 0; k < 5; k++) a.k[k] = o[k];\n"
        "    Base* p = i ? (Base*)&a : (Base*)&b;\n    o[0] = p->go(o[1]);\n}\n"
        "__global__ void grows(int* o, int n)\n{\n    int* a = (int*)alloca(n * 4);\n"
        "    for (int k = 0; k < n; k++) a[k] = o[k];\n    o[0] = a[o[1]];\n}\n");
    const JsonRun run = run_json({"open", (top / "k.cu").string(), "--trust", "--gpu", "h200"});
    const json result = run.of("k");
    std::int64_t bytes = 0;
    for (const json& cause : result["causes"]) bytes += cause["bytes"].get<std::int64_t>();
    EXPECT_EQ(bytes, at(result, "/compile/cumulative_stack_bytes")) << result["causes"].dump(2);
    const json grows = run.of("grows");
    EXPECT_EQ(at(grows, "/compile/stack_level_bytes"), 0);
    EXPECT_THAT(grows["advice"].get<std::string>(), HasSubstr("alloca()"));
}

}  // namespace
}  // namespace spillway::commands
