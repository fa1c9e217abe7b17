// Public questions about kernels: the facts that the first screen tells, by name, line, bytes and repair. The comment
// at the top of each file has the question.

#include <filesystem>
#include <fstream>
#include <map>

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

TEST_F(Cases, APointerToOneOfTwoArraysIsAnAddress)
{
    const JsonRun run = opened("chosen_array.cu");
    const std::map<std::string, std::vector<std::string>> arrays{{"choose", {"low", "high"}},
                                                                 {"swap_buffers", {"first", "second"}}};
    const std::map<std::string, std::string> lines{{"choose", "Line 11 "}, {"swap_buffers", "Line 21 "}};
    for (const auto& [kernel, names] : arrays)
        for (const std::string& name : names) {
            const json cause = cause_of(run.of(kernel), name);
            EXPECT_EQ(cause["kind"], "address_taken") << cause.dump(2);
            EXPECT_EQ(cause["bytes"], kernel == "choose" ? 256 : 192);
            EXPECT_THAT(cause["evidence"].get<std::string>(), HasSubstr(lines.at(kernel)));
        }
}

TEST_F(Cases, AnArrayWhoseAddressIsInATableIsNoRunTimeIndex)
{
    const json kernel = opened("rows.cu").of("add");
    for (const char* name : {"low", "middle", "high"})
        EXPECT_EQ(cause_of(kernel, name)["kind"], "address_taken") << kernel["causes"].dump(2);
    EXPECT_EQ(cause_of(kernel, "rows")["kind"], "dynamic_index");
}

TEST_F(Cases, AVariableBehindItsTypesBodyIsFound)
{
    const JsonRun run = opened("declared_elsewhere.cu");
    const json key = cause_of(run.of("unpack"), "key");
    EXPECT_EQ(key["kind"], "dynamic_index") << key.dump(2);
    EXPECT_EQ(key["bytes"], 32);
    EXPECT_EQ(key["line"], 10);
}

TEST_F(Cases, AnArrayThatAMacroDeclaresHasTheLineOfItsIndex)
{
    const json cause = at(opened("declared_elsewhere.cu").of("fill"), "/causes/0");
    EXPECT_EQ(cause["kind"], "dynamic_index") << cause.dump(2);
    EXPECT_EQ(cause["bytes"], 96);
    EXPECT_EQ(cause["line"], 20);
}

TEST_F(Cases, NamesBeyondAsciiAreNames)
{
    const json cause = cause_of(opened("greek.cu").of("weigh"), "\xCE\xB2");
    EXPECT_EQ(cause["kind"], "dynamic_index");
    EXPECT_EQ(cause["bytes"], 64);
}

TEST_F(Cases, AnIndexInAMacroIsTriedAndRepaired)
{
    const json cause = cause_of(opened("macro_index.cu").of("mix"), "weights");
    EXPECT_EQ(cause["kind"], "dynamic_index");
    EXPECT_EQ(cause["bytes"], 64);
    EXPECT_EQ(at(cause, "/repair/kind"), "select") << cause.dump(2);
    EXPECT_EQ(at(cause, "/repair/stack_frame_bytes"), 0);
}

TEST_F(Cases, AnArrayOfABranchThatOpensTheBodyHasItsName)
{
    const json cause = cause_of(opened("branch_of_if.cu").of("mix"), "tile");
    EXPECT_EQ(cause["kind"], "dynamic_index");
    EXPECT_EQ(cause["line"], 11);
    EXPECT_EQ(cause["bytes"], 96);
}

TEST_F(Cases, VariablesThatShareBytesAddUpToTheFrame)
{
    const json kernel = opened("shared_bytes.cu").of("in_turn");
    EXPECT_EQ(at(kernel, "/compile/stack_frame_bytes"), 320);
    EXPECT_EQ(cause_of(kernel, "table")["bytes"], 320);
    const json shared = cause_of(kernel, "other");
    EXPECT_EQ(shared["bytes"], 0);
    EXPECT_EQ(shared["kind"], "dynamic_index");
    EXPECT_THAT(shared["evidence"].get<std::string>(), HasSubstr("192"));
}

