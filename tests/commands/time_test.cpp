// On a machine with an NVIDIA GPU: kernels that are each bound by one known resource (tests/bounds), which their time
// account must name; and the GPU's roofs.

#include <algorithm>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tests/commands/live.h"
#include "tests/support/scratch_folder.h"

namespace spillway::commands {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct TimeOnTheGpu : testing::Test {
    void SetUp() override
    {
        if (const std::string reason = why_no_gpu(); !reason.empty()) GTEST_SKIP() << "no GPU to launch on: " << reason;
    }

    static JsonRun run(const std::string& experiment)
    {
        const fs::path folder = scratch_folder("bounds");
        fs::create_directory_symlink(tests_folder() / "bounds", folder / "kernels");
        fs::create_directory_symlink(assets_folder(), folder / "assets");
        JsonRun run =
            run_json({"run", experiment, "--gpu", "live", "--counters"}, {{"SPILLWAY_DATA", folder.string()}});
        fs::remove_all(folder);
        EXPECT_FALSE(run.json.empty());
        return run;
    }

    /// Each variant is named after what bounds it.
    static void expect_bound_by_its_name(const json& result)
    {
        const std::string name = result["variant"];
        EXPECT_EQ(at(result, "/verification/status"), "matched") << result.dump();
        EXPECT_EQ(at(result, "/measurement/limited_by/resource"), name) << at(result, "/measurement").dump(1);
        const json share = at(result, "/measurement/limited_by/share");
        ASSERT_TRUE(share.is_number()) << name;
        EXPECT_GT(share.get<double>(), 0.6) << name;
        if (name != "latency") {
            EXPECT_LT(share.get<double>(), 1.1) << name << ": faster than the GPU can be";
        }
    }
};

TEST_F(TimeOnTheGpu, EachResourceLimitsTheKernelThatUsesNothingElse)
{
    for (const json& result : run("one_resource").json) expect_bound_by_its_name(result);
}

TEST_F(TimeOnTheGpu, EachOtherPipeIsKeptBusyByItsKernelAndIsNamed)
{
    for (const json& result : run("other_pipes").json) {
        expect_bound_by_its_name(result);
        // On an H200 86 % (the slices of the L2 are not equally busy) and 90 % (its launch takes 0.3 ms).
        const bool is_uneven = result["variant"] == "l2_requests", is_short = result["variant"] == "tensor";
        const double least = is_uneven ? 0.8 : is_short ? 0.85 : 0.9;
        EXPECT_GT(at(result, "/measurement/limited_by/share").get<double>(), least) << result["variant"];
    }
}

TEST_F(TimeOnTheGpu, WritesAndCopiesAreBoundByDram)
{
    const JsonRun writes = run("dram_writes");
    const json write = writes.of("dram_write");
    // Writes pass the L2, whose limit is close to memory's on some GPUs: then either is the limit.
    const json by = at(write, "/measurement/limited_by/resource");
    EXPECT_TRUE(by == "dram_write" || by == "l2_write") << write.dump();
    for (const json& part : at(write, "/measurement/time_account"))
        if (part["resource"] == "dram_write") {
            EXPECT_GT(part["share"].get<double>(), 0.85) << part.dump();
        }
    const json copy = writes.of("dram_copy");
    // A copy keeps the link between the halves of an H200's L2 as busy: 92 %, measured.
    const auto limit = at(copy, "/measurement/limited_by/resource").get<std::string>();
    EXPECT_TRUE(limit.starts_with("dram_") || limit == "l2_link") << copy.dump();
    EXPECT_GT(at(copy, "/measurement/limited_by/share").get<double>(), 0.8);
}

TEST_F(TimeOnTheGpu, StoresToLocalMemoryAreCountedSeparately)
{
    const JsonRun bounds = run("one_resource");
    const json result = bounds.of("l2_write");
    for (const json& part : at(result, "/measurement/time_account"))
        if (part["resource"] == "l2_write") {
            EXPECT_GT(part["local_amount"].get<double>(), 0.95 * part["amount"].get<double>()) << part.dump();
        }
    const json waiting = bounds.of("latency");
    EXPECT_GT(at(waiting, "/measurement/stall_reasons/long_scoreboard").get<double>(), 0.5) << waiting.dump();
}

/// Each window size is separate code, and there are more of them than stay loaded at once.
TEST_F(TimeOnTheGpu, SamplesOfWarpsAreOfTheLaunchsOwnCode)
{
    const Finished sweep = spillway(
        {"sweep", "running_mean", "--axis", "window_size=[2:41]", "--gpu", "live", "--counters", "--json", "-"});
    const json results = json::parse(sweep.output, nullptr, false);
    ASSERT_TRUE(results.is_array() && results.size() > 100U) << sweep.errors;
    std::size_t sampled = 0;
    for (const json& result : results) {
        const json samples = at(result, "/measurement/stall_samples");
        if (!samples.is_object()) continue;
        ++sampled;
        for (const json& name : samples["functions"])
            EXPECT_TRUE(std::ranges::any_of(result["compile"]["functions"],
                                            [&](const json& function) { return function["name"] == name; }))
                << result["variant"] << ": " << name;
    }
    EXPECT_GE(sampled, results.size() * 9 / 10);
}

TEST_F(TimeOnTheGpu, TheRoofsAreMeasuredInUnderThreeSecondsAndKept)
{
    const auto roofs_of = [] {
        for (const json& gpu : run_json({"gpus"}).json)
            if (gpu.value("live", false)) return gpu["roofs"];
        return json();
    };
    const json roofs = roofs_of();
    ASSERT_TRUE(roofs.is_object()) << roofs.dump();
    EXPECT_LT(roofs["seconds"].get<double>(), 3);
    EXPECT_EQ(roofs_of(), roofs) << "measured twice";
}

}  // namespace
}  // namespace spillway::commands
