#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace launch_bounds_cu {
#include "launch_bounds.h"
}

namespace spillway::kernels {
namespace {

template <int Kept>
void check(int n)
{
    std::vector<unsigned> input, table;
    for (int i = 0; i < Kept * n; ++i) input.push_back(static_cast<unsigned>(i) * 2654435761u);
    for (int i = 0; i < n; ++i) table.push_back((static_cast<unsigned>(i) * 7 + 3) % n);
    std::vector<unsigned> wanted(input.size());
    for (int i = 0; i < n; ++i) {
        unsigned entry = i / 32;
        for (int step = 0; step < 256; ++step) entry = table[entry];
        for (int j = 0; j < Kept; ++j) wanted[j * n + i] = input[j * n + i] ^ entry;
    }
    const model::Values values{
        {"kept", std::int64_t{Kept}}, {"block_size", std::int64_t{64}}, {"elements", std::int64_t{n}}};
    const auto run = [&](const std::string& variant, auto kernel) {
        std::vector<unsigned> output(input.size(), 1);
        launch(job("launch_bounds", variant, values), [&] { kernel(input.data(), table.data(), output.data(), n); });
        EXPECT_EQ(output, wanted) << variant << ", kept " << Kept << ", n " << n;
    };
    run("none", launch_bounds_cu::launch_bounds_none<Kept>);
    run("threads", launch_bounds_cu::launch_bounds_threads<Kept, 64>);
    run("blocks", launch_bounds_cu::launch_bounds_blocks<Kept>);
    run("fetch_late", launch_bounds_cu::launch_bounds_fetch_late<Kept>);
    run("reference", launch_bounds_cu::launch_bounds_fetch_late<Kept>);
}

TEST(LaunchBounds, edge_sizes)
{
    for (const int n : {1, 2, 63, 64, 65, 300}) check<64>(n);
}
TEST(LaunchBounds, numbers_of_values)
{
    check<1>(100);
    check<7>(100);
    check<96>(100);
}

}  // namespace
}  // namespace spillway::kernels
