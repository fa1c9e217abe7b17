// The words beside the code about the waits of its lines.

#include "app/teaching/wait_words.h"

#include <gtest/gtest.h>

namespace spillway::teaching {
namespace {

model::LineStalls stalls(std::int64_t samples, std::map<std::string, std::int64_t> by_reason)
{
    return {samples, std::move(by_reason)};
}

TEST(WaitWords, ALineNamesItsWaits)
{
    const auto lane = wait_lane({stalls(0, {}), stalls(330, {{"long_scoreboard:local", 310}, {"selected", 20}})}, 1000);
    ASSERT_TRUE(lane);
    EXPECT_EQ(lane->most_row, 1);
    EXPECT_FALSE(lane->share(0));
    EXPECT_DOUBLE_EQ(lane->share(1).value_or(0), 0.33);
    EXPECT_EQ(most_waited_words(*lane), "Line 2: 31 % of the samples wait here for data from local memory.");
    EXPECT_EQ(wait_words(*lane, 1), "33 % of the samples are here: 31 % wait for data from local memory, 2.0 % issue.");
    EXPECT_EQ(wait_words(*lane, 0), "");
    EXPECT_FALSE(wait_lane({stalls(0, {})}, 1000));
}

TEST(WaitWords, AReasonIsASentencesEnd)
{
    EXPECT_EQ(waited_for("long_scoreboard:global+local"), "data from global memory and local memory");
    EXPECT_EQ(waited_for("short_scoreboard:special"), "the result of a special function");
    EXPECT_EQ(waited_for("barrier"), "the other warps of their block");
}

TEST(WaitWords, MissingWaitsAreExplainedByTheMeasurement)
{
    model::RunResult result;
    model::Listing listing;
    EXPECT_NE(missing_waits_words(result, listing).find("SASS"), std::string::npos);
    listing.sass.emplace();
    result.measurement.source = model::MeasurementSource::recorded;
    EXPECT_NE(missing_waits_words(result, listing).find("along the x axis"), std::string::npos);
    result.measurement.counters.emplace();
    EXPECT_NE(missing_waits_words(result, listing).find("This recording has no waits by line"), std::string::npos);
    result.measurement.stall_samples.emplace();
    EXPECT_NE(missing_waits_words(result, listing).find("other machine code"), std::string::npos);
}

}  // namespace
}  // namespace spillway::teaching
