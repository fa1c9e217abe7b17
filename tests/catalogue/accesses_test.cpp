// Sectors and banks of a warp's access, counted from declared addresses; and wrong declarations.

#include "app/catalogue/accesses.h"

#include <gtest/gtest.h>

#include "app/catalogue/claims.h"
#include "app/catalogue/experiment_reader.h"
#include "app/catalogue/job.h"
#include "tests/catalogue/sample.h"
#include "tests/support/measured_wavefronts.h"

namespace spillway::catalogue {
namespace {

WarpAccess strided(std::int64_t stride_bytes, std::int64_t bytes, std::int64_t from = 0)
{
    WarpAccess warp;
    warp.bytes = bytes;
    for (int lane = 0; lane < warp_lanes; ++lane) warp.addresses[lane] = from + lane * stride_bytes;
    return warp;
}

std::size_t sectors(const WarpAccess& warp)
{
    return touched(warp).sectors.size();
}

TEST(Touched, counts_sectors_and_lines)
{
    EXPECT_EQ(sectors(strided(4, 4)), 4U);
    EXPECT_EQ(touched(strided(4, 4)).lines.size(), 1U);
    EXPECT_EQ(touched(strided(4, 4)).asked_bytes, 128);
    EXPECT_EQ(sectors(strided(4, 4, 4)), 5U) << "misaligned by one element";
    EXPECT_EQ(touched(strided(4, 4, 4)).lines.size(), 2U);
    EXPECT_EQ(sectors(strided(32, 4)), 32U);
    EXPECT_EQ(touched(strided(32, 4)).lines.size(), 8U);
    EXPECT_EQ(touched(strided(128, 4)).lines.size(), 32U);
    EXPECT_EQ(sectors(strided(16, 16)), 16U);
    EXPECT_EQ(sectors(strided(1, 1)), 1U);
    EXPECT_EQ(sectors(strided(0, 4)), 1U) << "all lanes access one word";
    EXPECT_EQ(touched(strided(0, 4)).asked_bytes, 4);
    EXPECT_EQ(sectors(strided(4, 4, -8)), 5U) << "begins below address 0";
    EXPECT_EQ(touched(strided(4, 4, -8)).lines.front(), -1);
}

TEST(Touched, leaves_out_inactive_lanes)
{
    WarpAccess warp = strided(32, 4);
    for (int lane = 1; lane < warp_lanes; ++lane) warp.addresses[lane].reset();
    EXPECT_EQ(sectors(warp), 1U);
    EXPECT_EQ(touched(warp).asked_bytes, 4);
    EXPECT_EQ(bank_use(warp).turns, 1);
    warp.addresses[0].reset();
    EXPECT_TRUE(touched(warp).sectors.empty());
    EXPECT_EQ(bank_use(warp).conflicts, 0);
}

TEST(BankUse, is_that_of_a_gpu)
{
    for (const tests::MeasuredWavefronts& measured : tests::measured_wavefronts)
        for (const int bytes : {8, 16}) {
            WarpAccess access;
            access.bytes = bytes;
            for (int lane = 0; lane < warp_lanes; ++lane)
                if (const int element = measured.element(lane); element >= 0)
                    access.addresses[static_cast<std::size_t>(lane)] = std::int64_t{element} * bytes;
            const BankUse use = bank_use(access);
            const bool is_wide = bytes == 16;
            EXPECT_EQ(use.turns, is_wide ? measured.wavefronts_of_16_bytes : measured.wavefronts_of_8_bytes)
                << measured.pattern << ", " << bytes << " bytes";
            EXPECT_EQ(use.conflicts, is_wide ? measured.conflicts_of_16_bytes : measured.conflicts_of_8_bytes)
                << measured.pattern << ", " << bytes << " bytes";
        }
}

TEST(BankUse, counts_turns)
{
    EXPECT_EQ(bank_use(strided(4, 4)).conflicts, 0);
    EXPECT_EQ(bank_use(strided(8, 4)).conflicts, 1);
    EXPECT_EQ(bank_use(strided(128, 4)).conflicts, 31);
    EXPECT_EQ(bank_use(strided(132, 4)).conflicts, 0) << "padded by a word";
    EXPECT_EQ(bank_use(strided(36, 4)).conflicts, 0) << "an odd pitch";
    EXPECT_EQ(bank_use(strided(0, 4)).conflicts, 0) << "one word for all is a broadcast";
    EXPECT_EQ(bank_use(strided(2, 2)).conflicts, 0) << "two lanes share a word";
    EXPECT_EQ(bank_use(strided(8, 8)).turns, 2);
    EXPECT_EQ(bank_use(strided(8, 8)).conflicts, 0) << "half a warp at a time";
    EXPECT_EQ(bank_use(strided(16, 16)).turns, 4);
    EXPECT_EQ(bank_use(strided(16, 16)).conflicts, 0);
    EXPECT_EQ(bank_use(strided(128, 4)).words[0], 32);
    EXPECT_EQ(bank_use(strided(128, 4)).words[1], 0);
}

TEST(DistinctWords, count_what_constant_memory_serves_one_by_one)
{
    EXPECT_EQ(distinct_words(strided(0, 4)), 1);
    EXPECT_EQ(distinct_words(strided(4, 4)), 32);
}

/// The sample with this list of accesses and this claim.
model::Expected<model::Experiment> with_accesses(const std::string& accesses, const std::string& expect = "plain.ok")
{
    std::string text = sample::json;
    const auto claims = text.find("  \"claims\"");
    text.insert(claims, "  \"accesses\": " + accesses + ",\n");
    const std::string known = "plain.stack_frame_bytes == 4 * size";
    text.replace(text.find(known), known.size(), expect);
    return parse_experiment(text, "sample.json");
}

TEST(Accesses, follow_the_parameters)
{
    const auto experiment = with_accesses(
        R"j([{"label": "in[i]", "address": "lane * size * element", "bytes": "element", "active": "lane < 16"}])j",
        "plain.access_sectors_per_request == 16");
    ASSERT_TRUE(experiment) << experiment.error().line();
    const auto warp = warp_access(*experiment, experiment->accesses.at(0), {{"size", std::int64_t{16}}}, sample::gpu());
    ASSERT_TRUE(warp) << warp.error().line();
    EXPECT_EQ(warp->addresses[3], 3 * 16 * 4);
    EXPECT_EQ(warp->addresses[15], 15 * 16 * 4);
    EXPECT_FALSE(warp->addresses[16]);
    model::RunResult ran;
    ran.variant = "plain";
    const ClaimCheck check = check_claim(*experiment, experiment->claims.at(0), {ran}, sample::gpu());
    EXPECT_EQ(check.verdict, ClaimVerdict::holds) << check.detail;
    EXPECT_EQ(check.detail, "plain.access_sectors_per_request = 16");
}

TEST(Accesses, do_not_change_a_job)
{
    const auto with = with_accesses(R"j([{"label": "in[i]", "address": "4 * lane", "bytes": "4"}])j");
    ASSERT_TRUE(with);
    const model::Experiment without = sample::experiment();
    const auto one = make_job(*with, with->variants.front(), {}, sample::gpu());
    const auto other = make_job(without, without.variants.front(), {}, sample::gpu());
    ASSERT_TRUE(one && other);
    EXPECT_EQ(*one, *other);
}

TEST(Accesses, invalid_ones_are_refused_with_a_reason)
{
    const auto refusal = [](const std::string& accesses, const std::string& expect = "plain.ok") {
        const auto read = with_accesses(accesses, expect);
        return read ? std::string("accepted") : read.error().line();
    };
    const auto has = [&](const std::string& accesses, const std::string& words) {
        const std::string said = refusal(accesses);
        EXPECT_NE(said.find(words), std::string::npos) << accesses << " gave: " << said;
    };
    has(R"j([{"label": "a", "address": "4 * lanes", "bytes": "4"}])j", "lanes");
    has(R"j([{"label": "a", "address": "4 * lane", "bytes": "3"}])j", "3 bytes a lane");
    has(R"j([{"label": "a", "address": "lane / 2", "bytes": "4"}])j", "must give a whole number");
    has(R"j([{"label": "a", "address": "2 ^ 60 * (lane + 1)", "bytes": "4"}])j", "must give a whole number");
    has(R"j([{"label": "a", "address": "1 / (lane - 3)", "bytes": "4"}])j", "must give a whole number");
    has(R"j([{"label": "a", "bytes": "4"}])j", "address");
    has(R"j([{"label": "a", "address": "lane", "bytes": "4", "memory": "local"}])j", "memory");
    has(R"j([{"label": "a", "address": "lane", "bytes": "4", "variants": ["plane"]}])j", "plane");
    has(R"j([{"label": "a", "address": "lane", "bytes": "4", "adress": "1"}])j", "adress");
    has(R"j({"label": "a"})j", "accesses");
    std::string many = "[";
    for (int i = 0; i < 33; ++i)
        many += std::string(i ? "," : "") + R"j({"label": "a", "address": "lane", "bytes": "4"})j";
    has(many + "]", "more than 32");
    EXPECT_NE(refusal("[]", "plain.access_sectors_per_request == 1"), "accepted") << "no access is declared";
}

}  // namespace
}  // namespace spillway::catalogue
