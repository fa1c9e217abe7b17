// Needs an NVIDIA GPU. Runs an experiment of each kind of measurement (tests/kinds) and checks that its numbers are
// plausible.

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tests/commands/live.h"
#include "tests/support/scratch_folder.h"

namespace spillway::commands {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Kinds : testing::Test {
    void SetUp() override
    {
        if (const std::string reason = why_no_gpu(); !reason.empty()) GTEST_SKIP() << "no GPU to launch on: " << reason;
        folder_ = scratch_folder("kinds");
        fs::create_directory_symlink(tests_folder() / "kinds", folder_ / "kernels");
        fs::create_directory_symlink(assets_folder(), folder_ / "assets");
    }
    void TearDown() override
    {
        if (!folder_.empty()) fs::remove_all(folder_);
    }

    /// Runs all variants of the experiment. Each must succeed and be verified, except `mapped`, which has no reference.
    JsonRun run(const std::string& experiment, std::vector<std::string> more = {})
    {
        std::vector<std::string> words{"run", experiment, "--gpu", "live"};
        words.insert(words.end(), more.begin(), more.end());
        JsonRun run = run_json(words, {{"SPILLWAY_DATA", folder_.string()}});
        EXPECT_FALSE(run.json.empty());
        for (const json& result : run.json) {
            EXPECT_EQ(at(result, "/status"), "ok") << result.dump();
            // A kernel of an experiment without a reference has nothing to be compared with.
            EXPECT_EQ(at(result, "/verification/status"), result["variant"] == "mapped" ? "not_run" : "matched")
                << result.dump();
        }
        return run;
    }

    static double number(const json& result, const std::string& key)
    {
        const json value = at(result, "/measurement/" + key);
        EXPECT_TRUE(value.is_number()) << key << " in " << result.dump();
        return value.is_number() ? value.get<double>() : 0;
    }

private:
    fs::path folder_;
};

TEST_F(Kinds, CopiesByTheDriver)
{
    const JsonRun copies = run("driver_copy");
    const auto rate = [&](const char* variant) { return number(copies.of(variant), "bytes_per_second"); };
    EXPECT_GT(rate("pinned_up"), 1.2 * rate("pageable_up")) << "pageable memory is copied twice";
    EXPECT_GT(rate("pinned_down"), 1.2 * rate("pageable_down"));
    EXPECT_GT(rate("device"), 3 * rate("pinned_up"));
    EXPECT_NEAR(rate("mapped") / rate("pinned_up"), 1, 0.5) << "the same link";
    EXPECT_TRUE(at(copies.of("pinned_up"), "/compile").is_null());
}

TEST_F(Kinds, TheHostsTimeOfALaunch)
{
    const JsonRun launches = run("launch_time");
    const double empty = number(launches.of("empty"), "host_seconds");
    EXPECT_GT(empty, 1e-6);
    EXPECT_LT(empty, 1e-4);
    EXPECT_GT(number(launches.of("first"), "host_seconds"), 2 * number(launches.of("again"), "host_seconds"));
    EXPECT_GT(number(launches.of("first"), "gpu_memory_taken_bytes"),
              number(launches.of("first_empty"), "gpu_memory_taken_bytes"));
}

TEST_F(Kinds, Textures)
{
    for (const json& result : run("texture_read").json) EXPECT_GT(number(result, "bytes_per_second"), 0);
}

TEST_F(Kinds, DependentAccesses)
{
    const double near = number(run("pointer_chase", {"--set", "kib=16"}).of("warm"), "cycles_per_access");
    const double far = number(run("pointer_chase", {"--set", "kib=1048576"}).of("cold"), "cycles_per_access");
    EXPECT_GT(near, 10);
    EXPECT_LT(near, 100) << "served from L1";
    EXPECT_GT(far, 300) << "served from DRAM";
}

TEST_F(Kinds, ConstantMemory)
{
    const JsonRun reads = run("constant_read");
    EXPECT_GT(number(reads.of("constant"), "requested_bytes_per_second"), 0);
}

TEST_F(Kinds, WarmCaches)
{
    const JsonRun sums = run("warm_cache");
    EXPECT_GT(number(sums.of("warm"), "bytes_per_second"), 1.2 * number(sums.of("cold"), "bytes_per_second"));
    EXPECT_EQ(at(sums.of("warm"), "/measurement/cache"), "warm");
}

}  // namespace
}  // namespace spillway::commands
