// Exchanges of a mechanism, and claims that hold without the cause that they give.

#include <gtest/gtest.h>

#include <string>

#include "app/catalogue/axis_claims.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/cli/mutations.h"
#include "tests/catalogue/sample.h"

namespace spillway::cli {
namespace {

namespace sample = catalogue::sample;

/// The sample with one claim, as a file says it.
model::Experiment claiming(const std::string& said)
{
    std::string text = sample::json;
    const std::size_t at = text.find(R"("id": "frame")"), end = text.find('}', text.find("expect", at));
    text.replace(at, end - at, R"("id": "c", "text": "A claim.", "gpu": "h200", )" + said);
    const auto parsed = catalogue::parse_experiment(text, "sample.json");
    EXPECT_TRUE(parsed) << parsed.error().line();
    return parsed ? *parsed : model::Experiment{};
}

/// The claim's results, with these frames in the order of its runs.
MutationScore score(const model::Experiment& experiment, const std::vector<std::int64_t>& frames)
{
    const model::Claim& claim = experiment.claims.at(0);
    const model::Gpu gpu = sample::gpu();
    std::vector<AskedClaim> asked{{&experiment, &claim, &gpu, gpu, {}}};
    std::size_t next = 0;
    for (const catalogue::ClaimRun& run : catalogue::claim_runs(experiment, claim)) {
        model::RunResult& result = asked.front().results.emplace_back();
        result.variant = run.variant->name;
        result.gpu_name = gpu.name;
        result.parameters = catalogue::initial_values(experiment, gpu);
        for (const auto& [name, value] : run.set) result.parameters[name] = value;
        result.compile.emplace().stack_frame_bytes = frames.at(next++);
    }
    return mutate_claims(experiment, asked);
}

const std::string two_variants = R"("cause": "tile",
    "expect": "plain.stack_frame_bytes >= 90 && plain.stack_frame_bytes <= 110 && tiled.stack_frame_bytes < 5")";
const std::string two_cases = R"("cause": "size", "cases": [{"name": "small", "variant": "plain"},
    {"name": "large", "variant": "plain", "set": {"size": 32}}], "expect": )";

TEST(Mechanism, the_code_of_two_variants_exchanged_breaks_a_claim_that_tells_them_apart)
{
    const MutationScore found = score(claiming(two_variants), {100, 0});
    EXPECT_EQ(found.mechanisms.changes, 1) << "their counters and their account are empty";
    EXPECT_EQ(found.mechanisms.noticed, 1);
    EXPECT_TRUE(found.causeless.empty());
}

TEST(Mechanism, the_code_of_two_cases_exchanged_breaks_it_too)
{
    const auto told = claiming(two_cases + R"("small.stack_frame_bytes < 5 && large.stack_frame_bytes > 90")");
    const MutationScore found = score(told, {0, 100});
    EXPECT_EQ(found.mechanisms.changes, 1);
    EXPECT_EQ(found.mechanisms.noticed, 1);
    EXPECT_TRUE(found.causeless.empty());
}

TEST(Mechanism, a_claim_that_does_not_tell_them_apart_notices_nothing)
{
    const auto told = claiming(two_cases + R"("small.stack_frame_bytes + large.stack_frame_bytes == 100")");
    const MutationScore found = score(told, {0, 100});
    EXPECT_EQ(found.mechanisms.changes, 1);
    EXPECT_EQ(found.mechanisms.noticed, 0);
    ASSERT_EQ(found.mechanisms.unnoticed.size(), 1u);
    EXPECT_EQ(found.mechanisms.unnoticed.front(), "machine code of small and large in c, exchanged");
}

TEST(Mechanism, a_claim_that_holds_without_its_cause_is_named)
{
    const auto told = claiming(two_cases + R"("small.stack_frame_bytes < 200 && large.stack_frame_bytes < 200")");
    EXPECT_EQ(score(told, {0, 100}).causeless, std::vector<std::string>{"c"});
}

TEST(Mechanism, along_an_axis_the_cause_is_the_change)
{
    const auto rising = claiming(R"("cause": "size", "over": "size", "rises": "plain.stack_frame_bytes")");
    EXPECT_TRUE(score(rising, {0, 8, 16, 32, 64, 128, 256}).causeless.empty());
    const auto low = claiming(R"("cause": "size", "over": "size", "expect": "plain.stack_frame_bytes < 300")");
    EXPECT_EQ(score(low, {0, 8, 16, 32, 64, 128, 256}).causeless, std::vector<std::string>{"c"});
}

}  // namespace
}  // namespace spillway::cli
