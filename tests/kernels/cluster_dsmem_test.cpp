#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "cluster_dsmem.h"
}

namespace spillway::kernels {
namespace {

/// Where lookup n reads, by the hash that the kernels have, in numbers of 64 bits.
std::size_t expected_place(std::uint64_t n, std::uint64_t words, std::uint64_t row)
{
    const std::uint64_t lane = n % row;
    n /= row;
    const std::uint64_t word = 0xffffffff;
    n = n * 2654435761u & word;
    n ^= n >> 15;
    n = n * 2246822519u & word;
    n ^= n >> 13;
    return static_cast<std::size_t>(n * (words / row) / (word + 1) * row + lane);
}

template <int Cluster, int Row>
void check(std::int64_t kib, std::int64_t block, std::int64_t lookups)
{
    model::Gpu gpu;
    gpu.sm_count = 3 * Cluster - 1;
    gpu.compute_major = 9;
    const model::Values values{{"table_kib", kib},
                               {"cluster", std::int64_t{Cluster}},
                               {"row", std::int64_t{Row}},
                               {"block_size", block},
                               {"elements", lookups}};
    const model::Job shape = job("cluster_dsmem", "global", values, gpu);
    EXPECT_EQ(shape.grid[0], 2 * Cluster) << "whole clusters";
    const auto words = argument<unsigned>(shape, 2);
    const std::size_t threads = static_cast<std::size_t>(block) * 2 * Cluster;
    EXPECT_EQ(shape.plan->buffers.at(1).count, static_cast<std::int64_t>(threads));
    std::vector<unsigned> table, wanted;
    for (std::size_t i = 0; i < words; ++i) table.push_back(static_cast<unsigned>(i * 2654435761u ^ 77));
    for (std::size_t i = 0; i < threads; ++i) {
        unsigned sum = 0;
        for (std::size_t k = 0; k < static_cast<std::size_t>(lookups); ++k)
            sum += table[expected_place(k * threads + i, words, Row)];
        wanted.push_back(sum);
    }
    for (const auto order : {host_cuda::Order::forwards, host_cuda::Order::backwards}) {
        host_cuda::set_order(order);
        const auto run = [&](const std::string& variant, auto kernel) {
            std::vector<unsigned> out(threads, 7);
            launch(job("cluster_dsmem", variant, values, gpu),
                   [&] { kernel(table.data(), out.data(), words, static_cast<unsigned>(lookups)); });
            EXPECT_EQ(out, wanted) << variant << ", " << kib << " KiB, clusters of " << Cluster;
        };
        run("global", cuda::cluster_dsmem_global<Row, true>);
        run("l2", cuda::cluster_dsmem_global<Row, false>);
        run("replicated", cuda::cluster_dsmem_replicated<Row>);
        run("distributed", cuda::cluster_dsmem_distributed<Row, Cluster>);
        run("reference", cuda::cluster_dsmem_reference<Row>);
    }
    host_cuda::set_order(host_cuda::Order::forwards);
}

TEST(ClusterDsmem, a_block_alone)
{
    check<1, 1>(16, 64, 19);
    check<1, 32>(16, 64, 16);
}
TEST(ClusterDsmem, pairs_and_fours)
{
    check<2, 1>(16, 96, 16);
    check<4, 4>(32, 64, 17);
}
TEST(ClusterDsmem, the_lessons_first_cluster)
{
    check<8, 1>(48, 32, 20);
    check<8, 32>(48, 32, 20);
}
TEST(ClusterDsmem, the_largest)
{
    check<16, 2>(16, 32, 17);
}

TEST(ClusterDsmem, only_the_variant_that_is_spread_is_launched_in_clusters)
{
    model::Gpu gpu;
    gpu.sm_count = 132;
    gpu.compute_major = 9;
    for (const model::Variant& variant : experiment("cluster_dsmem").variants) {
        const model::Job made = job("cluster_dsmem", variant.name, {}, gpu);
        EXPECT_EQ(made.plan->cluster, variant.name == "distributed" ? 8 : 1) << variant.name;
        EXPECT_EQ(made.grid[0], 128);
    }
    const model::Experiment& of = experiment("cluster_dsmem");
    gpu.compute_major = 8;
    EXPECT_FALSE(catalogue::make_job(of, *of.find_variant("distributed"), {}, gpu));
}

TEST(ClusterDsmem, the_reference_is_an_entry_that_is_tested_here)
{
    EXPECT_EQ(experiment("cluster_dsmem").reference.entry, "cluster_dsmem_reference<{row}>");
}

}  // namespace
}  // namespace spillway::kernels
