// The roofs of a stand-in GPU: each is measured once its kernel's answer was right, and a wrong one is said.

#include "app/gpu/roofs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/gpu/measuring.h"
#include "tests/support/environment.h"

namespace spillway::gpu {
namespace {

using tests::Environment;

model::Expected<model::Roofs> roofs_of_the_stand_in()
{
    const DriverApi api = load_driver();
    const DriverProbe probe = probe_driver();
    DeviceSession session(api);
    if (const auto failed = session.open(0, probe.gpus.front())) return api.error(*failed);
    return measure_roofs(session, probe.gpus.front());
}

TEST(Roofs, EveryPartOfTheGpuHasOneAndEveryLevelALatency)
{
    const Environment driver("SPILLWAY_LIBCUDA", SPILLWAY_STANDIN_CUDA);
    const auto roofs = roofs_of_the_stand_in();
    ASSERT_TRUE(roofs) << roofs.error().where << ": " << roofs.error().what;
    std::set<std::string> names;
    for (const model::Roof& roof : roofs->rates) {
        names.insert(roof.resource);
        EXPECT_GT(roof.per_second, 0) << roof.resource;
        EXPECT_FALSE(roof.unit.empty()) << roof.resource;
    }
    for (const char* name : {"dram_read",   "dram_write",   "dram_copy", "l2_read",     "l2_write",     "l1_read",
                             "shared_read", "shared_write", "constant",  "texture",     "fp32",         "fp64",
                             "special",     "integer",      "issue",     "atomics_one", "atomics_many", "fma_heavy",
                             "tensor_fp16", "branches",     "adu",       "shuffles",    "l2_requests"})
        EXPECT_TRUE(names.contains(name)) << name;
    ASSERT_EQ(roofs->latencies.size(), 6U);
    for (const model::LevelLatency& latency : roofs->latencies) EXPECT_EQ(latency.cycles, 40) << latency.level;
    EXPECT_NEAR(roofs->sm_clock_hz, 1.9e9, 1e7);
    EXPECT_LT(roofs->seconds, 60);
}

TEST(Roofs, AKernelThatComputesSomethingElseHasNone)
{
    const Environment driver("SPILLWAY_LIBCUDA", SPILLWAY_STANDIN_CUDA);
    for (const char* name : {"dram_read", "l1_read", "fp64", "issue", "tensor_fp16", "branches"}) {
        const Environment wrong("SPILLWAY_STANDIN_WRONG_ROOF", name);
        const auto roofs = roofs_of_the_stand_in();
        ASSERT_FALSE(roofs) << name;
        EXPECT_EQ(roofs.error().where, std::string("the roof ") + name);
        EXPECT_NE(roofs.error().what.find("instead of"), std::string::npos) << roofs.error().what;
    }
}

TEST(Roofs, ALaunchThatFailsIsTheDriversError)
{
    const Environment driver("SPILLWAY_LIBCUDA", SPILLWAY_STANDIN_CUDA);
    const Environment fails("SPILLWAY_STANDIN_FAIL", "cuTexObjectCreate:0:801");
    const auto roofs = roofs_of_the_stand_in();
    ASSERT_FALSE(roofs);
    EXPECT_EQ(roofs.error().where, "the roof kernels");
}

}  // namespace
}  // namespace spillway::gpu
