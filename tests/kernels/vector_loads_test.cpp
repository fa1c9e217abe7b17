#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "vector_loads.h"
}

namespace spillway::kernels {
namespace {

template <int Bytes, int Items>
void check(std::int64_t block, std::int64_t elements)
{
    const model::Values values{
        {"bytes", std::int64_t{Bytes}}, {"items", std::int64_t{Items}}, {"block_size", block}, {"elements", elements}};
    const model::Job shape = job("vector_loads", "aliased", values);
    const auto floats = static_cast<std::size_t>(shape.plan->buffers.at(0).count);
    EXPECT_EQ(static_cast<std::int64_t>(floats) * 4, shape.grid[0] * block * Items * Bytes);
    EXPECT_GE(floats, static_cast<std::size_t>(elements));
    constexpr float factor = 3;
    struct alignas(16) Four {
        float part[4];
    };
    std::vector<Four> in(floats / 4 + 1), made(floats / 4 + 1);
    float* from = in.front().part;
    std::vector<float> wanted(floats);
    for (std::size_t i = 0; i < floats; ++i) {
        from[i] = static_cast<float>(number(i, 1000));
        wanted[i] = factor * from[i];
    }
    const auto run = [&](const std::string& variant, auto kernel) {
        float* out = made.front().part;
        std::fill(out, out + floats, -1.0F);
        launch(job("vector_loads", variant, values), [&] { kernel(out); });
        EXPECT_EQ(std::vector<float>(out, out + floats), wanted) << variant << ", " << Bytes << " bytes, " << Items;
    };
    using Piece = cuda::Piece<Bytes>;
    using Loose = cuda::Loose<Bytes>;
    const auto* pieces = reinterpret_cast<const Piece*>(from);
    const auto* loose = reinterpret_cast<const Loose*>(from);
    run("aliased",
        [&](float* out) { cuda::vector_loads_aliased<Bytes, Items>(pieces, &factor, reinterpret_cast<Piece*>(out)); });
    run("restricted", [&](float* out) {
        cuda::vector_loads_restricted<Bytes, Items>(pieces, &factor, reinterpret_cast<Piece*>(out));
    });
    run("loads_first", [&](float* out) {
        cuda::vector_loads_loads_first<Bytes, Items>(pieces, &factor, reinterpret_cast<Piece*>(out));
    });
    run("loose",
        [&](float* out) { cuda::vector_loads_loose<Bytes, Items>(loose, &factor, reinterpret_cast<Loose*>(out)); });
}

TEST(VectorLoads, every_width_and_number_of_pieces)
{
    check<4, 1>(32, 1);
    check<4, 8>(64, 1000);
    check<8, 3>(96, 1000);
    check<16, 1>(128, 1000);
    check<16, 16>(32, 5000);
}

TEST(VectorLoads, the_reference_is_an_entry_that_is_tested_here)
{
    EXPECT_EQ(experiment("vector_loads").reference.entry, "vector_loads_loads_first<{bytes}, {items}>");
}

}  // namespace
}  // namespace spillway::kernels
