// The line of a function's spills, from SASS as list_sass() gives it: told only where the bytes add up to ptxas's own.

#include "app/compiler/spill_place.h"

#include <gtest/gtest.h>

namespace spillway::compiler {
namespace {

const std::vector<model::ListingLine> sass = {
    {"_Z1kPf:", 0, false},
    {"    STL [R1+0x10], R4", 12, true},     // a variable of 32 bytes at the bottom of the frame
    {"    STL [R7], R4", 12, true},          // the same, by an index of the run
    {"    STL.64 [R1+0x20], R8", 20, true},  // spilled
    {".L_x_1:", 0, false},
    {"    IADD3 R1, R1, 0x4, RZ", 20, false},
    {"    @!P0 LDL.LU.64 R8, [R1+0x20]", 31, true},
    {"    LDL.128 R8, [R1+0x40]", 31, true},
    {"    LDL R3, [R7+0x4]", 33, true},
    {"$_Z1kPf$_Z4walki:", 0, false},
    {"    STL.U8 [R1+0x3], R2", 5, true},
};

model::FunctionReport spills(std::int64_t stored, std::int64_t loaded)
{
    model::FunctionReport report;
    report.spill_store_bytes = stored;
    report.spill_load_bytes = loaded;
    return report;
}

TEST(SpillPlace, reads_the_accesses_of_one_function_only)
{
    EXPECT_EQ(local_accesses(sass, "_Z1kPf").size(), 6U);
    const auto walk = local_accesses(sass, "_Z4walki");
    ASSERT_EQ(walk.size(), 1U);
    EXPECT_TRUE(walk[0].is_store);
    EXPECT_EQ(walk[0].bytes, 1);
    EXPECT_EQ(walk[0].frame_offset, 3);
    EXPECT_EQ(walk[0].line, 5);
    EXPECT_TRUE(local_accesses(sass, "_Z4walk").empty());
}

TEST(SpillPlace, is_where_most_bytes_go_to_and_fro)
{
    const auto place = find_spill_place(local_accesses(sass, "_Z1kPf"), spills(8, 24), 32);
    ASSERT_TRUE(place) << place.error().what;
    EXPECT_EQ(place->line, 31);
    EXPECT_EQ(place->store_bytes, 0);
    EXPECT_EQ(place->load_bytes, 24);
}

TEST(SpillPlace, is_not_told_where_the_bytes_do_not_add_up)
{
    EXPECT_FALSE(find_spill_place(local_accesses(sass, "_Z1kPf"), spills(12, 24), 32));
    EXPECT_FALSE(find_spill_place(local_accesses(sass, "_Z1kPf"), spills(8, 24), 0)) << "the variable's are among them";
    EXPECT_FALSE(find_spill_place({}, spills(8, 8), 0)) << "no code was read";
}

TEST(SpillPlace, is_not_told_where_it_is_of_another_file)
{
    std::vector<model::ListingLine> foreign = sass;
    for (model::ListingLine& line : foreign) line.source_line = 0;
    EXPECT_FALSE(find_spill_place(local_accesses(foreign, "_Z1kPf"), spills(8, 24), 32));
}

TEST(SpillPlace, is_not_told_without_a_disassembler_that_knows_lines)
{
    DiskCache no_cache({}, 0, [](const model::Error&) {});
    Disassembly missing(model::Error{"none was found", "", ""}, no_cache);
    const auto none = sass_with_lines(missing, {}, "kernel.cu");
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().what.find("none was found"), std::string::npos);
    Disassembly without_lines(Disassembler{"cuobjdump", true, ""}, no_cache);
    EXPECT_FALSE(sass_with_lines(without_lines, {}, "kernel.cu"));
}

}  // namespace
}  // namespace spillway::compiler
