#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "matmul.h"
}

namespace spillway::kernels {
namespace {

struct alignas(16) Four {
    float of[4];
};

/// A matrix that reads of 16 bytes may go to.
struct Matrix {
    std::vector<Four> numbers;
    float* data() { return numbers.data()->of; }
    explicit Matrix(int n, int seed) : numbers(n * n / 4 + 1)
    {
        for (int i = 0; i < n * n; ++i) data()[i] = static_cast<float>(number(i * 3 + seed, 8) - 4);
    }
};

template <int Tile, int Depth>
void check(int n)
{
    Matrix a(n, 0), b(n, 1);
    std::vector<float> wanted(n * n);
    for (int row = 0; row < n; ++row)
        for (int k = 0; k < n; ++k)
            for (int column = 0; column < n; ++column)
                wanted[row * n + column] += a.data()[row * n + k] * b.data()[k * n + column];
    const model::Values values{
        {"tile", std::int64_t{Tile}}, {"depth", std::int64_t{Depth}}, {"elements", std::int64_t{n}}};
    const auto run = [&](const std::string& variant, auto kernel) {
        std::vector<float> c(n * n, -1e9f);
        launch(job("matmul", variant, values), [&] { kernel(a.data(), b.data(), c.data(), n); });
        EXPECT_EQ(c, wanted) << variant << ", tile " << Tile << ", depth " << Depth << ", " << n;
    };
    run("naive", cuda::matmul_naive<Depth>);
    run("shared", cuda::matmul_shared<Depth>);
    run("strip", cuda::matmul_strip<Tile, Depth>);
    run("square", cuda::matmul_square<Tile, Depth>);
    run("wide", cuda::matmul_wide<Tile, Depth>);
    run("reference", cuda::matmul_reference<Depth>);
}

template <int Tile, int Depth>
void check_sizes()
{
    for (const int n : {1, 7, 32, 36, 65}) check<Tile, Depth>(n);
}

TEST(Matmul, one_element_a_thread)
{
    check_sizes<1, 8>();
}
TEST(Matmul, reads_of_eight_bytes)
{
    check_sizes<6, 16>();
}
TEST(Matmul, reads_of_sixteen_bytes)
{
    check_sizes<4, 32>();
}
TEST(Matmul, the_lessons_first_configuration)
{
    check_sizes<8, 8>();
    check<8, 8>(132);
}
TEST(Matmul, the_largest_tile)
{
    check<16, 8>(36);
}

TEST(Matmul, the_reference_is_an_entry_that_is_tested_here)
{
    EXPECT_EQ(experiment("matmul").reference.entry, "matmul_reference<{depth}>");
}

}  // namespace
}  // namespace spillway::kernels
