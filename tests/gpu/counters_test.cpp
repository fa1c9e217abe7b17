// Counting against a stand-in for CUPTI, and where it may not be done. The names are asked of the real CUPTI where it
// is.

#include <gtest/gtest.h>

#include <filesystem>

#include "app/gpu/counter_names.h"
#include "app/gpu/counters.h"
#include "app/gpu/cupti_search.h"
#include "tests/support/environment.h"
#if SPILLWAY_HAS_CUPTI
#include "app/gpu/cupti.h"
#include "app/gpu/pc_sampling.h"
#endif

namespace spillway::gpu {
namespace {

using tests::Environment;

const std::vector<std::filesystem::path> toolkit{"/usr/local/cuda"};

TEST(Counters, AreForbiddenWhereTheDriverKeepsThemForAdministrators)
{
    const std::string kept = "Foo: 1\nRmProfilingAdminOnly: 1\n", open = "RmProfilingAdminOnly: 0\n";
    const std::string user = "Name:\tx\nCapEff:\t0000000000000000\n", root = "CapEff:\t000001ffffffffff\n";
    EXPECT_TRUE(counters_forbidden(kept, user));
    EXPECT_FALSE(counters_forbidden(kept, root));
    EXPECT_FALSE(counters_forbidden(open, user));
    EXPECT_FALSE(counters_forbidden("", user));
    EXPECT_FALSE(counters_forbidden(kept, ""));
}

TEST(Counters, AChipGetsItsOwnNames)
{
    const auto old_chip = names_known_to([](std::string_view name) { return !name.starts_with("dram__bytes_op"); });
    const auto new_chip = names_known_to(
        [](std::string_view name) { return !name.starts_with("dram__bytes_r") && !name.starts_with("dram__bytes_w"); });
    EXPECT_EQ(old_chip.size(), new_chip.size());
    EXPECT_NE(std::find(old_chip.begin(), old_chip.end(), "dram__bytes_read.sum"), old_chip.end());
    EXPECT_NE(std::find(new_chip.begin(), new_chip.end(), "dram__bytes_op_read.sum"), new_chip.end());
}

#if SPILLWAY_HAS_CUPTI

struct Calls {
    int prepared = 0, launched = 0;
    [[nodiscard]] Countable countable(Failure failed = std::nullopt)
    {
        return {[this] { return ++prepared, Failure{}; }, [this, failed] { return ++launched, failed; }};
    }
};

TEST(Counters, EveryPassIsOneLaunchAfterItsPreparation)
{
    const Environment library("SPILLWAY_CUPTI", SPILLWAY_STANDIN_CUPTI);
    Counters counters({});
    Calls calls;
    const Counted counted = counters.count(0, nullptr, calls.countable());
    EXPECT_EQ(counted.reason, std::nullopt);
    EXPECT_FALSE(counted.failed);
    EXPECT_EQ(calls.prepared, 3);
    EXPECT_EQ(calls.launched, 3);
    ASSERT_TRUE(counted.values.contains("dram__bytes_read.sum"));
    EXPECT_EQ(counted.values.at("dram__bytes_read.sum"), 3);
    // Metrics that the chip lacks are left out; the rest is counted.
    EXPECT_FALSE(counted.values.contains("l1tex__t_sectors_pipe_tex_mem_texture.sum"));
}

TEST(Counters, ARefusalIsASentenceWithWhatToDo)
{
    const Environment library("SPILLWAY_CUPTI", SPILLWAY_STANDIN_CUPTI);
    for (const auto& [failing, says] :
         {std::pair{"cuptiRangeProfilerEnable=35", "NVreg_RestrictProfilingToAdminUsers=0"},
          {"cuptiRangeProfilerEnable=26", "another profiler"},
          {"cuptiProfilerInitialize=999", "cuptiProfilerInitialize"},
          {"cuptiProfilerHostInitialize=1", "cuptiProfilerHostInitialize"},
          {"cuptiRangeProfilerStart=1", "cuptiRangeProfilerStart"},
          {"never_ends=1", "cuptiRangeProfilerStop"}}) {
        const Environment fails("STAND_IN_CUPTI_FAILS", failing);
        Counters counters({});
        Calls calls;
        const Counted counted = counters.count(0, nullptr, calls.countable());
        EXPECT_TRUE(counted.values.empty()) << failing;
        ASSERT_TRUE(counted.reason) << failing;
        EXPECT_TRUE(counted.reason->starts_with("No counters: ")) << *counted.reason;
        EXPECT_NE(counted.reason->find(says), std::string::npos) << *counted.reason;
        EXPECT_LE(calls.launched, 3) << failing;
    }
}

TEST(Counters, AFailedLaunchIsTheDriversAndEndsThePasses)
{
    const Environment library("SPILLWAY_CUPTI", SPILLWAY_STANDIN_CUPTI);
    Counters counters({});
    Calls calls;
    const Counted counted = counters.count(0, nullptr, calls.countable(CuError{700, "cuStreamSynchronize"}));
    ASSERT_TRUE(counted.failed);
    EXPECT_EQ(counted.failed->code, 700);
    EXPECT_EQ(calls.launched, 1);
    EXPECT_TRUE(counted.values.empty());
}

TEST(Counters, SamplesAreThoseOfOneLaunchByInstructionAndReason)
{
    const Environment library("SPILLWAY_CUPTI", SPILLWAY_STANDIN_CUPTI), name("STAND_IN_CUPTI_FUNCTION", "_Z4walkPf");
    Counters counters({});
    Calls calls;
    Countable countable = calls.countable();
    int loads = 0;
    countable.load_again = [&] { return ++loads, Failure{}; };
    const Sampled sampled = counters.sample(nullptr, countable, 1e6);
    EXPECT_EQ(loads, 1);
    ASSERT_TRUE(sampled.samples) << sampled.reason.value_or("");
    EXPECT_EQ(calls.launched, 1);
    EXPECT_EQ(sampled.samples->functions, std::vector<std::string>{"_Z4walkPf"});
    EXPECT_EQ(sampled.samples->reasons, (std::vector<std::string>{"long_scoreboard", "selected"}));
    EXPECT_EQ(sampled.samples->samples, 66) << "a reason without an issue is reported twice";
    EXPECT_EQ(sampled.samples->dropped, 2) << "it was read twice";
    EXPECT_EQ(sampled.samples->period_cycles, 256);
    ASSERT_EQ(sampled.samples->instructions.size(), 3U);
    EXPECT_EQ(sampled.samples->instructions[2], (model::InstructionSamples{0, 32, 33, {{0, 30}, {1, 3}}}));
}

TEST(Counters, LaunchesThatAreSampledOneAfterTheOtherShareNoSamples)
{
    const Environment library("SPILLWAY_CUPTI", SPILLWAY_STANDIN_CUPTI);
    Counters counters({});
    Calls calls;
    const auto sampled_of = [&](const char* function, double launch_cycles) {
        const Environment name("STAND_IN_CUPTI_FUNCTION", function);
        return counters.sample(nullptr, calls.countable(), launch_cycles).samples;
    };
    // The text of a function's name is CUPTI's: the third time it is the first one's.
    const auto first = sampled_of("_Z4walkPf", 1e6), other = sampled_of("_Z3runPf", 1e6),
               third = sampled_of("_Z4walkPf", 1e6);
    ASSERT_TRUE(first && other && third);
    EXPECT_EQ(other->functions, std::vector<std::string>{"_Z3runPf"});
    EXPECT_EQ(third->functions, first->functions);
    EXPECT_EQ(third->samples, first->samples);
    EXPECT_EQ(third->instructions, first->instructions);
    // Counting needs the hardware that sampling held, and the other way round.
    EXPECT_EQ(counters.count(0, nullptr, calls.countable()).reason, std::nullopt);
    EXPECT_TRUE(sampled_of("_Z4walkPf", 1e6));
    // A period that is near enough stays: another takes CUPTI a tenth of a second.
    EXPECT_EQ(sampled_of("_Z4walkPf", 3e6)->period_cycles, 256);
    EXPECT_EQ(sampled_of("_Z4walkPf", 1e8)->period_cycles, 32768);
}

TEST(Counters, SamplesThatAreTakenForAnotherKernelsAreNotShown)
{
    const Environment library("SPILLWAY_CUPTI", SPILLWAY_STANDIN_CUPTI), name("STAND_IN_CUPTI_FUNCTION", "_Z4walkPf");
    Counters counters({});
    Calls calls;
    ASSERT_TRUE(counters.sample(nullptr, calls.countable(), 1e6).samples);
    {
        const Environment stale("STAND_IN_CUPTI_STALE", "1");
        const Sampled sampled = counters.sample(nullptr, calls.countable(), 1e6);
        EXPECT_FALSE(sampled.samples);
        EXPECT_EQ(sampled.reason,
                  "No samples of waiting warps: CUPTI assigned 66 of 66 to another kernel; measure again");
    }
    EXPECT_TRUE(counters.sample(nullptr, calls.countable(), 1e6).samples);
}

TEST(Counters, SamplesUnderAnotherKernelsNameAreTakenAgainWithTheCodeElsewhere)
{
    const Environment library("SPILLWAY_CUPTI", SPILLWAY_STANDIN_CUPTI), others("STAND_IN_CUPTI_FUNCTION", "_Z3runPf");
    Counters counters({});
    Calls calls;
    Countable countable = calls.countable();
    const std::string code = "an ELF with _Z4walkPf in it";
    countable.code = &code;
    const Sampled never = counters.sample(nullptr, countable, 1e6);
    EXPECT_FALSE(never.samples);
    EXPECT_EQ(never.reason, "No samples of waiting warps: CUPTI assigned 66 of 66 to another kernel; measure again");
    EXPECT_EQ(calls.launched, 3);
    int loads = 0;
    countable.load_again = [&] {
        if (++loads == 2) setenv("STAND_IN_CUPTI_FUNCTION", "_Z4walkPf", 1);
        return Failure{};
    };
    const Sampled second = counters.sample(nullptr, countable, 1e6);
    ASSERT_TRUE(second.samples) << second.reason.value_or("");
    EXPECT_EQ(second.samples->functions, std::vector<std::string>{"_Z4walkPf"});
    EXPECT_EQ(loads, 2);
}

TEST(Counters, SamplesThatAreRefusedAreASentence)
{
    const Environment library("SPILLWAY_CUPTI", SPILLWAY_STANDIN_CUPTI);
    for (const char* failing :
         {"cuptiRegisterComputeCrcCallback", "cuptiPCSamplingEnable", "cuptiPCSamplingGetStallReasons",
          "cuptiPCSamplingSetConfigurationAttribute", "cuptiPCSamplingGetData"}) {
        const Environment fails("STAND_IN_CUPTI_FAILS", (std::string(failing) + "=35").c_str());
        Counters counters({});
        Calls calls;
        const Sampled sampled = counters.sample(nullptr, calls.countable(), 1e6);
        EXPECT_FALSE(sampled.samples) << failing;
        ASSERT_TRUE(sampled.reason) << failing;
        EXPECT_NE(sampled.reason->find(failing), std::string::npos) << *sampled.reason;
    }
}

TEST(Counters, ALaunchWithoutASampleSaysWhatCuptiTook)
{
    const Environment library("SPILLWAY_CUPTI", SPILLWAY_STANDIN_CUPTI), none("STAND_IN_CUPTI_INSTRUCTIONS", "0");
    Counters counters({});
    Calls calls;
    const Sampled sampled = counters.sample(nullptr, calls.countable(), 1e6);
    EXPECT_FALSE(sampled.samples);
    EXPECT_EQ(sampled.reason,
              "No samples of waiting warps: CUPTI took 65, 65 of them in unknown code and none in this kernel");
}

TEST(Counters, APeriodFitsTheLaunchAndAReasonIsReportedOnce)
{
    EXPECT_EQ(sampling_period(100), 5U) << "the shortest there is";
    EXPECT_EQ(sampling_period(2048.0 * (1 << 12) * 1.5), 12U);
    EXPECT_EQ(sampling_period(1e18), 31U);
    EXPECT_EQ(kept_reason("smsp__pcsamp_warps_issue_stalled_math_pipe_throttle"), "math_pipe_throttle");
    EXPECT_EQ(kept_reason("smsp__pcsamp_warps_issue_stalled_wait_not_issued"), "");
    EXPECT_EQ(kept_reason("smsp__pcsamp_warps_issue_stalled_no_instructions"), "no_instruction") << "as the counter";
}

TEST(Counters, WithoutTheLibraryTheySayWhatToInstall)
{
    for (const char* wanted : {"none", "/nowhere/libcupti.so", "/dev/null"}) {
        const Environment library("SPILLWAY_CUPTI", wanted);
        Counters counters({});
        Calls calls;
        const Counted counted = counters.count(0, nullptr, calls.countable());
        ASSERT_TRUE(counted.reason) << wanted;
        EXPECT_NE(counted.reason->find("nvidia-cuda-cupti"), std::string::npos) << *counted.reason;
        EXPECT_EQ(calls.launched, 0);
    }
}

/// For every chip that a GPU of the table has: each name is known, and few launches do.
TEST(CounterNames, AreKnownToCuptiForEveryChip)
{
    const auto files = cupti_files(toolkit);
    const auto api = CuptiApi::open(files.front());
    if (!api) GTEST_SKIP() << "CUPTI is not here: " << api.error().what;
    for (const char* chip :
         {"TU102", "TU104", "GA100", "GA102", "AD102", "AD104", "GH100", "GB100", "GB202", "GB203"}) {
        CounterPlan plan;
        const auto failed = CounterPlan::make(*api, chip, plan);
        ASSERT_FALSE(failed) << chip << ": " << api->describe(*failed);
        const auto is_known = [&](const CounterName& row) {
            const auto has = [&](std::string_view name) {
                return std::find(plan.names().begin(), plan.names().end(), name) != plan.names().end();
            };
            return row.is_optional || has(row.name) || has(row.otherwise);
        };
        for (const CounterName& row : counter_names()) EXPECT_TRUE(is_known(row)) << chip << ": " << row.name;
        EXPECT_GE(plan.passes(), 1U) << chip;
        EXPECT_LE(plan.passes(), 10U) << chip;
    }
}

#endif

}  // namespace
}  // namespace spillway::gpu