TEST_F(Cases, MembersThatAPointerIndexesAreIndexed)
{
    const json kernel = opened("vector_members.cu").of("component");
    for (const char* name : {"sums", "first"}) {
        const json cause = cause_of(kernel, name);
        EXPECT_EQ(cause["kind"], "dynamic_index") << cause.dump(2);
        EXPECT_EQ(cause["bytes"], 16);
        EXPECT_THAT(cause["evidence"].get<std::string>(), HasSubstr("line 9"));
    }
}

TEST_F(Cases, SpillsOfACalledFunctionAreItsOwn)
{
    const JsonRun run = opened("called_spills.cu");
    const json kernel = run.of("outer");
    std::int64_t all = 0, in_called = 0;
    for (const json& cause : kernel["causes"]) {
        EXPECT_EQ(cause["kind"], "spill") << cause.dump(2);
        all += cause["bytes"].get<std::int64_t>();
        const bool is_called = cause["evidence"].get<std::string>().starts_with("In the called function heavy, ptxas");
        if (is_called) in_called += cause["bytes"].get<std::int64_t>();
        EXPECT_EQ(cause["line"].get<int>() < 16, is_called) << cause.dump(2);
    }
    EXPECT_EQ(at(kernel, "/compile/cumulative_stack_bytes"), all);
    EXPECT_GT(in_called, all / 2) << kernel["causes"].dump(2);
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
    EXPECT_THAT(advice_of(kernel), HasSubstr("setmaxnreg"));
    EXPECT_THAT(advice_of(kernel), HasSubstr(" needs sm_90a, so Spillway compiled for it"));
    EXPECT_EQ(at(kernel, "/compile/target"), "sm_90a");
    EXPECT_EQ(at(kernel, "/gpu/arch"), "sm_90a");
    EXPECT_THAT(advice_of(kernel), HasSubstr("C7508"));
    EXPECT_THAT(advice_of(kernel), HasSubstr("__launch_bounds__(threads, 1)"));
}

TEST_F(Cases, ASpecialTargetIsChosenWithItsGpu)
{
    const json kernel = opened("register_exchange.cu", {}, "h200:sm_90a").of("exchange");
    EXPECT_EQ(kernel["status"], "ok") << kernel["message"].dump();
    EXPECT_EQ(at(kernel, "/gpu/name"), "h200:sm_90a");
    EXPECT_EQ(at(kernel, "/compile/target"), "sm_90a");
    EXPECT_EQ(kernel["occupancy"], opened("register_exchange.cu").of("exchange")["occupancy"]);
    EXPECT_THAT(advice_of(kernel), testing::Not(HasSubstr("compiled for it"))) << "it was chosen";
    const Finished wrong = spillway(
        {"open", std::string(SPILLWAY_CASES) + "/register_exchange.cu", "--trust", "--json", "--gpu", "t4:sm_75a"});
    EXPECT_EQ(wrong.status, 2);
    EXPECT_THAT(wrong.errors, HasSubstr("no target 'sm_75a'"));
}

TEST_F(Cases, CodeOfASpecialTargetAloneIsMissedAndItsTargetNamed)
{
    const json missing = opened("arch_conditional.cu").of("add");
    EXPECT_THAT(advice_of(missing), HasSubstr("Line 5 has code for sm_90a"));
    EXPECT_THAT(advice_of(missing), HasSubstr("--gpu h200:sm_90a"));
    const json whole = opened("arch_conditional.cu", {}, "h200:sm_90a").of("add");
    EXPECT_GT(at(whole, "/compile/registers"), at(missing, "/compile/registers"));
    EXPECT_THAT(advice_of(whole), testing::Not(HasSubstr("is missing here")));
}

