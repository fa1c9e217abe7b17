#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "stencil.h"
}

namespace spillway::kernels {
namespace {

std::vector<int> expected(const std::vector<int>& padded, int radius, int n)
{
    std::vector<int> output;
    for (int i = 0; i < n; ++i) {
        int sum = 0;
        for (int k = i; k <= i + 2 * radius; ++k) sum += padded[k];
        output.push_back(sum);
    }
    return output;
}

template <int Block, int Radius>
void check(int n)
{
    std::vector<int> input;
    for (int i = 0; i < n + 2 * Radius; ++i) input.push_back(number(i, 9));
    const std::vector<int> wanted = expected(input, Radius, n);
    const model::Values values{
        {"radius", std::int64_t{Radius}}, {"block_size", std::int64_t{Block}}, {"elements", std::int64_t{n}}};
    const auto run = [&](const std::string& variant, auto kernel) {
        std::vector<int> output(n, -1);
        const model::Job made = job("stencil", variant, values);
        launch(made, [&] { kernel(input.data() + Radius, output.data(), n); });
        EXPECT_EQ(output, wanted) << variant << ", radius " << Radius << ", block " << Block << ", n " << n;
    };
    run("global", cuda::stencil_global<Radius>);
    run("static_shared", cuda::stencil_static_shared<Block, Radius>);
    run("dynamic_shared", cuda::stencil_dynamic_shared<Block, Radius>);
    run("register_tiled", cuda::stencil_register_tiled<Block, Radius>);
    run("vectorised", cuda::stencil_vectorised<Radius>);
    run("sliding_sum", cuda::stencil_sliding_sum<Block, Radius>);
    run("prefix_sums", cuda::stencil_prefix_sums<Radius>);
    run("reference", cuda::stencil_global<Radius>);
}

template <int Block, int Radius>
void check_sizes()
{
    for (const int n : {0, 1, 31, Block - 1, Block, Block + 1, 5 * Block + 3, 72 * Block - 1, 72 * Block + 2})
        check<Block, Radius>(n);
}

TEST(Stencil, radius_zero_copies)
{
    check_sizes<32, 0>();
}
TEST(Stencil, the_ends_of_a_block_of_prefix_sums)
{
    for (const int n : {12287, 12288, 12289}) check<1024, 7>(n);
}
TEST(Stencil, small_radius)
{
    check_sizes<32, 5>();
}
TEST(Stencil, radius_of_the_block)
{
    check_sizes<32, 32>();
}
TEST(Stencil, radius_one_beyond_the_block)
{
    check_sizes<32, 33>();
}
TEST(Stencil, radius_far_beyond_the_block)
{
    check_sizes<32, 300>();
}
TEST(Stencil, several_warps)
{
    check_sizes<96, 7>();
}
TEST(Stencil, the_lessons_first_configuration)
{
    check<1024, 1025>(2100);
}
TEST(Stencil, the_largest_radius)
{
    check<64, 12000>(130);
}

TEST(Stencil, the_reference_is_an_entry_that_is_tested_here)
{
    EXPECT_EQ(experiment("stencil").reference.entry, "stencil_global<{radius}>");
}

TEST(Stencil, the_dynamic_tile_is_the_static_one)
{
    const model::Values values{{"radius", std::int64_t{6000}}, {"block_size", std::int64_t{1024}}};
    EXPECT_EQ(job("stencil", "dynamic_shared", values).dynamic_shared_bytes, 52'096);
}

}  // namespace
}  // namespace spillway::kernels
