// A budget that `guard --update` wrote is what `guard` reads, in every format.

#include <gmock/gmock.h>

#include "tests/cases/guard_fixture.h"

namespace spillway::commands {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

class GuardTest : public GuardFixture {
protected:
    void SetUp() override
    {
        GuardFixture::SetUp();
        if (IsSkipped()) return;
        write(
            "constexpr int size = 4;\n    float kept[size];\n    for (int i = 0; i < size; ++i) kept[i] = p[i];\n"
            "    p[threadIdx.x] = kept[0] + kept[3];");
        std::ofstream(top / "src/deep/other.cu") << "__global__ void other(int* p) { p[threadIdx.x] = 1; }\n";
    }

    void write(const std::string& body) const
    {
        std::ofstream(top / "src/filter.cu") << "__global__ void filter(float* p, int n)\n{\n    " << body << "\n}\n";
    }
};

TEST_F(GuardTest, APlantedRegressionIsFoundWithVariableAndLine)
{
    EXPECT_EQ(guard({}).status, 2) << "there is no budget yet";
    ASSERT_EQ(guard({"--update"}).status, 0);
    json budget = json::parse(std::ifstream(top / "budget.json"));
    EXPECT_EQ(at(budget, "/kernels/src~1filter.cu/filter/sm_90/stack_frame_bytes"), 0);
    EXPECT_TRUE(at(budget, "/kernels/src~1deep~1other.cu/other/sm_90/registers").is_number());
    const Finished kept = guard({});
    EXPECT_EQ(kept.status, 0) << kept.output << kept.errors;

    write(
        "float kept[16];\n    for (int i = 0; i < 16; ++i) kept[i] = p[i * 32];\n    float sum = 0;\n"
        "    for (int i = 0; i < n; ++i) sum += kept[(i + n) % 16] * i;\n    p[threadIdx.x] = sum;");
    const Finished found = guard({});
    EXPECT_EQ(found.status, 3) << found.errors;
    EXPECT_THAT(found.output, HasSubstr("src/filter.cu:3: filter (sm_90)"));
    EXPECT_THAT(found.output, HasSubstr("stack frame bytes 64 (budget 0)"));
    EXPECT_THAT(found.output, HasSubstr("kept"));
    EXPECT_THAT(found.output, testing::Not(HasSubstr("other.cu")));

    EXPECT_THAT(guard({"--format", "github"}).output, HasSubstr("src/filter.cu,line=3,"));
    EXPECT_THAT(guard({"--format", "junit"}).output, HasSubstr("tests=\"2\" failures=\"1\""));
    const json sarif = json::parse(guard({"--format", "sarif"}).output);
    EXPECT_EQ(at(sarif, "/runs/0/results/0/locations/0/physicalLocation/region/startLine"), 3);
    EXPECT_EQ(guard({"--format", "text2"}).status, 2);
    json commented = json::parse(std::ifstream(top / "budget.json"));
    commented["comment"] = "why";
    std::ofstream(top / "budget.json") << commented;
    EXPECT_EQ(guard({"--update"}).status, 0);
    EXPECT_EQ(guard({}).status, 0) << "what is meant is kept";
    EXPECT_EQ(json::parse(std::ifstream(top / "budget.json"))["comment"], "why") << "and so is the user's own";
}

TEST_F(GuardTest, AFileThatDoesNotCompileFailsAndKeepsItsBudget)
{
    ASSERT_EQ(guard({"--update"}).status, 0);
    write("p[0] = missing;");
    const Finished found = guard({});
    EXPECT_EQ(found.status, 3);
    EXPECT_THAT(found.output, HasSubstr("does not compile"));
    EXPECT_EQ(guard({"--update"}).status, 3);
    EXPECT_TRUE(at(json::parse(std::ifstream(top / "budget.json")), "/kernels/src~1filter.cu/filter").is_object());
}

TEST_F(GuardTest, AnIncludedFileIsNamedWithTheOptionThatLeavesItOut)
{
    GuardFixture::write("src/deep/parts.cu", "__global__ void twice(Number* p) { *p *= 2; }\n");
    GuardFixture::write(
        "src/user.cu",
        "using Number = float;\n#include \"deep/parts.cu\"\n__global__ void user(float* p) { *p = 1; }\n");
    const Finished failing = guard({"--update"});
    EXPECT_EQ(failing.status, 3);
    EXPECT_THAT(failing.errors, HasSubstr("src/user.cu includes parts.cu"));
    EXPECT_THAT(failing.errors, HasSubstr("--exclude parts.cu"));
    for (const char* pattern : {"parts.cu", "deep", "*/p?rts.cu", "deep/**"}) {
        const Finished left_out = guard({"--update", "--exclude", pattern});
        EXPECT_EQ(left_out.status, 0) << pattern << left_out.errors;
        EXPECT_EQ(guard({"--exclude", pattern}).status, 0) << pattern;
    }
    const Finished unused = guard({"--update", "--exclude", "deep/none*", "--exclude", "parts.cu"});
    EXPECT_EQ(unused.status, 0);
    EXPECT_THAT(unused.errors, HasSubstr("--exclude deep/none* leaves out no file"));
    const Finished empty = guard({"--update", "--exclude", ""});
    EXPECT_EQ(empty.status, 2);
    EXPECT_THAT(empty.errors, HasSubstr("--exclude: the pattern is empty"));
}

TEST_F(GuardTest, AFunctionThatIsCalledCountsAndWhatTheBudgetLeavesOutDoesNot)
{
    const auto call = [&](const std::string& floats) {
        std::ofstream(top / "src/filter.cu")
            << "__device__ __noinline__ float pick(const float* p, int n)\n{\n    float kept[" + floats +
                   "];\n    for (int i = 0; i < " + floats +
                   "; ++i) kept[i] = p[i * 32];\n    float sum = 0;\n    for (int i = 0; i < n; ++i) sum += kept[(i * "
                   "n) % " +
                   floats +
                   "];\n    return sum;\n}\n"
                   "__global__ void filter(float* p, int n) { p[threadIdx.x] = pick(p, n); }\n";
    };
    call("64");
    ASSERT_EQ(guard({"--update"}).status, 0);
    call("256");
    const Finished found = guard({});
    EXPECT_EQ(found.status, 3) << found.output;
    EXPECT_THAT(found.output, HasSubstr("stack frame bytes"));

    std::ofstream(top / "budget.json")
        << R"({"format": 1, "kernels": {"src/filter.cu": {"filter": {"sm_90": {"registers": 255}}}}})";
    EXPECT_EQ(guard({}).status, 0) << "only registers are limited";
    for (const char* const limit :
         {R"("register": 10)", R"("registers": "38")", R"("registers": -1)", R"("theoretical_occupancy": 7)"}) {
        std::ofstream(top / "budget.json")
            << R"({"format": 1, "kernels": {"src/filter.cu": {"filter": {"sm_90": {)" << limit << "}}}}}";
        const Finished refused = guard({});
        EXPECT_EQ(refused.status, 2) << limit;
        EXPECT_THAT(refused.errors,
                    testing::AnyOf(HasSubstr("limits nothing: guard has no such number"), HasSubstr("must be a")));
    }
    const std::string merged = "{\n  \"format\": 1,\n<<<<<<< ours\n  \"kernels\": {}\n}\n";
    for (const std::string& text : {merged, std::string("{\n  \"format\": 1,\n  \"kernels\": \n}")}) {
        std::ofstream(top / "budget.json") << text;
        for (const char* const update : {"--trust", "--update"}) {
            const Finished refused = guard({update});
            EXPECT_EQ(refused.status, 2) << text;
            EXPECT_THAT(refused.errors,
                        HasSubstr(text == merged ? "line 3 is not JSON: a merge" : "line 4 is not JSON"));
            EXPECT_THAT(refused.errors, HasSubstr("repair it, or delete it and run"));
        }
    }
}

TEST_F(GuardTest, ALevelOfARecursionCounts)
{
    const auto recurse = [&](const std::string& ints) {
        std::ofstream(top / "src/filter.cu")
            << "__device__ __noinline__ int fib(int n)\n{\n    int t[" << ints << "];\n    t[n % " << ints
            << "] = n;\n    if (n < 2) return n + t[1];\n    return fib(n - 1) + fib(n - 2);\n}\n"
               "__global__ void filter(int* o, int n) { o[threadIdx.x] = fib(n); }\n";
    };
    recurse("4");
    ASSERT_EQ(guard({"--update"}).status, 0);
    EXPECT_EQ(guard({}).status, 0);
    recurse("64");
    const Finished found = guard({});
    EXPECT_EQ(found.status, 3) << found.output;
    EXPECT_THAT(found.output, HasSubstr("stack frame bytes"));
}

TEST_F(GuardTest, AFileWithoutKernelsIsPassedOverAndSaidIfItHadSome)
{
    std::ofstream(top / "src/host.cu") << "#include <cuda_runtime.h>\nvoid wait() { cudaDeviceSynchronize(); }\n";
    ASSERT_EQ(guard({"--update"}).status, 0);
    EXPECT_EQ(guard({}).status, 0);
    std::ofstream(top / "src/deep/other.cu") << "void wait() { }\n";
    const Finished lost = guard({});
    EXPECT_EQ(lost.status, 0) << lost.output;
    EXPECT_THAT(lost.output, HasSubstr("src/deep/other.cu: other (sm_90) has a budget and is no longer there"));
}

TEST_F(GuardTest, ACubinIsReadByTheDumpProgram)
{
    const fs::path dump = top / "cuobjdump";
    std::ofstream(dump)
        << "#!/bin/sh\nprintf 'Fatbin elf code:\\narch = sm_80\\n Function _Z6filterPfi:\\n  REG:40 STACK:16 "
           "SHARED:1024 LOCAL:0\\n'\n";
    fs::permissions(dump, fs::perms::owner_all);
    std::ofstream(top / "a.cubin") << "stands for one";
    const auto run = [&](std::vector<std::string> more) {
        std::vector<std::string> words{"guard", (top / "a.cubin").string(), "--budget", (top / "budget.json").string()};
        words.insert(words.end(), more.begin(), more.end());
        return spillway(words, {{"SPILLWAY_CUOBJDUMP", dump.string()}});
    };
    ASSERT_EQ(run({"--update"}).status, 0);
    const json numbers = at(json::parse(std::ifstream(top / "budget.json")), "/kernels/a.cubin/filter/sm_80");
    EXPECT_EQ(numbers["registers"], 40);
    EXPECT_EQ(numbers["static_shared_bytes"], 1024);
    EXPECT_FALSE(numbers.contains("spill_store_bytes")) << "a compiled file does not tell";
    EXPECT_EQ(run({}).status, 0);
    std::ofstream(dump)
        << "#!/bin/sh\nprintf 'arch = sm_80\\n Function _Z6filterPfi:\\n  REG:48 STACK:16 SHARED:1024\\n'\n";
    const Finished found = run({});
    EXPECT_EQ(found.status, 3);
    EXPECT_THAT(found.output, HasSubstr("registers 48 (budget 40)"));
}

}  // namespace
}  // namespace spillway::commands
