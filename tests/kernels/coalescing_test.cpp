#include <cstring>

#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "coalescing.h"
}

namespace spillway::kernels {
namespace {

/// Whatever the order, the result is a copy, and the element beyond it stays as it is.
template <typename T, int Stride, int Offset>
void check(const std::string& element, std::int64_t block, std::int64_t words)
{
    const model::Values values{{"element", element},
                               {"stride", std::int64_t{Stride}},
                               {"offset", std::int64_t{Offset}},
                               {"block_size", block},
                               {"elements", words}};
    const auto n = static_cast<unsigned>(4 * words / static_cast<std::int64_t>(sizeof(T)));
    std::vector<T> in(n + 1), out(n + 1);
    auto* bytes = reinterpret_cast<unsigned char*>(in.data());
    for (std::size_t i = 0; i < in.size() * sizeof(T); ++i) bytes[i] = static_cast<unsigned char>(number(i, 255));
    std::memset(static_cast<void*>(out.data()), 0xee, out.size() * sizeof(T));
    const std::vector<T> before = out;
    std::vector<T> wanted = out;
    std::memcpy(static_cast<void*>(wanted.data()), in.data(), n * sizeof(T));
    const auto run = [&](const std::string& variant, auto call) {
        out = before;
        const model::Job made = job("coalescing", variant, values);
        ASSERT_EQ(argument<unsigned>(made, 2), n);
        launch(made, [&] { call(made); });
        EXPECT_EQ(std::memcmp(out.data(), wanted.data(), out.size() * sizeof(T)), 0)
            << variant << ", " << element << ", stride " << Stride << ", offset " << Offset << ", words " << words;
    };
    run("contiguous", [&](const model::Job&) { cuda::coalescing_contiguous<T>(in.data(), out.data(), n); });
    run("strided", [&](const model::Job&) { cuda::coalescing_strided<T, Stride>(in.data(), out.data(), n); });
    run("shifted", [&](const model::Job&) { cuda::coalescing_shifted<T, Offset>(in.data(), out.data(), n); });
    run("scattered", [&](const model::Job& made) {
        cuda::coalescing_scattered<T>(in.data(), out.data(), n, argument<unsigned>(made, 3));
    });
}

template <typename T>
void check_element(const std::string& element)
{
    for (const std::int64_t words : {64, 65, 67, 127, 128, 129, 1000}) {
        check<T, 1, 0>(element, 32, words);
        check<T, 7, 1>(element, 32, words);
        check<T, 32, 32>(element, 96, words);
    }
    check<T, 8, 3>(element, 1024, 5000);
}

TEST(Coalescing, chars)
{
    check_element<char>("char");
}
TEST(Coalescing, ints)
{
    check_element<int>("int");
}
TEST(Coalescing, float4s)
{
    check_element<float4>("float4");
}

TEST(Coalescing, the_reference_is_an_entry_that_is_tested_here)
{
    EXPECT_EQ(experiment("coalescing").reference.entry, "coalescing_contiguous<{element}>");
}

}  // namespace
}  // namespace spillway::kernels
