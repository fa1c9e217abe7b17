#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "latency_hiding.h"
}

namespace spillway::kernels {
namespace {

template <int Loads>
void check(int warps, int n)
{
    n = (n + 3) / 4 * 4;
    std::vector<uint4> in(n / 4);
    unsigned* words = &in.data()->x;
    unsigned wanted = 0;
    for (int i = 0; i < n; ++i) wanted += words[i] = static_cast<unsigned>(i) * 2654435761u;
    model::Gpu gpu;
    gpu.sm_count = 3;
    const model::Values values{
        {"warps", std::int64_t{warps}}, {"loads", std::int64_t{Loads}}, {"elements", std::int64_t{n}}};
    // Twice, as the GPU launches it again and again: a launch leaves the scratch words as it found them.
    unsigned total[2] = {0, 0};
    const auto run = [&](const std::string& variant, auto kernel) {
        for (int time = 0; time < 2; ++time) {
            unsigned out = 1;
            launch(job("latency_hiding", variant, values, gpu), [&] { kernel(&out); });
            EXPECT_EQ(out, wanted) << variant << ", " << warps << " warps, " << Loads << " loads, " << n;
            EXPECT_EQ(total[0] + total[1], 0u) << variant;
        }
    };
    run("dependent", [&](unsigned* out) { cuda::latency_hiding_dependent<Loads>(words, total, out, n, 0); });
    run("independent", [&](unsigned* out) { cuda::latency_hiding_independent<Loads>(words, total, out, n); });
    run("wide", [&](unsigned* out) { cuda::latency_hiding_wide<Loads>(in.data(), total, out, n); });
    run("reference", [&](unsigned* out) { cuda::latency_hiding_reference<Loads>(words, out, n); });
}

template <int Loads>
void check_sizes()
{
    for (const int warps : {1, 4, 64})
        for (const int n : {4, 96 * warps * Loads - 4, 96 * warps * Loads, 2000 * Loads + 20}) check<Loads>(warps, n);
}

TEST(LatencyHiding, one_load_a_round)
{
    check_sizes<1>();
}
TEST(LatencyHiding, the_lessons_first_configuration)
{
    check_sizes<4>();
    check<4>(16, 40'000);
}
TEST(LatencyHiding, the_most_loads_a_round)
{
    check_sizes<8>();
}

TEST(LatencyHiding, one_or_two_blocks_for_each_sm)
{
    model::Gpu gpu;
    gpu.sm_count = 3;
    const auto shape = [&](int warps) { return job("latency_hiding", "wide", {{"warps", std::int64_t{warps}}}, gpu); };
    EXPECT_EQ(shape(1).grid[0], 3);
    EXPECT_EQ(shape(1).block[0], 32);
    EXPECT_EQ(shape(64).grid[0], 6);
    EXPECT_EQ(shape(64).block[0], 1024);
}

TEST(LatencyHiding, the_reference_is_an_entry_that_is_tested_here)
{
    EXPECT_EQ(experiment("latency_hiding").reference.entry, "latency_hiding_reference<{loads}>");
}

}  // namespace
}  // namespace spillway::kernels
