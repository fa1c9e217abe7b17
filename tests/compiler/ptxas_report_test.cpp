// The reports in reports/ were printed by CUDA 13.0's nvcc and NVRTC.

#include "app/compiler/ptxas_report.h"

#include <fstream>
#include <random>
#include <sstream>

#include <gtest/gtest.h>

namespace spillway::compiler {
namespace {

std::string report_text(const std::string& name)
{
    std::ifstream file(std::string(SPILLWAY_SOURCE_DIR) + "/tests/compiler/reports/" + name);
    std::ostringstream text;
    text << file.rdbuf();
    EXPECT_FALSE(text.str().empty()) << name;
    return text.str();
}

TEST(PtxasReport, ReadsEveryNumberOfAnEntry)
{
    const auto report = parse_ptxas_report(report_text("nvrtc_slow_path.txt"));
    EXPECT_EQ(report.global_bytes, 272);
    EXPECT_EQ(report.module_constant_bytes, 16);
    ASSERT_EQ(report.functions.size(), 2U);
    const auto& entry = report.functions[0];
    EXPECT_EQ(entry.name, "_Z1kILi16EEvPKfPfi");
    EXPECT_TRUE(entry.is_entry);
    EXPECT_EQ(entry.arch, "sm_75");
    EXPECT_EQ(entry.stack_frame_bytes, 112);
    EXPECT_EQ(entry.spill_store_bytes, 0);
    EXPECT_EQ(entry.registers, 48);
    EXPECT_EQ(entry.barriers, 1);
    EXPECT_EQ(entry.cumulative_stack_bytes, 112);
    EXPECT_EQ(entry.constant_bytes, 372 + 32) << "two banks";
    EXPECT_FALSE(entry.shared_bytes);
    EXPECT_FALSE(report.functions[1].is_entry);
    EXPECT_EQ(report.functions[1].name, "__internal_trig_reduction_slowpathd");
    EXPECT_FALSE(report.functions[1].registers) << "ptxas prints no `Used` line for a called function";
}

TEST(PtxasReport, TakesNoNumberFromTheWarningsOfAKernel)
{
    const auto report = parse_ptxas_report(report_text("nvrtc_forged_by_warnings.txt"));
    ASSERT_EQ(report.functions.size(), 1U);
    const auto& entry = report.functions[0];
    EXPECT_EQ(entry.registers, 8);
    EXPECT_EQ(entry.stack_frame_bytes, 0);
    EXPECT_FALSE(entry.cumulative_stack_bytes);
    EXPECT_FALSE(entry.shared_bytes);
    EXPECT_FALSE(entry.constant_bytes);
}

TEST(PtxasReport, ReadsNvccsAndNvrtcsLayoutAlike)
{
    const auto nvcc = parse_ptxas_report(report_text("nvcc_several_functions.txt"));
    const auto nvrtc = parse_ptxas_report(report_text("nvrtc_several_functions.txt"));
    for (const auto* report : {&nvcc, &nvrtc}) {
        ASSERT_EQ(report->functions.size(), 3U);
        ASSERT_TRUE(report->find("plain"));
        EXPECT_EQ(report->find("plain")->stack_frame_bytes, 16);
        EXPECT_EQ(report->find("plain")->registers, 10);
        EXPECT_EQ(report->find("other")->stack_frame_bytes, 0);
        EXPECT_TRUE(report->find("other")->is_entry);
        EXPECT_FALSE(report->find("_Z3fooPfi")->is_entry);
    }
    EXPECT_EQ(nvcc.find("plain")->constant_bytes, 364);
    EXPECT_FALSE(nvrtc.find("plain")->constant_bytes) << "gone on sm_90";
}

TEST(PtxasReport, KnowsWhetherTheCapWasTaken)
{
    const auto taken = parse_ptxas_report(report_text("nvrtc_spills_under_cap.txt"));
    ASSERT_EQ(taken.functions.size(), 1U);
    EXPECT_EQ(taken.functions[0].cap_taken, 32);
    EXPECT_EQ(taken.functions[0].spill_store_bytes, 560);
    EXPECT_EQ(taken.functions[0].spill_load_bytes, 560);

    const auto raised = parse_ptxas_report(report_text("nvrtc_cap_raised.txt"));
    EXPECT_EQ(raised.cap_raised_to, 24);
    EXPECT_EQ(raised.functions.at(0).cap_taken, 24);
    ASSERT_EQ(raised.warnings.size(), 1U);

    const auto overridden = parse_ptxas_report(report_text("nvrtc_bound_overrides_cap.txt"));
    EXPECT_FALSE(overridden.functions.at(0).cap_taken);
    EXPECT_EQ(overridden.bound_allows, 255);
}

TEST(PtxasReport, KeepsErrorsAndSharedMemory)
{
    const auto too_big = parse_ptxas_report(report_text("nvcc_shared_too_big.txt"));
    ASSERT_EQ(too_big.errors.size(), 1U);
    EXPECT_NE(too_big.errors[0].find("(0x13880 bytes, 0xc000 max)"), std::string::npos);
    EXPECT_EQ(too_big.functions.at(0).shared_bytes, 80000);

    EXPECT_TRUE(parse_ptxas_report(report_text("nvrtc_error_swallowed.txt")).errors.empty());
    EXPECT_EQ(parse_ptxas_report(report_text("nvrtc_ptx_syntax_error.txt")).errors.size(), 2U);
    EXPECT_EQ(parse_ptxas_report(report_text("nvrtc_spills_to_shared.txt")).functions.at(0).shared_bytes, 19456);
}

TEST(PtxasReport, ReadsOlderPartsAndToleratesMissingOnes)
{
    const auto report = parse_ptxas_report(
        "ptxas info    : Compiling entry function 'k' for 'sm_52'\r\n"
        "ptxas info    : Used 16 registers, 48 bytes lmem, 12 bytes smem, 344 bytes cmem[0], 8 bytes cmem[2], 1 "
        "textures\n"
        "ptxas info    : Function properties for \n"
        "    99 bytes stack frame, 99 bytes spill stores, 99 bytes spill loads\n"
        "ptxas info    : Compiling entry function 'silent' for 'sm_75'\n");
    ASSERT_EQ(report.functions.size(), 2U);
    EXPECT_EQ(report.functions[0].local_bytes, 48);
    EXPECT_EQ(report.functions[0].shared_bytes, 12);
    EXPECT_EQ(report.functions[0].constant_bytes, 352);
    EXPECT_FALSE(report.functions[0].stack_frame_bytes) << "properties without a name belong to no function";
    EXPECT_FALSE(report.functions[1].registers);
}

TEST(PtxasReport, ReadsTheLinkersNumbersBelowIt)
{
    const auto report = parse_ptxas_report(
        "ptxas info    : Compiling entry function 'k' for 'sm_90'\n"
        "ptxas info    : Function properties for k\n"
        "    32 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
        "ptxas info    : Used 24 registers, used 0 barriers\n"
        "ptxas info    : Compiling entry function 'deep' for 'sm_90'\n"
        "ptxas info    : Used 24 registers, used 0 barriers\n"
        "nvlink warning : Stack size for entry function 'deep' cannot be statically determined\n"
        "nvlink error   : Undefined reference to '_Z5otherPf' in 'a.cubin'\n"
        "nvlink info    : 0 bytes gmem\n"
        "nvlink info    : Function properties for 'k':\n"
        "nvlink info    : used 38 registers, used 0 barriers, 104 stack, 0 bytes smem, 548 bytes cmem[0], 0 bytes "
        "lmem\n"
        "nvlink info    : Function properties for 'deep':\n"
        "nvlink info    : used 34 registers, used 0 barriers, 0 stack, 0 bytes smem, 552 bytes cmem[0], 0 bytes lmem\n"
        "nvlink info    : Function properties for 'runtime_of_cuda':\n"
        "nvlink info    : used 10 registers, used 0 barriers, 0 stack, 0 bytes smem, 536 bytes cmem[0], 0 bytes "
        "lmem\n");
    ASSERT_EQ(report.functions.size(), 2U);
    const PtxasFunction& kernel = *report.find("k");
    EXPECT_EQ(kernel.registers, 24) << "ptxas's own stays";
    EXPECT_EQ(kernel.linked_registers, 38);
    EXPECT_EQ(kernel.linked_stack_bytes, 104);
    EXPECT_FALSE(kernel.constant_bytes);
    EXPECT_EQ(report.find("deep")->linked_registers, 34);
    EXPECT_FALSE(report.find("deep")->linked_stack_bytes) << "nvlink does not know it";
    EXPECT_EQ(report.undefined, std::vector<std::string>{"_Z5otherPf"});
}

TEST(PtxasReport, SurvivesEveryTruncationAndRandomDamage)
{
    std::mt19937 random(7);
    for (const char* name : {"nvrtc_slow_path.txt", "nvrtc_cap_raised.txt", "nvcc_shared_too_big.txt"}) {
        const std::string text = report_text(name);
        for (std::size_t end = 0; end <= text.size(); ++end) {
            const auto report = parse_ptxas_report(std::string_view(text).substr(0, end));
            EXPECT_LE(report.functions.size(), 2U);
        }
        for (int round = 0; round < 2000; ++round) {
            std::string damaged = text;
            for (int i = 0; i < 4; ++i) damaged[random() % damaged.size()] = static_cast<char>(random());
            const auto report = parse_ptxas_report(damaged);
            for (const auto& function : report.functions) EXPECT_GE(function.stack_frame_bytes.value_or(0), 0);
        }
    }
    const auto huge = parse_ptxas_report(
        "ptxas info : Compiling entry function 'k' for 'sm_90'\n"
        "ptxas info : Used 99999999999999999999 registers, 1 bytes smem\n");
    EXPECT_FALSE(huge.functions.at(0).registers);
    EXPECT_EQ(huge.functions.at(0).shared_bytes, 1);
}

}  // namespace
}  // namespace spillway::compiler
