// `guard` in CI: names of instances, places of annotations, files that do not compile, and files without kernels.

#include <gmock/gmock.h>

#include "tests/cases/guard_fixture.h"

namespace spillway::commands {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

using GuardInCi = GuardFixture;

/// A template with two instances, of which the larger is launched first or last.
std::string two_instances(bool is_large_first)
{
    const std::string large = "  k<40><<<1, 32>>>(p);\n", small = "  k<4><<<1, 32>>>(p);\n";
    return "template <int N> __global__ void k(float* p)\n{\n    float a[N];\n#pragma unroll\n"
           "    for (int i = 0; i < N; ++i) a[i] = p[i * 32 + threadIdx.x];\n    __syncthreads();\n#pragma unroll\n"
           "    for (int i = 0; i < N; ++i) p[i * 32 + threadIdx.x + 1] = a[i] * a[(i + 1) % N];\n}\n"
           "void run(float* p)\n{\n" +
           (is_large_first ? large + small : small + large) + "}\n";
}

/// A program that prints this as cuobjdump does.
fs::path dump_program(const fs::path& folder, const std::string& text)
{
    const fs::path dump = folder / "cuobjdump";
    std::ofstream(dump) << "#!/bin/sh\ncat <<'END'\n" << text << "END\n";
    fs::permissions(dump, fs::perms::owner_all);
    return dump;
}

std::string usage_of(const std::string& mangled, int registers)
{
    return " Function " + mangled + ":\n  REG:" + std::to_string(registers) + " STACK:0 SHARED:0 LOCAL:0\n";
}

TEST_F(GuardInCi, EachInstanceHasItsArgumentsWhateverIsLaunchedFirst)
{
    write("src/k.cu", two_instances(true));
    ASSERT_EQ(guard({"--update"}).status, 0);
    const json kernels = budget()["src/k.cu"];
    ASSERT_TRUE(kernels.contains("k<40>") && kernels.contains("k<4>")) << kernels;
    EXPECT_EQ(kernels.size(), 2);
    write("src/k.cu", two_instances(false));
    const Finished swapped = guard({});
    EXPECT_EQ(swapped.status, 0) << swapped.output;
    EXPECT_EQ(swapped.output, "0 of 2 kernels exceed the budget\n");
}

TEST_F(GuardInCi, AnObjectHasTheNamesOfItsSource)
{
    write("src/k.cu", two_instances(true) +
                          "__global__ void over(float* p) { *p = 1; }\n__global__ void over(int* p) { *p = 1; }\n");
    ASSERT_EQ(guard({"--update"}).status, 0);
    const json of_source = budget()["src/k.cu"];
    const fs::path dump =
        dump_program(top, "arch = sm_90\n" + usage_of("_Z1kILi40EEvPf", 48) + usage_of("_Z1kILi4EEvPf", 14) +
                              usage_of("_Z4overPf", 8) + usage_of("_Z4overPi", 8));
    write("k.o", "stands for one");
    const Environment with_dump{{"SPILLWAY_CUOBJDUMP", dump.string()}};
    ASSERT_EQ(guard_of("k.o", {"--update"}, with_dump).status, 0);
    std::vector<std::string> names, names_of_object;
    const json of_object = budget()["k.o"];
    for (const auto& [name, numbers] : of_source.items()) names.push_back(name);
    for (const auto& [name, numbers] : of_object.items()) names_of_object.push_back(name);
    EXPECT_EQ(names, names_of_object);
    EXPECT_THAT(names, testing::ElementsAre("k<40>", "k<4>", "over(float*)", "over(int*)"));
}

TEST_F(GuardInCi, AKernelThatALibraryHasTwiceKeepsTheBudgetOfBoth)
{
    const fs::path dump =
        dump_program(top, "arch = sm_90\n" + usage_of("_Z1kPf", 48) + "arch = sm_90\n" + usage_of("_Z1kPf", 14));
    write("k.a", "stands for one");
    const Environment with_dump{{"SPILLWAY_CUOBJDUMP", dump.string()}};
    ASSERT_EQ(guard_of("k.a", {"--update"}, with_dump).status, 0);
    EXPECT_EQ(budget()["k.a"]["k"]["sm_90"]["registers"], 48);
    EXPECT_EQ(guard_of("k.a", {}, with_dump).status, 0);
}

TEST_F(GuardInCi, ABudgetWithAShortNameIsThatOfTheOneInstanceWithout)
{
    write("src/k.cu", two_instances(true));
    write("budget.json", R"({"format": 1, "kernels": {"src/k.cu": {
        "k": {"sm_90": {"registers": 10}}, "k<40>": {"sm_90": {"registers": 255}}}}})");
    const Finished found = guard({});
    EXPECT_EQ(found.status, 3) << found.output;
    EXPECT_THAT(found.output, HasSubstr("k<4> (sm_90): registers"));
    EXPECT_THAT(found.output, HasSubstr("the budget of k (sm_90) is taken for k<4>; --update writes this name"));

    write("budget.json", R"({"format": 1, "kernels": {"src/k.cu": {"k": {"sm_90": {"registers": 10}}}}})");
    const Finished unclear = guard({});
    EXPECT_THAT(unclear.output, HasSubstr("the budget of k (sm_90) may be that of k<40> or of k<4>; --update writes"));
    EXPECT_THAT(unclear.output, Not(HasSubstr("no longer there")));
    ASSERT_EQ(guard({"--update"}).status, 0);
    EXPECT_EQ(budget()["src/k.cu"].size(), 2);
}

