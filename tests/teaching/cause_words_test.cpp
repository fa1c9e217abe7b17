#include "app/teaching/cause_words.h"

#include <gtest/gtest.h>

#include "app/teaching/access_words.h"

namespace spillway::teaching {
namespace {

using model::Cause;
using model::CauseKind;

TEST(CauseWords, are_one_sentence)
{
    EXPECT_EQ(causes_sentence({}), "This kernel keeps nothing in local memory.");
    EXPECT_EQ(causes_sentence({{CauseKind::dynamic_index, 0, "window", "k", 3, ""}}),
              "The PTX asks for local memory, but ptxas removed it.");
    EXPECT_EQ(causes_sentence({{CauseKind::dynamic_index, 128, "window", "k", 3, ""}}),
              "128 bytes in each thread: window, indexed at run time.");
    EXPECT_EQ(causes_sentence({{CauseKind::spill, 96, std::nullopt, "k", std::nullopt, ""},
                               {CauseKind::library_function, 40, "sin", "k", 9, ""}}),
              "136 bytes in each thread: spilled registers, because registers ran out; sin, inside CUDA's library.");
}

TEST(CauseWords, have_words_for_every_kind)
{
    for (const CauseKind kind :
         {CauseKind::dynamic_index, CauseKind::too_large, CauseKind::spill, CauseKind::address_taken,
          CauseKind::call_stack, CauseKind::library_function, CauseKind::parameter_copy}) {
        EXPECT_EQ(cause_words(kind).kind, kind);
        EXPECT_NE(cause_words(kind).remedy, nullptr);
    }
    EXPECT_EQ(cause_words(CauseKind::unknown).remedy, nullptr) << "an unknown cause has no remedy";
}

TEST(CauseWords, tell_a_stack_of_unknown_depth_by_its_level)
{
    model::CompileReport report;
    report.stack_level_bytes = 104;
    EXPECT_EQ(
        causes_sentence({{CauseKind::call_stack, 104, "visit", "visit", 4, ""}}, &report),
        "104 bytes in each thread for each level of recursion, whose depth is unknown: visit, saved during calls.");
    report.stack_frame_bytes = 16;
    EXPECT_EQ(
        causes_sentence({{CauseKind::call_stack, 120, "visit", "visit", 4, ""}}, &report),
        "16 bytes in each thread, and 104 bytes for each level of recursion, whose depth is unknown: visit, saved "
        "during calls.");
    report.stack_frame_bytes = 0;
    report.stack_level_bytes = 0;
    EXPECT_EQ(
        causes_sentence({{CauseKind::call_stack, 8, "f", "f", 4, ""}}, &report),
        "An unknown number of bytes for functions called through a pointer or for alloca(): f, saved during calls.");
    EXPECT_EQ(causes_sentence({}, &report),
              "An unknown number of bytes for functions called through a pointer or for alloca().");
}

TEST(CauseWords, do_not_deny_a_stack_that_ptxas_does_not_count)
{
    model::SassInspection sass;
    EXPECT_EQ(causes_sentence({}, nullptr, &sass), "This kernel keeps nothing in local memory.");
    sass.local_loads = 1;
    sass.local_stores = 8;
    EXPECT_NE(causes_sentence({}, nullptr, &sass).find("the machine code has 9 loads and stores of it"),
              std::string::npos);
}

TEST(CauseWords, advise_nothing_for_what_ptxas_solved)
{
    EXPECT_EQ(cause_remedy({CauseKind::parameter_copy, 0, "t", "k", 3, ""}), "");
}

TEST(CauseWords, show_the_repair_that_was_compiled)
{
    Cause cause{CauseKind::parameter_copy, 264, "t", "k", 3, ""};
    EXPECT_EQ(cause_remedy(cause), cause_words(CauseKind::parameter_copy).remedy);
    cause.repair = model::Repair{model::RepairKind::grid_constant, "const __grid_constant__ T t", 30, 0, 0};
    EXPECT_EQ(
        cause_remedy(cause),
        "Compiled with this change: const __grid_constant__ T t. The stack frame then has 0 bytes, and the kernel "
        "takes 30 registers.");
    EXPECT_EQ(cause_remedy({CauseKind::unknown, 8, std::nullopt, "k", 3, ""}), "");
}

catalogue::WarpAccess every(std::int64_t stride_bytes)
{
    catalogue::WarpAccess warp;
    for (int lane = 0; lane < catalogue::warp_lanes; ++lane)
        warp.addresses[static_cast<std::size_t>(lane)] = lane * stride_bytes;
    return warp;
}

TEST(AccessWords, say_what_is_touched)
{
    model::Access access;
    EXPECT_EQ(access_sentence(access, every(4)),
              "32 lanes ask for 128 bytes and touch 4 sectors of 1 line: no byte moves needlessly.");
    EXPECT_EQ(access_sentence(access, every(32)),
              "32 lanes ask for 128 bytes and touch 32 sectors of 8 lines: 896 more bytes move than were requested.");
    EXPECT_EQ(lane_sentence(access, every(32), 5), "Lane 5: bytes 160 to 163, sector 5, line 1");
    EXPECT_TRUE(access_figures(access, every(32)).front().is_worst);
    EXPECT_FALSE(access_figures(access, every(4)).front().is_worst);
    access.memory = model::AccessMemory::shared;
    EXPECT_EQ(access_sentence(access, every(4)), "32 lanes ask and no two different words share a bank: no conflict.");
    EXPECT_EQ(access_sentence(access, every(128)),
              "32 lanes ask and up to 32 different words are in one bank: 32 turns instead of 1.");
    EXPECT_EQ(lane_sentence(access, every(128), 2), "Lane 2: bytes 256 to 259, word 64, bank 0");
    catalogue::WarpAccess wide = every(16);
    wide.bytes = 16;
    EXPECT_EQ(access_sentence(access, wide),
              "32 lanes ask, 8 at a time, and in no group do two different words share a bank: no conflict.");
    access.memory = model::AccessMemory::constant;
    EXPECT_EQ(access_sentence(access, every(0)), "32 lanes ask for 1 word: one answer for all.");
}

}  // namespace
}  // namespace spillway::teaching
