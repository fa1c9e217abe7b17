// Public questions about kernels: the facts that the first screen tells, by name, line, bytes and repair. The comment
// at the top of each file has the question.

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>

#include "tests/commands/run_json.h"
#include "tests/support/scratch_folder.h"

namespace spillway::commands {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

JsonRun opened(const std::string& name, std::vector<std::string> more = {}, const std::string& gpu = "h200")
{
    std::vector<std::string> words{"open", std::string(SPILLWAY_CASES) + "/" + name, "--trust", "--gpu", gpu};
    words.insert(words.end(), more.begin(), more.end());
    return run_json(words);
}

/// The cause with this symbol; a test failure, and an empty object, where it is not there.
json cause_of(const json& kernel, const std::string& symbol)
{
    for (const json& cause : kernel.value("causes", json::array()))
        if (cause["symbol"] == symbol) return cause;
    ADD_FAILURE() << "no cause " << symbol << " in " << kernel.value("causes", json()).dump(2);
    return json::object();
}

std::string advice_of(const json& kernel)
{
    return kernel.contains("advice") && kernel["advice"].is_string() ? kernel["advice"].get<std::string>() : "";
}

/// Whole files compile like this with nvcc; NVRTC alone takes fewer of them.
bool has_nvcc()
{
    static const bool found = [] {
        for (const json& thing : run_json({"doctor"}).json)
            if (thing.value("name", "").starts_with("nvcc")) return thing.value("found", false);
        return false;
    }();
    return found;
}

class Cases : public testing::Test {
protected:
    void SetUp() override
    {
        if (!has_nvcc()) GTEST_SKIP() << "nvcc is not on this machine";
    }
};

TEST_F(Cases, AnArrayWithARunTimeIndexHasItsNameAndARepairThatCompiles)
{
    const json kernel = opened("run_time_index.cu").of("weigh");
    const json cause = cause_of(kernel, "taps");
    EXPECT_EQ(cause["kind"], "dynamic_index");
    EXPECT_EQ(cause["bytes"], 64);
    EXPECT_EQ(cause["line"], 5);
    EXPECT_EQ(at(cause, "/repair/kind"), "select") << cause.dump(2);
    EXPECT_EQ(at(cause, "/repair/stack_frame_bytes"), 0);
}

TEST_F(Cases, PrintfIsFoundWhereTheFirstLineIsADirective)
{
    const json cause = cause_of(opened("directive_first.cu").of("report"), "printf");
    EXPECT_EQ(cause["kind"], "library_function");
    EXPECT_EQ(cause["line"], 4);
    EXPECT_EQ(cause["bytes"], 8);
    EXPECT_EQ(at(cause, "/repair/stack_frame_bytes"), 0);
}

TEST_F(Cases, AWrittenParameterHasItsNameAndTheLineThatWritesIt)
{
    const json cause = cause_of(opened("written_parameter.cu").of("change"), "all");
    EXPECT_EQ(cause["kind"], "parameter_copy");
    EXPECT_EQ(cause["bytes"], 1024);
    EXPECT_EQ(cause["line"], 4);
    EXPECT_THAT(cause["evidence"].get<std::string>(), HasSubstr("line 6"));
    EXPECT_TRUE(cause["repair"].is_null()) << "as long as it is written";
}

TEST_F(Cases, AParameterThatIsOnlyReadIsRepairedByGridConstant)
{
    const json cause = cause_of(opened("parameter_by_address.cu").of("use"), "table");
    EXPECT_EQ(cause["kind"], "parameter_copy");
    EXPECT_EQ(cause["bytes"], 264);
    EXPECT_EQ(at(cause, "/repair/kind"), "grid_constant");
    EXPECT_EQ(at(cause, "/repair/change"), "const __grid_constant__ Table table");
    EXPECT_EQ(at(cause, "/repair/stack_frame_bytes"), 0);
}

TEST_F(Cases, AnArrayOfAHeadersFunctionHasItsNameAndItsFile)
{
    const json cause = cause_of(opened("array_in_header.cu").of("choose"), "buffer");
    EXPECT_EQ(cause["kind"], "dynamic_index");
    EXPECT_EQ(cause["file"], "pick.cuh");
    EXPECT_EQ(cause["line"], 4);
    EXPECT_EQ(cause["bytes"], 64);
}

TEST_F(Cases, AnArrayThatIsPassedOnIsIndexedThere)
{
    const json cause = cause_of(opened("array_passed_on.cu").of("count"), "state");
    EXPECT_EQ(cause["kind"], "dynamic_index") << cause.dump(2);
    EXPECT_EQ(cause["line"], 15);
}

TEST_F(Cases, ARecursionsStackHasALevelAndNoDepth)
{
    const json kernel = opened("recursion.cu").of("walk");
    ASSERT_TRUE(at(kernel, "/compile/stack_level_bytes").is_number()) << kernel["compile"].dump(2);
    EXPECT_EQ(at(kernel, "/compile/stack_frame_bytes"), 0);
    EXPECT_TRUE(at(kernel, "/compile/cumulative_stack_bytes").is_null());
    const int level = kernel["compile"]["stack_level_bytes"];
    int caused = 0;
    for (const json& cause : kernel["causes"]) caused += cause["bytes"].get<int>();
    EXPECT_EQ(caused, level) << "one number on the screen";
    EXPECT_THAT(advice_of(kernel), HasSubstr("0 + " + std::to_string(level) + " bytes a level"));
    EXPECT_THAT(advice_of(kernel), HasSubstr("cudaLimitStackSize"));
}

TEST_F(Cases, DynamicSharedMemoryAbove48KiBNamesTheMissingCall)
{
    const std::string advice = advice_of(opened("dynamic_shared.cu").of("stage"));
    EXPECT_THAT(advice, HasSubstr("cudaFuncSetAttribute(stage, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536)"));
    const json small = opened("dynamic_shared.cu", {}, "t4").json.at(0);
    EXPECT_EQ(small["status"], "ok") << "a T4 has 64 KiB";
}

TEST_F(Cases, SetmaxnregCompilesForItsTargetAndTheRemarkIsExplained)
{
    const json kernel = opened("register_exchange.cu").of("exchange");
    EXPECT_EQ(kernel["status"], "ok") << kernel["message"].dump();
    EXPECT_THAT(advice_of(kernel), HasSubstr("sm_90a"));
    EXPECT_THAT(advice_of(kernel), HasSubstr("C7508"));
    EXPECT_THAT(advice_of(kernel), HasSubstr("__launch_bounds__(threads, 1)"));
}

TEST_F(Cases, ASpillToSharedMemoryThatIsRefusedNamesTheCall)
{
    const json kernel = opened("spill_to_shared_refused.cu").of("apply");
    EXPECT_EQ(kernel["status"], "compile_error");
    EXPECT_THAT(kernel["message"].get<std::string>(), HasSubstr("C7800"));
    EXPECT_THAT(advice_of(kernel), HasSubstr("through a pointer"));
}

TEST_F(Cases, AnUnresolvedFunctionNamesTheOptionThatCompilesIt)
{
    const json refused = opened("other_unit.cu").of("call");
    EXPECT_EQ(refused["status"], "compile_error");
    EXPECT_THAT(advice_of(refused), HasSubstr("-rdc=true"));
    const json compiled = opened("other_unit.cu", {"--nvcc", "-rdc=true"}).of("call");
    EXPECT_EQ(compiled["status"], "ok") << compiled["message"].dump();
    EXPECT_EQ(at(compiled, "/compile/stack_frame_bytes"), 32);
}

TEST_F(Cases, ADeviceLambdaNamesItsOptionAndCompilesWithIt)
{
    const json refused = opened("extended_lambda.cu").json.at(0);
    EXPECT_EQ(refused["status"], "compile_error");
    EXPECT_THAT(advice_of(refused), HasSubstr("--extended-lambda"));
    const json compiled = opened("extended_lambda.cu", {"--nvcc", "--extended-lambda"}).json.at(0);
    EXPECT_EQ(compiled["status"], "ok") << compiled["message"].dump();
}

TEST_F(Cases, EachKernelHasItsOwnLaunch)
{
    const auto blocks = [](const JsonRun& run) {
        std::vector<int> threads;
        for (const char* kernel : {"first", "second", "third"})
            threads.push_back(run.of(kernel)["parameters"]["block_size"].get<int>());
        return threads;
    };
    EXPECT_THAT(blocks(opened("two_launches.cu")), testing::ElementsAre(128, 64, 256));
    EXPECT_THAT(blocks(opened("two_launches.cu", {"--set", "block_size=512"})), testing::ElementsAre(512, 512, 512));
}

TEST_F(Cases, AMacroOfTheCompilersIsNoSlider)
{
    const json kernel = opened("editors_guard.cu").of("set");
    EXPECT_EQ(kernel["status"], "ok") << kernel["message"].dump();
    EXPECT_FALSE(kernel["parameters"].contains("__CUDA_ARCH__"));
}

TEST_F(Cases, ALaunchBeyondItsBoundIsRefused)
{
    const json kernel = opened("beyond_bound.cu").of("twice");
    EXPECT_EQ(kernel["status"], "launch_error");
    EXPECT_THAT(kernel["message"].get<std::string>(), HasSubstr("256"));
    EXPECT_THAT(kernel["message"].get<std::string>(), HasSubstr("128"));
}

TEST_F(Cases, AConstantReadByThreadLeadsToItsLesson)
{
    EXPECT_THAT(advice_of(opened("constant_by_thread.cu").of("look_up")), HasSubstr("Line 3"));
    EXPECT_THAT(advice_of(opened("constant_by_thread.cu").of("look_up")), HasSubstr("constant_broadcast"));
}

TEST_F(Cases, AProjectsOwnCommandIsTaken)
{
    const fs::path top = scratch_folder("project");
    fs::create_directories(top / "src/my kernels");
    fs::create_directories(top / "my headers");
    std::ofstream(top / "my headers/sizes.h") << "constexpr int rounds = 3;\n";
    std::ofstream(top / "src/my kernels/a.cu")
        << "#include <sizes.h>\n__global__ void k(float* p) { p[threadIdx.x] = rounds + SCALE; }\n";
    const auto open = [&](std::vector<std::string> more) {
        std::vector<std::string> words{"open", (top / "src/my kernels/a.cu").string(), "--trust", "--gpu", "h200"};
        words.insert(words.end(), more.begin(), more.end());
        return run_json(words).json.at(0);
    };
    EXPECT_EQ(open({})["status"], "compile_error") << "nothing says where the header is";
    EXPECT_EQ(open({"-I", (top / "my headers").string(), "-D", "SCALE=2"})["status"], "ok") << "absolute, with a blank";
    std::ofstream(top / "compile_commands.json") << json::array(
        {{{"directory", top.string()},
          {"file", "src/my kernels/a.cu"},
          {"arguments", {"nvcc", "-Imy headers", "-DSCALE=2", "--mystery", "-c", "src/my kernels/a.cu"}}}});
    const json kernel = open({});
    EXPECT_EQ(kernel["status"], "ok") << kernel["message"].dump();
    fs::remove_all(top);
}

}  // namespace
}  // namespace spillway::commands
