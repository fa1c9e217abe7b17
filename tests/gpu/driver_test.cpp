#include "app/gpu/driver.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "app/answers/occupancy.h"
#include "app/gpu/measuring/measure.h"

namespace spillway::gpu {
namespace {

DriverProbe probe(const char* library, const char* gpus)
{
    setenv("SPILLWAY_LIBCUDA", library, 1);
    setenv("SPILLWAY_STANDIN_GPUS", gpus, 1);
    return probe_driver();
}

model::Job job_for(int major, int minor)
{
    model::Job job;
    job.gpu.label = "NVIDIA Other";
    job.gpu.compute_major = major;
    job.gpu.compute_minor = minor;
    return job;
}

/// Why a job has no measurement.
std::string reason(const DriverProbe& found, const model::Job& job)
{
    Measurer measurer(found, {}, nullptr);
    MeasureRequest request;
    request.job = &job;
    const Outcome outcome = measurer.measure(request);
    EXPECT_EQ(outcome.status, model::Status::ok);
    EXPECT_EQ(outcome.measurement.source, model::MeasurementSource::none);
    EXPECT_FALSE(outcome.measurement.seconds);
    return outcome.measurement.reason;
}

TEST(Driver, IsNotThere)
{
    for (const char* library : {"none", "/nowhere/libcuda.so.1", "libz.so.1"}) {
        const DriverProbe found = probe(library, "1");
        EXPECT_FALSE(found.has_driver) << library;
        EXPECT_TRUE(found.gpus.empty());
        ASSERT_TRUE(found.trouble);
        EXPECT_FALSE(found.trouble->advice.empty());
        EXPECT_TRUE(reason(found, job_for(9, 0)).starts_with("no NVIDIA driver on this machine"));
    }
}

TEST(Driver, IsThereWithoutAGpu)
{
    for (const char* gpus : {"-1", "0"}) {
        const DriverProbe found = probe(SPILLWAY_STANDIN_CUDA, gpus);
        EXPECT_TRUE(found.has_driver);
        EXPECT_TRUE(found.gpus.empty());
        ASSERT_TRUE(found.trouble);
        EXPECT_NE(found.trouble->what.find("found no GPU"), std::string::npos);
        EXPECT_NE(found.trouble->advice.find("nvidia-smi"), std::string::npos);
    }
    const auto trouble = probe(SPILLWAY_STANDIN_CUDA, "-1").trouble;
    ASSERT_TRUE(trouble);
    EXPECT_NE(trouble->what.find("CUDA_ERROR_NO_DEVICE"), std::string::npos);
}

TEST(Driver, TellsItsGpus)
{
    const DriverProbe found = probe(SPILLWAY_STANDIN_CUDA, "2");
    ASSERT_EQ(found.gpus.size(), 2U);
    EXPECT_FALSE(found.trouble);
    EXPECT_NE(found.version.find("CUDA 13.1"), std::string::npos);
    EXPECT_EQ(found.path, SPILLWAY_STANDIN_CUDA);
    const model::Gpu& gpu = found.gpus[0];
    EXPECT_EQ(gpu.name, "live");
    EXPECT_EQ(found.gpus[1].name, "live1");
    EXPECT_EQ(gpu.label, "NVIDIA Stand-in");
    EXPECT_EQ(gpu.arch(), "sm_90");
    EXPECT_EQ(gpu.shared_bytes_per_block_optin, 232448);
    EXPECT_EQ(gpu.max_warps_per_sm(), 64);
    EXPECT_NEAR(gpu.dram_bytes_per_second, 4.917e12, 1e9);
    if (answers::has_calculator()) {
        model::BlockNeeds needs;
        needs.registers = 64;
        needs.threads = 128;
        EXPECT_EQ(answers::occupancy(gpu, needs)->blocks_per_sm, 8) << "its figures are enough for the calculator";
    }
    EXPECT_NE(reason(found, job_for(7, 5)).find("not NVIDIA Other"), std::string::npos);
    EXPECT_NE(reason(found, job_for(9, 0)).find("not NVIDIA Other"), std::string::npos) << "another GPU of this kind";
}

}  // namespace
}  // namespace spillway::gpu
