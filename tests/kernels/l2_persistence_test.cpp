#include "tests/kernels/harness.h"

namespace host_cuda {

// The kernel's two lines of PTX: create a policy, and load with it. The policy changes no value.
inline void stand_for(unsigned long long& policy, float share)
{
    EXPECT_GT(share, 0);
    EXPECT_LE(share, 1);
    policy = 41;
}
inline void stand_for(int4& to, const int4* from)
{
    to = *from;
}

}  // namespace host_cuda

#include "tests/kernels/kernel_words.h"

#undef volatile
#define volatile(...) host_cuda::stand_for(to, from)

namespace cuda {
#include "l2_persistence.h"
}

#undef volatile

namespace spillway::kernels {
namespace {

int sum_of(const int4& v)
{
    return v.x + v.y + v.z + v.w;
}

std::vector<int4> numbers(std::size_t vectors, std::size_t seed)
{
    std::vector<int4> made;
    for (std::size_t i = 0; i < vectors; ++i)
        made.push_back({number(i + seed, 99), number(3 * i + seed, 99), number(5 * i, 99), number(7 * i, 99)});
    return made;
}

/// Fewer vectors than a MiB has: the kernels take any number.
void check(unsigned hot_vectors, unsigned stream_vectors, unsigned all_vectors, unsigned rounds, std::int64_t block)
{
    model::Gpu gpu;
    gpu.sm_count = 3;
    gpu.compute_major = 8;
    const model::Values values{{"block_size", block}};
    const std::vector<int4> hot = numbers(hot_vectors, 1), stream = numbers(all_vectors, 2);
    const std::size_t threads = static_cast<std::size_t>(3 * block);
    std::vector<unsigned> wanted;
    for (std::size_t first = 0; first < threads; ++first) {
        unsigned sum = 0;
        for (std::size_t round = 0; round < rounds; ++round) {
            const std::size_t begin = stream_vectors == 0 ? 0 : round % (all_vectors / stream_vectors) * stream_vectors;
            sum *= 3;
            for (std::size_t i = first; i < hot_vectors; i += threads) sum += sum_of(hot[i]);
            for (std::size_t i = first; i < stream_vectors; i += threads) sum += sum_of(stream[begin + i]);
        }
        wanted.push_back(sum);
    }
    const auto run = [&](const std::string& variant, auto call) {
        std::vector<unsigned> out(threads, 7);
        launch(job("l2_persistence", variant, values, gpu), [&] { call(out.data()); });
        EXPECT_EQ(out, wanted) << variant << ", hot " << hot_vectors << ", stream " << stream_vectors;
    };
    const auto rounds_of = [&](auto kernel) {
        return [&, kernel](unsigned* out) {
            kernel(hot.data(), stream.data(), out, hot_vectors, stream_vectors, all_vectors, rounds, 0.5F);
        };
    };
    run("none", rounds_of(cuda::l2_persistence_rounds<false>));
    run("window", rounds_of(cuda::l2_persistence_rounds<false>));
    run("hints", rounds_of(cuda::l2_persistence_rounds<true>));
    run("reference", [&](unsigned* out) {
        cuda::l2_persistence_reference<unsigned>(hot.data(), stream.data(), out, hot_vectors, stream_vectors,
                                                 all_vectors, rounds);
    });
}

TEST(L2Persistence, one_round)
{
    check(300, 500, 1000, 1, 64);
}
TEST(L2Persistence, a_stream_that_begins_again)
{
    check(300, 500, 1000, 5, 64);
    check(77, 300, 1000, 8, 96);
}
TEST(L2Persistence, a_stretch_as_long_as_the_stream_and_none_at_all)
{
    check(100, 640, 640, 3, 32);
    check(100, 0, 640, 3, 32);
}

TEST(L2Persistence, only_the_window_asks_for_a_part_of_l2)
{
    model::Gpu gpu;
    gpu.sm_count = 132;
    gpu.compute_major = 8;
    const model::Values values{{"hot_mib", std::int64_t{32}}, {"hit_ratio", std::int64_t{50}}};
    for (const model::Variant& variant : experiment("l2_persistence").variants) {
        const model::Job made = job("l2_persistence", variant.name, values, gpu);
        ASSERT_EQ(made.plan->access_window.has_value(), variant.name == "window") << variant.name;
        if (!made.plan->access_window) continue;
        const model::PlannedWindow wanted{0, 32 << 20, 0.5, 16 << 20};
        EXPECT_EQ(*made.plan->access_window, wanted);
    }
}

TEST(L2Persistence, the_reference_is_an_entry_that_is_tested_here)
{
    EXPECT_EQ(experiment("l2_persistence").reference.entry, "l2_persistence_reference<unsigned>");
}

}  // namespace
}  // namespace spillway::kernels
