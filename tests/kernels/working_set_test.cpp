#include "app/catalogue/formula/parameter_values.h"
#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "working_set.h"

}  // namespace cuda

namespace spillway::kernels {
namespace {

/// Sum of a thread over its share of the vectors in `passes` passes.
std::vector<unsigned> expected(const std::vector<int4>& in, unsigned block, unsigned blocks, unsigned passes)
{
    std::vector<unsigned> out;
    for (unsigned thread = 0; thread < block * blocks; ++thread) {
        unsigned sum = 0;
        for (unsigned pass = 0; pass < passes; ++pass) {
            unsigned part = 0;
            for (std::size_t i = thread % block; i < in.size(); i += block)
                part += in[i].x + in[i].y + in[i].z + in[i].w;
            sum = sum * 3 + part;
        }
        out.push_back(sum);
    }
    return out;
}

void check(std::int64_t block, std::int64_t kib, std::int64_t elements)
{
    model::Gpu gpu;
    gpu.sm_count = 3;
    gpu.max_threads_per_sm = 2048;
    const model::Values values{{"working_set_kib", kib}, {"block_size", block}, {"elements", elements}};
    const model::Job shape = job("working_set", "passes", values, gpu);
    const auto vectors = argument<unsigned>(shape, 2), tiles = argument<unsigned>(shape, 3),
               passes = argument<unsigned>(shape, 4);
    std::vector<int4> in;
    for (std::size_t i = 0; i < vectors; ++i)
        in.push_back({number(4 * i, 99), number(4 * i + 1, 99), number(4 * i + 2, 99), number(4 * i + 3, 99)});
    const std::vector<unsigned> wanted =
        expected(in, static_cast<unsigned>(block), static_cast<unsigned>(shape.grid[0]), passes);
    EXPECT_EQ(shape.plan->buffers.at(1).count, static_cast<std::int64_t>(wanted.size()));
    EXPECT_EQ(shape.plan->bytes_requested, static_cast<double>(16 * vectors) * passes * shape.grid[0]);
    const auto run = [&](const std::string& variant, auto call) {
        std::vector<unsigned> out(wanted.size(), 7);
        launch(job("working_set", variant, values, gpu), [&] { call(out.data()); });
        EXPECT_EQ(out, wanted) << variant << ", " << kib << " KiB, block " << block << ", passes " << passes;
    };
    run("passes", [&](unsigned* out) { cuda::working_set_passes<true>(in.data(), out, vectors, tiles, passes); });
    run("passes_past_l1",
        [&](unsigned* out) { cuda::working_set_passes<false>(in.data(), out, vectors, tiles, passes); });
    run("tiles", [&](unsigned* out) { cuda::working_set_tiles<true>(in.data(), out, vectors, tiles, passes); });
    run("reference", [&](unsigned* out) { cuda::working_set_reference<true>(in.data(), out, vectors, passes); });
}

TEST(WorkingSet, a_single_tile)
{
    check(1024, 32, 1024);
}
TEST(WorkingSet, some_tiles_and_several_passes)
{
    check(256, 32, 4096);
    check(256, 96, 4096);
}
TEST(WorkingSet, tiles_that_do_not_divide_it)
{
    check(96, 32, 4096);
    check(96, 160, 4096);
}
TEST(WorkingSet, few_passes_where_it_is_large)
{
    check(512, 256, 1024);
}

TEST(WorkingSet, no_load_is_skipped_as_the_sliders_stand)
{
    const model::Job made = job("working_set", "passes", catalogue::initial_values(experiment("working_set"), {}));
    const auto vectors = argument<unsigned>(made, 2), tiles = argument<unsigned>(made, 3);
    EXPECT_EQ(vectors, tiles * cuda::PerThread * static_cast<unsigned>(made.block[0]));
}

TEST(WorkingSet, the_reference_is_an_entry_that_is_tested_here)
{
    EXPECT_EQ(experiment("working_set").reference.entry, "working_set_reference<true>");
}

}  // namespace
}  // namespace spillway::kernels
