// The real worker with a stand-in for the driver: what is measured, and what is refused.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/support/scratch_folder.h"
#include "tests/worker/measured_job.h"
#include "tests/worker/worker_process.h"

namespace spillway::worker {
namespace {

using Variables = std::map<std::string, std::string>;

class Measured : public testing::Test {
protected:
    /// A worker on the stand-in driver; false, and the test skipped, without a compiler.
    bool start(Variables variables = {})
    {
        variables.emplace("SPILLWAY_LIBCUDA", SPILLWAY_STANDIN_CUDA);
        variables.emplace("SPILLWAY_WORKER_THREADS", "1");
        worker_ = std::make_unique<WorkerProcess>(variables);
        hello_ = *worker_->receive<protocol::Hello>();
        if (hello_.compiler.available) worker_->send(protocol::Source{measured_source()});
        return hello_.compiler.available;
    }

    /// The final answer; the provisional ones are kept.
    model::RunResult ask(const protocol::Run& run)
    {
        provisional_.clear();
        worker_->send(run);
        while (const auto result = worker_->receive<protocol::Result>()) {
            EXPECT_EQ(result->id, run.id);
            seconds_ = result->seconds;
            if (result->is_final) return result->result;
            provisional_.push_back(result->result);
        }
        ADD_FAILURE() << "the worker ended without a final answer";
        return {};
    }

