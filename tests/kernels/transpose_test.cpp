#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "transpose.h"
}

namespace spillway::kernels {
namespace {

template <typename Element, int Tile, int Pad, int Block>
void check(const std::string& element, int side)
{
    std::vector<Element> in, wanted;
    for (int i = 0; i < side * side; ++i) in.push_back(static_cast<Element>(number(i, 250)));
    for (int x = 0; x < side; ++x)
        for (int y = 0; y < side; ++y) wanted.push_back(in[y * side + x]);
    const model::Values values{{"tile", std::int64_t{Tile}},
                               {"pad", std::int64_t{Pad}},
                               {"element", element},
                               {"block_size", std::int64_t{Block}},
                               {"elements", std::int64_t{side}}};
    const auto run = [&](const std::string& variant, auto kernel) {
        std::vector<Element> out(in.size(), static_cast<Element>(251));
        launch(job("transpose", variant, values), [&] { kernel(in.data(), out.data(), side); });
        EXPECT_EQ(out, wanted) << variant << ", tile " << Tile << ", pad " << Pad << ", side " << side;
    };
    run("reads_in_order", cuda::transpose_reads_in_order<Element, Tile, Block>);
    run("writes_in_order", cuda::transpose_writes_in_order<Element, Tile, Block>);
    run("shared", cuda::transpose_shared<Element, Tile, Block>);
    run("padded", cuda::transpose_padded<Element, Tile, Pad, Block>);
    run("swizzled", cuda::transpose_swizzled<Element, Tile, Block>);
    run("reference", cuda::transpose_reference<Element>);
}

template <typename Element, int Tile, int Pad, int Block>
void check_sides(const std::string& element)
{
    for (const int side : {1, Tile - 1, Tile, Tile + 1, 3 * Tile + 5}) check<Element, Tile, Pad, Block>(element, side);
}

TEST(Transpose, the_lessons_first_configuration)
{
    check_sides<int, 32, 1, 256>("int");
}
TEST(Transpose, a_tile_with_fewer_rows_than_the_block_has_room_for)
{
    check_sides<int, 8, 0, 1024>("int");
}
TEST(Transpose, a_block_that_is_one_row_of_the_tile)
{
    check_sides<unsigned char, 64, 8, 64>("char");
}
TEST(Transpose, large_elements)
{
    check_sides<long long, 16, 3, 128>("int64");
}

TEST(Transpose, the_reference_is_an_entry_that_is_tested_here)
{
    EXPECT_EQ(experiment("transpose").reference.entry, "transpose_reference<{element}>");
}

}  // namespace
}  // namespace spillway::kernels
