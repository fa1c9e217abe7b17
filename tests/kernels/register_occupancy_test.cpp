#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace register_occupancy_cu {
#include "register_occupancy.h"
}

namespace spillway::kernels {
namespace {

std::vector<unsigned> expected(std::vector<unsigned> values, int count, int n)
{
    for (int round = 0; round < 8; ++round)
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < count; ++j)
                values[j * n + i] = values[j * n + i] * 3 + (j + 1 < count ? values[(j + 1) * n + i] : 0);
    return values;
}

template <int Values>
void check(int n)
{
    std::vector<unsigned> input;
    for (int i = 0; i < Values * n; ++i) input.push_back(static_cast<unsigned>(i) * 2654435761u);
    const std::vector<unsigned> wanted = expected(input, Values, n);
    const model::Values values{
        {"values", std::int64_t{Values}}, {"block_size", std::int64_t{64}}, {"elements", std::int64_t{n}}};
    const auto run = [&](const std::string& variant, auto kernel) {
        std::vector<unsigned> output(input.size(), 1);
        launch(job("register_occupancy", variant, values), [&] { kernel(input.data(), output.data(), n); });
        EXPECT_EQ(output, wanted) << variant << ", values " << Values << ", n " << n;
    };
    run("whole_row", register_occupancy_cu::register_occupancy_whole_row<Values>);
    run("pieces", register_occupancy_cu::register_occupancy_pieces<Values>);
    run("streamed", register_occupancy_cu::register_occupancy_streamed<Values>);
    run("reference", register_occupancy_cu::register_occupancy_streamed<Values>);
}

TEST(RegisterOccupancy, edge_sizes)
{
    for (const int n : {0, 1, 63, 64, 65, 200}) check<16>(n);
}
TEST(RegisterOccupancy, rows_around_the_length_of_a_piece)
{
    check<31>(70);
    check<32>(70);
    check<33>(70);
    check<41>(70);
}
TEST(RegisterOccupancy, the_longest_row)
{
    check<192>(70);
}

}  // namespace
}  // namespace spillway::kernels
