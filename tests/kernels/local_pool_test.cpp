#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "local_pool.h"
}

namespace spillway::kernels {
namespace {

template <int Kib>
void check(std::int64_t block, int n)
{
    std::vector<int> wanted;
    for (int i = 0; i < n; ++i) {
        int sum = 0;
        for (int j = 0; j < 16; ++j) sum += i + j;
        wanted.push_back(sum);
    }
    const model::Values values{{"array_kib", std::int64_t{Kib}}, {"block_size", block}, {"elements", std::int64_t{n}}};
    const auto run = [&](const std::string& variant, auto kernel) {
        std::vector<int> out(n, -1);
        const model::Job made = job("local_pool", variant, values);
        launch(made, [&] { kernel(made, out.data()); });
        EXPECT_EQ(out, wanted) << variant << ", " << Kib << " KiB, n " << n;
    };
    const auto array = [&](const model::Job& made, int* out) {
        cuda::local_pool_array<Kib>(out, n, argument<int>(made, 2));
    };
    const auto no_array = [&](const model::Job&, int* out) { cuda::local_pool_no_array<Kib>(out, n); };
    run("first", array);
    run("later_keep", array);
    run("later_release", array);
    run("no_array", no_array);
    run("reference", no_array);
}

TEST(LocalPool, every_variant_computes_the_same)
{
    for (const int n : {1, 31, 32, 33, 1000}) {
        check<1>(32, n);
        check<16>(96, n);
    }
    check<2>(1024, 1025);
}

TEST(LocalPool, what_is_timed_differs)
{
    const auto timing = [](const char* variant) { return job("local_pool", variant, {}).plan->timing; };
    EXPECT_EQ(timing("first"), model::Timing::first_launch);
    EXPECT_EQ(timing("later_keep"), model::Timing::launch);
    EXPECT_EQ(timing("no_array"), model::Timing::launch);
    EXPECT_EQ(job("local_pool", "later_release", {}).plan->local_pool, model::LocalPool::release);
    EXPECT_EQ(experiment("local_pool").reference.entry, "local_pool_no_array<{array_kib}>");
}

}  // namespace
}  // namespace spillway::kernels
