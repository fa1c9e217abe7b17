#include <cstring>
#include <string_view>

#include "tests/kernels/harness.h"

namespace host_cuda {

/// Addresses in shared memory are only taken inside of instructions, which are replaced here.
inline std::size_t __cvta_generic_to_shared(const void* at)
{
    return reinterpret_cast<std::size_t>(at);
}

/// An asynchronous copy, done at once: 16 bytes for cp.async, all requested bytes for the copy engine. Waiting for a
/// tile means waiting for the thread that requested it.
inline void asynchronous(std::string_view instruction, void* to, const void* from, unsigned bytes)
{
    const auto begins = [&](std::string_view text) { return instruction.starts_with(text); };
    if (begins("\"cp.async.cg")) std::memcpy(to, from, 16);
    if (begins("\"cp.async.bulk")) std::memcpy(to, from, bytes);
    if (instruction.find("try_wait") != std::string_view::npos) block_barrier();
}

}  // namespace host_cuda

#include "tests/kernels/kernel_words.h"

#undef volatile
#define volatile(...) host_cuda::asynchronous(#__VA_ARGS__, (void*)to, (const void*)from, bytes)

namespace async_copy_cu {
using host_cuda::__cvta_generic_to_shared;
/// For the instructions that have no such operand.
inline void *to = nullptr, *from = nullptr;
inline unsigned bytes = 0;
#include "async_copy.h"
}  // namespace async_copy_cu

#undef volatile

namespace spillway::kernels {
namespace {

/// Sum of each thread of a block over its tiles, word by word.
std::vector<unsigned> expected(const std::vector<unsigned>& words, std::size_t blocks, std::size_t tiles,
                               std::size_t tile_words, int rounds)
{
    std::vector<unsigned> sums(blocks * 256, 0);
    for (std::size_t block = 0; block < blocks; ++block)
        for (std::size_t t = 0; t < tiles; ++t) {
            const unsigned* tile = words.data() + (block * tiles + t) * tile_words;
            for (std::size_t four = 0; four < tile_words / 4; ++four) {
                const unsigned *near = tile + four * 4, *far = tile + tile_words - 4 - four * 4;
                unsigned& sum = sums[block * 256 + four % 256];
                for (std::size_t k = 0; k < 4; ++k) {
                    unsigned x = near[k];
                    for (int round = 0; round < rounds; ++round) x = x * 1664525 + (k % 2 != 0 ? far[0] : far[3]);
                    sum += x;
                }
                sum += far[1] + far[2];
            }
        }
    return sums;
}

template <int Stages, int Kib, int Rounds>
void check(int tiles)
{
    const model::Values values{{"stages", std::int64_t{Stages}},
                               {"tile_kib", std::int64_t{Kib}},
                               {"rounds", std::int64_t{Rounds}},
                               {"elements", std::int64_t{Kib} * 4096 + 1}};
    model::Gpu gpu;
    gpu.compute_major = 9;
    const model::Job shape = job("async_copy", "cp_async", values, gpu);
    const auto blocks = static_cast<std::size_t>(shape.grid[0]);
    EXPECT_EQ(blocks, 2U);
    std::vector<unsigned> words;
    for (std::size_t i = 0; i < blocks * static_cast<std::size_t>(tiles) * Kib * 256; ++i)
        words.push_back(static_cast<unsigned>(i * 2654435761u));
    if (tiles == argument<int>(shape, 2)) {
        EXPECT_EQ(shape.plan->buffers.at(0).count * 4, static_cast<std::int64_t>(words.size()));
    }
    const auto wanted = expected(words, blocks, static_cast<std::size_t>(tiles), Kib * 256, Rounds);
    const auto run = [&](const std::string& variant, auto kernel) {
        for (const auto order : {host_cuda::Order::forwards, host_cuda::Order::backwards}) {
            host_cuda::set_order(order);
            std::vector<unsigned> output(wanted.size(), 7);
            launch(job("async_copy", variant, values, gpu),
                   [&] { kernel(reinterpret_cast<const uint4*>(words.data()), output.data(), tiles); });
            EXPECT_EQ(output, wanted) << variant << ", " << Stages << " stages of " << Kib << " KiB, " << Rounds
                                      << " rounds, " << tiles << " tiles";
        }
        host_cuda::set_order(host_cuda::Order::forwards);
    };
    run("registers", async_copy_cu::async_copy_registers<Stages, Kib, Rounds>);
    run("cp_async", async_copy_cu::async_copy_cp_async<Stages, Kib, Rounds>);
    run("bulk", async_copy_cu::async_copy_bulk<Stages, Kib, Rounds>);
    run("reference", async_copy_cu::async_copy_reference<Kib, Rounds>);
}

TEST(AsyncCopy, one_stage)
{
    check<1, 4, 0>(16);
    check<1, 8, 3>(3);
}
TEST(AsyncCopy, several_stages)
{
    check<2, 4, 8>(16);
    check<3, 16, 1>(7);
    check<8, 4, 17>(16);
}
TEST(AsyncCopy, more_stages_than_tiles)
{
    check<5, 4, 2>(2);
    check<8, 8, 2>(1);
}

}  // namespace
}  // namespace spillway::kernels
