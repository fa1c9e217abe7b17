// Live registers, spills and control bits of each line, from nvdisasm's text and from the real compiler's code.

#include "app/compiler/line_needs.h"

#include <gtest/gtest.h>

#include "app/catalogue/catalogue.h"
#include "app/compiler/compile_service.h"
#include "tests/support/scratch_folder.h"

namespace spillway::compiler {
namespace {

/// Output of nvdisasm 13.5 for code that ptxas 13.0 annotated.
const SassTexts annotated = {
    R"(	.section	.text._Z1kPf,"ax",@progbits
_Z1kPf  /*                  (* "instr/R-regs: 9 instructions, 32 R-regs" *)*/  :
.text._Z1kPf:
	//## File "/some/where/mine/kernel.cu", line 12
	//## File ".nv_debug_ptx_txt", line 40
        /*0000*/                   STL [R1+0x10], R4 ;                           /* 0x0000a00501007387 */
                                                                                 /* 0x0001e20000100800 */
	//## File "/some/where/mine/kernel.cu", line 20
	//## File ".nv_debug_ptx_txt", line 41
.L_x_7:
        /*0010*/              @!P0 STL.64 [R1+0x20], R8  (*"SpillRefill"*);      /* 0x0000a00501007387 */
                                                                                 /* 0x000fe20000100800 */
.L_x_1:
        /*0020*/                   LDS R8, [R3]  (*"SpillRefill","0x80000010 - Not unrolled; why"*);   /* 0x0 */
	//## File "/some/where/mine/kernel.cu", line 31
        /*0030*/                   LDL.LU.128 R8, [R1+0x40]  (*"SpillRefill"*);  /* 0x0000a00501007983 */
                                                                                 /* 0x001fe20000300800 */
        /*0040*/                   BRA `(.L_x_1);
$_Z1kPf$_Z4walki:
	//## File "/usr/include/header.h", line 9
        /*0050*/                   STL.U8 [R1+0x3], R2  (*"SpillRefill"*);
)",
    R"(	.section	.text._Z1kPf,"ax",@progbits
                                                           // +-------+--------+
                                                           // | PRED  | GPR    |
                                                           // |   #   |   #    |
_Z1kPf  /*  (* "instr/R-regs: 9 instructions, 32 R-regs" *)*/  : // |     |  |
.text._Z1kPf:                                              // |       |        |
        /*0000*/      STL [R1+0x10], R4 ;                  // |       |   5    |
.L_x_7:                                                    // |       |   9    |
        /*0010*/ @!P0 STL.64 [R1+0x20], R8  (*"SpillRefill"*);   // |  1  |  72  |
        /*0020*/      LDS R8, [R3]  (*"SpillRefill"*);     // |   1   |   64   |
        /*0030*/      LDL.LU.128 R8, [R1+0x40]  (*"SpillRefill"*);  // |    |  10  |
        /*0040*/      BRA `(.L_x_1);                       // |       |   3    |
$_Z1kPf$_Z4walki:                                          // |       |        |
        /*0050*/      STL.U8 [R1+0x3], R2  (*"SpillRefill"*);  // |   |        |
)",
    {}};

std::vector<std::string> texts_of(const SassCode& code)
{
    std::vector<std::string> texts;
    for (const model::ListingLine& line : code.lines) texts.push_back(line.text);
    return texts;
}

TEST(SassMarks, are_separate_from_the_code)
{
    const SassCode code = read_sass(annotated, "_Z1kPf", "mine/kernel.cu");
    const std::vector<std::string> expected = {
        "_Z1kPf:",           "    STL [R1+0x10], R4", "    @!P0 STL.64 [R1+0x20], R8",
        ".L_x_1:",           "    LDS R8, [R3]",      "    LDL.LU.128 R8, [R1+0x40]",
        "    BRA `(.L_x_1)", "$_Z1kPf$_Z4walki:",     "    STL.U8 [R1+0x3], R2"};
    EXPECT_EQ(texts_of(code), expected) << "without the label that no branch targets";
    EXPECT_TRUE(code.is_annotated);
    EXPECT_FALSE(code.lines[1].spills) << "a variable of the program";
    EXPECT_EQ(code.lines[2].spills, (model::SpillBytes{8, 0, 0, 0}));
    EXPECT_EQ(code.lines[4].spills, (model::SpillBytes{0, 0, 0, 4}));
    EXPECT_EQ(code.lines[5].spills, (model::SpillBytes{0, 16, 0, 0}));
    EXPECT_EQ(code.ptx_lines, (std::vector<int>{0, 40, 41, 0, 41, 41, 41, 0, 41}));
}

TEST(SassMarks, give_live_registers_and_control_bits)
{
    const SassCode code = read_sass(annotated, "_Z1kPf", "mine/kernel.cu");
    ASSERT_TRUE(code.has_live);
    EXPECT_EQ(code.lines[0].live_registers, std::nullopt) << "a label";
    EXPECT_EQ(code.lines[1].live_registers, 5) << "general-purpose ones, in the second column here";
    EXPECT_EQ(code.lines[2].live_registers, 72);
    EXPECT_EQ(code.lines[8].live_registers, 0) << "an empty cell means no live registers";
    EXPECT_EQ(code.lines[1].control, 0x0001e20000100800 >> 41);
    EXPECT_FALSE(code.lines[6].control) << "no encoding was printed";
}

TEST(SassMarks, are_read_from_one_text_with_everything)
{
    const std::string text =
        "\t.section\t.text.k,\"ax\",@progbits\n"
        " // +------+\n // | GPR |\n // |  #  |\n"
        "/*0000*/ LDC R1, c[0x0][0x28] ;  /* 0x00000a00ff017b82 */ // |     |\n"
        "                                 /* 0x000e220000000800 */ // |  1  |\n"
        "/*0010*/ EXIT ;                  /* 0x000000000000794d */ // |     |\n"
        "                                 /* 0x000fea0003800000 */ // |     |\n";
    const SassCode code = read_sass({text, {}, {}}, "k", "kernel.cu");
    ASSERT_EQ(code.lines.size(), 2U);
    EXPECT_EQ(code.lines[0].live_registers, 1);
    EXPECT_EQ(code.lines[1].live_registers, 0);
    EXPECT_EQ(code.lines[0].control, 0x711);
    EXPECT_FALSE(code.is_annotated);
    EXPECT_NE(code.why_not_annotated.value_or("").find("13.5"), std::string::npos);
}

TEST(SassMarks, are_not_taken_from_other_code)
{
    SassTexts other = annotated;
    other.life = "\t.section\t.text._Z1kPf,\"ax\",@progbits\n// | GPR |\n/*0000*/ EXIT ; // | 3 |\n";
    const SassCode code = read_sass(other, "_Z1kPf", "mine/kernel.cu");
    EXPECT_FALSE(code.has_live);
    EXPECT_TRUE(code.why_not_live);
    EXPECT_FALSE(figures_of(code, "_Z1kPf").peak_live_registers);
}

TEST(SassMarks, may_lack_the_padding_of_the_end)
{
    SassTexts padded = annotated;
    padded.code += "        /*0060*/                   NOP;\n";
    const SassCode code = read_sass(padded, "_Z1kPf", "mine/kernel.cu");
    EXPECT_TRUE(code.has_live);
    EXPECT_FALSE(code.lines.back().live_registers);
    padded.code += "        /*0070*/                   EXIT;\n";
    EXPECT_FALSE(read_sass(padded, "_Z1kPf", "mine/kernel.cu").has_live);
}

TEST(LineNeeds, add_up_by_function_and_by_line)
{
    SassCode code = read_sass(annotated, "_Z1kPf", "mine/kernel.cu");
    EXPECT_EQ(spills_of(code, "_Z1kPf"), (model::SpillBytes{8, 16, 0, 4}));
    EXPECT_EQ(spills_of(code, "_Z4walki"), (model::SpillBytes{1, 0, 0, 0}));
    EXPECT_EQ(spills_of(code, "_Z4walk").total(), 0);

    const auto lines = needs_of_source(code);
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[1].line, 20);
    EXPECT_EQ(lines[1].live_registers, 72);
    EXPECT_EQ(lines[1].spills, (model::SpillBytes{8, 0, 0, 4}));

