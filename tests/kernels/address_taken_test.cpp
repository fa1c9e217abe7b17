#include <cstring>

#include "tests/kernels/harness.h"

#include <cuda_fp16.h>

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "address_taken.h"
}

namespace spillway::kernels {
namespace {

template <int PerThread>
void check(std::int64_t block, int elements)
{
    const int packs = (elements + 7) / 8;
    // 16-byte loads want 16-byte alignment; one pack beyond the end must stay as it is.
    std::vector<float4> in(packs + 1), out(packs + 1), wanted(packs + 1);
    auto* from = reinterpret_cast<half*>(in.data());
    auto* to = reinterpret_cast<half*>(out.data());
    auto* doubled = reinterpret_cast<half*>(wanted.data());
    for (int i = 0; i < 8 * (packs + 1); ++i) {
        const float value = static_cast<float>(number(i, 4000) - 2000) / 8;
        from[i].value = static_cast<_Float16>(value);
        to[i].value = static_cast<_Float16>(-7);
        doubled[i].value = static_cast<_Float16>(i < 8 * packs ? static_cast<float>(from[i].value) * 2 : -7);
    }
    const model::Values values{
        {"packs_per_thread", std::int64_t{PerThread}}, {"block_size", block}, {"elements", std::int64_t{elements}}};
    const std::vector<float4> before = out;
    const auto run = [&](const std::string& variant, auto kernel) {
        out = before;
        launch(job("address_taken", variant, values),
               [&] { kernel(from, reinterpret_cast<half*>(out.data()), packs); });
        EXPECT_EQ(std::memcmp(out.data(), wanted.data(), out.size() * sizeof(float4)), 0)
            << variant << ", packs per thread " << PerThread << ", elements " << elements;
    };
    run("native", cuda::address_taken_native<PerThread>);
    run("escaped_pointer", cuda::address_taken_escaped_pointer<PerThread>);
    run("by_value", cuda::address_taken_by_value<PerThread>);
    run("memcpy", cuda::address_taken_memcpy<PerThread>);
    run("union", cuda::address_taken_union<PerThread>);
    run("vector", cuda::address_taken_vector<PerThread>);
    run("one_pack", cuda::address_taken_vector<1>);
    run("reference", cuda::address_taken_union<PerThread>);
}

template <int PerThread>
void check_sizes()
{
    for (const int elements : {0, 1, 7, 8, 9, 255, 256, 257, 2047, 2048, 2049, 5001}) check<PerThread>(32, elements);
    check<PerThread>(256, 30'000);
}

TEST(AddressTaken, one_pack_per_thread)
{
    check_sizes<1>();
}
TEST(AddressTaken, three_packs_per_thread)
{
    check_sizes<3>();
}
TEST(AddressTaken, eight_packs_per_thread)
{
    check_sizes<8>();
}

TEST(AddressTaken, the_reference_is_an_entry_that_is_tested_here)
{
    EXPECT_EQ(experiment("address_taken").reference.entry, "address_taken_union<{packs_per_thread}>");
}

}  // namespace
}  // namespace spillway::kernels
