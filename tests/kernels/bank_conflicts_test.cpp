#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "bank_conflicts.h"
}

namespace spillway::kernels {
namespace {

/// Each thread's record, added up as often as the kernel passes over it.
std::vector<int> expected(const std::vector<int>& in, int words, int block, int passes, int threads)
{
    std::vector<int> out;
    for (int i = 0; i < threads; ++i) {
        const int record = i % block % 32;
        int sum = 0;
        for (int w = 0; w < words; ++w) sum += in[record * words + w];
        out.push_back(sum * passes);
    }
    return out;
}

template <int Words>
void check(int block, int threads)
{
    std::vector<int> in;
    for (int i = 0; i < 32 * Words; ++i) in.push_back(number(i, 99));
    const model::Values values{
        {"words", std::int64_t{Words}}, {"block_size", std::int64_t{block}}, {"elements", std::int64_t{threads}}};
    const auto run = [&](const std::string& variant, auto kernel) {
        const model::Job made = job("bank_conflicts", variant, values);
        const int passes = argument<int>(made, 3);
        std::vector<int> out(threads, -1);
        launch(made, [&] { kernel(in.data(), out.data(), threads, passes); });
        EXPECT_EQ(out, expected(in, Words, block, passes, threads))
            << variant << ", words " << Words << ", " << threads;
    };
    run("packed", cuda::bank_conflicts_packed<Words>);
    run("padded", cuda::bank_conflicts_padded<Words>);
    run("odd_pitch", cuda::bank_conflicts_odd_pitch<Words>);
    run("reference", cuda::bank_conflicts_reference<Words>);
}

template <int Words>
void check_sizes()
{
    for (const int threads : {1, 31, 32, 33, 500}) check<Words>(32, threads);
    check<Words>(96, 193);
    check<Words>(1024, 1025);
}

TEST(BankConflicts, records_of_one_word)
{
    check_sizes<1>();
}
TEST(BankConflicts, short_odd_records)
{
    check_sizes<3>();
}
TEST(BankConflicts, records_one_short_of_all_banks)
{
    check_sizes<31>();
}
TEST(BankConflicts, records_across_all_banks)
{
    check_sizes<32>();
}
TEST(BankConflicts, the_longest_records)
{
    check_sizes<64>();
}

TEST(BankConflicts, the_reference_is_an_entry_that_is_tested_here)
{
    EXPECT_EQ(experiment("bank_conflicts").reference.entry, "bank_conflicts_reference<{words}>");
}

}  // namespace
}  // namespace spillway::kernels
