#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "l2_distance.h"
}

namespace spillway::kernels {
namespace {

/// On the host every thread runs on SM 0.
TEST(L2Distance, the_lanes_of_one_sm_follow_the_words)
{
    model::Gpu gpu;
    gpu.sm_count = 3;
    const model::Values values{{"line", std::int64_t{5}}, {"sm", std::int64_t{3}}, {"elements", std::int64_t{40}}};
    const model::Job shape = job("l2_distance", "one_line", values, gpu);
    const auto threads = static_cast<std::size_t>(shape.grid[0] * shape.block[0]);
    EXPECT_EQ(shape.plan->buffers.at(1).count, static_cast<std::int64_t>(threads));
    const auto reads = argument<unsigned>(shape, 3), line = argument<unsigned>(shape, 4),
               sm = argument<unsigned>(shape, 5);
    EXPECT_EQ(sm, 0U) << "SM 3 of 3 is SM 0";
    const std::vector<unsigned> words(static_cast<std::size_t>(shape.plan->buffers.at(0).count), 0);
    const auto run = [&](const std::string& variant, auto kernel) {
        std::vector<unsigned> end(threads, 7);
        std::vector<long long> cycles(threads, -1);
        launch(job("l2_distance", variant, values, gpu), [&] { kernel(end.data(), cycles.data()); });
        EXPECT_EQ(end, std::vector<unsigned>(threads, 0)) << variant;
        for (std::size_t i = 0; i < threads; ++i) EXPECT_EQ(cycles[i] > 0, i % 32 == 0) << variant << ", thread " << i;
    };
    run("one_line", [&](unsigned* end, long long* cycles) {
        cuda::l2_distance_one<cuda::FromL2>(words.data(), end, cycles, reads, line, sm);
    });
    run("l1", [&](unsigned* end, long long* cycles) {
        cuda::l2_distance_one<cuda::FromL1>(words.data(), end, cycles, reads, line, sm);
    });
    run("all_sms", [&](unsigned* end, long long* cycles) {
        cuda::l2_distance_all<cuda::FromL2>(words.data(), end, cycles, reads, line);
    });
    run("walk",
        [&](unsigned* end, long long* cycles) { cuda::l2_distance_walk<256>(words.data(), end, cycles, reads, sm); });
}

TEST(L2Distance, another_sm_does_not_read)
{
    const std::vector<unsigned> words(8192, 0);
    std::vector<unsigned> end(32, 7);
    std::vector<long long> cycles(32, -1);
    host_cuda::launch({1, 1, 1}, {32, 1, 1}, 0,
                      [&] { cuda::l2_distance_one<cuda::FromL2>(words.data(), end.data(), cycles.data(), 16, 1, 1); });
    EXPECT_EQ(cycles, std::vector<long long>(32, 0));
}

TEST(L2Distance, the_reference_is_an_entry_that_is_tested_here)
{
    EXPECT_EQ(experiment("l2_distance").reference.entry, "l2_distance_all<FromL1>");
}

}  // namespace
}  // namespace spillway::kernels
