// Claims on a cause: the cases that they compare, and the errors of invalid ones.

#include "app/catalogue/claim_cases_reader.h"

#include <gtest/gtest.h>

#include "app/catalogue/axis_claims.h"
#include "app/catalogue/claims.h"
#include "app/catalogue/job.h"
#include "app/catalogue/plain/kernel_text.h"
#include "tests/catalogue/sample.h"

namespace spillway::catalogue {
namespace {

model::Expected<model::Experiment> with_cause(const std::string& said)
{
    std::string text = sample::json;
    const std::string old = R"("id": "frame")";
    const std::size_t at = text.find(old), end = text.find('}', text.find("expect", at));
    text.replace(at, end - at, R"("id": "c", "text": "A claim.", "gpu": "h200", )" + said);
    return parse_experiment(text, "sample.json");
}

const std::string two_sizes = R"("cause": "size", "cases": [{"name": "small", "variant": "plain"},
    {"name": "large", "variant": "plain", "set": {"size": 32}}],
    "expect": "small.stack_frame_bytes == 0 && large.stack_frame_bytes == 128")";
const std::string two_kernels = R"("cause": "calls", "cases": [{"name": "one", "entry": "calls<1, {size}>"},
    {"name": "two", "entry": "calls<2, {size}>"}], "expect": "two.registers > one.registers")";

model::RunResult sized(const std::string& variant, std::int64_t size, std::int64_t frame)
{
    model::RunResult made;
    made.variant = variant;
    made.parameters["size"] = size;
    made.compile.emplace().stack_frame_bytes = frame;
    return made;
}

ClaimVerdict verdict_on_sizes(const std::vector<model::RunResult>& results)
{
    const auto experiment = with_cause(two_sizes);
    return check_claim(*experiment, experiment->claims.at(0), results, sample::gpu()).verdict;
}

TEST(CauseClaim, cases_of_one_variant_differ_by_their_setting)
{
    EXPECT_EQ(verdict_on_sizes({sized("plain", 8, 0), sized("plain", 32, 128)}), ClaimVerdict::holds);
    EXPECT_EQ(verdict_on_sizes({sized("plain", 32, 128), sized("plain", 8, 0)}), ClaimVerdict::holds);
    EXPECT_EQ(verdict_on_sizes({sized("plain", 16, 0), sized("plain", 32, 128)}), ClaimVerdict::unknown);
}

TEST(CauseClaim, a_false_cause_breaks_it)
{
    EXPECT_EQ(verdict_on_sizes({sized("plain", 8, 128), sized("plain", 32, 128)}), ClaimVerdict::broken);
    EXPECT_EQ(verdict_on_sizes({sized("plain", 8, 0), sized("plain", 32, 0)}), ClaimVerdict::broken);
}

TEST(CauseClaim, runs_each_case_at_its_setting)
{
    const auto experiment = with_cause(two_sizes);
    ASSERT_TRUE(experiment) << experiment.error().line();
    const auto runs = claim_runs(*experiment, experiment->claims.at(0));
    ASSERT_EQ(runs.size(), 2u);
    EXPECT_FALSE(runs[0].set.contains("size"));
    EXPECT_EQ(runs[1].set.at("size"), model::Value(std::int64_t{32}));
    EXPECT_EQ(runs[0].variant->name, "plain");
}

TEST(CauseClaim, its_own_kernel_is_in_causes_cu_and_no_variant)
{
    auto experiment = with_cause(two_kernels);
    ASSERT_TRUE(experiment) << experiment.error().line();
    EXPECT_EQ(experiment->variants.size(), 2u);
    const auto problem = take_claim_kernels(*experiment, "template <int Calls, int Size> __global__ void calls();");
    EXPECT_FALSE(problem);
    const auto runs = claim_runs(*experiment, experiment->claims.at(0));
    const auto job = make_job(*experiment, *runs.at(1).variant, runs.at(1).set, sample::gpu());
    ASSERT_TRUE(job) << job.error().line();
    EXPECT_EQ(job->compile.entry, "calls<2, 8>");
    EXPECT_EQ(job->compile.source_hash, source_text(*experiment, *runs.at(1).variant).hash);
    EXPECT_NE(job->compile.source_hash, source_hash(*experiment));
    EXPECT_FALSE(job->plan->reference) << "kernel.cu holds the reference";
}

TEST(CauseClaim, causes_cu_has_to_hold_its_kernels)
{
    auto experiment = with_cause(two_kernels);
    ASSERT_TRUE(experiment) << experiment.error().line();
    const auto problem = take_claim_kernels(*experiment, "__global__ void others();");
    ASSERT_TRUE(problem);
    EXPECT_NE(problem->what.find("causes.cu has no \"calls\""), std::string::npos) << problem->what;
}

struct BadCause {
    const char* what;
    std::string said, problem;
};
class BadCauseClaim : public testing::TestWithParam<BadCause> {};

TEST_P(BadCauseClaim, IsReported)
{
    const auto experiment = with_cause(GetParam().said);
    ASSERT_FALSE(experiment);
    EXPECT_NE(experiment.error().line().find(GetParam().problem), std::string::npos) << experiment.error().line();
}

INSTANTIATE_TEST_SUITE_P(
    Table, BadCauseClaim,
    testing::Values(BadCause{"nothing_compared", R"("cause": "size", "expect": "plain.registers > 1")",
                             "has a cause but compares nothing"},
                    BadCause{"one_case",
                             R"("cause": "size", "cases": [{"name": "a", "variant": "plain"}],
                             "expect": "a.registers > 1")",
                             "cannot be compared"},
                    BadCause{"no_cause",
                             R"("cases": [{"name": "a", "variant": "plain"}, {"name": "b", "variant": "tiled"}],
                             "expect": "a.registers > b.registers")",
                             "cannot be compared"},
                    BadCause{"unused_case",
                             R"("cause": "x", "cases": [{"name": "a", "variant": "plain"},
                             {"name": "b", "variant": "tiled"}], "expect": "a.registers > 1")",
                             "does not use its case \"b\""},
                    BadCause{"variant_and_entry",
                             R"("cause": "x", "cases": [{"name": "a", "variant": "plain", "entry": "k<1>"},
                             {"name": "b", "variant": "tiled"}], "expect": "a.registers > b.registers")",
                             "names two things to run"},
                    BadCause{"neither",
                             R"("cause": "x", "cases": [{"name": "a"}, {"name": "b", "variant": "tiled"}],
                             "expect": "a.registers > b.registers")",
                             "names nothing to run"},
                    BadCause{"name_of_a_variant",
                             R"("cause": "x", "cases": [{"name": "plain", "variant": "plain"},
                             {"name": "b", "variant": "tiled"}], "expect": "plain.registers > b.registers")",
                             "cannot name a case"},
                    BadCause{"twice",
                             R"("cause": "x", "cases": [{"name": "a", "variant": "plain"},
                             {"name": "a", "variant": "tiled"}], "expect": "a.registers > 1")",
                             "is given twice"},
                    BadCause{"a_variant_beside_cases",
                             R"("cause": "x", "cases": [{"name": "a", "variant": "plain"},
                             {"name": "b", "variant": "tiled"}], "expect": "a.registers > b.registers + plain.registers")",
                             "plain.registers"}),
    [](const auto& one) { return std::string(one.param.what); });

}  // namespace
}  // namespace spillway::catalogue
