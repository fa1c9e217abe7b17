#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "atomics.h"
}

namespace spillway::kernels {
namespace {

void check(std::int64_t block, std::int64_t bins, std::int64_t elements)
{
    const model::Values values{{"bins", bins}, {"block_size", block}, {"elements", elements}};
    const model::Job shape = job("atomics", "global", values);
    std::vector<unsigned> in, wanted(static_cast<std::size_t>(bins), 0);
    for (std::int64_t i = 0; i < shape.plan->buffers.at(0).count; ++i) {
        in.push_back(static_cast<unsigned>(number(static_cast<std::size_t>(i), 1 << 20)));
        ++wanted[in.back() % static_cast<std::size_t>(bins)];
    }
    EXPECT_EQ(in.size(), static_cast<std::size_t>(shape.grid[0] * block * 16));
    const auto size = static_cast<unsigned>(bins);
    std::vector<unsigned> sums(wanted.size(), 0);
    std::vector<float> real_sums(wanted.size(), 0);
    unsigned ticket = 0;
    const auto run = [&](const std::string& variant, auto kernel) {
        // Twice: a launch leaves zeros for the next.
        for (int launches = 0; launches < 2; ++launches) {
            std::vector<unsigned> out(wanted.size(), 7);
            launch(job("atomics", variant, values), [&] { kernel(out.data()); });
            EXPECT_EQ(out, wanted) << variant << ", " << bins << " bins, block " << block;
        }
    };
    run("global", [&](unsigned* out) { cuda::atomics_global<unsigned>(in.data(), sums.data(), &ticket, out, size); });
    run("global_float",
        [&](unsigned* out) { cuda::atomics_global<float>(in.data(), real_sums.data(), &ticket, out, size); });
    run("aggregated",
        [&](unsigned* out) { cuda::atomics_aggregated<unsigned>(in.data(), sums.data(), &ticket, out, size); });
    run("shared", [&](unsigned* out) { cuda::atomics_shared<unsigned>(in.data(), sums.data(), &ticket, out, size); });
    run("shared_float",
        [&](unsigned* out) { cuda::atomics_shared<float>(in.data(), real_sums.data(), &ticket, out, size); });
}

TEST(Atomics, one_sum_few_and_many)
{
    check(32, 1, 1000);
    check(64, 16, 3000);
    check(96, 256, 3000);
    check(256, 4096, 9000);
}

TEST(Atomics, the_reference_is_an_entry_that_is_tested_here)
{
    EXPECT_EQ(experiment("atomics").reference.entry, "atomics_aggregated<unsigned>");
}

}  // namespace
}  // namespace spillway::kernels
