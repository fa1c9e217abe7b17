// How a sweep ends: an answer that nobody likes is an answer; what went wrong on the way is not, and says how often.

#include "app/cli/sweep.h"
#include "tests/support/scratch_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;

class SweepCommand : public testing::Test {
protected:
    void SetUp() override { folder_ = scratch_folder("sweep"); }
    void TearDown() override { fs::remove_all(folder_); }

    /// Three window sizes; what the worker's word says happens to the one of 8.
    int sweep(const std::string& worker_words)
    {
        CommonOptions common;
        common.experiment = "running_mean";
        common.variants = {"register_array"};
        common.gpu = "h200";
        common.worker = std::string(STAND_IN_WORKER) + " " + worker_words;
        SweepOptions options;
        options.axes = {"window_size=[4,8,16]"};
        options.json = folder_ / "a.json";
        options.force = true;
        testing::internal::CaptureStderr();
        const int status = sweep_command(common, options);
        said_ = testing::internal::GetCapturedStderr();
        return status;
    }
    /// The status of each window size, as the file has it.
    [[nodiscard]] std::vector<std::string> statuses() const
    {
        std::ifstream file(folder_ / "a.json");
        const auto results = nlohmann::json::parse(file, nullptr, false);
        std::vector<std::string> found;
        if (results.is_array())
            for (const auto& result : results) found.push_back(result.value("status", "none"));
        return found;
    }

    fs::path folder_;
    std::string said_;
};

using Statuses = std::vector<std::string>;

TEST_F(SweepCommand, WhatWentWrongEndsItWithThreeAndTheCounts)
{
    for (const std::string status : {"launch_error", "wrong_result", "timed_out", "worker_died"}) {
        EXPECT_EQ(sweep("at_8:" + status), exit_refused) << status;
        EXPECT_NE(said_.find("3 configurations; failed: 1 " + status), std::string::npos) << said_;
        EXPECT_EQ(statuses(), (Statuses{"ok", status, "ok"})) << "the others are answered, and all of it is kept";
    }
}

/// The shipped reports answer where they can; the sweep also ends where they cannot.
TEST_F(SweepCommand, WithNoWorkerEveryConfigurationHasItsAnswerAndItEnds)
{
    CommonOptions common;
    common.experiment = "global_copy";
    common.gpu = "h100";
    common.worker = "none";
    common.settings = {"unroll=64"};
    SweepOptions options;
    options.axes = {"register_cap=[0,32]"};
    options.json = folder_ / "a.json";
    EXPECT_EQ(sweep_command(common, options), exit_ok);
    EXPECT_EQ(statuses(), Statuses(8, "ok"));
    common.settings = {"unroll=64", "block_size=96", "elements=4194304"};  // of these nothing was recorded
    options.axes = {"register_cap=[0,37]"};
    options.json = folder_ / "b.json";
    EXPECT_NE(sweep_command(common, options), exit_wrong_command_line);
    const nlohmann::json unrecorded = nlohmann::json::parse(std::ifstream(options.json));
    EXPECT_EQ(unrecorded.size(), 8U);
    for (const nlohmann::json& each : unrecorded) EXPECT_TRUE(each.at("measurement").at("seconds").is_null());
}

TEST_F(SweepCommand, ARefusalIsAnAnswer)
{
    EXPECT_EQ(sweep(""), exit_ok) << said_;
    EXPECT_EQ(statuses(), (Statuses{"ok", "ok", "ok"}));
    EXPECT_EQ(sweep("at_8:compile_error"), exit_ok) << said_;
    EXPECT_EQ(statuses(), (Statuses{"ok", "compile_error", "ok"}));
    EXPECT_EQ(sweep("at_8:no_block_fits"), exit_ok) << "the calculator's refusal: " << said_;
    EXPECT_EQ(statuses(), (Statuses{"ok", "launch_error", "ok"}));
}

}  // namespace
}  // namespace spillway::cli
