// The measure stage on a stand-in driver in this process.

#include <gtest/gtest.h>

#include "tests/gpu/measuring.h"

namespace spillway::gpu {
namespace {

TEST_F(Measure, TwoThousandKernelsLeaveNothingBehind)
{
    EXPECT_EQ(measure("plain_copy", "first").status, model::Status::ok);
    for (int i = 0; i < static_cast<int>(DeviceSession::max_modules); ++i) {
        job_.plan->buffers[1].count = job_.plan->buffers[0].count = 1000 + i % 7;
        EXPECT_EQ(measure("plain_copy", std::to_string(i)).status, model::Status::ok);
    }
    const stand_in::Counts before = counts();
    for (int i = 0; i < 2000; ++i) {
        job_.plan->buffers[1].count = job_.plan->buffers[0].count = 1000 + i % 7;
        const char* entry = i % 10 == 3 ? "wrong_copy" : "plain_copy";
        EXPECT_EQ(measure(entry, "again" + std::to_string(i)).status,
                  i % 10 == 3 ? model::Status::wrong_result : model::Status::ok);
    }
    const stand_in::Counts after = counts();
    EXPECT_EQ(after.modules, before.modules);
    EXPECT_EQ(after.buffers, before.buffers);
    EXPECT_EQ(after.host_buffers, before.host_buffers);
    EXPECT_EQ(after.events, before.events);
    EXPECT_EQ(after.streams, 1);
    EXPECT_EQ(after.contexts, 1);
    EXPECT_GT(after.launches, before.launches + 19000);
    measurer_.reset();
    const stand_in::Counts end = counts();
    EXPECT_EQ(end.modules + end.buffers + end.host_buffers + end.events + end.streams + end.contexts, 0);
}

TEST_F(Measure, EveryCallMayFail)
{
    const char* calls[] = {"cuInit",
                           "cuDeviceGet",
                           "cuDevicePrimaryCtxSetFlags_v2",
                           "cuDevicePrimaryCtxRetain",
                           "cuCtxSetCurrent",
                           "cuCtxGetLimit",
                           "cuMemAlloc_v2",
                           "cuMemHostAlloc",
                           "cuMemHostGetDevicePointer_v2",
                           "cuMemcpyHtoDAsync_v2",
                           "cuMemcpyDtoHAsync_v2",
                           "cuMemsetD32Async",
                           "cuModuleLoadData",
                           "cuModuleGetFunction",
                           "cuFuncGetAttribute",
                           "cuFuncSetAttribute",
                           "cuLaunchKernel",
                           "cuStreamCreate",
                           "cuStreamSynchronize",
                           "cuEventCreate",
                           "cuEventRecord",
                           "cuEventElapsedTime"};
    for (const char* call : calls) {
        SCOPED_TRACE(call);
        setenv("SPILLWAY_STANDIN_FAIL", (std::string(call) + ":0:2").c_str(), 1);
        const DriverProbe probe{true, "", "", std::nullopt, {job_.gpu}};
        measurer_ = std::make_unique<Measurer>(probe, LaunchBounds{}, nullptr);
        const Outcome failed = measure("plain_copy");
        EXPECT_EQ(failed.status, model::Status::launch_error);
        ASSERT_TRUE(failed.error);
        EXPECT_NE(failed.error->what.find("CUDA_ERROR_OUT_OF_MEMORY (out of memory)"), std::string::npos)
            << failed.error->what;
        EXPECT_NE(failed.error->what.find(std::string(call).substr(0, std::string(call).find("_v2"))),
                  std::string::npos)
            << failed.error->what;
        EXPECT_NE(failed.error->advice.find("fewer elements"), std::string::npos);
        EXPECT_FALSE(failed.measurement.seconds);
        EXPECT_FALSE(failed.context_lost);
        unsetenv("SPILLWAY_STANDIN_FAIL");
        EXPECT_EQ(measure("plain_copy").status, model::Status::ok) << "and then the next is right";
    }
}

TEST_F(Measure, WarmAndWithoutAReference)
{
    job_.plan->cache = model::CacheState::warm;
    job_.plan->reference.reset();
    const Outcome outcome = measure("wrong_copy");
    EXPECT_EQ(outcome.status, model::Status::ok);
    EXPECT_EQ(outcome.verification.status, model::VerificationStatus::not_run);
    EXPECT_EQ(outcome.measurement.cache, "warm");
    EXPECT_NEAR(outcome.measurement.seconds->median, 100e-6, 1e-6);
}

TEST_F(Measure, AReferenceThatDoesNothingProvesNothing)
{
    MeasureRequest request;
    request.job = &job_;
    request.kernel = {"lazy", &elf, "lazy_copy"};
    request.reference = Code{"lazy too", &elf, "lazy_reference"};
    const Outcome outcome = measurer_->measure(request);
    EXPECT_EQ(outcome.status, model::Status::wrong_result);
    EXPECT_EQ(outcome.verification.detail, "the reference wrote nothing into output");
}

TEST_F(Measure, ABatchWithoutHeadStartIsDiscarded)
{
    setenv("SPILLWAY_STANDIN_BEHIND", "1000000000", 1);
    const Outcome never = measure("plain_copy");
    EXPECT_EQ(never.status, model::Status::ok);
    EXPECT_FALSE(never.measurement.seconds) << "no sample that may hold the cost of launching";
    EXPECT_NE(never.measurement.reason.find("faster than the GPU ran them"), std::string::npos);
    unsetenv("SPILLWAY_STANDIN_BEHIND");
}

TEST_F(Measure, HostilePlansAreRefused)
{
    const auto refused = [&](auto change) {
        const model::Job before = job_;
        change(*job_.plan);
        const Outcome outcome = measure("plain_copy");
        job_ = before;
        return outcome.status == model::Status::launch_error && outcome.error && !outcome.context_lost;
    };
    EXPECT_TRUE(refused([](auto& plan) { plan.arguments[0].buffer = 7; }));
    EXPECT_TRUE(refused([](auto& plan) { plan.arguments[0].offset_bytes = -8; }));
    EXPECT_TRUE(refused([](auto& plan) { plan.arguments[0].offset_bytes = 1 << 30; }));
    EXPECT_TRUE(refused([](auto& plan) { plan.buffers[0].count = INT64_MAX; }));
    EXPECT_TRUE(refused([](auto& plan) { plan.buffers[0].element_bytes = 0; }));
    EXPECT_TRUE(refused([](auto& plan) { plan.buffers[0].element_bytes = 3; }));
    EXPECT_TRUE(refused([](auto& plan) { plan.buffers[0].from = std::numeric_limits<double>::quiet_NaN(); }));
    EXPECT_TRUE(refused([](auto& plan) { plan.cycles_buffer = 2; }));
    EXPECT_TRUE(refused([](auto& plan) { plan.reference->arguments[1].buffer = 2; }));
    EXPECT_TRUE(refused([](auto& plan) { plan.reference->block[0] = 1 << 20; }));
    EXPECT_TRUE(refused([](auto& plan) { plan.reference->grid[1] = 65536; }));
    EXPECT_TRUE(refused([](auto& plan) { plan.stack_bytes = -1; }));
    EXPECT_TRUE(refused([](auto& plan) { plan.cluster = 0; }));
    EXPECT_TRUE(refused([](auto& plan) { plan.cluster = 17; }));
    for (const model::PlannedWindow window : {model::PlannedWindow{7, 4096, 1, 4096},
                                              {-1, 4096, 1, 4096},
                                              {0, 40001, 1, 4096},
                                              {0, 0, 1, 4096},
                                              {0, 4096, 1.5, 4096},
                                              {0, 4096, std::numeric_limits<double>::quiet_NaN(), 4096},
                                              {0, 4096, 1, -1},
                                              {0, 4096, 1, INT64_MAX}})
        EXPECT_TRUE(refused([&](auto& plan) { plan.access_window = window; })) << window.bytes;
    job_.grid[2] = 65536;
    EXPECT_NE(measure("plain_copy").error->what.find("65536 blocks in z"), std::string::npos);
}

// The others' launches between a kernel's own must not take its stack away.
TEST_F(Measure, AStackIsThereAlsoWhereVariantsAreMeasuredInTurns)
{
    model::Job deep = job_;
    deep.plan->stack_bytes = 8192;
    const auto request = [](const model::Job& job, const std::string& entry) {
        MeasureRequest made;
        made.job = &job;
        made.kernel = {entry, &elf, entry};
        made.reference = Code{"reference", &elf, "plain_copy"};
        made.seed = 1;
        return made;
    };
    const std::vector<MeasureRequest> requests = {request(deep, "deep_copy"), request(job_, "other_copy")};
    int answers = 0;
    measurer_->measure(requests, [&](std::size_t i, const Outcome& outcome) {
        ++answers;
        EXPECT_EQ(outcome.status, model::Status::ok) << i;
        EXPECT_TRUE(outcome.measurement.seconds) << i;
    });
    EXPECT_EQ(answers, 2);
}

TEST_F(Measure, FindsTheGpuOfTheTable)
{
    const DriverProbe probe = probe_driver();
    model::Job job;
    job.gpu = probe.gpus.front();
    EXPECT_EQ(*find_gpu(probe, job), 0);
    job.gpu.name = "standin";
    job.gpu.label = "NVIDIA Stand-in SXM";
    EXPECT_EQ(*find_gpu(probe, job), 0) << "the table's longer name of the same GPU";
    job.gpu.sm_count = 114;
    EXPECT_FALSE(find_gpu(probe, job)) << "a smaller one of the same name";
    job.gpu.name = "live7";
    EXPECT_FALSE(find_gpu(probe, job));
}

}  // namespace
}  // namespace spillway::gpu
