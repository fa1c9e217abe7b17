#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "first_kernel.h"
}

namespace spillway::kernels {
namespace {

unsigned worked_on(unsigned value, unsigned way, int steps)
{
    unsigned part[4] = {value, value + 1, value + 2, value + 3};
    for (unsigned& p : part)
        for (int step = 0; step < steps; ++step) p = (p * (2654435761u + 2 * way)) ^ (40503u * (way + 1));
    return (part[0] ^ part[1]) + (part[2] ^ part[3]);
}

template <int Branches>
void check(int threads, int steps, int n)
{
    std::vector<unsigned> in, wanted;
    for (int i = 0; i < n; ++i) {
        in.push_back(static_cast<unsigned>(i) * 2654435761u);
        wanted.push_back(worked_on(in.back(), i % Branches, steps));
    }
    const model::Values values{{"threads", std::int64_t{threads}},
                               {"branches", std::int64_t{Branches}},
                               {"steps", std::int64_t{steps}},
                               {"elements", std::int64_t{n}}};
    const auto run = [&](const std::string& variant, auto kernel) {
        std::vector<unsigned> out(n, 1);
        launch(job("first_kernel", variant, values), [&] { kernel(in.data(), out.data(), n, steps); });
        EXPECT_EQ(out, wanted) << variant << ", " << threads << " threads, " << Branches << " branches, " << n;
    };
    run("by_lane", cuda::first_kernel_by_lane<Branches>);
    run("by_warp", cuda::first_kernel_by_warp<Branches>);
    run("no_branch", cuda::first_kernel_no_branch<Branches>);
    run("reference", cuda::first_kernel_reference<Branches>);
}

template <int Branches>
void check_sizes()
{
    for (const int threads : {1, 32, 33, 256, 512})
        for (const int n : {1, 31, 32 * Branches, 32 * Branches + 1, 1500}) check<Branches>(threads, 8, n);
    check<Branches>(64, 64, 500);
}

TEST(FirstKernel, one_way)
{
    check_sizes<1>();
}
TEST(FirstKernel, three_ways)
{
    check_sizes<3>();
}
TEST(FirstKernel, a_way_for_each_lane)
{
    check_sizes<32>();
}

TEST(FirstKernel, the_reference_is_an_entry_that_is_tested_here)
{
    EXPECT_EQ(experiment("first_kernel").reference.entry, "first_kernel_reference<{branches}>");
}

}  // namespace
}  // namespace spillway::kernels
