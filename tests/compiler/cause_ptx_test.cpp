// Local memory in PTX: the use of one object among others, and the source line of an inlined instruction.

#include "app/compiler/causes/cause_ptx.h"

#include <string>

#include <gtest/gtest.h>

namespace spillway::compiler {
namespace {

/// A kernel with 192 bytes of local memory, whose body follows a `.loc` for line 3.
PtxLocals locals_of(const std::string& body)
{
    const std::string ptx =
        ".visible .entry k(\n)\n{\n.local .align 16 .b8 __local_depot0[192];\n.loc 1 3 1\n"
        "mov.u64 %SPL, __local_depot0;\n" +
        body + "ret;\n}\n.file 1 \"k.cu\"\n";
    const auto all = read_ptx_locals(ptx, "k.cu");
    return all.empty() ? PtxLocals{} : all.front();
}

TEST(CausePtx, AnIndexIsThatOfTheObjectItStartsFrom)
{
    const PtxLocals locals = locals_of(
        "add.u64 %rd1, %SPL, 64;\nst.local.f32 [%SPL+4], %f1;\n.loc 1 7 1\nadd.s64 %rd3, %rd1, %rd2;\n"
        "ld.local.f32 %f2, [%rd3];\n");
    EXPECT_TRUE(object_use(locals, 64, 128).is_indexed);
    EXPECT_EQ(object_use(locals, 64, 128).indexed_line, 7);
    EXPECT_FALSE(object_use(locals, 0, 64).is_indexed) << "it is stored at a constant offset";
    EXPECT_FALSE(object_use(locals, 64, 128).is_chosen);
    EXPECT_EQ(first_use_line(locals), 3);
}

TEST(CausePtx, TheOffsetOfAnAccessCounts)
{
    const PtxLocals locals = locals_of("add.s64 %rd3, %SPL, %rd2;\nst.local.f32 [%rd3+64], %f1;\n");
    EXPECT_TRUE(object_use(locals, 64, 128).is_indexed);
    EXPECT_FALSE(object_use(locals, 0, 64).is_indexed);
}

TEST(CausePtx, ARegisterWithOneOfTwoAddressesChooses)
{
    const std::string two = "add.u64 %rd1, %SPL, 0;\nadd.u64 %rd2, %SPL, 64;\n";
    const PtxLocals selected =
        locals_of(two + ".loc 1 9 1\nselp.b64 %rd3, %rd1, %rd2, %p1;\nld.local.f32 %f1, [%rd3];\n");
    for (const std::int64_t offset : {0, 64}) {
        EXPECT_TRUE(object_use(selected, offset, 64).is_chosen);
        EXPECT_EQ(object_use(selected, offset, 64).chosen_line, 9);
    }
    EXPECT_FALSE(object_use(selected, 128, 64).is_chosen);
    const PtxLocals swapped = locals_of(two + "$L1:\nst.local.f32 [%rd1], %f1;\nmov.u64 %rd5, %rd1;\n" +
                                        "mov.u64 %rd1, %rd2;\nmov.u64 %rd2, %rd5;\nbra $L1;\n");
    EXPECT_TRUE(object_use(swapped, 0, 64).is_chosen);
    EXPECT_TRUE(object_use(swapped, 64, 64).is_chosen);
}

TEST(CausePtx, ALoopOverOneObjectChoosesNone)
{
    const PtxLocals locals =
        locals_of("add.u64 %rd1, %SPL, 64;\n$L1:\nst.local.f32 [%rd1], %f1;\nadd.s64 %rd1, %rd1, 4;\nbra $L1;\n");
    EXPECT_TRUE(object_use(locals, 64, 128).is_indexed);
    EXPECT_FALSE(object_use(locals, 64, 128).is_chosen);
    EXPECT_FALSE(object_use(locals, 0, 64).is_indexed);
}

TEST(CausePtx, AStoredAddressEscapesAlone)
{
    const PtxLocals locals =
        locals_of("add.u64 %rd1, %SPL, 64;\n.loc 1 5 1\nst.param.b64 [param0+0], %rd1;\nst.local.f32 [%SPL], %f1;\n");
    EXPECT_TRUE(object_use(locals, 64, 128).escapes);
    EXPECT_EQ(object_use(locals, 64, 128).escape_line, 5);
    EXPECT_FALSE(object_use(locals, 0, 64).escapes);
    EXPECT_TRUE(whole_use(locals).escapes);
}

TEST(CausePtx, AnInlinedLineLeadsToTheSource)
{
    const std::string ptx =
        ".visible .entry k(\n)\n{\n.loc 2 10 3, function_name $L1, inlined_at 1 7 9\nadd.f32 %f1, %f1, %f1;\n"
        ".loc 3 84 3, function_name $L2, inlined_at 2 10 3\nadd.f32 %f1, %f1, %f1;\n"
        ".loc 3 99 3\nadd.f32 %f1, %f1, %f1;\n}\n"
        ".file 1 \"k.cu\"\n.file 2 \"/a/mine.cuh\"\n.file 3 \"/a/toolkit.hpp\"\n";
    EXPECT_EQ(source_line_of_ptx(ptx, 5, "k.cu"), 7);
    EXPECT_EQ(source_line_of_ptx(ptx, 7, "k.cu"), 7) << "over two levels";
    EXPECT_EQ(source_line_of_ptx(ptx, 9, "k.cu"), 0) << "inlined nowhere";
    EXPECT_EQ(source_line_of_ptx(ptx, 0, "k.cu"), 0);
}

}  // namespace
}  // namespace spillway::compiler
