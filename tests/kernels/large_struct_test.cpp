#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace large_struct_cu {
#include "large_struct.h"
}

namespace spillway::kernels {
namespace {

/// Two steps of every thread's struct, value j of thread i at j * n + i.
std::vector<float> expected(std::vector<float> values, int count, int n)
{
    for (const float share : {2.0f, 3.0f}) {
        const std::vector<float> before = values;
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < count; ++j) values[j * n + i] += share * before[(j + 1) % count * n + i];
    }
    return values;
}

template <int Count>
void check(int n)
{
    std::vector<float> input;
    for (int i = 0; i < Count * n; ++i) input.push_back(number(i, 15));
    const std::vector<float> wanted = expected(input, Count, n);
    const model::Values values{
        {"count", std::int64_t{Count}}, {"block_size", std::int64_t{64}}, {"elements", std::int64_t{n}}};
    const auto run = [&](const std::string& variant, auto kernel) {
        std::vector<float> output(input.size(), -1);
        launch(job("large_struct", variant, values), [&] { kernel(input.data(), output.data(), n); });
        EXPECT_EQ(output, wanted) << variant << ", count " << Count << ", n " << n;
    };
    run("by_value", large_struct_cu::large_struct_by_value<Count>);
    run("split", large_struct_cu::large_struct_split<Count>);
    run("inlined", large_struct_cu::large_struct_inlined<Count>);
    run("reference", large_struct_cu::large_struct_inlined<Count>);
}

TEST(LargeStruct, one_value_is_its_own_neighbour)
{
    check<1>(65);
}
TEST(LargeStruct, around_the_part_of_32)
{
    for (const int n : {0, 1, 63, 64, 65}) {
        check<31>(n);
        check<32>(n);
        check<33>(n);
    }
}
TEST(LargeStruct, a_last_part_that_is_not_full)
{
    check<65>(70);
    check<97>(70);
    check<127>(70);
}
TEST(LargeStruct, the_largest)
{
    check<128>(70);
}

}  // namespace
}  // namespace spillway::kernels