/// An array in local memory, in an inlined function if `in_helper`.
std::string with_array(bool in_helper)
{
    const std::string body =
        "    float kept[16];\n    for (int i = 0; i < 16; ++i) kept[i] = p[i * 32];\n    float sum = 0;\n"
        "    for (int i = 0; i < n; ++i) sum += kept[(i + n) % 16] * i;\n";
    if (!in_helper) return "__global__ void filter(float* p, int n)\n{\n" + body + "    p[threadIdx.x] = sum;\n}\n";
    return "__device__ float help(const float* p, int n)\n{\n" + body +
           "    return sum;\n}\n__global__ void filter(float* p, int n) { p[threadIdx.x] = help(p, n); }\n";
}

TEST_F(GuardInCi, ThePlaceIsWithinTheKernel)
{
    write("budget.json", R"({"format": 1, "kernels": {"src/k.cu": {"filter": {"sm_90": {"stack_frame_bytes": 0}}}}})");
    write("src/k.cu", with_array(false));
    EXPECT_THAT(guard({}).output, HasSubstr("src/k.cu:3: filter (sm_90): stack frame bytes 64 (budget 0)"));
    write("src/k.cu", with_array(true));
    const Finished in_helper = guard({});
    EXPECT_THAT(in_helper.output, HasSubstr("src/k.cu:9: filter (sm_90)")) << "the helper begins at line 1";
    EXPECT_THAT(in_helper.output, HasSubstr("kept")) << "the cause is reported anyway";
}

TEST_F(GuardInCi, CausesBelongToLocalMemoryAlone)
{
    write("src/k.cu", with_array(false));
    write("budget.json", R"({"format": 1, "kernels": {"src/k.cu": {"filter": {"sm_90": {"registers": 1}}}}})");
    const Finished found = guard({});
    EXPECT_EQ(found.status, 3);
    EXPECT_THAT(found.output, HasSubstr("registers"));
    EXPECT_THAT(found.output, Not(HasSubstr("kept"))) << "no register is in that array";
}

TEST_F(GuardInCi, PathsStartAtTheRepository)
{
    fs::create_directories(top / ".git");
    fs::create_directories(top / "ci");
    fs::create_directories(top / "src/a b");
    write("src/a b/k.cu", with_array(false));
    write("ci/budget.json",
          R"({"format": 1, "kernels": {"../src/a b/k.cu": {"filter": {"sm_90": {"stack_frame_bytes": 0}}}}})");
    const auto run = [&](const std::string& format) {
        return spillway({"guard", (top / "src").string(), "--budget", (top / "ci/budget.json").string(), "--trust",
                         "--gpu", "h200", "--format", format})
            .output;
    };
    EXPECT_THAT(run("github"), HasSubstr("::error file=src/a b/k.cu,line=3,title=filter (sm_90) exceeds its budget::"));
    const json artifact =
        at(json::parse(run("sarif")), "/runs/0/results/0/locations/0/physicalLocation/artifactLocation");
    EXPECT_EQ(artifact["uri"], "src/a%20b/k.cu");
    EXPECT_EQ(artifact["uriBaseId"], "%SRCROOT%");
    EXPECT_THAT(run("text"), HasSubstr("../src/a b/k.cu:3:")) << "as the budget names it";
}

