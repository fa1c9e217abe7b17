#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "soa_aos.h"
}

namespace spillway::kernels {
namespace {

/// Field f of particle i, in every layout.
float field(std::size_t i, std::size_t f)
{
    return static_cast<float>(number(i * 16 + f, 1000));
}

template <int Fields, int Used>
void check(std::int64_t block, std::size_t n)
{
    const model::Values values{{"fields", std::int64_t{Fields}},
                               {"used", std::int64_t{Used}},
                               {"block_size", block},
                               {"elements", static_cast<std::int64_t>(n)}};
    std::vector<float> wanted(n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t f = 0; f < std::min(Fields, Used); ++f) wanted[i] += field(i, f);

    constexpr std::size_t padded = (Fields + 3) / 4 * 4;
    const std::size_t tiles = (n + 31) / 32;
    std::vector<cuda::Particle<Fields>> aos(n);
    std::vector<cuda::AlignedParticle<Fields>> aligned(n);
    std::vector<cuda::Tile<Fields>> tiled(tiles);
    std::vector<float> soa(Fields * n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t f = 0; f < Fields; ++f) {
            aos[i].field[f] = tiled[i / 32].field[f][i % 32] = soa[f * n + i] = field(i, f);
            (&aligned[i].four[f / 4].x)[f % 4] = field(i, f);
        }
    const model::Job shape = job("soa_aos", "aos", values);
    EXPECT_GE(shape.plan->buffers.at(0).count, static_cast<std::int64_t>(padded * n));
    EXPECT_GE(shape.plan->buffers.at(0).count, static_cast<std::int64_t>(Fields * 32 * tiles));

    const auto size = static_cast<unsigned>(n);
    const auto run = [&](const std::string& variant, auto kernel) {
        std::vector<float> out(n, -1);
        launch(job("soa_aos", variant, values), [&] { kernel(out.data()); });
        EXPECT_EQ(out, wanted) << variant << ", " << Fields << " fields, " << Used << " used, n " << n;
    };
    run("aos", [&](float* out) { cuda::soa_aos_aos<Fields, Used>(aos.data(), out, size); });
    run("aligned", [&](float* out) { cuda::soa_aos_aligned<Fields, Used>(aligned.data(), out, size); });
    run("tiles", [&](float* out) { cuda::soa_aos_tiles<Fields, Used>(tiled.data(), out, size); });
    run("soa", [&](float* out) { cuda::soa_aos_soa<Fields, Used>(soa.data(), out, size); });
}

TEST(SoaAos, every_layout_has_the_same_fields)
{
    for (const std::size_t n : {1, 31, 32, 33, 1000}) {
        check<1, 1>(32, n);
        check<5, 3>(64, n);
        check<8, 8>(96, n);
        check<16, 16>(128, n);
    }
    check<3, 16>(256, 257);
}

TEST(SoaAos, the_reference_is_an_entry_that_is_tested_here)
{
    EXPECT_EQ(experiment("soa_aos").reference.entry, "soa_aos_soa<{fields}, {used}>");
}

}  // namespace
}  // namespace spillway::kernels
