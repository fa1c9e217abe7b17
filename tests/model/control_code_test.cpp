// Bits 105 to 125 of an instruction, and which row waits for which.

#include "app/model/control_code.h"

#include <gtest/gtest.h>

namespace spillway::model {
namespace {

TEST(ControlCode, is_read_from_its_bits)
{
    // LDC R1, c[0x0][0x28] of an H200's code: 0x000e220000000800
    EXPECT_EQ(decode_control(0x711), (ControlCode{1, false, 0, std::nullopt, 0}));
    // IADD3 R1, R1, -0x100, RZ after it: 0x001fcc0007ffe0ff
    EXPECT_EQ(decode_control(0x001fcc0007ffe0ff >> 41), (ControlCode{6, true, std::nullopt, std::nullopt, 1}));
    // STL [R1+0x88], R25: 0x0103e80000100800
    EXPECT_EQ(decode_control(0x0103e80000100800 >> 41), (ControlCode{4, false, std::nullopt, 1, 0b010000}))
        << "frees barrier 1 when R25 has been read, waits for 4";
}

ListingLine with(int control)
{
    ListingLine line{"    LDG.E R4, [R2]", 1, false};
    line.control = control;
    return line;
}

constexpr int sets_2 = 0x752, quiet = 0x7f1, waits_2 = 0x7f1 | (4 << 11);

TEST(ControlCode, tells_the_row_that_waits)
{
    const std::vector<ListingLine> sass = {
        with(sets_2), with(quiet), {".L_x_1:", 0, false}, with(waits_2), with(waits_2)};
    EXPECT_EQ(row_that_waits(sass, 0), 3) << "a branch's label is within the function";
    EXPECT_FALSE(row_that_waits(sass, 1)) << "it sets none";
    EXPECT_FALSE(row_that_waits(sass, 2)) << "no instruction";
    EXPECT_FALSE(row_that_waits(sass, 9));
    const std::vector<ListingLine> two = {with(sets_2), {"$k$walk:", 0, false}, with(waits_2)};
    EXPECT_FALSE(row_that_waits(two, 0)) << "another function's";
}

}  // namespace
}  // namespace spillway::model
