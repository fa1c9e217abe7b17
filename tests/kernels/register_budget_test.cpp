#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "register_budget.h"
}

namespace spillway::kernels {
namespace {

template <int Sums>
void check(std::int64_t tiles)
{
    model::Gpu gpu;
    gpu.sm_count = 2;
    gpu.compute_major = 9;
    const model::Values values{{"sums", std::int64_t{Sums}}, {"elements", tiles}};
    const model::Job shape = job("register_budget", "alike", values, gpu);
    const auto blocks = static_cast<std::size_t>(shape.grid[0]), rows = static_cast<std::size_t>(8 * tiles);
    std::vector<float4> in(1024 * static_cast<std::size_t>(tiles) * blocks);
    EXPECT_EQ(shape.plan->buffers.at(0).count, static_cast<std::int64_t>(in.size()));
    auto* numbers = reinterpret_cast<float*>(in.data());
    for (std::size_t i = 0; i < 4 * in.size(); ++i) numbers[i] = static_cast<float>(number(i, 7));
    std::vector<unsigned> wanted;
    for (std::size_t block = 0; block < blocks; ++block) {
        for (std::size_t t = 0; t < 256; ++t) {
            unsigned all = 0;
            for (std::size_t j = 0; j < Sums; ++j) {
                unsigned sum = 0;
                for (std::size_t r = 0; r < rows; ++r) {
                    const float* row = numbers + (block * rows + r) * 512;
                    sum += static_cast<unsigned>(row[t] * row[256 + j]);
                }
                all += static_cast<unsigned>(j + 1) * sum;
            }
            wanted.push_back(all);
        }
    }
    for (const auto order : {host_cuda::Order::forwards, host_cuda::Order::backwards}) {
        host_cuda::set_order(order);
        const auto run = [&](const std::string& variant, auto kernel) {
            std::vector<unsigned> out(256 * blocks, 7);
            const model::Job made = job("register_budget", variant, values, gpu);
            launch(made, [&] { kernel(in.data(), out.data(), argument<int>(made, 2)); });
            EXPECT_EQ(out, wanted) << variant << ", " << Sums << " sums, " << tiles << " tiles";
        };
        run("free", cuda::register_budget_free<Sums>);
        run("alike", cuda::register_budget_alike<Sums>);
        run("moved", cuda::register_budget_moved<Sums>);
        run("together", cuda::register_budget_together<Sums>);
        run("reference", cuda::register_budget_reference<Sums>);
    }
    host_cuda::set_order(host_cuda::Order::forwards);
}

TEST(RegisterBudget, a_single_tile)
{
    check<16>(1);
}
TEST(RegisterBudget, both_halves_of_the_ring)
{
    check<152>(2);
    check<40>(5);
}
TEST(RegisterBudget, as_many_sums_as_a_row_has_numbers)
{
    check<256>(3);
}

TEST(RegisterBudget, no_sum_is_too_large_to_be_exact)
{
    const auto most = experiment("register_budget").find_parameter("elements")->last;
    EXPECT_LT(8 * most * 7 * 7, 1 << 24);
}

TEST(RegisterBudget, only_the_variant_that_moves_registers_is_for_one_architecture)
{
    model::Gpu gpu;
    gpu.sm_count = 132;
    gpu.compute_major = 9;
    for (const model::Variant& variant : experiment("register_budget").variants) {
        const model::Job made = job("register_budget", variant.name, {}, gpu);
        EXPECT_EQ(made.compile.arch, variant.name == "moved" ? "sm_90a" : "sm_90") << variant.name;
        EXPECT_EQ(made.threads_per_block(), variant.name == "together" ? 256 : 384) << variant.name;
    }
    const model::Experiment& of = experiment("register_budget");
    gpu.compute_major = 8;
    EXPECT_FALSE(catalogue::make_job(of, *of.find_variant("moved"), {}, gpu));
    EXPECT_EQ(of.reference.entry, "register_budget_reference<{sums}>");
}

}  // namespace
}  // namespace spillway::kernels
