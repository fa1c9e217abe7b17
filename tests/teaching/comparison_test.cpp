#include "app/teaching/comparison.h"

#include <gtest/gtest.h>

namespace spillway::teaching {
namespace {

model::RunResult measured(double seconds, double noise = 0.001)
{
    model::RunResult result;
    result.measurement.source = model::MeasurementSource::live;
    result.measurement.seconds = model::SampleStatistics{seconds, seconds, seconds, noise, 25};
    result.measurement.bytes_per_second = 1e9 / seconds;
    return result;
}

Difference throughput_difference(const model::RunResult& a, const model::RunResult& b)
{
    return difference(*model::find_metric("bytes_per_second"), a, b).value();
}

TEST(Comparison, AChangeOfThroughputIsAPercentageOrAFactor)
{
    EXPECT_EQ(throughput_difference(measured(1), measured(0.8)).text, "+25 %");
    EXPECT_EQ(throughput_difference(measured(1), measured(1.02)).text, "–2.0 %");
    EXPECT_EQ(throughput_difference(measured(1), measured(1.02)).change, Change::lower);
    EXPECT_EQ(throughput_difference(measured(1), measured(0.25)).text, "4.0 times");
    EXPECT_EQ(throughput_difference(measured(1), measured(4)).text, "1/4.0");
}

TEST(Comparison, AChangeInsideTheNoiseIsCalledNoise)
{
    EXPECT_EQ(throughput_difference(measured(1), measured(1.004)).change, Change::inside_noise);
    EXPECT_EQ(throughput_difference(measured(1), measured(1.05, 0.5)).change, Change::inside_noise);
    EXPECT_EQ(throughput_difference(measured(1), measured(1.05)).change, Change::lower);
    EXPECT_EQ(throughput_difference(measured(1), measured(1)).text, "same");
}

model::RunResult compiled(std::int64_t frame_bytes, int registers)
{
    model::CompileReport report;
    report.stack_frame_bytes = frame_bytes;
    report.registers = registers;
    model::RunResult result;
    result.compile = std::move(report);
    return result;
}

model::RunResult occupied(double theoretical)
{
    model::Occupancy occupancy;
    occupancy.theoretical = theoretical;
    model::RunResult result;
    result.occupancy = occupancy;
    return result;
}

TEST(Comparison, BytesAndCountsAreComparedAsTheyAre)
{
    const model::RunResult a = compiled(128, 31), b = compiled(36, 32);
    EXPECT_EQ(difference(*model::find_metric("stack_frame_bytes"), a, b)->text, "–92 bytes");
    EXPECT_EQ(difference(*model::find_metric("registers"), a, b)->text, "+1");
    EXPECT_FALSE(difference(*model::find_metric("bytes_per_second"), a, b)) << "neither was measured";
    const auto rows = compared_rows(a, b);
    EXPECT_TRUE(
        std::all_of(rows.begin(), rows.end(), [](const ComparedRow& row) { return row.a != "–" || row.b != "–"; }));
}

TEST(Comparison, OccupancyIsComparedInPoints)
{
    const model::RunResult a = occupied(0.5), b = occupied(0.75);
    EXPECT_EQ(difference(*model::find_metric("theoretical_occupancy"), a, b)->text, "+25.0 points");
}

}  // namespace
}  // namespace spillway::teaching
