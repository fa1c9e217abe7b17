#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "running_mean.h"
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
        for (int k = i - window / 2; k < i - window / 2 + window; ++k)
            if (k >= 0 && k < n) sum += input[k];
        output.push_back(sum / window);
    }
    return output;
}

template <int Window, int Block>
void check(int n)
{
    std::vector<float> input;
    for (int i = 0; i < n; ++i) input.push_back(number(i, 15));
    const std::vector<float> wanted = expected(input, Window);
    const model::Values values{
        {"window_size", std::int64_t{Window}}, {"block_size", std::int64_t{Block}}, {"elements", std::int64_t{n}}};
    const auto run = [&](const std::string& variant, auto kernel) {
        std::vector<float> output(input.size(), -1);
        launch(job("running_mean", variant, values), [&] { kernel(input.data(), output.data(), n); });
        EXPECT_EQ(output, wanted) << variant << ", window " << Window << ", block " << Block << ", n " << n;
    };
    run("register_array", cuda::running_mean_register_array<Window>);
    run("local_array", cuda::running_mean_local_array<Window>);
    run("scalars", cuda::running_mean_scalars<Window>);
    run("zero_offset",
        [](const float* in, float* out, int size) { cuda::running_mean_zero_offset<Window>(in, out, size, 0); });
    run("no_array", cuda::running_mean_no_array<Window>);
    run("sliding_sum", cuda::running_mean_sliding_sum<Window, Block>);
    run("reference", cuda::running_mean_no_array<Window>);
}

template <int Window>
void check_sizes()
{
    for (const int n : {0, 1, 2, 31, 64, 65, 703, 704, 705, 1500}) check<Window, 64>(n);
    check<Window, 1024>(1025);
}

TEST(RunningMean, window_of_one)
{
    check_sizes<1>();
}
TEST(RunningMean, even_window)
{
    check_sizes<2>();
}
TEST(RunningMean, odd_window)
{
    check_sizes<3>();
}
TEST(RunningMean, window_of_a_warp)
{
    check_sizes<32>();
}
TEST(RunningMean, window_larger_than_the_block)
{
    check_sizes<127>();
}
TEST(RunningMean, largest_window)
{
    check_sizes<128>();
}

TEST(RunningMean, a_short_grid_strides_over_the_rest)
{
    std::vector<float> input;
    for (int i = 0; i < 1000; ++i) input.push_back(number(i, 15));
    for (auto kernel :
         {cuda::running_mean_register_array<7>, cuda::running_mean_local_array<7>, cuda::running_mean_no_array<7>}) {
        std::vector<float> output(input.size(), -1);
        host_cuda::launch({3}, {32}, 0, [&] { kernel(input.data(), output.data(), 1000); });
        EXPECT_EQ(output, expected(input, 7));
    }
}

TEST(RunningMean, the_reference_is_an_entry_that_is_tested_here)
{
    EXPECT_EQ(experiment("running_mean").reference.entry, "running_mean_no_array<{window_size}>");
}

}  // namespace
}  // namespace spillway::kernels
