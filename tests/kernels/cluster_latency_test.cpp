#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "cluster_latency.h"
}

namespace spillway::kernels {
namespace {

/// Word j of a block's edge, as the lesson describes it.
unsigned expected_word(std::size_t block, std::size_t j)
{
    return static_cast<unsigned>((j + 33 + 2 * (block % 64)) % 1024);
}

void check(std::int64_t cluster, std::int64_t distance, std::int64_t block, std::int64_t times)
{
    model::Gpu gpu;
    gpu.sm_count = static_cast<int>(3 * cluster - 1);
    gpu.compute_major = 9;
    const model::Values values{
        {"cluster", cluster}, {"distance", distance}, {"block_size", block}, {"elements", times}};
    const model::Job shape = job("cluster_latency", "rows_own", values, gpu);
    ASSERT_EQ(shape.grid[0], 2 * cluster) << "whole clusters";
    const auto blocks = static_cast<std::size_t>(shape.grid[0]), size = static_cast<std::size_t>(cluster);
    EXPECT_EQ(shape.plan->buffers.at(0).count, static_cast<std::int64_t>(1024 * blocks));
    std::vector<unsigned> wanted;
    for (std::size_t b = 0; b < blocks; ++b) {
        const std::size_t other = b / size * size + (b % size + static_cast<std::size_t>(distance)) % size;
        unsigned sum = 0;
        for (std::size_t j = 0; j < 1024; ++j) sum += static_cast<unsigned>(j + 1) * expected_word(other, j);
        wanted.push_back(static_cast<unsigned>(times) * sum);
    }
    for (const auto order : {host_cuda::Order::forwards, host_cuda::Order::backwards}) {
        host_cuda::set_order(order);
        const auto run = [&](const std::string& variant, auto kernel) {
            std::vector<unsigned> edges(1024 * blocks), out(blocks, 7);
            std::vector<long long> cycles(blocks, -1);
            const model::Job made = job("cluster_latency", variant, values, gpu);
            launch(made, [&] {
                kernel(edges.data(), out.data(), cycles.data(), argument<unsigned>(made, 3),
                       argument<unsigned>(made, 4), argument<unsigned>(made, 5));
            });
            EXPECT_EQ(out, wanted) << variant << ", clusters of " << cluster << ", distance " << distance;
            for (const long long each : cycles) {
                EXPECT_GE(each, 0) << variant << " wrote no cycles";
                EXPECT_EQ(each > 0, variant.starts_with("chain")) << variant;
            }
        };
        run("chain_own", cuda::cluster_latency_own<true>);
        run("chain_neighbour", cuda::cluster_latency_neighbour<true>);
        run("chain_l2", cuda::cluster_latency_l2<true>);
        run("rows_own", cuda::cluster_latency_own<false>);
        run("rows_neighbour", cuda::cluster_latency_neighbour<false>);
        run("rows_l2", cuda::cluster_latency_l2<false>);
        run("reference", cuda::cluster_latency_reference<true>);
    }
    host_cuda::set_order(host_cuda::Order::forwards);
}

TEST(ClusterLatency, a_block_alone)
{
    check(1, 1, 64, 16);
}
TEST(ClusterLatency, pairs_and_fours)
{
    check(2, 1, 32, 17);
    check(4, 6, 96, 16);
}
TEST(ClusterLatency, the_lessons_first_cluster)
{
    for (const std::int64_t distance : {0, 1, 7}) check(8, distance, 32, 16);
}
TEST(ClusterLatency, the_largest)
{
    check(16, 3, 32, 16);
}

TEST(ClusterLatency, every_edge_is_one_chain_through_all_of_its_words)
{
    for (std::size_t block = 0; block < 64; ++block) {
        std::size_t hops = 1;
        for (unsigned at = expected_word(block, 0); at != 0; at = expected_word(block, at)) ++hops;
        EXPECT_EQ(hops, 1024u) << block;
    }
}

TEST(ClusterLatency, only_a_chain_has_cycles_and_only_rows_have_a_throughput)
{
    model::Gpu gpu;
    gpu.sm_count = 132;
    gpu.compute_major = 9;
    gpu.shared_bytes_per_sm = 233472;
    for (const model::Variant& variant : experiment("cluster_latency").variants) {
        const model::Job made = job("cluster_latency", variant.name, {}, gpu);
        const bool is_chain = variant.name.starts_with("chain");
        EXPECT_EQ(made.plan->cluster, variant.name.ends_with("neighbour") ? 8 : 1) << variant.name;
        EXPECT_EQ(made.plan->accesses_per_thread, is_chain ? 1024 : 0) << variant.name;
        EXPECT_EQ(made.plan->bytes_requested > 0, !is_chain) << variant.name;
        EXPECT_GT(2 * made.dynamic_shared_bytes, gpu.shared_bytes_per_sm) << variant.name;
    }
    EXPECT_EQ(experiment("cluster_latency").reference.entry, "cluster_latency_reference<true>");
}

}  // namespace
}  // namespace spillway::kernels