TEST_F(Cases, ASweepComparesTargetsAndTellsEachArchitecturesOwn)
{
    const auto sweep = [](const std::string& gpus) {
        const Finished run = spillway({"sweep", std::string(SPILLWAY_CASES) + "/register_exchange.cu", "--trust",
                                       "--axis", "gpu=" + gpus, "--axis", "block_size=[256]", "--json", "-"});
        return json::parse(run.output, nullptr, false);
    };
    const json two = sweep("[h200,h200:sm_90a]");
    ASSERT_EQ(two.size(), 2U);
    for (const json& each : two) EXPECT_EQ(at(each, "/gpu/arch"), "sm_90a") << each.dump(2);
    EXPECT_EQ(at(two[0], "/gpu/name"), "h200");
    EXPECT_EQ(at(two[1], "/gpu/name"), "h200:sm_90a");
    std::map<std::string, std::string> found;
    for (const json& each : sweep("all")) found[at(each, "/gpu/name").get<std::string>()] = at(each, "/gpu/arch");
    EXPECT_EQ(found["b200"], "sm_100f") << "its family's first: that code runs on more GPUs";
    EXPECT_EQ(found["t4"], "sm_75") << "refused there";
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
    EXPECT_EQ(at(compiled, "/compile/not_linked"), json({"elsewhere(float*)"}));
    EXPECT_THAT(advice_of(compiled), HasSubstr("nvlink does not find elsewhere(float*)"));
}

TEST_F(Cases, RelocatableCodeHasTheLinkersNumbers)
{
    const JsonRun run = opened("relocatable.cu", {"--nvcc", "-rdc=true"});
    const json direct = run.of("direct");
    EXPECT_EQ(direct["status"], "ok") << direct["message"].dump();
    const int before = at(direct, "/compile/registers_before_linking"), after = at(direct, "/compile/registers");
    EXPECT_GT(after, before) << "with those of the function that it calls";
    const int frame = at(direct, "/compile/stack_frame_bytes"), stack = at(direct, "/compile/cumulative_stack_bytes");
    EXPECT_GT(stack, frame);
    EXPECT_THAT(advice_of(direct), HasSubstr("Linked by nvlink: " + std::to_string(after) + " registers and " +
                                             std::to_string(stack) + " bytes of stack"));
    EXPECT_THAT(at(direct, "/compile/log").get<std::string>(),
                HasSubstr("used " + std::to_string(after) + " registers, used 0 barriers, " + std::to_string(stack)));
    const json through_table = run.of("through_table");
    EXPECT_TRUE(at(through_table, "/compile/stack_level_bytes").is_null()) << "the linker knows the table's functions";
    EXPECT_GT(at(through_table, "/compile/cumulative_stack_bytes"), at(through_table, "/compile/stack_frame_bytes"));
    const json recursive = run.of("recursive");
    EXPECT_TRUE(at(recursive, "/compile/cumulative_stack_bytes").is_null());
    EXPECT_GT(at(recursive, "/compile/stack_level_bytes"), 0) << "no linker knows the depth";
    const json parent = run.of("parent");
    EXPECT_EQ(parent["status"], "ok") << parent["message"].dump();
    EXPECT_TRUE(at(parent, "/compile/not_linked").is_null()) << "the device runtime is CUDA's own";
}

TEST_F(Cases, ADeviceLambdaNamesItsOptionAndCompilesWithIt)
{
    const json refused = opened("extended_lambda.cu").json.at(0);
    EXPECT_EQ(refused["status"], "compile_error");
    EXPECT_THAT(advice_of(refused), HasSubstr("--extended-lambda"));
    const json compiled = opened("extended_lambda.cu", {"--nvcc", "--extended-lambda"}).json.at(0);
    EXPECT_EQ(compiled["status"], "ok") << compiled["message"].dump();
}

