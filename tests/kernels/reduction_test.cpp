#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "reduction.h"
}

namespace spillway::kernels {
namespace {

template <int Block>
void check(int per_thread, int n)
{
    std::vector<unsigned> in, wanted((n + Block * per_thread - 1) / (Block * per_thread));
    for (int i = 0; i < n; ++i) {
        in.push_back(static_cast<unsigned>(i) * 2654435761u);
        wanted[i / (Block * per_thread)] += in.back();
    }
    const model::Values values{
        {"per_thread", std::int64_t{per_thread}}, {"block_size", std::int64_t{Block}}, {"elements", std::int64_t{n}}};
    const auto run = [&](const std::string& variant, auto kernel) {
        std::vector<unsigned> out(wanted.size(), 1);
        launch(job("reduction", variant, values), [&] { kernel(in.data(), out.data(), per_thread, n); });
        EXPECT_EQ(out, wanted) << variant << ", " << per_thread << " each, " << n;
    };
    run("atomics", cuda::reduction_atomics<Block>);
    run("interleaved", cuda::reduction_interleaved<Block>);
    run("halves", cuda::reduction_halves<Block>);
    run("shuffle", cuda::reduction_shuffle<Block>);
    run("reference", cuda::reduction_reference<Block>);
}

template <int Block>
void check_sizes()
{
    for (const int per_thread : {1, 2, 8, 16})
        for (const int n : {1, 31, Block * per_thread - 1, Block * per_thread, 3 * Block * per_thread + 7})
            check<Block>(per_thread, n);
}

TEST(Reduction, one_warp)
{
    check_sizes<32>();
}
TEST(Reduction, a_block_of_no_power_of_two)
{
    check_sizes<96>();
}
TEST(Reduction, the_lessons_first_configuration)
{
    check_sizes<256>();
}
TEST(Reduction, the_largest_block)
{
    check_sizes<1024>();
}

TEST(Reduction, the_reference_is_an_entry_that_is_tested_here)
{
    EXPECT_EQ(experiment("reduction").reference.entry, "reduction_reference<{block_size}>");
}

}  // namespace
}  // namespace spillway::kernels
