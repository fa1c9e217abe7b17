#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "write_through.h"
}

namespace spillway::kernels {
namespace {

/// Result of a thread after the rounds, which begin at its first and its second word in turns.
std::vector<unsigned> expected(const std::vector<unsigned>& input, int words, std::size_t threads, unsigned rounds)
{
    std::vector<unsigned> sums(threads, 0);
    for (std::size_t thread = 0; thread < threads; ++thread)
        for (unsigned round = 0; round < rounds; ++round)
            for (std::size_t j = 0; j < static_cast<std::size_t>(words); ++j)
                sums[thread] = sums[thread] * 3 + input[(round % 2 + j) * threads + thread];
    return sums;
}

template <int Words, int Share>
void check(std::int64_t block, std::int64_t rounds)
{
    model::Gpu gpu;
    gpu.sm_count = 3;
    const model::Values values{
        {"words", std::int64_t{Words}}, {"share", std::int64_t{Share}}, {"block_size", block}, {"elements", rounds}};
    const model::Job shape = job("write_through", "local", values, gpu);
    const auto threads = static_cast<std::size_t>(shape.grid[0] * shape.block[0]);
    std::vector<unsigned> input;
    for (std::size_t i = 0; i < threads * (Words + 1); ++i) input.push_back(number(i, 1 << 20));
    EXPECT_EQ(shape.plan->buffers.at(0).count, static_cast<std::int64_t>(input.size()));
    const auto times = argument<unsigned>(shape, 2), mask = argument<unsigned>(shape, 3),
               zero = argument<unsigned>(shape, 4);
    const auto wanted = expected(input, Words, threads, times);
    const auto run = [&](const std::string& variant, auto kernel) {
        std::vector<unsigned> output(threads, 7);
        launch(job("write_through", variant, values, gpu), [&] { kernel(output.data()); });
        EXPECT_EQ(output, wanted) << variant << ", words " << Words << ", share " << Share << ", block " << block;
    };
    run("local", [&](unsigned* out) { cuda::write_through_local<Words, Share>(input.data(), out, times, mask, zero); });
    run("local_read_only",
        [&](unsigned* out) { cuda::write_through_local<Words, 0>(input.data(), out, times, mask, zero); });
    run("shared",
        [&](unsigned* out) { cuda::write_through_shared<Words, Share>(input.data(), out, times, mask, zero); });
    run("registers",
        [&](unsigned* out) { cuda::write_through_registers<Words, Share>(input.data(), out, times, zero); });
    run("reference", [&](unsigned* out) { cuda::write_through_registers<Words, 0>(input.data(), out, times, zero); });
}

TEST(WriteThrough, the_fewest_words)
{
    check<8, 0>(32, 2);
    check<8, 50>(32, 8);
    check<8, 100>(96, 8);
}
TEST(WriteThrough, some_of_the_words_are_stored)
{
    check<16, 25>(64, 16);
    check<16, 75>(64, 16);
    check<13, 50>(64, 16);
}
TEST(WriteThrough, as_many_words_as_there_can_be)
{
    check<32, 100>(128, 4);
}

TEST(WriteThrough, the_reference_is_an_entry_that_is_tested_here)
{
    EXPECT_EQ(experiment("write_through").reference.entry, "write_through_registers<{words}, 0>");
}

}  // namespace
}  // namespace spillway::kernels
