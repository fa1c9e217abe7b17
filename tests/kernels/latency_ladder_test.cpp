#include <algorithm>

#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "latency_ladder.h"
}

namespace spillway::kernels {
namespace {

/// Follows the chain that the experiment describes, for `hops` accesses.
template <int FootprintKib>
class Chase {
public:
    Chase(std::int64_t block, unsigned at_least)
        : values_{{"footprint_kib", std::int64_t{FootprintKib}},
                  {"block_size", block},
                  {"elements", std::int64_t{at_least}}}
    {
        const model::Job made = job("latency_ladder", "registers", values_);
        step_ = argument<unsigned>(made, 2);
        hops_ = argument<unsigned>(made, 3);
        const std::size_t words = FootprintKib * 256;
        EXPECT_EQ(made.plan->buffers.at(0).count, static_cast<std::int64_t>(words));
        for (std::size_t i = 0; i < words; ++i) chain_.push_back(static_cast<unsigned>((i + step_) % words));
        for (unsigned hop = 0; hop < hops_; ++hop) wanted_ = chain_[wanted_];
    }

    template <typename Kernel>
    void run(const std::string& variant, Kernel kernel)
    {
        unsigned end = ~0u;
        long long cycles = 0;
        const model::Job made = job("latency_ladder", variant, values_);
        launch(made, [&] { kernel(*this, made, &end, &cycles); });
        EXPECT_EQ(end, wanted_) << variant << ", footprint " << FootprintKib << " KiB, hops " << hops_;
        if (variant != "reference") {
            EXPECT_GT(cycles, 0) << variant;
        }
    }

    void run_all()
    {
        const host_cuda::Texture texture{chain_.data(), static_cast<int>(chain_.size()), 1};
        run("registers", [](Chase& c, const model::Job& made, unsigned* end, long long* cycles) {
            cuda::latency_ladder_registers<FootprintKib>(end, cycles, c.step_, c.hops_, argument<unsigned>(made, 4));
        });
        run("shared", [](Chase& c, const model::Job&, unsigned* end, long long* cycles) {
            cuda::latency_ladder_shared<FootprintKib>(c.chain_.data(), end, cycles, c.hops_);
        });
        run("texture", [&](Chase& c, const model::Job& made, unsigned* end, long long* cycles) {
            cuda::latency_ladder_texture<FootprintKib>(&texture, end, cycles, argument<unsigned>(made, 3), c.hops_);
        });
        run("global", [](Chase& c, const model::Job& made, unsigned* end, long long* cycles) {
            cuda::latency_ladder_global<FootprintKib>(c.chain_.data(), end, cycles, argument<unsigned>(made, 3),
                                                      c.hops_);
        });
        run("past_l1", [](Chase& c, const model::Job& made, unsigned* end, long long* cycles) {
            cuda::latency_ladder_past_l1<FootprintKib>(c.chain_.data(), end, cycles, argument<unsigned>(made, 3),
                                                       c.hops_);
        });
        run("reference", [](Chase& c, const model::Job&, unsigned* end, long long*) {
            cuda::latency_ladder_reference<FootprintKib>(end, c.step_, c.hops_);
        });
        if constexpr (FootprintKib <= 64) {
            std::copy(chain_.begin(), chain_.end(), cuda::constant_chain);
            run("constant", [](Chase& c, const model::Job&, unsigned* end, long long* cycles) {
                cuda::latency_ladder_constant<FootprintKib>(end, cycles, c.hops_);
            });
        }
        if constexpr (FootprintKib <= 200)
            run("local", [](Chase& c, const model::Job&, unsigned* end, long long* cycles) {
                cuda::latency_ladder_local<FootprintKib>(end, cycles, c.step_, c.hops_);
            });
    }

    /// How many accesses it takes to come back to the beginning.
    [[nodiscard]] std::size_t length() const
    {
        std::size_t hops = 1;
        for (unsigned at = chain_[0]; at != 0; at = chain_[at]) ++hops;
        return hops;
    }

private:
    model::Values values_;
    unsigned hops_ = 0;
    unsigned step_ = 0;
    std::vector<unsigned> chain_;
    unsigned wanted_ = 0;
};

template <int FootprintKib>
void check_sizes()
{
    for (const unsigned hops : {16, 17, 1000, 1024}) Chase<FootprintKib>(32, hops).run_all();
    Chase<FootprintKib>(1024, 100).run_all();
}

TEST(LatencyLadder, the_smallest_footprint)
{
    check_sizes<1>();
}
TEST(LatencyLadder, a_footprint_that_is_no_power_of_two)
{
    check_sizes<3>();
}
TEST(LatencyLadder, as_much_local_memory_as_there_is)
{
    check_sizes<16>();
}
TEST(LatencyLadder, what_all_variants_can_hold)
{
    check_sizes<64>();
}
TEST(LatencyLadder, more_than_either)
{
    check_sizes<200>();
}

TEST(LatencyLadder, the_chase_visits_every_line_before_it_comes_back)
{
    EXPECT_EQ(Chase<1>(32, 16).length(), 8u);
    EXPECT_EQ(Chase<3>(32, 16).length(), 24u);
    EXPECT_EQ(Chase<64>(32, 16).length(), 512u);
    EXPECT_EQ(Chase<224>(32, 16).length(), 1792u);
    EXPECT_EQ(Chase<4096>(32, 16).length(), 32768u);
    EXPECT_EQ(Chase<24576>(32, 16).length(), 196608u);
}

TEST(LatencyLadder, a_whole_round_is_timed_where_it_is_not_too_long)
{
    const auto hops = [](std::int64_t kib) {
        return job("latency_ladder", "global", {{"footprint_kib", kib}}).plan->accesses_per_thread;
    };
    EXPECT_EQ(hops(1), 1024);
    EXPECT_EQ(hops(224), 1792);
    EXPECT_EQ(hops(8192), 65536);
    EXPECT_EQ(hops(262144), 131072);
}

TEST(LatencyLadder, no_number_overflows_where_the_chain_is_longest)
{
    const model::Job made =
        job("latency_ladder", "registers", {{"footprint_kib", std::int64_t{262144}}, {"elements", std::int64_t{1024}}});
    EXPECT_LT(argument<unsigned>(made, 2), 262144u * 256);
    EXPECT_EQ(argument<unsigned>(made, 3), made.plan->accesses_per_thread);
    EXPECT_EQ(experiment("latency_ladder").reference.entry, "latency_ladder_reference<{footprint_kib}>");
}

}  // namespace
}  // namespace spillway::kernels
