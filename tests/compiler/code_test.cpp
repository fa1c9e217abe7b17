// PTX and SASS as CUDA 13.0's tools print them, shortened.

#include <gtest/gtest.h>

#include "app/compiler/ptx.h"
#include "app/compiler/sass.h"

namespace spillway::compiler {
namespace {

constexpr const char* ptx_of_three = R"(
.version 9.0
.target sm_90
.extern .func spare(.param .b64 a);
.func  (.param .b32 func_retval0) _Z3fooPfi(
	.param .b64 _Z3fooPfi_param_0
)
{
	.local .align 4 .b32 	t[2][3];
	.loc	1 1 31
	ld.local.f32 	%f1, [%rd6];
	ret;
}
	// .globl	plain
.visible .entry plain(
	.param .u64 plain_param_0
)
{
	.local .align 16 .b8 	__local_depot1[16];
	.reg .b64 	%SPL;
	.loc	1 2 0
	mov.u64 	%SPL, __local_depot1;
	.loc	1 4 28
	ld.global.f32 	%f1, [%rd2+12];
	st.local.v4.f32 	[%rd4], {%f4, %f3, %f2, %f1};
	.loc	2 77 1
	{ // callseq 0, 0
	call.uni (retval0), 
	_Z3fooPfi, 
	(
	param0
	);
	} // callseq 0
	ret;
}
.visible .entry other()
{
	.local .align 16 .b8 	__local_depot2[160];
	ret;
}
.visible .entry pointers()
{
	@%p1 call (retval0), %rd7, (param0), prototype_0;
	ret;
}
	.file	1 "/some/where/mine/kernel.cu"
	.file	2 "/usr/include/header.h"
)";

TEST(Ptx, ReadsTheLaunchBound)
{
    const auto bound = [](const std::string& words) {
        return launch_bound(".version 9.0\n.visible .entry k(\n\t.param .u64 a\n)\n" + words + "\n{\n\tret;\n}\n", "k");
    };
    EXPECT_EQ(bound(".maxntid 96\n.minnctapersm 2").max_threads, 96);
    EXPECT_FALSE(bound(".maxntid 96").only_block);
    EXPECT_EQ(bound(".maxntid 8, 4, 2").max_threads, 64);
    EXPECT_EQ(bound(".reqntid 16, 8").max_threads, 128);
    EXPECT_EQ(bound(".reqntid 16, 8").only_block, (std::vector<int>{16, 8, 1}));
    EXPECT_FALSE(bound(".reqntid 4096, 4096, 4096").max_threads) << "no GPU takes it";
    EXPECT_FALSE(bound(".maxntid 0").max_threads);
    EXPECT_FALSE(bound("").max_threads);
}

TEST(Ptx, FollowsCalls)
{
    EXPECT_EQ(reachable_functions(ptx_of_three, "plain"), (std::set<std::string>{"plain", "_Z3fooPfi"}));
    EXPECT_EQ(reachable_functions(ptx_of_three, "other"), (std::set<std::string>{"other"}));
    EXPECT_EQ(reachable_functions(ptx_of_three, "pointers"), (std::set<std::string>{"pointers", "_Z3fooPfi"}));
    EXPECT_TRUE(reachable_functions(ptx_of_three, "absent").empty());
    const std::string with_table =
        ".global .align 8 .u64 table[1] = {_Z3bigfi};\n.func _Z3bigfi(\n)\n{\nret;\n}\n.func _Z3fibi(\n)\n{\nret;\n}\n"
        ".visible .entry k(\n)\n{\nld.u64 %rd1, [table];\ncall \n%rd1, \n(\n), prototype_4;\nret;\n}\n";
    EXPECT_EQ(reachable_functions(with_table, "k"), (std::set<std::string>{"k", "_Z3bigfi"}))
        << "no pointer leads to a function whose address is not taken";
    EXPECT_TRUE(reachable_functions("", "plain").empty());
}

TEST(Ptx, APointerLeadsToFunctionsOfItsOwnShapeOnly)
{
    const std::string text =
        ".global .align 8 .u64 table[2] = {_Z3onei, _Z3twoPfi};\n"
        ".func (.param .b32 func_retval0) _Z3onei(\n.param .b32 _Z3onei_param_0\n)\n{\nret;\n}\n"
        ".func (.param .b32 func_retval0) _Z3twoPfi(\n.param .b64 _Z3twoPfi_param_0,\n.param .align 4 .b8 "
        "_Z3twoPfi_param_1[16]\n)\n{\nret;\n}\n"
        ".visible .entry k(\n)\n{\nld.u64 %rd1, [table];\n"
        "prototype_4 : .callprototype (.param .b32 _) _ (.param .b64 _, .param .align 4 .b8 _[16]);\n"
        "call (retval0), \n%rd1, \n(\nparam0,\nparam1\n), prototype_4;\nret;\n}\n";
    EXPECT_EQ(reachable_functions(text, "k"), (std::set<std::string>{"k", "_Z3twoPfi"}));
    std::string other = text;
    other.replace(other.find("_[16]"), 5, "_[32]");
    EXPECT_EQ(reachable_functions(other, "k"), (std::set<std::string>{"k"}));
}

TEST(Ptx, AllocaIsAStackOfUnknownSize)
{
    const std::string text = ".visible .entry k(\n)\n{\nalloca.u64 %rd1, %rd2;\nret;\n}\n";
    EXPECT_TRUE(unbounded_calls(text, "k").allocates);
    EXPECT_FALSE(unbounded_calls(".visible .entry k(\n)\n{\nret;\n}\n", "k").allocates);
}

TEST(Ptx, AddsUpLocalMemoryOfReachableFunctions)
{
    const auto inspection = inspect_ptx(ptx_of_three, reachable_functions(ptx_of_three, "plain"));
    EXPECT_EQ(inspection.local_bytes, 16 + 24);
    EXPECT_EQ(inspection.local_bytes_by_function.at("plain"), 16);
    EXPECT_EQ(inspection.local_bytes_by_function.at("_Z3fooPfi"), 24);
    EXPECT_FALSE(inspection.local_bytes_by_function.contains("other"));
}

const model::ListingLine* find_line(const std::vector<model::ListingLine>& lines, const std::string& text)
{
    for (const auto& line : lines) {
        if (line.text.find(text) != std::string::npos) return &line;
    }
    return nullptr;
}

TEST(Ptx, ListsLinesWithTheirSource)
{
    const auto lines = list_ptx(ptx_of_three, reachable_functions(ptx_of_three, "plain"), "mine/kernel.cu");
    ASSERT_TRUE(find_line(lines, "st.local.v4"));
    EXPECT_EQ(find_line(lines, "st.local.v4")->source_line, 4);
    EXPECT_TRUE(find_line(lines, "st.local.v4")->touches_local);
    EXPECT_FALSE(find_line(lines, "ld.global")->touches_local);
    EXPECT_TRUE(find_line(lines, "__local_depot1[16]")->touches_local);
    EXPECT_EQ(find_line(lines, "call.uni")->source_line, 0) << "code of a header";
    EXPECT_FALSE(find_line(lines, ".loc\t"));
    EXPECT_FALSE(find_line(lines, "__local_depot2"));
}

constexpr const char* nvdisasm_text = R"(	.target	sm_90

//--------------------- .text.other               --------------------------
	.section	.text.other,"ax",@progbits
other:
.text.other:
        /*0000*/                   STL [R1], R4 ;
//--------------------- .text.plain               --------------------------
	.section	.text.plain,"ax",@progbits
        .type           plain,@function
plain:
.text.plain:
	//## File "/some/where/mine/kernel.cu", line 2
        /*0000*/                   LDC R1, c[0x0][0x28] ;
        /*00a0*/                   STL.128 [R1], R4 ;
	//## File "/usr/include/header.h", line 9
        /*00b0*/              @!P0 CALL.REL.NOINC `($plain$_Z3fooPfi) ;
.L_x_3:
        /*0100*/                   EXIT ;
        .type           $plain$_Z3fooPfi,@function
$plain$_Z3fooPfi:
	//## File "/some/where/mine/kernel.cu", line 1
        /*0160*/              @P1  LDL R0, [R0+UR4] ;
        /*0190*/                   RET.REL.NODEC R2 `(plain) ;
.L_x_1:
        /*01a0*/                   BRA `(.L_x_1);
        /*01b0*/                   NOP;
        /*01c0*/                   NOP;
.L_x_4:
	.section	.nv.info,"",@"SHT_CUDA_INFO"
        /*0000*/ 	.byte	0x04
)";

TEST(Sass, CountsTheEntryAndWhatItCalls)
{
    const auto lines = read_sass({nvdisasm_text, {}, {}}, "plain", "mine/kernel.cu").lines;
    const auto counts = count_sass(lines);
    EXPECT_EQ(counts.local_loads, 1);
    EXPECT_EQ(counts.local_stores, 1);
    EXPECT_EQ(counts.instructions, 7) << "without the padding";
    EXPECT_EQ(find_line(lines, "STL.128")->source_line, 2);
    EXPECT_TRUE(find_line(lines, "STL.128")->touches_local);
    EXPECT_EQ(find_line(lines, "CALL.REL")->source_line, 0);
    EXPECT_EQ(find_line(lines, "LDL R0")->source_line, 1);
    EXPECT_TRUE(find_line(lines, "$plain$_Z3fooPfi:"));
}

TEST(Sass, CountsTheInstructionsOfFeatures)
{
    std::vector<model::ListingLine> lines;
    for (const char* text :
         {"    REDUX.SUM UR4, R2 ;", "    @P0 SHFL.BFLY PT, R3, R2, 0x1, 0x1f ;", "    SHFL.IDX PT, R3, R2, R4, 0x1f ;",
          "    ATOMS.CAST.SPIN R4, [R2], R4, R5 ;", "    ATOMG.E.ADD R4, desc[UR4][R2.64], R4 ;",
          "    LDC R2, c[0x3][R4] ;", "    LDC.64 R2, c[0x0][0x210] ;", "    ULDC UR5, c[0x3][UR4] ;",
          "    LDCU.128 UR8, c[0x3][URZ] ;", "    FFMA R0, R0, c[0x3][0x4], R1 ;"})
        lines.emplace_back().text = text;
    const auto counts = count_sass(lines);
    EXPECT_EQ(counts.warp_sums, 1);
    EXPECT_EQ(counts.shuffles, 2);
    EXPECT_EQ(counts.shared_atomics, 1);
    EXPECT_EQ(counts.lane_constants, 1);
    EXPECT_EQ(counts.uniform_constants, 2);
}

TEST(Sass, ReadsTuringsSections)
{
    const auto lines = read_sass({"\t.section\t.text.k,\"ax\",@progbits\n"
                                  "\t.sectioninfo\t@\"SHI_REGISTERS=9\"\n"
                                  "k:\n"
                                  ".text.k:\n"
                                  "        /*0000*/                   LDL R2, [R1] ;\n"
                                  "        /*0010*/                   EXIT ;\n",
                                  {},
                                  {}},
                                 "k", "kernel.cu")
                           .lines;
    EXPECT_EQ(count_sass(lines).instructions, 2);
    EXPECT_EQ(count_sass(lines).local_loads, 1);
}

TEST(Sass, ReadsCuobjdumpToo)
{
    const auto lines =
        read_sass({"\t\tFunction : k\n"
                   "\t.headerflags\t@\"EF_CUDA_SM75\"\n"
                   "        /*0000*/                   LDL.64 R2, [R1] ;      /* 0x00000a00ff017624 */\n"
                   "                                                          /* 0x000fe400078e00ff */\n"
                   "        /*0010*/                   EXIT ;                 /* 0x0000000000047306 */\n"
                   "\t\tFunction : other\n"
                   "        /*0000*/                   STL [R1], R2 ;         /* 0x00000a00ff017624 */\n",
                   {},
                   {}},
                  "k", "kernel.cu")
            .lines;
    const auto counts = count_sass(lines);
    EXPECT_EQ(counts.instructions, 2);
    EXPECT_EQ(counts.local_loads, 1);
    EXPECT_EQ(counts.local_stores, 0);
}

}  // namespace
}  // namespace spillway::compiler
