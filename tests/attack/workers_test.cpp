// A worker that lies: its answers are checked against the request, and no program waits for it forever.

#include <gtest/gtest.h>

#include "tests/commands/run_json.h"

namespace spillway::attack {
namespace {

using commands::Finished;
using commands::spillway;

/// Runs one job with a lying worker. No recording contains this size, so only the worker can answer.
Finished run_with(const std::string& lie)
{
    return spillway({"run", "running_mean", "--variant", "no_array", "--gpu", "h200", "--set", "elements=1000",
                     "--json", "--worker", std::string(LYING_WORKER) + " " + lie},
                    {}, std::chrono::seconds(60));
}

std::string status_of(const Finished& run)
{
    const auto json = nlohmann::json::parse(run.output, nullptr, false);
    return json.is_array() && !json.empty() ? json.front().value("status", "") : "";
}

TEST(Workers, AnAnswerIsCheckedAgainstTheRequest)
{
    EXPECT_EQ(status_of(run_with("honest")), "ok");
    for (const char* lie : {"dropped", "other_kind", "huge_occupancy", "malformed"}) {
        const Finished run = run_with(lie);
        EXPECT_EQ(status_of(run), "worker_died") << lie << run.output << run.errors;
        EXPECT_NE(run.status, 0) << lie;
    }
    for (const char* lie : {"no_parameters", "other_names", "greets_twice", "answers_twice", "unknown_ids", "deep",
                            "deep_objects", "invalid_utf8", "long_line", "gpu_with_control_characters"}) {
        const Finished run = run_with(lie);
        EXPECT_EQ(status_of(run), "ok") << lie << run.output << run.errors;
        EXPECT_NE(run.output.find("\"window_size\""), std::string::npos)
            << lie << ": the result has the requested parameters, not the worker's";
        EXPECT_EQ(run.output.find("zzz"), std::string::npos) << lie;
    }
}

TEST(Workers, OneThatDiesWhileAnsweringIsReported)
{
    for (const char* lie : {"dies", "dies_in_a_line"}) {
        const Finished run = run_with(lie);
        EXPECT_EQ(status_of(run), "worker_died") << lie << run.output << run.errors;
        EXPECT_NE(run.output.find("the worker ended with status"), std::string::npos) << run.output;
    }
}

TEST(Workers, AnImplausibleGreetingIsRefused)
{
    for (const char* lie : {"gpu_of_zeros", "gpu_with_a_known_name", "gpu_with_huge_limits", "gpu_by_the_thousand",
                            "no_threads", "huge_thread_count", "half_greeting"}) {
        const Finished run = run_with(lie);
        EXPECT_EQ(run.status, 1) << lie << run.output;
        EXPECT_NE(run.errors.find("is not plausible"), std::string::npos) << run.errors;
    }
}

TEST(Workers, AnotherVersionIsReported)
{
    for (const char* lie : {"version", "huge_version"}) {
        const Finished run = run_with(lie);
        EXPECT_EQ(run.status, 1) << lie << run.output;
        EXPECT_NE(run.errors.find("Install the same version of Spillway on both machines"), std::string::npos)
            << run.errors;
    }
}

TEST(Workers, OneThatKeepsLeavingIsGivenUp)
{
    const Finished run = run_with("leaving");
    EXPECT_NE(run.status, 0);
    EXPECT_EQ(status_of(run), "worker_died") << run.output << run.errors;
}

TEST(Workers, EndlessOutputIsEnded)
{
    for (const char* lie : {"endless_yes", "endless_notices", "endless_provisional"}) {
        const Finished run = run_with(lie);
        EXPECT_NE(run.status, 0) << lie;
        EXPECT_EQ(status_of(run), "worker_died") << lie << run.output << run.errors;
    }
}

TEST(Workers, WhatItSaysDoesNotCommandTheTerminal)
{
    const std::string worker = std::string(LYING_WORKER) + " escapes";
    for (const std::vector<std::string>& words : {std::vector<std::string>{"doctor", "--worker", worker},
                                                  {"run", "running_mean", "--gpu", "h200", "--worker", worker},
                                                  {"gpus", "--worker", worker},
                                                  {"run", "running_mean", "--gpu", "live", "--worker", worker}}) {
        const Finished run = spillway(words);
        EXPECT_FALSE((run.output + run.errors).empty()) << words.front() << " " << words.back();
        EXPECT_EQ((run.output + run.errors).find('\x1b'), std::string::npos) << words.front();
        EXPECT_EQ((run.output + run.errors).find('\x07'), std::string::npos) << words.front();
    }
}

}  // namespace
}  // namespace spillway::attack
