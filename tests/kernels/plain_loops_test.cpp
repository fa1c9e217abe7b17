#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "plain_loops.h"
}

namespace spillway::kernels {
namespace {

/// The running mean, as plain C++.
std::vector<float> expected(const std::vector<float>& input, int window)
{
    std::vector<float> output;
    const int n = static_cast<int>(input.size());
    for (int i = 0; i < n; ++i) {
        float sum = 0;
        for (int k = std::max(0, i - window / 2); k < std::min(n, i - window / 2 + window); ++k) sum += input[k];
        output.push_back(sum / window);
    }
    return output;
}

template <int Window>
void check()
{
    for (const int n : {1, 2, 63, 64, 65, 600}) {
        std::vector<float> input;
        for (int i = 0; i < n; ++i) input.push_back(number(i, 15));
        const model::Values values{
            {"window_size", std::int64_t{Window}}, {"block_size", std::int64_t{64}}, {"elements", std::int64_t{n}}};
        const auto run = [&](const std::string& variant, auto kernel) {
            std::vector<float> output(input.size(), -1);
            launch(job("plain_loops", variant, values), [&] { kernel(input.data(), output.data(), n); });
            EXPECT_EQ(output, expected(input, Window)) << variant << ", window " << Window << ", n " << n;
        };
        run("plain", cuda::plain_loops_plain<Window>);
        run("unrolled", cuda::plain_loops_unrolled<Window>);
        run("reference", cuda::plain_loops_reference<Window>);
    }
}

TEST(PlainLoops, smallest_window)
{
    check<64>();
}
TEST(PlainLoops, both_sides_of_the_cliff)
{
    check<202>();
    check<203>();
}
TEST(PlainLoops, odd_window)
{
    check<257>();
}
TEST(PlainLoops, largest_window)
{
    check<512>();
}

TEST(PlainLoops, a_short_grid_strides_over_the_rest)
{
    std::vector<float> input;
    for (int i = 0; i < 1000; ++i) input.push_back(number(i, 15));
    for (auto kernel : {cuda::plain_loops_plain<64>, cuda::plain_loops_unrolled<64>, cuda::plain_loops_reference<64>}) {
        std::vector<float> output(input.size(), -1);
        host_cuda::launch({3}, {32}, 0, [&] { kernel(input.data(), output.data(), 1000); });
        EXPECT_EQ(output, expected(input, 64));
    }
}

TEST(PlainLoops, the_reference_is_an_entry_that_is_tested_here)
{
    EXPECT_EQ(experiment("plain_loops").reference.entry, "plain_loops_reference<{window_size}>");
}

}  // namespace
}  // namespace spillway::kernels
