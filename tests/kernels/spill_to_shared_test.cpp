#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace spill_to_shared_cu {
#include "spill_to_shared.h"
}

namespace spillway::kernels {
namespace {

std::vector<unsigned> expected(std::vector<unsigned> values, int count, int n)
{
    for (int round = 0; round < 8; ++round) {
        const std::vector<unsigned> before = values;
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < count; ++j) values[j * n + i] = before[j * n + i] * 3 + before[(j + 1) % count * n + i];
    }
    return values;
}

template <int Values>
void check(int n)
{
    std::vector<unsigned> input;
    for (int i = 0; i < Values * n; ++i) input.push_back(static_cast<unsigned>(i) * 2654435761u);
    const std::vector<unsigned> wanted = expected(input, Values, n);
    const auto run = [&](const std::string& variant, const std::string& obstacle, auto kernel) {
        const model::Values values{{"values", std::int64_t{Values}},
                                   {"obstacle", obstacle},
                                   {"block_size", std::int64_t{64}},
                                   {"elements", std::int64_t{n}}};
        std::vector<unsigned> output(input.size(), 1);
        launch(job("spill_to_shared", variant, values), [&] { kernel(input.data(), output.data(), n); });
        EXPECT_EQ(output, wanted) << variant << " " << obstacle << ", values " << Values << ", n " << n;
    };
    using namespace spill_to_shared_cu;
    run("local", "none", spill_to_shared_local<Values>);
    run("shared", "none", spill_to_shared_shared<Values, 0>);
    run("shared", "dynamic_shared", spill_to_shared_shared<Values, DynamicShared>);
    run("shared", "call", spill_to_shared_shared<Values, Call>);
    run("more_registers", "none", spill_to_shared_more_registers<Values, 64>);
    run("fewer_blocks", "none", spill_to_shared_fewer_blocks<Values, 64>);
    run("reference", "none", spill_to_shared_plain<Values>);
}

TEST(SpillToShared, edge_sizes)
{
    for (const int n : {0, 1, 63, 64, 65, 200}) check<16>(n);
}
TEST(SpillToShared, numbers_of_values)
{
    check<17>(70);
    check<96>(70);
    check<128>(70);
}

}  // namespace
}  // namespace spillway::kernels
