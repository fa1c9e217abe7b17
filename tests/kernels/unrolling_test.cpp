#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "unrolling.h"
}

namespace spillway::kernels {
namespace {

template <int Unroll>
void check(std::int64_t block, std::int64_t elements)
{
    const model::Values values{{"unroll", std::int64_t{Unroll}}, {"block_size", block}, {"elements", elements}};
    const model::Job shape = job("unrolling", "index_32", values);
    const auto stride = argument<unsigned>(shape, 2), key = argument<unsigned>(shape, 4);
    const auto rounds = argument<int>(shape, 3);
    EXPECT_EQ(rounds, cuda::Rounds);
    std::vector<unsigned> in;
    for (std::int64_t i = 0; i < shape.plan->buffers.at(0).count; ++i)
        in.push_back(static_cast<unsigned>(number(static_cast<std::size_t>(i), 1 << 24)));
    std::vector<unsigned> wanted(stride, 0);
    for (std::size_t i = 0; i < in.size(); ++i) {
        unsigned value = in[i];
        for (int step = 0; step < 16; ++step) value = value * 3 ^ key;
        wanted[i % stride] += value;
    }
    const auto run = [&](const std::string& variant, auto kernel) {
        std::vector<unsigned> out(stride, 7);
        launch(job("unrolling", variant, values), [&] { kernel(in.data(), out.data(), stride, rounds, key); });
        EXPECT_EQ(out, wanted) << variant << ", " << Unroll << " times";
    };
    run("index_32", cuda::unrolling_index_32<Unroll>);
    run("index_64", cuda::unrolling_index_64<Unroll>);
    run("many_sums", cuda::unrolling_many_sums<Unroll>);
    run("reference", cuda::unrolling_index_32<1>);
}

TEST(Unrolling, every_sum_is_the_same)
{
    check<1>(32, 33);
    check<4>(64, 64);
    check<64>(32, 1);
    check<256>(32, 40);
}

TEST(Unrolling, the_reference_is_an_entry_that_is_tested_here)
{
    EXPECT_EQ(experiment("unrolling").reference.entry, "unrolling_index_32<1>");
}

}  // namespace
}  // namespace spillway::kernels
