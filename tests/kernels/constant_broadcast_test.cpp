#include <algorithm>

#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "constant_broadcast.h"
}

namespace spillway::kernels {
namespace {

template <int Addresses>
void check(std::int64_t block, unsigned reads)
{
    model::Gpu gpu;
    gpu.sm_count = 3;
    const model::Values values{
        {"addresses", std::int64_t{Addresses}}, {"block_size", block}, {"elements", std::int64_t{reads}}};
    const model::Job shape = job("constant_broadcast", "constant", values, gpu);
    const auto threads = static_cast<std::size_t>(shape.grid[0] * shape.block[0]);
    const auto& table_plan = shape.plan->buffers.at(0);
    std::vector<unsigned> table(static_cast<std::size_t>(table_plan.count)), wanted;
    for (std::size_t i = 0; i < table.size(); ++i)
        table[i] = (i + static_cast<std::size_t>(table_plan.step)) % table.size();
    std::copy(table.begin(), table.end(), cuda::constant_table);
    for (std::size_t thread = 0; thread < threads; ++thread) {
        unsigned at = thread % static_cast<std::size_t>(block) % 32 % Addresses;
        for (unsigned read = 0; read < reads; ++read) at = table[at];
        wanted.push_back(at);
    }
    const auto run = [&](const std::string& variant, auto kernel) {
        std::vector<unsigned> end(threads, ~0u);
        std::vector<long long> cycles(threads, 0);
        launch(job("constant_broadcast", variant, values, gpu),
               [&] { kernel(table.data(), end.data(), cycles.data(), reads); });
        EXPECT_EQ(end, wanted) << variant << ", addresses " << Addresses << ", reads " << reads;
        EXPECT_GT(*std::min_element(cycles.begin(), cycles.end()), 0) << variant;
    };
    run("constant", cuda::constant_broadcast_constant<Addresses>);
    run("global", cuda::constant_broadcast_global<Addresses>);
    run("shared", cuda::constant_broadcast_shared<Addresses>);
    const model::Job operand = job("constant_broadcast", "operand", values, gpu);
    run("operand", [&](const unsigned*, unsigned* end, long long* cycles, unsigned) {
        cuda::constant_broadcast_operand<Addresses>(end, cycles, argument<unsigned>(operand, 2),
                                                    argument<unsigned>(operand, 3));
    });
    std::vector<unsigned> end(threads, ~0u);
    launch(shape, [&] { cuda::constant_broadcast_reference<Addresses>(end.data(), reads); });
    EXPECT_EQ(end, wanted) << "reference, addresses " << Addresses << ", reads " << reads;
}

template <int Addresses>
void check_sizes()
{
    for (const unsigned reads : {16, 17, 31, 1000}) check<Addresses>(32, reads);
    check<Addresses>(96, 100);
}

TEST(ConstantBroadcast, one_address)
{
    check_sizes<1>();
}
TEST(ConstantBroadcast, some_addresses)
{
    check_sizes<7>();
}
TEST(ConstantBroadcast, an_address_for_every_lane)
{
    check_sizes<32>();
}

TEST(ConstantBroadcast, both_tables_are_the_same)
{
    const auto& buffers = experiment("constant_broadcast").buffers;
    EXPECT_EQ(buffers[0].count, buffers[1].count);
    EXPECT_EQ(buffers[0].step, buffers[1].step);
    EXPECT_EQ(buffers[0].count, std::to_string(cuda::TableWords));
    EXPECT_EQ(experiment("constant_broadcast").reference.entry, "constant_broadcast_reference<{addresses}>");
}

}  // namespace
}  // namespace spillway::kernels
