// Lanes of a warp that do not all go the same way: groups with member masks, early returns, __syncwarp on two paths.
#include <cstring>

#include <gtest/gtest.h>

#include "app/ptx/machine.h"
#include "app/ptx/reader.h"
#include "tests/ptx/small_kernel.h"

namespace spillway {
namespace {

using ptx::FaultKind;
using tests::run_small;
using tests::run_with_output;
using tests::small_kernel;

/// Words that the 32 threads of a kernel write; the test fails at a fault.
std::vector<std::uint32_t> words_of(const std::string& body)
{
    std::vector<std::byte> output(4096);
    const std::string address = "mul.wide.u32 %rd9, %r1, 4; add.s64 %rd9, %rd1, %rd9;\n";
    const ptx::RunResult result = run_with_output(output, small_kernel(address + body));
    EXPECT_FALSE(result.fault) << ptx::sentence(*result.fault);
    EXPECT_TRUE(result.findings.empty()) << ptx::sentence(result.findings.front());
    std::vector<std::uint32_t> words(32);
    std::memcpy(words.data(), output.data(), 128);
    return words;
}

/// %r10 is the mask of the half warp that the lane is in.
const std::string half_mask = "and.b32 %r9, %r1, 16; mov.u32 %r10, 0xffff; shl.b32 %r10, %r10, %r9;\n";

TEST(MemberMasks, OfTwoGroupsEachExchangeWithinTheirs)
{
    const auto sums = words_of(half_mask + "redux.sync.add.s32 %r11, %r1, %r10; st.global.u32 [%rd9], %r11;\n");
    EXPECT_EQ(sums[0], 120U);
    EXPECT_EQ(sums[31], 376U) << "16 + ... + 31";
    const auto ballots = words_of(half_mask +
                                  "setp.ge.u32 %p1, %r1, 12;\n"
                                  "vote.sync.ballot.b32 %r11, %p1, %r10; st.global.u32 [%rd9], %r11;\n");
    EXPECT_EQ(ballots[3], 0xf000U);
    EXPECT_EQ(ballots[20], 0xffff0000U);
    const auto shuffled = words_of(half_mask +
                                   "shfl.sync.down.b32 %r11, %r1, 1, 4127, %r10;\n"
                                   "st.global.u32 [%rd9], %r11;\n");
    EXPECT_EQ(shuffled[14], 15U);
    EXPECT_EQ(shuffled[30], 31U);
    const auto elected = words_of(half_mask + "elect.sync %r11|%p1, %r10; st.global.u32 [%rd9], %r11;\n");
    EXPECT_EQ(elected[5], 0U);
    EXPECT_EQ(elected[17], 16U);
}

TEST(MemberMasks, ThatDifferWithinAGroupAreAFault)
{
    // Lanes 0 to 15 name all lanes, the others only themselves.
    const auto result =
        run_small(small_kernel("mov.u32 %r10, -1; setp.ge.u32 %p1, %r1, 16;\n"
                               "@%p1 mov.u32 %r10, 0xffff0000;\n"
                               "redux.sync.add.s32 %r11, %r1, %r10;\n"));
    ASSERT_TRUE(result.fault);
    EXPECT_EQ(result.fault->kind, FaultKind::bad_lane_mask);
    EXPECT_EQ(result.fault->lanes, 0xffffU);
    EXPECT_NE(ptx::sentence(*result.fault).find("names threads that do not take part"), std::string::npos);
}

/// Lanes below 24 enter a region; `inside` may leave the kernel, with %p2 true for the lanes of `leaving`.
std::string region(const std::string& leaving, const std::string& inside)
{
    return "mov.u32 %r12, 7; " + leaving + " setp.ge.u32 %p1, %r1, 24; @%p1 bra joined;\n" + inside +
           "mov.u32 %r12, 9;\njoined:\nbar.sync 0;\nst.global.u32 [%rd9], %r12;\n";
}

TEST(EarlyReturns, InABranchLeaveTheOthersTogether)
{
    const std::string none = "setp.gt.u32 %p2, %r1, 99;", some = "setp.lt.u32 %p2, %r1, 3;";
    for (const char* leave : {"@%p2 bra gone;\n", "@%p2 exit;\n", "@%p2 trap;\n",
                              "@!%p2 bra stays;\nst.global.u32 [%rd9], 5;\nbra.uni gone;\nstays:\n"}) {
        const auto words = words_of(region(none, leave) + "gone:\n");
        EXPECT_EQ(words[0], 9U) << leave;
        EXPECT_EQ(words[31], 7U) << leave;
    }
    const auto words =
        words_of(region(some, "@!%p2 bra stays;\nst.global.u32 [%rd9], 5;\nbra.uni gone;\nstays:\n") + "gone:\n");
    EXPECT_EQ(words[2], 5U);
    EXPECT_EQ(words[3], 9U);
    EXPECT_EQ(words[31], 7U);
}

TEST(EarlyReturns, OfALoopLeaveTheOthersTogether)
{
    // Lane i makes i rounds; the lanes 5 and 6 return in their third.
    const auto words = words_of(
        "mov.u32 %r11, 0; and.b32 %r13, %r1, 7;\nround:\nsetp.ge.u32 %p1, %r11, %r13; @%p1 bra after;\n"
        "add.u32 %r11, %r11, 1; setp.ne.u32 %p2, %r11, 3; @%p2 bra round;\n"
        "sub.u32 %r14, %r1, 5; setp.gt.u32 %p3, %r14, 1; @%p3 bra round;\nst.global.u32 [%rd9], 99;\nbra.uni gone;\n"
        "after:\nmov.u32 %r15, 0xffffff9f; shfl.sync.bfly.b32 %r16, %r11, 8, 31, %r15;\n"
        "st.global.u32 [%rd9], %r16;\ngone:\n");
    EXPECT_EQ(words[4], 4U);
    EXPECT_EQ(words[5], 99U);
    EXPECT_EQ(words[31], 7U);
}

TEST(Barriers, InOneSideOfABranchAreStillAFault)
{
    const auto result = run_small(
        small_kernel("setp.ge.u32 %p1, %r1, 16; @%p1 bra joined;\nbar.sync 0;\njoined:\nst.global.u32 [%rd1], %r1;\n"));
    ASSERT_TRUE(result.fault);
    EXPECT_EQ(result.fault->kind, FaultKind::barrier_in_divergence);
    const auto both = run_small(small_kernel(
        "setp.ge.u32 %p1, %r1, 16; @%p1 bra other;\nbar.sync 0;\nbra.uni joined;\nother:\nbar.sync 0;\njoined:\n"
        "st.global.u32 [%rd1], %r1;\n"));
    ASSERT_TRUE(both.fault) << "no lane comes to the barrier of the others";
    EXPECT_EQ(both.fault->kind, FaultKind::barrier_in_divergence);
}

/// Lanes with %p1 write shared words before a __syncwarp; the others read them after another.
std::string handover(const std::string& writers)
{
    return writers +
           " xor.b32 %r5, %r2, 64; add.u32 %r4, %r3, %r2; add.u32 %r6, %r3, %r5; add.u32 %r7, %r1, 100;\n"
           "@%p1 bra writes;\nbar.warp.sync -1;\nld.shared.u32 %r8, [%r6]; st.global.u32 [%rd9], %r8;\nbra.uni "
           "joined;\nwrites:\nst.shared.u32 [%r4], %r7;\nbar.warp.sync -1;\njoined:\n";
}

TEST(Syncwarp, OnBothSidesOfABranchHandsOver)
{
    EXPECT_EQ(words_of(handover("setp.lt.u32 %p1, %r1, 16;"))[16], 100U);
    EXPECT_EQ(words_of(handover("setp.ge.u32 %p1, %r1, 16;"))[0], 116U);
}

TEST(Syncwarp, OnThreeWaysHandsOver)
{
    const auto words = words_of(
        "add.u32 %r4, %r3, %r2; xor.b32 %r5, %r2, 64; add.u32 %r6, %r3, %r5; setp.ge.u32 %p1, %r1, 8;\n"
        "@%p1 bra upper;\nst.shared.u32 [%r4], %r1; bar.warp.sync -1;\nbra.uni joined;\nupper:\n"
        "setp.ge.u32 %p2, %r1, 16; @%p2 bra half;\nst.shared.u32 [%r4], %r1; bar.warp.sync -1;\nbra.uni both;\n"
        "half:\nst.shared.u32 [%r4], %r1; bar.warp.sync -1;\nboth:\njoined:\n"
        "ld.shared.u32 %r8, [%r6]; st.global.u32 [%rd9], %r8;\n");
    EXPECT_EQ(words[0], 16U);
    EXPECT_EQ(words[31], 15U);
}

TEST(Syncwarp, OfALoopWithABreakIsPassedOnceARound)
{
    // Lanes 0 to 15 may leave the loop; none does.
    const auto words = words_of(
        "mov.u32 %r11, 0; setp.ge.u32 %p1, %r1, 16;\nround:\n@%p1 bra meet;\nsetp.gt.u32 %p2, %r11, 99; @%p2 bra "
        "after;\nmeet:\nbar.warp.sync -1;\nadd.u32 %r11, %r11, 1; setp.lt.u32 %p3, %r11, 5; @%p3 bra "
        "round;\nafter:\nst.global.u32 [%rd9], %r11;\n");
    EXPECT_EQ(words[0], 5U);
    EXPECT_EQ(words[31], 5U);
}

TEST(EarlyReturns, OfALoopBeforeABarrierBehindIt)
{
    // Lane 5 leaves in the second round; the others come to the barrier.
    const auto words = words_of(
        "mov.u32 %r11, 0;\nround:\nsetp.eq.u32 %p1, %r1, 5; setp.eq.u32 %p2, %r11, 1; and.pred %p3, %p1, %p2;\n"
        "@%p3 bra early;\nadd.u32 %r11, %r11, 1; setp.lt.u32 %p4, %r11, 3; @%p4 bra round;\nbar.sync 0;\n"
        "st.global.u32 [%rd9], %r11;\nbra.uni gone;\nearly:\nst.global.u32 [%rd9], 77;\ngone:\n");
    EXPECT_EQ(words[5], 77U);
    EXPECT_EQ(words[6], 3U);
}

TEST(Syncwarp, OfOneSideAloneIsAFault)
{
    const auto result = run_small(small_kernel(
        "setp.ge.u32 %p1, %r1, 16; @%p1 bra joined;\nbar.warp.sync -1;\njoined:\nst.global.u32 [%rd1], %r1;\n"));
    ASSERT_TRUE(result.fault);
    EXPECT_EQ(result.fault->kind, FaultKind::bad_lane_mask);
    EXPECT_FALSE(run_small(small_kernel("setp.ge.u32 %p1, %r1, 16; @%p1 bra joined;\nbar.warp.sync 0xffff;\njoined:\n"
                                        "st.global.u32 [%rd1], %r1;\n"))
                     .fault)
        << "a mask of these lanes alone";
}

TEST(RacesInAWarp, AreNotOfAThreadWithItselfAfterManyChangesOfLanes)
{
    const auto result = run_small(small_kernel(
        "mov.u32 %r11, 0;\nround:\nand.b32 %r12, %r1, 1; setp.eq.u32 %p1, %r12, 0;\nadd.u32 %r4, %r3, %r2;\n"
        "@%p1 bra even;\nst.shared.u32 [%r4], %r11;\nbra.uni joined;\neven:\nst.shared.u32 [%r4], %r11;\njoined:\n"
        "add.u32 %r11, %r11, 1; setp.lt.u32 %p2, %r11, 40000; @%p2 bra round;\n"));
    EXPECT_FALSE(result.fault) << ptx::sentence(*result.fault);
    EXPECT_TRUE(result.findings.empty()) << ptx::sentence(result.findings.front());
}

TEST(Literals, WithAMinusAreNegated)
{
    const auto words =
        words_of("mov.f32 %f1, 0f40000000; mul.f32 %f1, %f1, -1.5; mov.b32 %r4, %f1; st.global.u32 [%rd9], %r4;\n");
    EXPECT_EQ(words[0], 0xc0400000U) << "-3";
}

TEST(Values, AreThoseOfAGpuInRareCases)
{
    EXPECT_EQ(words_of("mov.f64 %d1, 0d7ff8000000000000; cvt.rzi.s32.f64 %r4, %d1; st.global.u32 [%rd9], %r4;\n")[0],
              0x80000000U)
        << "NaN of a double";
    EXPECT_EQ(words_of("mov.f32 %f1, 0f7fc00000; cvt.rzi.s32.f32 %r4, %f1; st.global.u32 [%rd9], %r4;\n")[0], 0U);
    EXPECT_EQ(words_of("mov.f32 %f1, 0f80000000; testp.normal.f32 %p1, %f1; selp.u32 %r4, 1, 0, %p1;\n"
                       "st.global.u32 [%rd9], %r4;\n")[0],
              1U)
        << "zero is normal";
    // The second result is of the condition before the first one is written.
    EXPECT_EQ(words_of("setp.eq.u32 %p1, %r1, 99; setp.eq.or.u32 %p1|%p2, %r1, %r1, %p1;\n"
                       "selp.u32 %r4, 1, 0, %p2; st.global.u32 [%rd9], %r4;\n")[0],
              0U);
}

TEST(Values, AtomicSumsFlushSubnormalsInGlobalMemoryOnly)
{
    // 70,000 as the bits of a float is subnormal. Seen on an H200.
    const std::string add = ".add.f32 [%rd9], 0f00011170;\nld.global.u32 %r4, [%rd9]; st.global.u32 [%rd9], %r4;\n";
    EXPECT_EQ(words_of("red.global" + add)[0], 0U);
    EXPECT_EQ(words_of("red" + add)[0], 0U) << "a generic address";
    EXPECT_EQ(
        words_of("add.u32 %r4, %r3, %r2; mov.u32 %r5, 0; st.shared.u32 [%r4], %r5;\n"
                 "red.shared.add.f32 [%r4], 0f00011170; ld.shared.u32 %r6, [%r4]; st.global.u32 [%rd9], %r6;\n")[0],
        70'000U);
}

TEST(CpAsync, ReadsNoMoreThanTheSizeOfItsSource)
{
    // The last 8 of 4,096 bytes, to 16 in shared memory.
    const auto result =
        run_small(small_kernel("setp.ne.u32 %p1, %r1, 0; @%p1 bra end;\nadd.u32 %r4, %r3, 16;\n"
                               "cp.async.ca.shared.global [%r4], [%rd1+4080], 16, 12;\ncp.async.wait_all;\nend:\n"));
    EXPECT_FALSE(result.fault) << ptx::sentence(*result.fault);
    std::vector<std::byte> short_output(4088);
    EXPECT_FALSE(run_with_output(short_output, small_kernel("setp.ne.u32 %p1, %r1, 0; @%p1 bra end;\n"
                                                            "cp.async.ca.shared.global [%r3], [%rd1+4080], 16, 8;\n"
                                                            "cp.async.wait_all;\nend:\n"))
                     .fault);
    EXPECT_TRUE(run_with_output(short_output, small_kernel("setp.ne.u32 %p1, %r1, 0; @%p1 bra end;\n"
                                                           "cp.async.ca.shared.global [%r3], [%rd1+4080], 16, 12;\n"
                                                           "cp.async.wait_all;\nend:\n"))
                    .fault);
}

TEST(Mbarrier, ADropWithACountLowersTheExpectedCountByIt)
{
    // Three arrivals are expected: a drop of 2 and one arrival complete the phase. The next phase expects 1.
    const auto words = words_of(
        "setp.ne.u32 %p1, %r1, 0; @%p1 bra end;\nmbarrier.init.shared.b64 [%r3], 3;\n"
        "mbarrier.arrive_drop.shared.b64 %rd2, [%r3], 2;\nmbarrier.arrive.shared.b64 %rd3, [%r3];\n"
        "mbarrier.arrive.shared.b64 %rd4, [%r3];\nmbarrier.test_wait.shared.b64 %p2, [%r3], %rd4;\n"
        "selp.u32 %r4, 1, 0, %p2; st.global.u32 [%rd9], %r4;\nend:\n");
    EXPECT_EQ(words[0], 1U);
}

/// The text with a directive of an entry after its parameters.
std::string with_directive(std::string text, const std::string& directive)
{
    return text.insert(text.find("\n{") + 1, directive + "\n");
}

TEST(Clusters, OfADirectiveMustBeTheLaunchs)
{
    const std::string text = with_directive(small_kernel("st.global.u32 [%rd1], %r1;\n"), ".reqnctapercluster 2, 1, 1");
    const auto module = ptx::read_module(text);
    ASSERT_TRUE(module) << module.error().line();
    EXPECT_EQ(module->find_entry("k")->only_cluster, (std::array<std::int64_t, 3>{2, 1, 1}));
    EXPECT_FALSE(run_small(text, 4, 0, 0, 2).fault);
}

}  // namespace
}  // namespace spillway
