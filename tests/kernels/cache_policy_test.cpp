#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cache_policy_cu {
#include "cache_policy.h"
}

namespace spillway::kernels {
namespace {

template <int Values>
void check(int n)
{
    std::vector<unsigned> input, wanted;
    for (int i = 0; i < 16 * n; ++i) input.push_back(static_cast<unsigned>(i) * 2654435761u);
    for (int i = 0; i < n; ++i) {
        unsigned total = 0;
        for (unsigned j = 0; j < Values; ++j) {
            unsigned sum = j;
            for (int k = 0; k < 16; ++k) sum = sum * 3 + input[k * n + i];
            total ^= sum;
        }
        wanted.push_back(total);
    }
    const model::Values values{
        {"values", std::int64_t{Values}}, {"block_size", std::int64_t{64}}, {"elements", std::int64_t{n}}};
    const auto run = [&](const std::string& variant, auto kernel) {
        std::vector<unsigned> output(n, 1);
        launch(job("cache_policy", variant, values), [&] { kernel(input.data(), output.data(), n); });
        EXPECT_EQ(output, wanted) << variant << ", values " << Values << ", n " << n;
    };
    run("plain", cache_policy_cu::cache_policy_plain<Values>);
    run("l2_only", cache_policy_cu::cache_policy_l2_only<Values>);
    run("evict_first", cache_policy_cu::cache_policy_evict_first<Values>);
    run("registers", cache_policy_cu::cache_policy_registers<Values, 64>);
    run("reference", cache_policy_cu::cache_policy_registers<Values, 64>);
}

TEST(CachePolicy, edge_sizes)
{
    for (const int n : {0, 1, 63, 64, 65, 200}) check<16>(n);
}
TEST(CachePolicy, numbers_of_sums)
{
    check<97>(70);
    check<192>(70);
}

}  // namespace
}  // namespace spillway::kernels
