#include <random>

#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace dynamic_index_cu {
#include "dynamic_index.h"
}

namespace spillway::kernels {
namespace {

/// Balances as they lie in memory: account by account, all threads of the launch side by side.
std::vector<float> expected(const std::vector<unsigned>& words, int accounts, int block, std::int64_t grid)
{
    const std::size_t threads = static_cast<std::size_t>(block) * static_cast<std::size_t>(grid);
    std::vector<float> balances(threads * accounts, 0);
    for (std::size_t w = 0; w < words.size(); ++w) {
        const std::size_t load = w / 4;  // of four transfers; 24 loads a thread, those of a block in turns
        const std::size_t thread = load / (block * 24) * block + load % block;
        balances[(words[w] & 255) % accounts * threads + thread] -= float(words[w] >> 16);
        balances[(words[w] >> 8 & 255) % accounts * threads + thread] += float(words[w] >> 16);
    }
    return balances;
}

template <int Accounts, int Block>
void check(int loads)
{
    std::mt19937 random(Accounts * 1000 + loads);
    std::vector<unsigned> words(loads * 4);
    for (unsigned& word : words) word = static_cast<unsigned>(random());
    const model::Values values{{"accounts", std::int64_t{Accounts}},
                               {"block_size", std::int64_t{Block}},
                               {"elements", std::int64_t{loads} * 4}};
    std::vector<uint4> transfers(loads);
    for (int i = 0; i < loads; ++i) transfers[i] = {words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3]};
    const auto run = [&](const std::string& variant, auto kernel) {
        const model::Job made = job("dynamic_index", variant, values);
        const std::vector<float> wanted = expected(words, Accounts, Block, made.grid[0]);
        std::vector<float> output(wanted.size(), -1);
        launch(made, [&] { kernel(transfers.data(), output.data(), loads); });
        EXPECT_EQ(output, wanted) << variant << ", accounts " << Accounts << ", block " << Block << ", loads " << loads;
    };
    run("run_time", dynamic_index_cu::dynamic_index_run_time<Accounts>);
    run("run_time_loop", dynamic_index_cu::dynamic_index_run_time_loop<Accounts>);
    run("unrolled", dynamic_index_cu::dynamic_index_unrolled<Accounts>);
    run("select_chain", dynamic_index_cu::dynamic_index_select_chain<Accounts>);
    run("shared_array", dynamic_index_cu::dynamic_index_shared_array<Accounts, Block>);
    run("reference", dynamic_index_cu::dynamic_index_unrolled<Accounts>);
}

TEST(DynamicIndex, one_account_pays_itself)
{
    check<1, 32>(100);
}
TEST(DynamicIndex, four_accounts_at_edge_sizes)
{
    for (const int loads : {1, 31, 32, 33, 32 * 24 - 1, 32 * 24, 32 * 24 + 1, 2 * 32 * 24 + 5}) check<4, 32>(loads);
}
TEST(DynamicIndex, numbers_of_accounts_that_do_not_divide_256)
{
    check<3, 64>(64 * 24 + 7);
    check<23, 64>(64 * 24 + 7);
}
TEST(DynamicIndex, the_most_accounts)
{
    check<24, 64>(1000);
}

TEST(DynamicIndex, the_buffer_holds_what_the_launch_writes)
{
    const model::Values values{{"accounts", std::int64_t{4}}, {"elements", std::int64_t{4 * 24 * 256 + 1}}};
    const model::Job made = job("dynamic_index", "run_time", values);
    EXPECT_EQ(made.grid[0], 2);
    EXPECT_EQ(made.plan->buffers[1].count, 4 * 256 * 2);
}

}  // namespace
}  // namespace spillway::kernels
