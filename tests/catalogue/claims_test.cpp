#include "app/catalogue/claims.h"

#include <gtest/gtest.h>

#include "app/catalogue/claim_numbers.h"
#include "tests/catalogue/sample.h"

namespace spillway::catalogue {
namespace {

model::Claim claim(const std::string& expect)
{
    model::Claim made;
    made.id = "c";
    made.set = {{"size", std::int64_t{16}}};
    made.gpu = "h200";
    made.expect = expect;
    return made;
}

model::RunResult result(const std::string& variant, std::int64_t frame, model::Status status = model::Status::ok)
{
    model::RunResult made;
    made.variant = variant;
    made.status = status;
    made.compile.emplace().stack_frame_bytes = frame;
    return made;
}

ClaimCheck check(const std::string& expect, const std::vector<model::RunResult>& results)
{
    return check_claim(sample::experiment(), claim(expect), results, sample::gpu());
}

TEST(CheckClaim, holds_or_is_broken)
{
    EXPECT_EQ(check("plain.stack_frame_bytes == 4 * size", {result("plain", 64)}).verdict, ClaimVerdict::holds);
    const ClaimCheck other = check("plain.stack_frame_bytes == 4 * size", {result("plain", 32)});
    EXPECT_EQ(other.verdict, ClaimVerdict::broken);
    EXPECT_EQ(other.detail, "plain.stack_frame_bytes = 32");
}

TEST(CheckClaim, a_missing_number_makes_it_unknown)
{
    EXPECT_EQ(check("plain.bytes_per_second > 1", {result("plain", 0)}).verdict, ClaimVerdict::unknown);
    EXPECT_EQ(check("tiled.registers > 1", {result("plain", 0)}).verdict, ClaimVerdict::unknown);
}

TEST(CheckClaim, without_disassembly_a_number_of_machine_code_names_nvdisasm)
{
    const ClaimCheck found = check("plain.sass_instructions > 1", {result("plain", 0)});
    ASSERT_TRUE(found.missing);
    EXPECT_EQ(found.missing->reason, MissingNumber::Reason::not_disassembled);
    EXPECT_NE(found.detail.find("nvdisasm"), std::string::npos) << found.detail;
    EXPECT_EQ(check("plain.bytes_per_second > 1", {result("plain", 0)}).missing.value_or(MissingNumber{}).reason,
              MissingNumber::Reason::not_known);
}

TEST(CheckClaim, interpreted_counts_decide_claims_that_need_only_them)
{
    model::RunResult counted = result("plain", 0);
    model::InterpretedCounts block;
    block.blocks = 1;
    block.global_loads.requests = 10;
    block.global_loads.sectors = 320;
    counted.counted = model::CountedBlocks{64, {block, block, block, block}};
    const auto verdict = [&](const std::string& expect, const model::RunResult& seen) {
        model::Claim measured = claim(expect);
        measured.needs_measurement = true;
        return check_claim(sample::experiment(), measured, {seen}, sample::gpu()).verdict;
    };
    EXPECT_EQ(verdict("plain.sectors_per_request == 32", counted), ClaimVerdict::holds);
    EXPECT_EQ(verdict("plain.sectors_per_request == 4", counted), ClaimVerdict::broken);
    EXPECT_EQ(verdict("plain.sectors_per_request == 32", result("plain", 0)), ClaimVerdict::unknown);
    EXPECT_EQ(verdict("plain.sectors_per_request == 32 && plain.seconds_median < 1", counted), ClaimVerdict::unknown)
        << "a time needs a GPU";
    counted.counted->blocks.clear();
    EXPECT_EQ(verdict("plain.sectors_per_request == 32", counted), ClaimVerdict::unknown) << "no block could be run";
}

TEST(CheckClaim, a_wrong_result_is_unknown_before_a_launch)
{
    model::Claim wrong = claim("plain.wrong_result");
    wrong.needs_measurement = true;
    const auto verdict = [&](const model::RunResult& seen) {
        return check_claim(sample::experiment(), wrong, {seen}, sample::gpu()).verdict;
    };
    EXPECT_EQ(verdict(result("plain", 0)), ClaimVerdict::unknown);
    EXPECT_EQ(verdict(result("plain", 0, model::Status::wrong_result)), ClaimVerdict::holds);
    model::RunResult measured = result("plain", 0);
    measured.measurement.source = model::MeasurementSource::recorded;
    EXPECT_EQ(verdict(measured), ClaimVerdict::broken);
}

TEST(CheckClaim, a_difference_inside_the_noise_is_unknown)
{
    const auto timed = [](const std::string& variant, double rate, double noise) {
        model::RunResult made = result(variant, 0);
        made.measurement.seconds = model::SampleStatistics{1e-3, 1e-3, 1e-3, noise, 16};
        made.measurement.bytes_per_second = rate;
        return made;
    };
    const std::string faster = "tiled.bytes_per_second > plain.bytes_per_second";
    const auto verdict = [&](double plain, double tiled, double noise) {
        return check(faster, {timed("plain", plain, noise), timed("tiled", tiled, noise)}).verdict;
    };
    EXPECT_EQ(verdict(100, 102, 0.001), ClaimVerdict::holds);
    EXPECT_EQ(verdict(102, 100, 0.001), ClaimVerdict::broken);
    EXPECT_EQ(verdict(100, 100.5, 0.001), ClaimVerdict::unknown) << "each may be off by half a per cent";
    EXPECT_EQ(verdict(100, 102, 0.05), ClaimVerdict::unknown) << "so noisy that it may be the other way round";
    EXPECT_EQ(verdict(100, 120, 0.05), ClaimVerdict::holds);
}

TEST(CheckClaim, a_launch_error_can_be_claimed)
{
    const auto refused = result("tiled", 0, model::Status::launch_error);
    EXPECT_EQ(check("tiled.ok == 0", {refused}).verdict, ClaimVerdict::holds);
    EXPECT_EQ(check("tiled.launch_error", {refused}).verdict, ClaimVerdict::holds);
    EXPECT_EQ(check("tiled.compile_error", {refused}).verdict, ClaimVerdict::broken);
}

TEST(ClaimGpus, are_the_named_ones_or_one_of_every_compilable_architecture)
{
    const auto gpu = [](const char* name, int major, bool compilable) {
        model::Gpu made;
        made.name = name;
        made.compute_major = major;
        made.compilable = compilable;
        return made;
    };
    const std::vector<model::Gpu> known{gpu("old", 3, false), gpu("a", 8, true), gpu("b", 8, true), gpu("c", 9, true)};
    const auto names = [&](const std::string& wanted) {
        model::Claim made;
        made.gpu = wanted;
        std::vector<std::string> found;
        for (const model::Gpu* one : claim_gpus(made, known)) found.push_back(one->name);
        return found;
    };
    EXPECT_EQ(names("b"), std::vector<std::string>{"b"});
    EXPECT_EQ(names("old"), std::vector<std::string>{"old"});
    EXPECT_EQ(names("c,old,b"), (std::vector<std::string>{"old", "b", "c"}));
    EXPECT_EQ(names("all"), (std::vector<std::string>{"a", "c"}));
    EXPECT_EQ(names("a,unheard_of"), std::vector<std::string>{"a"});
    model::Claim half_known;
    half_known.gpu = "a,unheard_of";
    EXPECT_EQ(unknown_gpus(half_known, known), std::vector<std::string>{"unheard_of"});
    half_known.gpu = "all";
    EXPECT_TRUE(unknown_gpus(half_known, known).empty());
}

TEST(ClaimVariants, are_those_the_formula_names)
{
    const model::Experiment experiment = sample::experiment();
    EXPECT_EQ(claim_variants(experiment, claim("tiled.registers > 1.5")), std::vector<std::string>{"tiled"});
    EXPECT_EQ(claim_variants(experiment, claim("max(tiled.registers, plain.registers) > size")),
              (std::vector<std::string>{"plain", "tiled"}));
}

TEST(Claims, the_noise_of_each_number_counts)
{
    ClaimNumbers numbers;
    std::string sum = "0";
    for (std::size_t i = 0; i < 12; ++i) {
        const std::string name = "a" + std::to_string(i) + ".seconds_median";
        numbers.scope.emplace_back(name, i == 11 ? 100 : 0);
        numbers.uncertain.push_back({i, 0.02});
        sum += " + " + name;
    }
    EXPECT_EQ(check_condition(sum + " > 90", numbers).verdict, ClaimVerdict::holds);
    EXPECT_EQ(check_condition(sum + " > 99", numbers).verdict, ClaimVerdict::unknown) << "the twelfth number has noise";
}

}  // namespace
}  // namespace spillway::catalogue