TEST_F(GuardInCi, AFailedCompileIsAnErrorOfItsOwnKind)
{
    write("src/k.cu", "__global__ void one(float* p)\n{\n    p[0] = missing;\n}\n__global__ void two(float* p) { }\n");
    write("budget.json", R"({"format": 1, "kernels": {"src/k.cu": {"one": {"sm_90": {"registers": 10}}}}})");
    const Finished text = guard({});
    EXPECT_EQ(text.status, 3);
    EXPECT_THAT(text.output, testing::StartsWith("src/k.cu:3: k.cu (sm_90) does not compile: "));
    EXPECT_THAT(text.output, Not(HasSubstr("\\n"))) << "lines of the compiler are lines";
    EXPECT_THAT(text.output, testing::EndsWith("no kernel was compiled; 1 failure to compile\n"));
    EXPECT_THAT(text.output, Not(HasSubstr("no longer there")));

    const std::string github = guard({"--format", "github"}).output;
    EXPECT_THAT(github, HasSubstr(",line=3,title=k.cu (sm_90) does not compile::"));
    EXPECT_THAT(github, HasSubstr("%0A"));
    const std::string junit = guard({"--format", "junit"}).output;
    EXPECT_THAT(junit, HasSubstr("tests=\"1\" failures=\"0\" errors=\"1\""));
    EXPECT_THAT(junit, HasSubstr("<error type=\"does-not-compile\" message=\"does not compile: "));
    EXPECT_THAT(junit, testing::ContainsRegex("<error [^>]*missing[^>\n]*>[^<]*\n")) << "one line, then all of them";
    EXPECT_THAT(junit, Not(HasSubstr("\\n")));
    EXPECT_EQ(at(json::parse(guard({"--format", "sarif"}).output), "/runs/0/results/0/ruleId"), "does-not-compile");
}

TEST_F(GuardInCi, WithoutAKernelNothingIsWritten)
{
    write("src/host.cu", "#include <cuda_runtime.h>\nvoid wait() { cudaDeviceSynchronize(); }\n");
    write("src/plain.cu", "int main() { }\n");
    for (const char* const path : {"src", "src/host.cu", "src/plain.cu"}) {
        const Finished found = guard_of(path, {"--update"});
        EXPECT_EQ(found.status, 2) << path;
        EXPECT_THAT(found.errors, HasSubstr("there is no kernel in ")) << path;
        EXPECT_THAT(found.errors, HasSubstr("nothing was written")) << path;
        EXPECT_EQ(std::count(found.errors.begin(), found.errors.end(), '\n'), 1) << found.errors;
        EXPECT_FALSE(fs::exists(top / "budget.json")) << path;
    }
    write("src/plain.cu", "__global__ void broken(float* p) { p[0] = missing; }\n");
    EXPECT_EQ(guard({"--update"}).status, 3);
    EXPECT_FALSE(fs::exists(top / "budget.json")) << "no kernel was compiled";
}

TEST_F(GuardInCi, AHeaderOrAMacroMayBringTheKernelThatDoesNotCompile)
{
    write("src/body.cuh", "__global__ void one(float* p) { p[0] = missing; }\n");
    write("src/k.cu", "#include \"body.cuh\"\n");
    write("budget.json", R"({"format": 1, "kernels": {}})");
    const Finished found = guard({});
    EXPECT_EQ(found.status, 3) << "the text of k.cu has no __global__";
    EXPECT_THAT(found.output, HasSubstr("k.cu (sm_90) does not compile"));
}

TEST_F(GuardInCi, ABudgetOfFilesThatAreGoneIsSaidAndRemoved)
{
    write("src/k.cu", "__global__ void one(float* p) { p[0] = 1; }\n");
    write("src/deep/old.cu", "__global__ void old(float* p) { p[0] = 1; }\n");
    const Finished written = guard({"--update"});
    EXPECT_THAT(written.output, testing::EndsWith("budget.json: 2 kernels\n"));
    fs::remove(top / "src/deep/old.cu");
    EXPECT_THAT(guard({}).output,
                HasSubstr("src/deep/old.cu: old (sm_90) has a budget and is no longer there; --update removes it"));
    EXPECT_THAT(guard_of("src/k.cu", {}).output, testing::StrEq("0 of 1 kernel exceeds the budget\n"))
        << "the other file was not asked about";
    EXPECT_THAT(guard({"--update"}).output, testing::EndsWith("budget.json: 1 kernel\n"));
    EXPECT_FALSE(budget().contains("src/deep/old.cu"));
}

TEST_F(GuardInCi, ABudgetForAnotherArchitectureDoesNotPass)
{
    write("src/k.cu", "__global__ void one(float* p) { p[0] = 1; }\n__global__ void two(float* p) { p[0] = 1; }\n");
    ASSERT_EQ(guard({"--update"}).status, 0);
    const Finished other = guard({"--gpu", "t4"});
    EXPECT_EQ(other.status, 2);
    EXPECT_THAT(other.errors, HasSubstr("the budget has no number for sm_75"));
    EXPECT_THAT(other.output, HasSubstr("note: src/k.cu: 2 kernels (sm_75) have no budget; --update adds them"));
    EXPECT_EQ(guard({"--gpu", "h200", "--gpu", "h100"}).output, "0 of 2 kernels exceed the budget\n")
        << "one architecture is compiled once";
}

}  // namespace
}  // namespace spillway::commands
