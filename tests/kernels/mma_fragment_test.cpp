#include <cstring>

#include "tests/kernels/harness.h"

namespace host_cuda {

inline float half_of(unsigned word, int part)
{
    const auto bits = static_cast<std::uint16_t>(word >> 16 * part);
    _Float16 value;
    std::memcpy(&value, &bits, sizeof value);
    return static_cast<float>(value);
}

/// mma.sync m16n8k8, as the PTX manual deals the elements out: lane l holds rows l / 4 and l / 4 + 8 of A
/// and of the sums, columns 2 * (l % 4) and the next; of B rows 2 * (l % 4) and the next, column l / 4.
inline void multiply_add(float (&sums)[4], const unsigned (&a)[2], const unsigned (&b)[1])
{
    const unsigned lane = threadIdx.x % 32;
    float rows[16][8], columns[8][8];
    lane_word(lane) = a[0] | std::uint64_t{a[1]} << 32;
    warp_barrier();
    for (unsigned l = 0; l < 32; ++l)
        for (int part = 0; part < 2; ++part) {
            rows[l / 4][l % 4 * 2 + part] = half_of(static_cast<unsigned>(lane_word(l)), part);
            rows[l / 4 + 8][l % 4 * 2 + part] = half_of(static_cast<unsigned>(lane_word(l) >> 32), part);
        }
    warp_barrier();
    lane_word(lane) = b[0];
    warp_barrier();
    for (unsigned l = 0; l < 32; ++l)
        for (int part = 0; part < 2; ++part)
            columns[l % 4 * 2 + part][l / 4] = half_of(static_cast<unsigned>(lane_word(l)), part);
    warp_barrier();
    for (int s = 0; s < 4; ++s)
        for (int k = 0; k < 8; ++k) sums[s] += rows[lane / 4 + s / 2 * 8][k] * columns[k][lane % 4 * 2 + s % 2];
}

}  // namespace host_cuda

#include "tests/kernels/shim/cuda_fp16.h"

#include "tests/kernels/kernel_words.h"

#undef volatile
#define volatile(...) host_cuda::multiply_add(sums.value, a.halves, b.halves)

namespace mma_fragment_cu {
#include "mma_fragment.h"
}

#undef volatile

namespace spillway::kernels {
namespace {

unsigned packed(int low, int high)
{
    const auto bits = [](int value) {
        const auto half = static_cast<_Float16>(value);
        std::uint16_t word;
        std::memcpy(&word, &half, sizeof word);
        return unsigned{word};
    };
    return bits(low) | bits(high) << 16;
}

int a_at(int row, int column)
{
    return number(row * 1000 + column, 8) - 4;
}
int b_at(int warp, int row, int column)
{
    return number(warp * 7919 + row * 313 + column, 8) - 4;
}

template <int Tiles>
void check(int warps, int steps)
{
    const model::Values values{{"tiles", std::int64_t{Tiles}},
                               {"steps", std::int64_t{steps}},
                               {"block_size", std::int64_t{64}},
                               {"elements", std::int64_t{warps}}};
    const int launched = static_cast<int>(job("mma_fragment", "constant_index", values).grid[0]) * 2;
    std::vector<uint2> a;
    std::vector<unsigned> b;
    std::vector<float4> wanted;
    for (int step = 0; step < steps; ++step)
        for (int lane = 0; lane < 32; ++lane) {
            const int row = lane / 4, column = step * 8 + lane % 4 * 2;
            a.push_back({packed(a_at(row, column), a_at(row, column + 1)),
                         packed(a_at(row + 8, column), a_at(row + 8, column + 1))});
        }
    for (int warp = 0; warp < launched; ++warp)
        for (int tile = 0; tile < Tiles; ++tile)
            for (int lane = 0; lane < 32; ++lane) {
                const int row = lane % 4 * 2, column = tile * 8 + lane / 4;
                b.push_back(packed(b_at(warp, row, column), b_at(warp, row + 1, column)));
                float sums[4] = {};
                for (int s = 0; s < 4; ++s)
                    for (int k = 0; k < 8 * steps; ++k)
                        sums[s] += a_at(lane / 4 + s / 2 * 8, k) * b_at(warp, k % 8, tile * 8 + lane % 4 * 2 + s % 2);
                wanted.push_back({sums[0], sums[1], sums[2], sums[3]});
            }
    const auto run = [&](const std::string& variant, auto kernel) {
        std::vector<float4> output(wanted.size(), {-1, -1, -1, -1});
        launch(job("mma_fragment", variant, values), [&] { kernel(a.data(), b.data(), output.data(), steps); });
        EXPECT_EQ(std::memcmp(output.data(), wanted.data(), wanted.size() * sizeof(float4)), 0)
            << variant << ", tiles " << Tiles << ", warps " << warps << ", steps " << steps;
    };
    run("run_time_index", mma_fragment_cu::mma_fragment_run_time_index<Tiles>);
    run("constant_index", mma_fragment_cu::mma_fragment_constant_index<Tiles>);
    run("reference", mma_fragment_cu::mma_fragment_constant_index<Tiles>);
}

TEST(MmaFragment, one_tile)
{
    check<1>(1, 1);
    check<1>(3, 5);
}
TEST(MmaFragment, several_tiles_and_steps)
{
    check<8>(2, 16);
    check<3>(5, 7);
}
TEST(MmaFragment, the_most_tiles)
{
    check<24>(1, 2);
}

}  // namespace
}  // namespace spillway::kernels
