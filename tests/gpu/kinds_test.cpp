// The kinds of measurement on a stand-in driver in this process.

#include <gtest/gtest.h>

#include "app/gpu/clock_gate.h"
#include "tests/gpu/measuring.h"

namespace spillway::gpu {
namespace {

class Kinds : public Measure {
protected:
    ~Kinds() override
    {
        for (const char* name : {"SPILLWAY_STANDIN_CLOCK_MHZ", "SPILLWAY_STANDIN_LAUNCH_US"}) unsetenv(name);
    }
    model::LaunchPlan& plan() { return *job_.plan; }
};

TEST_F(Kinds, ACopyByTheDriverIsTimedAndCompared)
{
    for (const auto from :
         {model::MemoryPlace::global, model::MemoryPlace::pinned_host, model::MemoryPlace::pageable_host}) {
        plan().buffers[0].place = from;
        plan().copy = model::PlannedCopy{0, 1, 40000};
        plan().reference.reset();
        plan().bytes_moved = 0;
        const Outcome outcome = measure("");
        EXPECT_EQ(outcome.status, model::Status::ok);
        EXPECT_EQ(outcome.verification.status, model::VerificationStatus::matched);
        EXPECT_EQ(outcome.verification.against, "source");
        ASSERT_TRUE(outcome.measurement.bytes_per_second);
        EXPECT_GT(*outcome.measurement.bytes_per_second, 0);
        EXPECT_FALSE(outcome.measurement.local_bytes_per_thread);
    }
}

TEST_F(Kinds, ACopyBetweenBuffersThatDoNotHoldItIsRefused)
{
    for (const model::PlannedCopy copy :
         {model::PlannedCopy{0, 1, 40001}, {0, 0, 4}, {0, 2, 4}, {-1, 1, 4}, {0, 1, 0}}) {
        plan().copy = copy;
        EXPECT_EQ(measure("").status, model::Status::launch_error);
    }
}

TEST_F(Kinds, TheHostsTimeOfALaunch)
{
    plan().timing = model::Timing::launch;
    const Outcome outcome = measure("plain_copy");
    ASSERT_TRUE(outcome.measurement.host_seconds);
    EXPECT_EQ(*outcome.measurement.host_seconds, outcome.measurement.seconds->median);
    EXPECT_FALSE(outcome.measurement.event_seconds) << "no event took it";
}

TEST_F(Kinds, TheFirstLaunchSaysWhatItTook)
{
    plan().timing = model::Timing::first_launch;
    const Outcome outcome = measure("local_copy");
    EXPECT_EQ(outcome.verification.status, model::VerificationStatus::matched);
    EXPECT_EQ(outcome.measurement.seconds->samples, 5);
    EXPECT_EQ(outcome.measurement.gpu_memory_taken_bytes, 1 << 20);
    EXPECT_EQ(counts().contexts, 1) << "those of the samples are gone";
}

TEST_F(Kinds, TexturesAreMadeAndGivenBack)
{
    plan().reference->arguments[0].is_plain = plan().arguments[0].is_plain =
        true;  // the stand-in knows no texture unit
    const Outcome plain = measure("plain_copy");
    const stand_in::Counts before = counts();
    plan().buffers[0].place = model::MemoryPlace::texture;
    plan().buffers[0].width = 100;
    plan().buffers[0].height = 100;
    EXPECT_EQ(measure("plain_copy").status, model::Status::ok);
    EXPECT_EQ(counts().buffers, before.buffers + 1) << "the texels are kept, the texture is not";
    plan().buffers[0].scalar = model::ScalarKind::int32;
    plan().buffers[0].texture_filter = model::TextureFilter::linear;
    EXPECT_NE(measure("plain_copy").error->advice.find("interpolated"), std::string::npos);
    EXPECT_EQ(plain.status, model::Status::ok);
}

TEST_F(Kinds, SamplesAtALoweredClockAreCountedAndNotUsed)
{
    setenv("SPILLWAY_STANDIN_CLOCK_MHZ", "1000", 1);
    const Outcome outcome = measure("plain_copy");
    EXPECT_EQ(outcome.measurement.discarded_samples, ClockGate::max_refusals);
    EXPECT_NEAR(*outcome.measurement.sm_clock_hz, 1e9, 1e7) << "and then the GPU is taken as it is";
}

TEST_F(Kinds, ShortLaunchesSayWhatMayBeTheEvents)
{
    setenv("SPILLWAY_STANDIN_LAUNCH_US", "20", 1);
    const model::Measurement brief = measure("plain_copy").measurement;
    ASSERT_TRUE(brief.event_seconds);
    EXPECT_NEAR(*brief.event_seconds, 2e-6, 1e-7);
    setenv("SPILLWAY_STANDIN_LAUNCH_US", "300", 1);
    EXPECT_FALSE(measure("plain_copy", "another").measurement.event_seconds);
}

TEST_F(Kinds, TheCeilingIsThatOfTheFastestCopy)
{
    const model::Measurement measured = measure("plain_copy").measurement;
    ASSERT_TRUE(measured.ceiling_bytes_per_second);
    EXPECT_NEAR(*measured.percent_of_ceiling, *measured.bytes_per_second / *measured.ceiling_bytes_per_second, 1e-9);
}

TEST_F(Kinds, AnInputThatAKernelWroteIntoIsMadeAgain)
{
    EXPECT_EQ(measure("plain_copy").status, model::Status::ok);
    EXPECT_EQ(measure("scribble_copy").status, model::Status::ok);
    EXPECT_EQ(measure("plain_copy").status, model::Status::ok) << "what was kept is not what it was";
}

TEST_F(Kinds, WhatIsComparedIsMeasuredInTurnsAndEachIsAnswered)
{
    std::vector<MeasureRequest> requests(3);
    const char* entries[] = {"plain_copy", "wrong_copy", "local_copy"};
    for (std::size_t i = 0; i < requests.size(); ++i) {
        requests[i].job = &job_;
        requests[i].kernel = {entries[i], &elf, entries[i]};
        requests[i].reference = Code{"reference", &elf, "plain_copy"};
    }
    std::vector<Outcome> outcomes(requests.size());
    std::vector<std::size_t> order;
    measurer_->measure(requests, [&](std::size_t index, const Outcome& outcome) {
        outcomes[index] = outcome;
        order.push_back(index);
    });
    EXPECT_EQ(order, (std::vector<std::size_t>{1, 0, 2})) << "the wrong one is known before anything is timed";
    EXPECT_EQ(outcomes[0].status, model::Status::ok);
    EXPECT_EQ(outcomes[1].status, model::Status::wrong_result);
    EXPECT_EQ(outcomes[2].measurement.seconds->samples, outcomes[0].measurement.seconds->samples);
}

}  // namespace
}  // namespace spillway::gpu
