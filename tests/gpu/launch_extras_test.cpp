// Clusters and access windows on a stand-in driver in this process: what it is asked for, and what is refused.

#include <gtest/gtest.h>

#include "tests/gpu/measuring.h"

namespace spillway::gpu {
namespace {

class LaunchExtras : public Measure {
protected:
    ~LaunchExtras() override { unsetenv("SPILLWAY_STANDIN_CLUSTERS"); }
    model::LaunchPlan& plan() { return *job_.plan; }
    std::string refusal(const std::string& entry = "plain_copy")
    {
        const Outcome outcome = measure(entry);
        EXPECT_EQ(outcome.status, model::Status::launch_error);
        EXPECT_FALSE(outcome.context_lost);
        return outcome.error ? outcome.error->what : "";
    }
};

TEST_F(LaunchExtras, ClustersReachTheDriver)
{
    plan().cluster = 4;
    const int before = counts().extended_launches;
    EXPECT_EQ(measure("plain_copy").status, model::Status::ok);
    EXPECT_EQ(counts().cluster, 4);
    EXPECT_GT(counts().extended_launches, before + 10);
    plan().cluster = 1;
    const int with_clusters = counts().extended_launches;
    EXPECT_EQ(measure("plain_copy").status, model::Status::ok);
    EXPECT_EQ(counts().extended_launches, with_clusters) << "nothing is asked for, so the plain call does";
}

TEST_F(LaunchExtras, MoreThanEightBlocksAreAllowedFirst)
{
    plan().cluster = 10;
    EXPECT_EQ(measure("plain_copy").status, model::Status::ok);
    EXPECT_EQ(counts().cluster, 10);
}

TEST_F(LaunchExtras, ImpossibleClustersAreRefused)
{
    plan().cluster = 16;
    EXPECT_EQ(refusal(), "a grid of 40 blocks in x is not a multiple of clusters of 16 blocks");
    plan().cluster = 4;
    EXPECT_EQ(
        refusal("lonely_copy"),
        "not one of the clusters of 4 blocks fits on this GPU, with 256 threads and 0 bytes of shared memory a block");
    setenv("SPILLWAY_STANDIN_CLUSTERS", "0", 1);
    EXPECT_EQ(refusal(), "clusters of 4 blocks need compute capability 9.0, and this GPU has less");
}

TEST_F(LaunchExtras, AnAccessWindowReachesTheDriverAndIsTakenBack)
{
    plan().access_window = model::PlannedWindow{0, 8192, 0.5, 1 << 20};
    const int before = counts().l2_resets;
    EXPECT_EQ(measure("plain_copy").status, model::Status::ok);
    EXPECT_EQ(counts().window_bytes, 8192U);
    EXPECT_EQ(counts().hit_ratio, 0.5F);
    EXPECT_EQ(counts().l2_aside_bytes, 0U) << "the next one has all of L2";
    EXPECT_GT(counts().l2_resets, before);
}

TEST_F(LaunchExtras, OfVariantsInTurnsEachHasItsOwnL2)
{
    model::Job kept = job_;
    kept.plan->access_window = model::PlannedWindow{0, 8192, 1, 1 << 20};
    std::vector<MeasureRequest> requests(2);
    for (std::size_t i = 0; i < requests.size(); ++i) {
        requests[i].job = i == 0 ? &kept : &job_;
        requests[i].kernel = {"plain_copy", &elf, "plain_copy"};
        requests[i].reference = Code{"reference", &elf, "plain_copy"};
    }
    const int before = counts().l2_resets;
    measurer_->measure(requests, [&](std::size_t i, const Outcome& outcome) {
        EXPECT_EQ(outcome.status, model::Status::ok) << i;
        EXPECT_TRUE(outcome.measurement.seconds) << i;
    });
    EXPECT_GE(counts().l2_resets, before + 4) << "set aside and let go, at least twice";
    EXPECT_EQ(counts().l2_aside_bytes, 0U);
}

TEST_F(LaunchExtras, WindowsBeyondTheGpusLimitsAreRefused)
{
    plan().access_window = model::PlannedWindow{0, 8192, 1, 64 << 20};
    EXPECT_EQ(refusal(), "the launch sets 67108864 bytes of L2 aside; this GPU allows 39321600");
    plan().buffers[0].count = plan().buffers[1].count = 50 << 20;
    plan().access_window = model::PlannedWindow{0, 200 << 20, 1, 1 << 20};
    EXPECT_EQ(refusal(), "the access window has 209715200 bytes; this GPU allows 134217728");
    plan().access_window->bytes = 8192;
    plan().timing = model::Timing::first_launch;
    EXPECT_EQ(refusal(), "the first launch is timed without an access window");
}

}  // namespace
}  // namespace spillway::gpu