    std::vector<model::ListingLine> listing(3);
    put_needs(listing, {39, 40, 41}, code);
    EXPECT_FALSE(listing[0].live_registers);
    EXPECT_EQ(listing[1].live_registers, 5);
    EXPECT_EQ(listing[2].live_registers, 72);
    EXPECT_EQ(listing[2].spills, (model::SpillBytes{9, 16, 0, 4})) << "of both functions";

    const auto figures = figures_of(code, "_Z1kPf");
    EXPECT_EQ(figures.peak_live_registers, 72);
    EXPECT_EQ(figures.shared_spill_store_bytes, 0);
    EXPECT_EQ(figures.shared_spill_load_bytes, 4);
    EXPECT_EQ(figures.sass.local_stores, 3);
}

TEST(SpillPlace, is_the_line_with_the_most_bytes)
{
    const SassCode code = read_sass(annotated, "_Z1kPf", "mine/kernel.cu");
    const auto place = find_spill_place(code, "_Z1kPf");
    ASSERT_TRUE(place) << place.error().what;
    EXPECT_EQ(place->line, 31);
    EXPECT_EQ(place->store_bytes, 0);
    EXPECT_EQ(place->load_bytes, 16);
    EXPECT_TRUE(place->header.empty());
    const auto walk = find_spill_place(code, "_Z4walki");
    ASSERT_TRUE(walk) << walk.error().what;
    EXPECT_EQ(walk->header, "header.h");
    EXPECT_EQ(walk->line, 9);
    EXPECT_FALSE(find_spill_place(code, "_Z5otheri")) << "it has no marked instruction";
    const auto in_header = find_spill_place(read_sass(annotated, "_Z1kPf", "other.cu"), "_Z1kPf");
    ASSERT_TRUE(in_header) << in_header.error().what;
    EXPECT_EQ(in_header->header, "kernel.cu");
    EXPECT_EQ(in_header->line, 31);
}

TEST(SpillPlace, is_unknown_without_marks)
{
    SassCode code = read_sass(annotated, "_Z1kPf", "mine/kernel.cu");
    code.is_annotated = false;
    code.why_not_annotated = "an old one";
    const auto place = find_spill_place(code, "_Z1kPf");
    ASSERT_FALSE(place);
    EXPECT_NE(place.error().what.find("an old one"), std::string::npos);
}

}  // namespace
}  // namespace spillway::compiler
