// Kernels of a few instructions: races within a warp, the memory that an access counts in, a part of the grid.
#include <cstring>
#include <map>

#include <gtest/gtest.h>

#include "app/ptx/machine.h"
#include "app/ptx/reader.h"
#include "app/ptx/registers.h"
#include "tests/ptx/small_kernel.h"

namespace spillway {
namespace {

using ptx::FaultKind;
using tests::run_small;
using tests::run_with_output;
using tests::small_kernel;

bool has_race_in_warp(const ptx::RunResult& result)
{
    EXPECT_FALSE(result.fault) << ptx::sentence(*result.fault);
    return std::any_of(result.findings.begin(), result.findings.end(),
                       [](const auto& each) { return each.kind == FaultKind::shared_race_in_warp; });
}

/// Lanes 0 to 15 write their words, then `between`, then all lanes read the word of the lane 16 below or above.
std::string half_writes(const std::string& between)
{
    return small_kernel(
        "add.u32 %r4, %r3, %r2; st.shared.u32 [%r4], %r1;\n"
        "setp.ge.u32 %p1, %r1, 16; @%p1 bra behind;\n"
        "st.shared.u32 [%r4], 77;\nbehind:\n" +
        between + "xor.b32 %r5, %r2, 64; add.u32 %r6, %r3, %r5; ld.shared.u32 %r7, [%r6];\n");
}

TEST(RacesInAWarp, AreFoundBetweenPathsOfABranch)
{
    const ptx::RunResult result = run_small(half_writes(""));
    ASSERT_TRUE(has_race_in_warp(result));
    EXPECT_NE(ptx::sentence(result.findings.front()).find("without __syncwarp"), std::string::npos);
}

TEST(RacesInAWarp, EndAtSyncwarp)
{
    EXPECT_FALSE(has_race_in_warp(run_small(half_writes("bar.warp.sync 0xffffffff;\n"))));
    EXPECT_FALSE(has_race_in_warp(run_small(half_writes("bar.sync 0;\n"))));
}

TEST(RacesInAWarp, AreNotFoundBetweenConvergedLanes)
{
    EXPECT_FALSE(has_race_in_warp(
        run_small(small_kernel("add.u32 %r4, %r3, %r2; st.shared.u32 [%r4], %r1;\n"
                               "xor.b32 %r5, %r2, 64; add.u32 %r6, %r3, %r5; ld.shared.u32 %r7, [%r6];\n"
                               "st.shared.u32 [%r3], %r1;\n"))));
}

TEST(RacesInAWarp, AreCheckedForEachByteOfAWord)
{
    // Two paths write different bytes of one word.
    EXPECT_FALSE(
        has_race_in_warp(run_small(small_kernel("setp.eq.u32 %p1, %r1, 0; setp.eq.u32 %p2, %r1, 1;\n"
                                                "@!%p1 bra second;\nst.shared.u8 [%r3], 1;\nsecond:\n"
                                                "@!%p2 bra behind;\nst.shared.u8 [%r3+1], 1;\nbehind:\n"))));
}

TEST(RacesInAWarp, NameAllLanesOfTheAccess)
{
    const ptx::RunResult result = run_small(half_writes(""));
    ASSERT_FALSE(result.findings.empty());
    EXPECT_EQ(result.findings.front().lanes, 0xffff0000U) << "lanes 16 to 31 read what lanes 0 to 15 wrote";
}

/// The fault that ends a small kernel.
ptx::Fault fault_of(const std::string& body, const std::string& variables = "")
{
    const ptx::RunResult result = run_small(small_kernel(body, variables));
    EXPECT_TRUE(result.fault);
    return result.fault.value_or(ptx::Fault{});
}

TEST(Faults, OfAMisalignedAccessNameBufferByteAndLanes)
{
    const ptx::Fault global = fault_of("cvt.u64.u32 %rd2, %r1; add.s64 %rd3, %rd1, %rd2; ld.global.u32 %r4, [%rd3];\n");
    EXPECT_EQ(global.kind, FaultKind::misaligned);
    EXPECT_EQ(global.memory, "output");
    EXPECT_EQ(global.offset, 1);
    EXPECT_EQ(global.lanes, 0xeeeeeeeeU) << "all but each fourth lane";
    const ptx::Fault shared = fault_of("add.u32 %r4, %r3, %r1; st.shared.u32 [%r4], %r1;\n");
    EXPECT_EQ(shared.kind, FaultKind::misaligned);
    EXPECT_EQ(shared.memory, "words");
    EXPECT_EQ(shared.offset, 1);
    EXPECT_EQ(shared.lanes, 0xeeeeeeeeU);
}

TEST(Faults, PastABufferNameTheLanesOutside)
{
    const ptx::Fault fault =
        fault_of("mul.wide.u32 %rd2, %r1, 256; add.s64 %rd3, %rd1, %rd2; ld.global.u32 %r4, [%rd3];\n");
    EXPECT_EQ(fault.kind, FaultKind::out_of_bounds);
    EXPECT_EQ(fault.lanes, 0xffff0000U) << "16 lanes, 256 bytes apart, fit into 4,096 bytes";
}

TEST(Faults, PastSharedMemoryNameTheOnlyArrayOrTheLastOne)
{
    const std::string body = "shl.b32 %r4, %r1, 4; add.u32 %r4, %r3, %r4; st.shared.u32 [%r4], %r1;\n";
    const ptx::Fault only = fault_of(body);
    EXPECT_EQ(only.kind, FaultKind::out_of_bounds);
    EXPECT_EQ(only.memory, "words");
    EXPECT_EQ(only.offset, 256);
    EXPECT_EQ(only.lanes, 0xffff0000U);
    const ptx::Fault last = fault_of(body, ".shared .align 4 .b8 more[16];\n");
    EXPECT_EQ(last.memory, "") << "of several arrays, the address does not tell which one was meant";
    EXPECT_EQ(last.last_shared, "more");
    EXPECT_NE(ptx::sentence(last).find("its last array is \"more\""), std::string::npos);
}

/// The fault of the first of two blocks of a cluster, whose lanes read 16 bytes apart from the `rank`-th block's words.
ptx::Fault fault_in_cluster(int rank)
{
    const std::string body = "mapa.shared::cluster.u32 %r4, %r3, " + std::to_string(rank) +
                             "; shl.b32 %r5, %r1, 4; add.u32 %r5, %r4, %r5; ld.shared::cluster.u32 %r6, [%r5];\n";
    const ptx::RunResult result = run_small(small_kernel(body), 2, 0, 0, 2);
    EXPECT_TRUE(result.fault);
    return result.fault.value_or(ptx::Fault{});
}

TEST(Faults, PastAnotherBlocksSharedMemoryNameTheLanes)
{
    const ptx::Fault past = fault_in_cluster(1);
    EXPECT_EQ(past.kind, FaultKind::out_of_bounds);
    EXPECT_EQ(past.offset, 256);
    EXPECT_EQ(past.lanes, 0xffff0000U);
}

TEST(Faults, InABlockOutsideTheClusterNameAllLanes)
{
    const ptx::Fault none = fault_in_cluster(5);
    EXPECT_EQ(none.kind, FaultKind::no_memory_there);
    EXPECT_EQ(none.lanes, ptx::all_lanes);
}

TEST(Counts, AGenericAccessCountsInTheMemoryThatItReaches)
{
    const auto counts =
        run_small(
            small_kernel("mov.u64 %rd2, here; cvta.local.u64 %rd3, %rd2; st.v4.u32 [%rd3], {%r1, %r1, %r1, %r1};\n"
                         "cvta.u64 %rd4, %rd1; st.u32 [%rd4], %r1;\n",
                         ".local .align 16 .b8 here[16];\n"))
            .counts;
    EXPECT_EQ(counts.local_stores.requests, 4U) << "one for each word";
    EXPECT_EQ(counts.local_stores.sectors, 16U);
    EXPECT_EQ(counts.global_stores.requests, 1U);
    EXPECT_EQ(counts.global_stores.sectors, 1U);
}

/// An entry's own shared variable, and one of a function that stands after the entry.
TEST(SharedVariables, OfAFunctionAfterAnEntryLieBesideTheEntrysOwn)
{
    const auto module = ptx::read_module(
        small_kernel("") +
        ".func later()\n{\n.shared .align 4 .b8 own[64];\n.reg .b32 %r<4>;\nmov.u32 %r1, own;\nret;\n}\n");
    ASSERT_TRUE(module) << module.error().line();
    ASSERT_EQ(module->shared_variables.size(), 1U);
    const ptx::SharedVariable& of_function = module->shared_variables.front();
    const ptx::Function& entry = module->functions.front();
    ASSERT_EQ(entry.shared_variables.size(), 1U);
    EXPECT_GE(entry.shared_variables.front().offset, of_function.offset + of_function.bytes);
    EXPECT_GE(entry.shared_bytes, of_function.bytes + entry.shared_variables.front().bytes);
}

TEST(Registers, AShuffleKeepsTheTypeOfItsSource)
{
    const auto module = ptx::read_module(
        small_kernel("ld.global.b32 %r4, [%rd1]; shfl.sync.down.b32 %r5|%p1, %r4, 16, 31, -1;\n"
                     "mov.b32 %r6, %r5; add.f32 %r7, %r6, %r6; shfl.sync.down.b32 %r8|%p1, %r1, 16, 31, -1;\n"));
    ASSERT_TRUE(module) << module.error().line();
    const ptx::Function& function = module->functions.front();
    std::map<std::string, ptx::Type> types;
    for (const ptx::Instruction& in : function.code)
        for (const ptx::Register& one : ptx::registers_of(function, in).written) types[one.name] = one.type;
    EXPECT_EQ(types.at("%r4"), ptx::Type::f32);
    EXPECT_EQ(types.at("%r5"), ptx::Type::f32);
    EXPECT_EQ(types.at("%r6"), ptx::Type::f32);
    EXPECT_EQ(types.at("%r8"), ptx::Type::u32) << "%r1 is shifted, as an unsigned number";
}

TEST(Counts, CpAsyncIsAGlobalLoad)
{
    const auto counts = run_small(small_kernel("mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n"
                                               "add.u32 %r4, %r3, %r2; cp.async.ca.shared.global [%r4], [%rd3], 4;\n"
                                               "cp.async.wait_all;\n"))
                            .counts;
    EXPECT_EQ(counts.global_loads.requests, 1U);
    EXPECT_EQ(counts.global_loads.sectors, 4U);
    EXPECT_EQ(counts.shared_stores.requests, 0U);
}

/// True if one lane's cp.async.mbarrier.arrive completes the phase of a barrier that expects one arrival.
bool completes_phase(const std::string& arrive)
{
    std::vector<std::byte> output(4096);
    const auto result =
        run_with_output(output, small_kernel("setp.ne.u32 %p1, %r1, 0; @%p1 bra end;\n"
                                             "mov.u32 %r4, 1; mbarrier.init.shared.b64 [%r3], %r4;\n"
                                             "add.u32 %r5, %r3, 16; cp.async.ca.shared.global [%r5], [%rd1], 4;\n" +
                                             arrive +
                                             " [%r3];\n"
                                             "ld.shared.u64 %rd2, [%r3]; st.global.u64 [%rd1], %rd2;\nend:\n"));
    EXPECT_FALSE(result.fault) << ptx::sentence(*result.fault);
    std::uint64_t barrier = 0;
    std::memcpy(&barrier, output.data(), sizeof barrier);
    return barrier >> 63 != 0;
}

/// CUDA's cuda::memcpy_async emits the form without .noinc, which adds the arrival that it makes.
TEST(Barriers, OnlyNoincLetsAFinishedCopyCountAsAnArrival)
{
    EXPECT_FALSE(completes_phase("cp.async.mbarrier.arrive.shared.b64"));
    EXPECT_TRUE(completes_phase("cp.async.mbarrier.arrive.noinc.shared.b64"));
}

TEST(Counts, AGuardThatDoesNotHoldMakesNoLaneInactive)
{
    const auto result = run_small(small_kernel("setp.ge.u32 %p1, %r1, 32; @%p1 bra end;\nend:\n"));
    EXPECT_EQ(result.counts.all.lanes, 32 * result.counts.all.issued);
}

TEST(Flow, LanesThatOnlyExitDoNotWaitAtABarrier)
{
    const auto result =
        run_small(small_kernel("and.b32 %r4, %r1, 1; setp.eq.u32 %p1, %r4, 0; @%p1 bra stay;\n"
                               "exit;\nstay:\nbar.sync 0;\n"));
    EXPECT_FALSE(result.fault) << ptx::sentence(*result.fault);
}

TEST(Warps, AShuffleWhoseMaskLeavesItsLanesOutNamesOne)
{
    const auto result = run_small(small_kernel("shfl.sync.idx.b32 %r4, %r1, 0, 31, 1;\n"));
    ASSERT_TRUE(result.fault);
    EXPECT_EQ(result.fault->kind, FaultKind::bad_lane_mask);
    EXPECT_EQ(result.fault->thread, (ptx::Position{1, 0, 0}));
    EXPECT_NE(ptx::sentence(*result.fault).find("its mask does not name it"), std::string::npos);
}

TEST(Refused, ALargeVariableIsNamedByTheKernelsThatTouchIt)
{
    const auto with = [](const std::string& variables, const std::string& body) {
        const std::string kernel = small_kernel(body);
        return ".version 8.0\n.target sm_90\n.address_size 64\n" + variables + kernel.substr(kernel.find(".visible"));
    };
    const std::string table = ".global .align 4 .b8 table[268435456] = {1, 2};\n.global .u32 small = 7;\n";
    const auto module = ptx::read_module(with(table, "ld.global.u32 %r4, [table+8];\n"));
    ASSERT_TRUE(module);
    const auto& why = module->find_entry("k")->why_refused;
    ASSERT_TRUE(why);
    EXPECT_NE(why->what.find("\"table\" is larger than the 64 MiB"), std::string::npos) << why->what;
    EXPECT_FALSE(run_small(with(table, "ld.global.u32 %r4, [small]; st.global.u32 [%rd1], %r4;\n")).fault)
        << "a kernel that does not touch it runs";
    std::string many;
    for (int i = 0; i < 5; ++i) many += ".global .align 4 .b8 table" + std::to_string(i) + "[67108864];\n";
    const auto last = ptx::read_module(with(many, "ld.global.u32 %r4, [table4];\n"));
    ASSERT_TRUE(last);
    ASSERT_TRUE(last->find_entry("k")->why_refused);
    EXPECT_NE(last->find_entry("k")->why_refused->what.find("256 MiB"), std::string::npos);
}

/// Why a kernel with a directive cannot have a block of 32 threads.
std::string error_with_directive(const std::string& directive)
{
    std::string text = small_kernel("");
    text.insert(text.find("\n{\n"), "\n" + directive);
    const auto module = ptx::read_module(text);
    EXPECT_TRUE(module);
    if (!module) return "";
    const auto wrong = ptx::why_beyond_bound(*module->find_entry("k"), {32, 1, 1});
    return wrong ? wrong->what : "";
}

TEST(Refused, ABlockBeyondTheLaunchBound)
{
    EXPECT_EQ(error_with_directive(".maxntid 32, 1, 1 .minnctapersm 2"), "");
    EXPECT_EQ(error_with_directive(".maxntid 8, 4"), "");
    EXPECT_NE(error_with_directive(".minnctapersm 2 .maxntid 16").find("at most 16 threads per block"),
              std::string::npos);
    EXPECT_EQ(error_with_directive(".reqntid 32"), "");
    EXPECT_NE(error_with_directive(".reqntid 8, 4, 1").find("blocks of 8 x 4 x 1 threads only"), std::string::npos);
}

/// Lane 0 of each block: grid.sync() as CUDA's headers write it.
std::string synchronised_by(const std::string& who)
{
    return small_kernel(
        "mov.u32 %r10, %envreg2; mov.u32 %r11, %envreg1; cvt.u64.u32 %rd10, %r10; cvt.u64.u32 %rd11, %r11;\n"
        "bfi.b64 %rd12, %rd11, %rd10, 32, 32;\nmov.u32 %r12, %ctaid.x; mov.u32 %r13, %nctaid.x;\n"
        "mul.wide.u32 %rd13, %r12, 4; add.s64 %rd14, %rd1, %rd13;\n"
        "setp.ne.u32 %p1, %r1, 0; @%p1 bra waits; add.u32 %r14, %r12, 1; st.global.u32 [%rd14], %r14;\nwaits:\n" +
        who +
        "setp.ne.s64 %p2, %rd12, 0; @%p2 bra valid; trap;\nvalid:\nbarrier.sync 0;\n@%p1 bra arrived;\n"
        "add.s64 %rd15, %rd12, 4; mov.u32 %r15, 0x80000001; sub.u32 %r15, %r15, %r13; setp.eq.u32 %p3, %r12, 0;\n"
        "selp.b32 %r16, %r15, 1, %p3; atom.add.release.gpu.u32 %r17, [%rd15], %r16;\n"
        "again:\nld.acquire.gpu.u32 %r18, [%rd15]; xor.b32 %r19, %r18, %r17; setp.gt.s32 %p4, %r19, -1;\n"
        "@%p4 bra again;\narrived:\nbarrier.sync 0;\n"
        // After the barrier: copies what the next block stored to 256 bytes further on.
        "add.u32 %r20, %r12, 1; rem.u32 %r20, %r20, %r13; mul.wide.u32 %rd16, %r20, 4; add.s64 %rd17, %rd1, %rd16;\n"
        "@%p1 bra behind; ld.global.u32 %r21, [%rd17]; st.global.u32 [%rd14+256], %r21;\nbehind:\n");
}

/// Runs eight blocks; an empty result if the launch fails.
ptx::RunResult run_cooperative(const std::string& text, bool is_cooperative, std::vector<std::byte>& output)
{
    const auto module = ptx::read_module(text);
    EXPECT_TRUE(module) << (module ? "" : module.error().line());
    if (!module) return {};
    ptx::Launch launch;
    launch.entry = "k";
    launch.grid[0] = 8;
    launch.block[0] = 64;
    launch.is_cooperative = is_cooperative;
    launch.buffers = {{"output", output}};
    ptx::LaunchArgument argument;
    argument.kind = ptx::LaunchArgument::Kind::buffer;
    launch.arguments = {argument};
    auto done = ptx::run(*module, launch);
    EXPECT_TRUE(done) << (done ? "" : done.error().line());
    return done ? std::move(*done) : ptx::RunResult{};
}

TEST(Cooperative, ABlockReadsAfterTheGridsBarrierWhatAnotherWrote)
{
    std::vector<std::byte> output(4096);
    const ptx::RunResult result = run_cooperative(synchronised_by(""), true, output);
    EXPECT_FALSE(result.fault) << ptx::sentence(*result.fault);
    EXPECT_EQ(result.counts.blocks, 8U);
    EXPECT_EQ(result.counts.written_elsewhere, 0U) << "the barrier is not one of the kernel's variables";
    std::array<std::uint32_t, 8> seen{};
    std::memcpy(seen.data(), output.data() + 256, sizeof seen);
    EXPECT_EQ(seen, (std::array<std::uint32_t, 8>{2, 3, 4, 5, 6, 7, 8, 1}));
}

TEST(Cooperative, ABlockThatNeverArrivesIsReported)
{
    std::vector<std::byte> output(4096);
    const ptx::RunResult result =
        run_cooperative(synchronised_by("setp.eq.u32 %p5, %r12, 7; @%p5 bra behind;\n"), true, output);
    ASSERT_TRUE(result.fault);
    EXPECT_EQ(result.fault->kind, FaultKind::barrier_not_reached) << ptx::sentence(*result.fault);
}

TEST(Cooperative, AnOrdinaryLaunchHasNoGridBarrier)
{
    std::vector<std::byte> output(4096);
    const ptx::RunResult result = run_cooperative(synchronised_by(""), false, output);
    ASSERT_TRUE(result.fault);
    EXPECT_EQ(result.fault->kind, FaultKind::trapped);
    EXPECT_NE(ptx::sentence(*result.fault).find("needs a launch by cudaLaunchCooperativeKernel"), std::string::npos);
}

/// Each of many branches goes to both ends of a long chain, so that the search for where they meet is long each time.
TEST(Flow, IntricateBranchesAreRefusedInBoundedTime)
{
    constexpr int count = 20'000;
    std::string body;
    for (int i = 0; i < count; ++i) body += "@%p1 bra a0;\n@%p1 bra a" + std::to_string(count - 1) + ";\n";
    for (int i = 0; i < count; ++i)
        body += "a" + std::to_string(i) + ":\n@%p1 bra a" + std::to_string(std::min(i + 1, count - 1)) + ";\n";
    const auto module = ptx::read_module(small_kernel(body));
    ASSERT_TRUE(module);
    const ptx::Function* refused = module->find_entry("k");
    ASSERT_TRUE(refused != nullptr && refused->why_refused);
    EXPECT_NE(refused->why_refused->what.find("too intricate"), std::string::npos) << refused->why_refused->line();
}

TEST(Refused, AKernelWithAnUnknownInstructionLeavesTheOthers)
{
    std::string text = small_kernel(".loc 1 7 3\n{ frobnicate.b32 %r4, {%r1, %r2}; }\n");
    text.replace(text.find("entry k("), 8, "entry odd(");
    const std::string good = small_kernel("st.global.u32 [%rd1], 42;\n");
    text += good.substr(good.find(".visible"));
    EXPECT_FALSE(run_small(text).fault);
    const auto module = ptx::read_module(text);
    ASSERT_TRUE(module);
    const ptx::Function* refused = module->find_entry("odd");
    ASSERT_TRUE(refused != nullptr && refused->why_refused);
    EXPECT_NE(refused->why_refused->what.find("frobnicate"), std::string::npos) << refused->why_refused->what;
    EXPECT_EQ(refused->why_refused->where.rfind("line 7, PTX, line ", 0), 0U) << refused->why_refused->where;
    EXPECT_FALSE(ptx::read_module(text + ".entry cut(.param .u64 a) { ret; ")) << "a brace is missing";
}

/// .relu of two halves and .sat of a product of 24 bits were ignored. An H200 gives these numbers.
TEST(IntegerArithmetic, IsThatOfAGpuInRareForms)
{
    std::vector<std::byte> output(4096);
    EXPECT_FALSE(run_with_output(output, small_kernel("mov.b32 %r4, 0xFFFF0003; mov.b32 %r5, 0x0002FFFE;\n"
                                                      "max.relu.s16x2 %r6, %r4, %r5; min.relu.s16x2 %r7, %r4, %r5;\n"
                                                      "mov.b32 %r8, 0x7FFFFF; mov.b32 %r9, 0x7FFFFFFF;\n"
                                                      "mad24.hi.sat.s32 %r10, %r8, %r8, %r9;\n"
                                                      "mov.b32 %r11, 0; rem.s32 %r12, %r8, %r11;\n"
                                                      "st.global.v4.u32 [%rd1], {%r6, %r7, %r10, %r12};\n"))
                     .fault);
    std::uint32_t found[4];
    std::memcpy(found, output.data(), sizeof found);
    EXPECT_EQ(found[0], 0x00020003U);
    EXPECT_EQ(found[1], 0U);
    EXPECT_EQ(found[2], 0x7FFFFFFFU);
    EXPECT_EQ(found[3], 0xFFFFFFFFU) << "of a zero divisor, as on an H200";
}

TEST(Grid, RunsAPartOfItsBlocks)
{
    const std::string text = small_kernel(
        "mov.u32 %r4, %ctaid.x; mul.wide.u32 %rd2, %r4, 4; add.s64 %rd3, %rd1, %rd2;\n"
        "st.global.u32 [%rd3], %r4;\n");
    EXPECT_EQ(run_small(text, 100).counts.blocks, 100U);
    EXPECT_EQ(run_small(text, 100, 99).counts.blocks, 1U);
    EXPECT_EQ(run_small(text, 100, 1, 98).counts.blocks, 98U);
}

}  // namespace
}  // namespace spillway