TEST_F(Cases, AFrameWithoutSpillsIsTheArrayWhoseAddressGoesOn)
{
    const json kernel = opened("frame_without_spill.cu").of("measure");
    EXPECT_EQ(at(kernel, "/compile/stack_frame_bytes"), 64);
    EXPECT_EQ(at(kernel, "/compile/spill_store_bytes"), 0);
    const json cause = cause_of(kernel, "coords");
    EXPECT_EQ(cause["kind"], "address_taken");
    EXPECT_EQ(cause["bytes"], 64);
    EXPECT_EQ(cause["line"], 11);
    EXPECT_THAT(cause["evidence"].get<std::string>(), HasSubstr("line 13"));
}

TEST_F(Cases, ALaunchBoundThatMakesAKernelSpillIsItsCause)
{
    const JsonRun run = opened("bound_spills.cu");
    for (const auto& [name, most] :
         {std::pair{"bounded", 65536 / (6 * 256) / 8 * 8}, std::pair{"largest", 65536 / 1024}}) {
        const json kernel = run.of(name);
        EXPECT_EQ(at(kernel, "/compile/registers"), most) << name;
        EXPECT_GT(at(kernel, "/compile/spill_store_bytes"), 0) << name;
        const json cause = kernel["causes"].at(0);
        EXPECT_EQ(cause["kind"], "spill") << name;
        EXPECT_THAT(cause["evidence"].get<std::string>(),
                    HasSubstr("Without a register cap and launch bounds it spills nothing"));
    }
    const json repaired = run.of("bounded")["causes"].at(0), largest = run.of("largest")["causes"].at(0);
    EXPECT_EQ(at(repaired, "/repair/kind"), "without_bounds");
    EXPECT_EQ(at(repaired, "/repair/spill_store_bytes"), 0);
    EXPECT_GT(at(repaired, "/repair/registers"), 65536 / (6 * 256) / 8 * 8);
    EXPECT_TRUE(largest["repair"].is_null()) << "a block of 1,024 threads could not start";
    EXPECT_THAT(largest["evidence"].get<std::string>(),
                HasSubstr("registers are too many for a block of 1024 threads"));
    const json one_block = opened("bound_spills.cu", {"--set", "BLOCKS=1"}).of("bounded");
    EXPECT_EQ(at(one_block, "/compile/spill_store_bytes"), 0) << "the bound is a slider";
}

TEST_F(Cases, ALaunchBeyondTheRegistersNamesTheLargestBlock)
{
    const json kernel = opened("out_of_registers.cu").of("too_many");
    EXPECT_EQ(kernel["status"], "launch_error");
    EXPECT_THAT(kernel["message"].get<std::string>(), HasSubstr("too many resources"));
    const std::string words = "lower block_size to ";
    ASSERT_THAT(advice_of(kernel), HasSubstr(words));
    const int largest = std::stoi(advice_of(kernel).substr(advice_of(kernel).find(words) + words.size()));
    const auto status = [](int block) {
        return opened("out_of_registers.cu", {"--quick", "--set", "block_size=" + std::to_string(block)})
            .of("too_many")["status"];
    };
    EXPECT_EQ(status(largest), "ok");
    EXPECT_EQ(status(largest + 32), "launch_error");
}

TEST_F(Cases, AVirtualCallsStackIsOfObjectsAndOfCalledFunctions)
{
    const json kernel = opened("virtual_call.cu").of("areas");
    EXPECT_EQ(at(kernel, "/compile/stack_frame_bytes"), 32);
    EXPECT_EQ(at(kernel, "/compile/cumulative_stack_bytes"), 40);
    for (const char* object : {"disc", "box"}) EXPECT_EQ(cause_of(kernel, object)["kind"], "address_taken");
    const json called = cause_of(kernel, "Disc::area");
    EXPECT_EQ(called["kind"], "call_stack");
    std::int64_t bytes = 0;
    for (const json& cause : kernel["causes"]) bytes += cause["bytes"].get<std::int64_t>();
    EXPECT_EQ(bytes, 40) << "one of both functions runs";
}

