#include "app/answers/occupancy.h"

#include <climits>
#include <map>
#include <random>

#include <gtest/gtest.h>

#if SPILLWAY_HAS_CUDA_OCCUPANCY
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <cuda_occupancy.h>
#pragma GCC diagnostic pop
#endif

#include "app/answers/answer.h"
#include "tests/gpu/gpus.h"

namespace spillway::answers {
namespace {

using gpu::make_gpu;
using gpu::test_gpu;
using gpu::test_gpus;

const std::int64_t one_row[3] = {128, 1, 1};

#if SPILLWAY_HAS_CUDA_OCCUPANCY

TEST(Occupancy, KnowsTheWorkedExampleOfTheK40)
{
    model::BlockNeeds needs;
    needs.registers = 64;
    needs.threads = 128;
    const auto found = occupancy(test_gpu("Tesla K40"), needs);
    ASSERT_TRUE(found) << found.error().line();
    EXPECT_EQ(found->blocks_per_sm, 8);
    EXPECT_EQ(found->warps_per_sm, 32);
    EXPECT_DOUBLE_EQ(found->theoretical, 0.5);
    EXPECT_EQ(found->limit_registers, 8);
    EXPECT_EQ(found->limit_warps, 16);
    EXPECT_EQ(found->limit_blocks, 16);
    EXPECT_EQ(found->limit_shared, 16) << "unused: the SM's block limit";
    EXPECT_EQ(found->limiter, std::vector<std::string>{"registers"});
    EXPECT_EQ(found->allocated_registers_per_block, 8192);
}

/// NVIDIA's calculator, called here without any code of ours in between.
cudaOccResult directly(const model::Gpu& gpu, int registers, int threads, std::size_t fixed, std::size_t dynamic,
                       int barriers, int carveout)
{
    cudaOccDeviceProp properties;
    properties.computeMajor = gpu.compute_major;
    properties.computeMinor = gpu.compute_minor;
    properties.maxThreadsPerBlock = gpu.max_threads_per_block;
    properties.maxThreadsPerMultiprocessor = gpu.max_threads_per_sm;
    properties.regsPerBlock = gpu.registers_per_block;
    properties.regsPerMultiprocessor = gpu.registers_per_sm;
    properties.warpSize = 32;
    properties.sharedMemPerBlock = static_cast<std::size_t>(gpu.shared_bytes_per_block);
    properties.sharedMemPerMultiprocessor = static_cast<std::size_t>(gpu.shared_bytes_per_sm);
    properties.numSms = gpu.sm_count;
    properties.sharedMemPerBlockOptin = static_cast<std::size_t>(gpu.shared_bytes_per_block_optin);
    properties.reservedSharedMemPerBlock = static_cast<std::size_t>(gpu.reserved_shared_bytes_per_block);
    cudaOccFuncAttributes attributes;
    attributes.maxThreadsPerBlock = INT_MAX;
    attributes.numRegs = registers;
    attributes.sharedSizeBytes = fixed;
    attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
    attributes.maxDynamicSharedSizeBytes = dynamic;
    attributes.numBlockBarriers = barriers;
    cudaOccDeviceState state;
    state.carveoutConfig = carveout;
    if (carveout == 0) state.cacheConfig = CACHE_PREFER_L1;
    if (carveout == 100) state.cacheConfig = CACHE_PREFER_SHARED;
    cudaOccResult result{};
    EXPECT_EQ(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &attributes, &state, threads, dynamic),
              CUDA_OCC_SUCCESS);
    return result;
}

TEST(Occupancy, EqualsNvidiasCalculatorForEveryGpu)
{
    std::mt19937 random(20);
    const auto between = [&](int first, int last) { return std::uniform_int_distribution<int>(first, last)(random); };
    const std::map<model::Carveout, int> carveouts = {
        {model::Carveout::standard, -1}, {model::Carveout::max_l1, 0}, {model::Carveout::max_shared, 100}};
    for (const model::Gpu& gpu : test_gpus()) {
        for (int round = 0; round < 3000; ++round) {
            model::BlockNeeds needs;
            needs.registers = between(0, 255);
            needs.threads = between(1, 1024);
            needs.static_shared_bytes = between(0, 3) == 0 ? between(0, 48 << 10) : 0;
            needs.dynamic_shared_bytes = between(0, 1) == 0 ? between(0, 230 << 10) : 0;
            needs.barriers = between(0, 16);
            const auto [carveout, number] = *std::next(carveouts.begin(), between(0, 2));
            needs.carveout = carveout;
            const auto expected =
                directly(gpu, needs.registers, static_cast<int>(needs.threads),
                         static_cast<std::size_t>(needs.static_shared_bytes),
                         static_cast<std::size_t>(needs.dynamic_shared_bytes), needs.barriers, number);
            const auto found = occupancy(gpu, needs);
            ASSERT_TRUE(found) << found.error().line();
            const auto told = [&](int blocks) { return blocks == INT_MAX ? expected.blockLimitBlocks : blocks; };
            EXPECT_EQ(found->blocks_per_sm, expected.activeBlocksPerMultiprocessor) << gpu.name;
            EXPECT_EQ(found->limit_registers, told(expected.blockLimitRegs));
            EXPECT_EQ(found->limit_shared, told(expected.blockLimitSharedMem));
            EXPECT_EQ(found->limit_warps, expected.blockLimitWarps);
            EXPECT_EQ(found->limit_blocks, expected.blockLimitBlocks);
            EXPECT_EQ(found->limit_barriers, told(expected.blockLimitBarriers));
            const int warps = (static_cast<int>(needs.threads) + 31) / 32;
            EXPECT_EQ(found->warps_per_sm, expected.activeBlocksPerMultiprocessor * warps);
            EXPECT_LE(found->theoretical, 1.0);
            EXPECT_FALSE(found->limiter.empty());
        }
    }
}

TEST(Occupancy, CountsTheSharedMemoryThatIsReserved)
{
    model::BlockNeeds needs;
    needs.threads = 32;
    needs.registers = 16;
    needs.dynamic_shared_bytes = 227 << 10;
    EXPECT_EQ(occupancy(test_gpu("H200"), needs)->blocks_per_sm, 1) << "227 KiB and 1 KiB reserved are all of it";
    needs.dynamic_shared_bytes += 1;
    EXPECT_EQ(occupancy(test_gpu("H200"), needs)->blocks_per_sm, 0);
}

TEST(Occupancy, CurvesHoldTheirExactEdges)
{
    model::BlockNeeds needs;
    needs.registers = 32;
    needs.threads = 128;
    for (const model::Gpu& gpu : test_gpus()) {
        const auto curves = occupancy_curves(gpu, needs);
        ASSERT_TRUE(curves) << curves.error().line();
        EXPECT_EQ(curves->over_block_size.size(), 32U);
        EXPECT_EQ(curves->over_block_size.front().x, 32);
        EXPECT_EQ(curves->over_block_size.back().x, 1024);
        EXPECT_EQ(curves->over_registers.size(), 255U);
        EXPECT_EQ(curves->over_registers[31].warps_per_sm, occupancy(gpu, needs)->warps_per_sm);

        const auto& shared = curves->over_shared_bytes;
        EXPECT_EQ(shared.front().x, 0);
        EXPECT_EQ(shared.back().x, gpu.shared_bytes_per_block_optin);
        for (std::size_t i = 1; i < shared.size(); ++i) {
            ASSERT_LT(shared[i - 1].x, shared[i].x);
            ASSERT_GE(shared[i - 1].blocks_per_sm, shared[i].blocks_per_sm);
            // Wherever the number of blocks changes, it does so from one byte to the next.
            if (shared[i - 1].blocks_per_sm != shared[i].blocks_per_sm) {
                EXPECT_EQ(shared[i].x, shared[i - 1].x + 1) << gpu.name << " at " << shared[i].x;
            }
        }
    }
}

TEST(Launch, NamesTheLimitAndTheKnob)
{
    model::BlockNeeds needs;
    needs.registers = 32;
    needs.threads = 128;
    needs.dynamic_shared_bytes = 80008;
    const auto shared = check_launch(test_gpu("Tesla T4"), needs, one_row);
    ASSERT_TRUE(shared);
    EXPECT_EQ(shared->what,
              "80,008 bytes of shared memory asked for; a block on NVIDIA Tesla T4 can have at most "
              "65,536 (64 KiB)");
    EXPECT_NE(shared->advice.find("extra_shared_bytes"), std::string::npos);
    EXPECT_FALSE(check_launch(test_gpu("H200"), needs, one_row));

    needs.dynamic_shared_bytes = 0;
    needs.threads = 1024;
    needs.registers = 128;
    const std::int64_t wide[3] = {1024, 1, 1};
    const auto registers = check_launch(test_gpu("H200"), needs, wide);
    ASSERT_TRUE(registers);
    EXPECT_NE(registers->what.find("too many resources requested for launch: 128 registers per thread times 1,024"),
              std::string::npos);
    EXPECT_NE(registers->advice.find("register_cap"), std::string::npos);
}

TEST(Occupancy, RefusesNonsenseAndUnknownGpus)
{
    model::BlockNeeds needs;
    needs.threads = 0;
    EXPECT_FALSE(occupancy(test_gpu("H200"), needs));
    needs.threads = INT64_MAX;
    EXPECT_FALSE(occupancy(test_gpu("H200"), needs));
    needs.threads = 128;
    needs.dynamic_shared_bytes = -1;
    EXPECT_FALSE(occupancy(test_gpu("H200"), needs));
    needs.dynamic_shared_bytes = 0;
    EXPECT_FALSE(occupancy(model::Gpu{}, needs));
    const auto future = occupancy(make_gpu("X", 42, 0, 2048, 228, 227, 1024), needs);
    ASSERT_FALSE(future);
    EXPECT_NE(future.error().what.find("does not know NVIDIA X (sm_420)"), std::string::npos);
}

#else

TEST(Occupancy, SaysThatTheCalculatorIsMissing)
{
    EXPECT_FALSE(has_calculator());
    EXPECT_FALSE(occupancy(test_gpu("H200"), {}));
}

#endif

TEST(Launch, RefusesAnyBlockButTheOneThatTheKernelWasCompiledFor)
{
    model::Job job;
    job.gpu = test_gpu("H200");
    Report report;
    report.report.registers = 32;
    report.report.launch_bound_threads = 128;
    report.report.required_block = {64, 2, 1};
    const auto message_of = [&](std::int64_t x, std::int64_t y) {
        job.block[0] = x;
        job.block[1] = y;
        const model::RunResult result = result_of(job, report);
        EXPECT_EQ(result.status == model::Status::launch_error, result.message.has_value());
        return result.message.value_or("");
    };
    EXPECT_EQ(message_of(64, 2), "");
    EXPECT_EQ(
        message_of(64, 1),
        "a block of 64 x 1 x 1 threads was asked for; the kernel was compiled for one of 64 x 2 x 1 and no other");
    EXPECT_NE(message_of(128, 1), "") << "as many threads in another shape";
    report.report.required_block = {64};
    EXPECT_EQ(message_of(64, 1), "") << "no shape: the bound alone counts";
    report.report.required_block.reset();
    EXPECT_EQ(message_of(64, 1), "");
    EXPECT_NE(message_of(256, 1).find("allows at most 128"), std::string::npos);
}

TEST(Launch, RefusesBlocksThatAreTooLarge)
{
    model::BlockNeeds needs;
    needs.threads = 2048;
    const std::int64_t too_many[3] = {2048, 1, 1};
    const auto error = check_launch(test_gpu("H200"), needs, too_many);
    ASSERT_TRUE(error);
    EXPECT_NE(error->what.find("at most 1,024"), std::string::npos);
    needs.threads = 128;
    const std::int64_t deep[3] = {1, 1, 128};
    const auto along_z = check_launch(test_gpu("H200"), needs, deep);
    ASSERT_TRUE(along_z);
    EXPECT_NE(along_z->what.find("at most 64 along z"), std::string::npos);
    needs.threads = 0;
    const std::int64_t empty[3] = {0, 1, 1};
    EXPECT_TRUE(check_launch(test_gpu("H200"), needs, empty));
}

}  // namespace
}  // namespace spillway::answers
