#include <cstring>

#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "global_copy.h"
}

namespace spillway::kernels {
namespace {

/// Copies n elements with one byte beyond them that must stay as it is.
template <typename T, typename Kernel>
void check_copy(const model::Job& job, std::size_t n, Kernel kernel)
{
    std::vector<T> in(n + 1), out(n + 1);
    auto* bytes = reinterpret_cast<unsigned char*>(in.data());
    for (std::size_t i = 0; i < in.size() * sizeof(T); ++i) bytes[i] = static_cast<unsigned char>(number(i, 255));
    std::memset(static_cast<void*>(out.data()), 0xee, out.size() * sizeof(T));
    std::vector<T> wanted = out;
    std::memcpy(static_cast<void*>(wanted.data()), in.data(), n * sizeof(T));
    launch(job, [&] { kernel(in.data(), out.data(), n); });
    EXPECT_EQ(std::memcmp(out.data(), wanted.data(), out.size() * sizeof(T)), 0)
        << job.compile.entry << ", n " << n << ", block " << job.block[0];
}

template <typename T, int Unroll>
void check(const std::string& element, std::int64_t block, std::size_t n)
{
    const model::Values values{{"element", element},
                               {"unroll", std::int64_t{Unroll}},
                               {"block_size", block},
                               {"elements", static_cast<std::int64_t>(n)}};
    check_copy<T>(job("global_copy", "staged", values), n, cuda::global_copy_staged<T, Unroll>);
    check_copy<T>(job("global_copy", "bounded", values), n, cuda::global_copy_bounded<T, Unroll, 1024>);
    check_copy<T>(job("global_copy", "vector_four", values), n, cuda::global_copy_vector<T, 4>);
    check_copy<T>(job("global_copy", "vector", values), n, cuda::global_copy_vector<T, 1>);
    check_copy<T>(job("global_copy", "reference", values), n, cuda::global_copy_plain<T>);
}

template <typename T>
void check_element(const std::string& element)
{
    for (const std::size_t n : {0, 1, 2, 3, 15, 16, 17, 63, 64, 65, 511, 512, 513, 2047, 2048, 2049, 5000}) {
        check<T, 1>(element, 32, n);
        check<T, 7>(element, 32, n);
        check<T, 64>(element, 32, n);
    }
    check<T, 16>(element, 1024, 40'000);
}

TEST(GlobalCopy, chars)
{
    check_element<char>("char");
}
TEST(GlobalCopy, shorts)
{
    check_element<short>("short");
}
TEST(GlobalCopy, ints)
{
    check_element<int>("int");
}
TEST(GlobalCopy, float2s)
{
    check_element<float2>("float2");
}
TEST(GlobalCopy, float4s)
{
    check_element<float4>("float4");
}

TEST(GlobalCopy, a_short_grid_strides_over_the_rest)
{
    model::Job job;
    job.grid[0] = 2;
    job.block[0] = 32;
    for (const std::size_t n : {1000, 1024, 1027}) {
        check_copy<int>(job, n, cuda::global_copy_staged<int, 5>);
        check_copy<int>(job, n, cuda::global_copy_plain<int>);
    }
}

TEST(GlobalCopy, the_reference_is_an_entry_that_is_tested_here)
{
    EXPECT_EQ(experiment("global_copy").reference.entry, "global_copy_plain<{element}>");
}

}  // namespace
}  // namespace spillway::kernels