TEST_F(Cases, AnArrayOfHalvesIsInRegistersUntilItsIndexIsKnownOnlyAtRunTime)
{
    const JsonRun run = opened("half_arrays.cu");
    EXPECT_EQ(at(run.of("constant"), "/compile/stack_frame_bytes"), 0);
    EXPECT_LE(at(run.of("constant"), "/compile/registers"), 32) << "not one for each half";
    EXPECT_EQ(at(run.of("at_run_time"), "/compile/stack_frame_bytes"), 64);
    EXPECT_EQ(cause_of(run.of("at_run_time"), "a")["kind"], "dynamic_index");
}

TEST_F(Cases, ArraysThatThePtxHasLocalAndPtxasNotHaveNoBytes)
{
    const JsonRun run = opened("in_registers.cu", {"--set", "register_cap=64"});
    EXPECT_EQ(at(run.of("kinds"), "/compile/stack_frame_bytes"), 0);
    EXPECT_TRUE(run.of("kinds")["causes"].empty()) << run.of("kinds")["causes"].dump(2);
    EXPECT_LT(at(run.of("few"), "/compile/registers"), 64) << "a cap is a ceiling";
    EXPECT_EQ(cause_of(run.of("few"), "best")["bytes"], 0);
    const JsonRun matrix = opened("small_matrix.cu");
    EXPECT_EQ(at(matrix.of("determinant"), "/compile/stack_frame_bytes"), 0);
    EXPECT_EQ(cause_of(matrix.of("determinant"), "m")["bytes"], 0);
}

TEST_F(Cases, TheOccupancyCountsRegistersAsTheGpuHandsThemOut)
{
    const json copy = opened("granularity.cu").of("copy");
    EXPECT_LE(at(copy, "/compile/registers"), 16);
    EXPECT_EQ(at(copy, "/occupancy/allocated_registers_per_block"), 16 * 512);
    EXPECT_EQ(at(copy, "/occupancy/theoretical"), 1);
    const auto rows = [](const char* block) {
        return opened("occupancy.cu", {"--quick", "--set", block}, "t4").of("rows")["occupancy"];
    };
    EXPECT_EQ(rows("block_size=128")["limiter"], json({"registers"}));
    EXPECT_EQ(rows("block_size=128")["warps_per_sm"], rows("block_size=64")["warps_per_sm"]) << "of half the size";
}

TEST_F(Cases, AStackLimitThatNothingNeedsHasItsPrice)
{
    const json keys = opened("stack_limit.cu").of("keys");
    EXPECT_EQ(at(keys, "/compile/cumulative_stack_bytes"), 2048);
    EXPECT_THAT(advice_of(keys), HasSubstr("12.4 GiB"));
    EXPECT_THAT(advice_of(keys), HasSubstr("needs no such limit"));
}

TEST_F(Cases, AnAccessPropertyLeadsToItsLesson)
{
    const std::string advice = advice_of(opened("access_property.cu").of("pin"));
    EXPECT_THAT(advice, HasSubstr("Line 7"));
    EXPECT_THAT(advice, HasSubstr("l2_persistence"));
}

TEST_F(Cases, EachArchitectureHasItsOwnRegistersInOneSweep)
{
    const Finished run = spillway({"sweep", std::string(SPILLWAY_CASES) + "/every_architecture.cu", "--trust", "--axis",
                                   "gpu=all", "--axis", "block_size=[1024]", "--json", "-"});
    const json results = json::parse(run.output, nullptr, false);
    std::map<std::string, int> registers;
    for (const json& each : results) {
        EXPECT_EQ(each["status"], "ok") << each.dump(2);
        registers[at(each, "/gpu/arch").get<std::string>()] = at(each, "/compile/registers").get<int>();
    }
    for (const char* arch : {"sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"})
        EXPECT_GT(registers[arch], 0) << arch;
    EXPECT_NE(registers["sm_75"], registers["sm_90"]);
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