    std::unique_ptr<WorkerProcess> worker_;
    protocol::Hello hello_;
    protocol::StageSeconds seconds_;
    std::vector<model::RunResult> provisional_;
};

TEST_F(Measured, ACopyIsVerifiedAndTimed)
{
    if (!start()) GTEST_SKIP() << hello_.compiler.reason;
    ASSERT_EQ(hello_.live_gpus.size(), 1U);
    const auto result = ask(measured_run(1, "plain_copy"));
    EXPECT_EQ(result.status, model::Status::ok) << result.message.value_or("");
    EXPECT_EQ(result.verification.status, model::VerificationStatus::matched);
    const model::Measurement& measured = result.measurement;
    EXPECT_EQ(measured.source, model::MeasurementSource::live);
    EXPECT_EQ(measured.reason, "");
    ASSERT_TRUE(measured.seconds);
    EXPECT_NEAR(measured.seconds->median, 100e-6, 1e-6) << "the launch, not the flush before it";
    EXPECT_LE(measured.seconds->p20, measured.seconds->median);
    EXPECT_GE(measured.seconds->p80, measured.seconds->median);
    EXPECT_GE(measured.seconds->samples, 10);
    EXPECT_LT(measured.seconds->noise, 0.005);
    EXPECT_NEAR(*measured.bytes_per_second, 8e9, 1e8);
    EXPECT_NEAR(*measured.percent_of_peak, 8e9 / 4.917e12, 1e-4);
    EXPECT_EQ(measured.cache, "cold");
    EXPECT_EQ(measured.local_bytes_per_thread, 0);
    EXPECT_EQ(measured.provenance->gpu, "NVIDIA Stand-in");
    EXPECT_NE(measured.provenance->driver.find("CUDA 13.1"), std::string::npos);
    ASSERT_TRUE(measured.sm_clock_hz);
    EXPECT_NEAR(*measured.sm_clock_hz, 1.9e9, 1e7);
    EXPECT_GT(seconds_.measure, 0);
    ASSERT_FALSE(provisional_.empty());
    EXPECT_TRUE(provisional_.front().compile) << "the compiler's answer does not wait for the GPU";
    EXPECT_EQ(provisional_.front().measurement.source, model::MeasurementSource::none);
    EXPECT_EQ(provisional_.front().measurement.reason, "being measured");
}

TEST_F(Measured, AgainWithWhatWasKept)
{
    if (!start()) GTEST_SKIP();
    EXPECT_EQ(ask(measured_run(1, "plain_copy")).status, model::Status::ok);
    for (std::uint64_t id = 2; id < 20; ++id) {
        const auto again = ask(measured_run(id, "plain_copy"));
        EXPECT_EQ(again.verification.status, model::VerificationStatus::matched);
        EXPECT_TRUE(again.compile->cached);
    }
}

TEST_F(Measured, TheNewestOfAGroupIsMeasuredAndEachIsAnswered)
{
    if (!start()) GTEST_SKIP();
    EXPECT_EQ(ask(measured_run(1, "plain_copy")).status, model::Status::ok);
    constexpr std::uint64_t last = 16;  // no more than the pipe holds, since nobody reads meanwhile
    for (std::uint64_t id = 2; id <= last; ++id) {
        auto run = measured_run(id, "plain_copy", 100000 + static_cast<std::int64_t>(id));
        run.group = "slider";
        worker_->send(run);
    }
    std::map<std::uint64_t, int> answers;
    std::size_t dropped = 0;
    while (answers.size() < last - 1) {
        const auto message = worker_->receive();
        ASSERT_TRUE(message);
        if (const auto* drop = std::get_if<protocol::Dropped>(&*message)) {
            ++answers[drop->id];
            ++dropped;
        }
        const auto* result = std::get_if<protocol::Result>(&*message);
        if (!result || !result->is_final) continue;
        ++answers[result->id];
        EXPECT_TRUE(result->result.measurement.seconds);
        if (result->id == last) {
            EXPECT_GE(result->result.measurement.seconds->samples, 10);
        }
    }
    for (const auto& [id, count] : answers) EXPECT_EQ(count, 1) << id;
    EXPECT_EQ(answers.count(last), 1U);
    EXPECT_GT(dropped, 0U);
}

TEST_F(Measured, OnlyWhereItIsAskedForAndCanBe)
{
    if (!start({{"SPILLWAY_STANDIN_GPUS", "2"}})) GTEST_SKIP();
    auto run = measured_run(1, "plain_copy");
    run.measure = false;
    EXPECT_EQ(ask(run).measurement.reason, "not requested");
    EXPECT_TRUE(provisional_.empty());
    run = measured_run(2, "plain_copy");
    run.job.gpu = gpu::test_gpu("Tesla T4");
    run.job.compile.arch = "sm_75";
    EXPECT_EQ(ask(run).measurement.reason, "the GPU here is NVIDIA Stand-in (sm_90), not NVIDIA Tesla T4");
    run = measured_run(3, "plain_copy");
    run.job.plan.reset();
    EXPECT_EQ(ask(run).measurement.reason, "its launch is not described: that needs an experiment.json beside it");
    run = measured_run(4, "plain_copy");
    run.job.gpu.name = "live1";
    EXPECT_TRUE(ask(run).measurement.seconds) << "the second GPU";
    run = measured_run(5, "plain_copy");
    run.job.plan->buffers[0].place = model::MemoryPlace::texture;
    EXPECT_NE(ask(run).message->find("has no texels"), std::string::npos) << "a texture of no width";
    run = measured_run(6, "plain_copy");
    run.job.plan->reference->entry = "nowhere";
    const auto refused = ask(run);
    EXPECT_EQ(refused.status, model::Status::launch_error);
    EXPECT_NE(refused.message->find("the reference did not compile"), std::string::npos);
}

TEST_F(Measured, WhatTheGpuCanDoIsMeasuredOnceAndKept)
{
    const std::filesystem::path cache = scratch_folder("roofs");
    const Variables variables{{"SPILLWAY_CACHE_DIR", cache.string()}, {"SPILLWAY_STANDIN_UUID", "7"}};
    const auto ask_for_roofs = [&] {
        start(variables);
        protocol::RoofsRequest request;
        request.id = 5;
        request.gpu = "live";
        worker_->send(request);
        return worker_->receive<protocol::RoofsReply>();
    };
    const auto first = ask_for_roofs();
    ASSERT_TRUE(first && first->roofs) << (first && first->error ? first->error->what : "no answer");
    EXPECT_EQ(first->id, 5U);
    EXPECT_FALSE(first->roofs->rates.empty());
    EXPECT_NE(first->roofs->driver.find("CUDA 13.1"), std::string::npos);
    const auto second = ask_for_roofs();
    ASSERT_TRUE(second && second->roofs);
    EXPECT_EQ(*second->roofs, *first->roofs) << "date and seconds too: it was not measured again";
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(cache))
        if (entry.path().filename().string().starts_with("roofs-")) {
            ++files;
            std::ofstream(entry.path()) << "{\"rates\": 1}";  // damaged: measured again
        }
    EXPECT_EQ(files, 1);
    const auto third = ask_for_roofs();
    ASSERT_TRUE(third && third->roofs);
    EXPECT_FALSE(third->roofs->rates.empty());
    std::filesystem::remove_all(cache);
}

TEST_F(Measured, RoofsThatCannotBeMeasuredAreAnErrorAndNoneOfAnotherGpu)
{
    start({{"SPILLWAY_STANDIN_WRONG_ROOF", "fp64"}});
    protocol::RoofsRequest request;
    request.gpu = "live";
    worker_->send(request);
    const auto wrong = worker_->receive<protocol::RoofsReply>();
    ASSERT_TRUE(wrong && wrong->error);
    EXPECT_FALSE(wrong->roofs);
    EXPECT_EQ(wrong->error->where, "the roof fp64");
    request.gpu = "live3";
    worker_->send(request);
    const auto other = worker_->receive<protocol::RoofsReply>();
    ASSERT_TRUE(other && other->error);
    EXPECT_EQ(other->error->what, "there is no such GPU here");
}

#if SPILLWAY_HAS_CUPTI
TEST_F(Measured, ACountedLaunchComesWithAnAccountOfItsTime)
{
    if (!start({{"SPILLWAY_CUPTI", SPILLWAY_STANDIN_CUPTI}, {"STAND_IN_CUPTI_FUNCTION", "plain_copy"}}))
        GTEST_SKIP() << hello_.compiler.reason;
    protocol::Run run = measured_run(1, "plain_copy");
    run.count = true;
    const auto counted = ask(run);
    ASSERT_TRUE(counted.measurement.counters) << counted.measurement.counters_reason.value_or("");
    ASSERT_TRUE(counted.measurement.time_account);
    EXPECT_GE(counted.measurement.time_account->size(), 13U);
    ASSERT_TRUE(counted.measurement.limited_by);
    EXPECT_EQ(counted.measurement.limited_by->resource, "latency") << "the stand-in counts three of everything";
    ASSERT_TRUE(counted.measurement.stall_reasons);
    ASSERT_TRUE(counted.measurement.stall_samples) << counted.measurement.stall_samples_reason.value_or("");
    EXPECT_EQ(counted.measurement.stall_samples->samples, 66);
    EXPECT_EQ(counted.measurement.stall_samples->code.size(), 16U) << "of the code that was launched";
    run.id = 2;
    run.count = false;
    EXPECT_FALSE(ask(run).measurement.time_account);
}

TEST_F(Measured, SamplesAloneComeWithoutCountersAndTheNextCountIsWhole)
{
    if (!start({{"SPILLWAY_CUPTI", SPILLWAY_STANDIN_CUPTI}, {"STAND_IN_CUPTI_FUNCTION", "plain_copy"}}))
        GTEST_SKIP() << hello_.compiler.reason;
    protocol::Run run = measured_run(1, "plain_copy");
    run.count = run.samples_only = true;
    for (run.id = 1; run.id <= 3; ++run.id) {  // the sampler stays on from one to the next
        const auto sampled = ask(run);
        EXPECT_FALSE(sampled.measurement.counters);
        ASSERT_TRUE(sampled.measurement.stall_samples) << sampled.measurement.stall_samples_reason.value_or("");
        EXPECT_EQ(sampled.measurement.stall_samples->samples, 66);
        EXPECT_EQ(sampled.verification.status, model::VerificationStatus::matched);
    }
    run.samples_only = false;
    const auto counted = ask(run);
    EXPECT_TRUE(counted.measurement.counters) << counted.measurement.counters_reason.value_or("");
    EXPECT_TRUE(counted.measurement.stall_samples) << counted.measurement.stall_samples_reason.value_or("");
}
#endif

}  // namespace
}  // namespace spillway::worker
