#include "app/catalogue/axis_claims.h"
#include "app/catalogue/experiment_reader.h"

#include <gtest/gtest.h>

#include "tests/catalogue/sample.h"

namespace spillway::catalogue {
namespace {

/// Values of "size" in the sample's grid.
const std::vector<std::int64_t> sizes{1, 2, 4, 8, 16, 32, 64};

/// The sample with these lines as its claim.
model::Expected<model::Experiment> with_claim(const std::string& said)
{
    std::string text = sample::json;
    const std::string old = R"("id": "frame")";
    const std::size_t at = text.find(old), end = text.find('}', text.find("expect", at));
    text.replace(at, end - at, R"("id": "c", "text": "A claim.", "gpu": "h200", )" + said);
    return parse_experiment(text, "sample.json");
}

/// Results with these stack frames, one for each size; -1: no result.
std::vector<model::RunResult> results(const std::vector<std::int64_t>& plain, const std::vector<std::int64_t>& tiled)
{
    std::vector<model::RunResult> made;
    const auto add = [&](const std::string& variant, const std::vector<std::int64_t>& frames) {
        for (std::size_t i = 0; i < frames.size(); ++i) {
            if (frames[i] < 0) continue;
            model::RunResult& one = made.emplace_back();
            one.variant = variant;
            one.parameters["size"] = sizes[i];
            one.compile.emplace().stack_frame_bytes = frames[i];
        }
    };
    add("plain", plain);
    add("tiled", tiled);
    return made;
}

ClaimCheck check(const std::string& said, const std::vector<std::int64_t>& plain,
                 const std::vector<std::int64_t>& tiled = {})
{
    const auto experiment = with_claim(said);
    if (!experiment) return {ClaimVerdict::unknown, experiment.error().line()};
    return check_claim(*experiment, experiment->claims.at(0), results(plain, tiled), sample::gpu());
}

constexpr auto holds = ClaimVerdict::holds, broken = ClaimVerdict::broken, unknown = ClaimVerdict::unknown;

TEST(AxisClaim, covers_the_recorded_points_in_its_range)
{
    const auto experiment = with_claim(R"("over": "size", "range": [4, 32], "expect": "plain.registers > 1")");
    ASSERT_TRUE(experiment) << experiment.error().line();
    std::vector<std::int64_t> found;
    for (const model::Values& set : claim_settings(*experiment, experiment->claims.at(0)))
        found.push_back(std::get<std::int64_t>(set.at("size")));
    EXPECT_EQ(found, (std::vector<std::int64_t>{4, 8, 16, 32}));
}

TEST(AxisClaim, everywhere)
{
    const std::string said = R"("over": "size", "expect": "plain.stack_frame_bytes == 4 * size")";
    EXPECT_EQ(check(said, {4, 8, 16, 32, 64, 128, 256}).verdict, holds);
    const ClaimCheck one = check(said, {4, 8, 16, 33, 64, 128, 256});
    EXPECT_EQ(one.verdict, broken);
    EXPECT_EQ(one.detail, "plain.stack_frame_bytes = 33 at size = 8");
    EXPECT_EQ(check(said, {4, 8, 16, -1, 64, 128, 256}).verdict, holds) << "unknown points are skipped";
    EXPECT_EQ(check(said, {4}).verdict, unknown) << "one point is too few";
}

TEST(AxisClaim, a_slope)
{
    const std::string rises = R"("over": "size", "rises": "plain.stack_frame_bytes")";
    EXPECT_EQ(check(rises, {1, 2, 2, 3, 5, 8, 9}).verdict, holds);
    EXPECT_EQ(check(rises, {1, 2, 2, 3, 2, 8, 9}).verdict, broken);
    EXPECT_EQ(check(rises, {5, 5, 5, 5, 5, 5, 5}).verdict, broken) << "flat is not rising";
    EXPECT_EQ(check(R"("over": "size", "falls": "plain.stack_frame_bytes")", {9, 8, 5, 3, 2, 2, 1}).verdict, holds);
    const std::string roughly = R"("over": "size", "rises": "plain.stack_frame_bytes", "slack": 0.1)";
    EXPECT_EQ(check(roughly, {100, 95, 120, 200, 210, 220, 230}).verdict, holds);
    EXPECT_EQ(check(roughly, {100, 85, 120, 200, 210, 220, 230}).verdict, broken);
}

TEST(AxisClaim, a_cliff)
{
    const std::string up =
        R"("over": "size", "cliff": {"of": "plain.stack_frame_bytes", "between": [4, 16], "factor": 5, "flat": 0.1})";
    EXPECT_EQ(check(up, {39, 40, 40, 200, 283, 282, 280}).verdict, holds) << "points between are not checked";
    EXPECT_EQ(check(up, {39, 59, 40, 200, 283, 282, 280}).verdict, broken) << "a slope before it";
    EXPECT_EQ(check(up, {39, 40, 40, 200, 283, 282, 340}).verdict, broken) << "a slope after it";
    EXPECT_EQ(check(up, {39, 40, 283, 283, 283, 282, 280}).verdict, broken) << "the cliff is earlier";
    EXPECT_EQ(check(up, {39, 40, 40, 60, 70, 71, 72}).verdict, broken) << "too small a step";
    EXPECT_EQ(check(up, {39, 40, -1, 60, 283, 283, 283}).verdict, unknown) << "one of its ends is unknown";
    const std::string down =
        R"("over": "size", "cliff": {"of": "plain.stack_frame_bytes", "between": [4, 8], "factor": 0.5})";
    EXPECT_EQ(check(down, {100, 90, 80, 40, 39, 20, 10}).verdict, holds);
    EXPECT_EQ(check(down, {100, 90, 80, 41, 39, 20, 10}).verdict, broken);
}

TEST(AxisClaim, zeros_are_no_cliff)
{
    const std::string up =
        R"("over": "size", "cliff": {"of": "plain.stack_frame_bytes", "between": [4, 16], "factor": 5})";
    EXPECT_EQ(check(up, {0, 0, 0, 0, 0, 0, 0}).verdict, broken);
    EXPECT_EQ(check(up, {0, 0, 0, 0, 8, 8, 8}).verdict, holds) << "from nothing to something";
    const std::string down =
        R"("over": "size", "cliff": {"of": "plain.stack_frame_bytes", "between": [4, 8], "factor": 0.5})";
    EXPECT_EQ(check(down, {0, 0, 0, 0, 0, 0, 0}).verdict, broken);
    EXPECT_EQ(check(down, {8, 8, 8, 0, 0, 0, 0}).verdict, holds);
}

TEST(AxisClaim, the_best_from_a_point_on)
{
    const std::string said =
        R"("over": "size", "best": {"variant": "tiled", "metric": "stack_frame_bytes", "from": 8})";
    EXPECT_EQ(check(said, {1, 1, 1, 9, 9, 9, 9}, {2, 2, 1, 8, 8, 8, 8}).verdict, holds) << "fewer bytes are better";
    EXPECT_EQ(check(said, {1, 1, 1, 9, 9, 9, 7}, {2, 2, 1, 8, 8, 8, 8}).verdict, broken) << "not to the end";
    EXPECT_EQ(check(said, {1, 1, 2, 9, 9, 9, 9}, {2, 2, 1, 8, 8, 8, 8}).verdict, broken) << "it is the best too early";
    EXPECT_EQ(check(said, {1, 1, 1, -1, 9, 9, 9}, {2, 2, 1, 8, 8, 8, 8}).verdict, unknown);
}

TEST(AxisClaim, more_is_better_where_it_is_a_rate)
{
    const model::Experiment experiment = sample::experiment();
    EXPECT_EQ(best_condition(experiment, "tiled", "bytes_per_second"),
              "tiled.bytes_per_second > plain.bytes_per_second");
    EXPECT_EQ(best_condition(experiment, "plain", "cycles_per_access"),
              "plain.cycles_per_access < tiled.cycles_per_access");
    EXPECT_EQ(best_condition(experiment, "tiled", "warps_per_sm"), "tiled.warps_per_sm > plain.warps_per_sm");
    EXPECT_EQ(best_condition(experiment, "tiled", "limit_shared"), "tiled.limit_shared > plain.limit_shared");
}

TEST(AxisClaim, a_mistake_is_reported)
{
    const auto why = [](const std::string& said) {
        const auto read = with_claim(said);
        return read ? std::string() : read.error().what;
    };
    EXPECT_NE(why(R"("over": "width", "expect": "plain.registers > 1")").find("not a parameter"), std::string::npos);
    EXPECT_NE(why(R"("over": "size")").find("makes 0 statements"), std::string::npos);
    EXPECT_NE(
        why(R"("over": "size", "expect": "plain.registers", "rises": "plain.registers")").find("makes 2 statements"),
        std::string::npos);
    EXPECT_NE(why(R"("over": "size", "range": [32, 4], "expect": "plain.registers > 1")").find("not a range"),
              std::string::npos);
    EXPECT_NE(why(R"("over": "size", "range": [3, 7], "expect": "plain.registers > 1")").find("fewer than two points"),
              std::string::npos);
    EXPECT_NE(why(R"("set": {"size": 4}, "over": "size", "expect": "plain.registers > 1")").find("fixes the axis"),
              std::string::npos);
    EXPECT_NE(
        why(R"("over": "size", "cliff": {"of": "plain.registers", "between": [4, 8], "factor": 1})").find("cliff"),
        std::string::npos);
    EXPECT_NE(why(R"("over": "size", "best": {"variant": "plain"})").find("best"), std::string::npos);
    EXPECT_NE(why(R"("range": [1, 4], "expect": "plain.registers > 1")").find("range"), std::string::npos);
    const auto best_by = [&](const std::string& metric) {
        return why(R"("over": "size", "needs_measurement": true, "best": {"variant": "plain", "metric": ")" + metric +
                   "\"}");
    };
    EXPECT_EQ(best_by("seconds_median"), "");
    EXPECT_EQ(best_by("dram_read_share"), "\"best\" cannot rank variants by dram_read_share");
    EXPECT_NE(why(R"("over": "size", "expect": "plain.registers > 1", "slack": 0.1)").find("\"slack\""),
              std::string::npos);
    EXPECT_NE(why(R"("over": "size", "expect": "plain.seconds_median > 1")").find("measured metric seconds_median"),
              std::string::npos);
    EXPECT_NE(why(R"("over": "size", "cause": "size", "cases": [{"name": "a", "variant": "plain", "set": {"size": 4}},
                  {"name": "b", "variant": "tiled"}], "expect": "a.registers > b.registers")")
                  .find("case \"a\" fixes the axis"),
              std::string::npos);
}

}  // namespace
}  // namespace spillway::catalogue
