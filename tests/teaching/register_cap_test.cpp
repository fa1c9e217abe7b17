// Registers per thread that a knob or the kernel's own launch bound leaves, and the sentences about it.

#include "app/teaching/register_cap.h"

#include <gtest/gtest.h>

#include "app/teaching/advice.h"
#include "app/teaching/line_needs_words.h"

namespace spillway::teaching {
namespace {

model::Gpu gpu_with_registers()
{
    model::Gpu gpu;
    gpu.max_threads_per_sm = 2048;
    gpu.max_registers_per_thread = 255;
    gpu.registers_per_sm = 65536;
    return gpu;
}

model::RunResult compiled(int registers)
{
    model::RunResult result;
    result.parameters = {{"block_size", std::int64_t{200}}, {"min_blocks_per_sm", std::int64_t{0}}};
    result.compile.emplace().registers = registers;
    return result;
}

model::RunResult bound(int threads, int blocks, int registers, std::int64_t spilled)
{
    model::RunResult result = compiled(registers);
    result.compile->launch_bound_threads = threads;
    if (blocks > 0) result.compile->launch_bound_blocks = blocks;
    result.compile->spill_store_bytes = spilled;
    return result;
}

TEST(RegisterCap, is_the_knob_or_what_a_launch_bound_leaves)
{
    EXPECT_FALSE(register_cap(model::RunResult{}, gpu_with_registers())) << "not compiled";
    model::RunResult result = compiled(40);
    EXPECT_FALSE(register_cap(result, gpu_with_registers()));
    result.compile->register_cap_requested = 40;
    EXPECT_EQ(register_cap(result, gpu_with_registers())->registers, 40);
    result.compile->register_cap_honoured = false;
    result.parameters["min_blocks_per_sm"] = std::int64_t{4};
    EXPECT_EQ(register_cap(result, gpu_with_registers())->registers, 72)
        << "65,536 / (4 * 7 warps of 32), in units of 8";
    result.parameters["min_blocks_per_sm"] = std::int64_t{1};
    EXPECT_FALSE(register_cap(result, gpu_with_registers())) << "255, as without a bound";
}

TEST(RegisterCap, of_the_kernels_own_bound_is_named_in_lane_report_and_sm)
{
    const model::RunResult result = bound(1024, 2, 32, 24);
    const auto cap = register_cap(result, gpu_with_registers());
    ASSERT_TRUE(cap);
    EXPECT_EQ(cap->registers, 32);
    model::Listing listing;
    listing.source_lines = {{3, 72, {}}};
    EXPECT_EQ(peak_words(*register_lane(listing, 6, cap)),
              "Line 3: 72 live registers; the launch bound of 1,024 threads and 2 blocks per SM leaves 32.");
    EXPECT_EQ(register_cap_note(result, gpu_with_registers()), "32, launch bound of 1,024 threads and 2 blocks per SM");

    model::RunResult full = result;
    full.occupancy.emplace().blocks_per_sm = 2;
    full.occupancy->warps_per_sm = 64;
    EXPECT_EQ(
        next_block_advice(full, gpu_with_registers(), nullptr, model::Experiment{}).sentence,
        "All 64 warp slots are taken: the SM is full. The launch bound of 1,024 threads and 2 blocks per SM leaves "
        "32 registers per thread; 24 bytes are spilled.");
}

TEST(RegisterCap, is_not_blamed_where_the_kernel_needs_less)
{
    EXPECT_EQ(reached_cap_words(bound(1024, 2, 20, 0), gpu_with_registers()), "");
    EXPECT_EQ(reached_cap_words(bound(1024, 0, 64, 0), gpu_with_registers()),
              "The launch bound of 1,024 threads leaves 64 registers per thread.");
    EXPECT_FALSE(register_cap(bound(256, 0, 80, 0), gpu_with_registers())) << "256 threads may have 255 registers each";
    model::RunResult most = compiled(48);
    most.compile->launch_bound_registers = 48;
    EXPECT_EQ(reached_cap_words(most, gpu_with_registers()), "__maxnreg__ allows 48 registers per thread.");
}

TEST(RegisterCap, note_tells_whether_the_knob_was_honoured)
{
    model::RunResult result = compiled(30);
    EXPECT_EQ(register_cap_note(result, gpu_with_registers()), "none");
    result.compile->register_cap_requested = 32;
    EXPECT_EQ(register_cap_note(result, gpu_with_registers()), "32, honoured");
    result.compile->register_cap_honoured = false;
    EXPECT_EQ(register_cap_note(result, gpu_with_registers()).rfind("32, not honoured", 0), 0U);
    result.compile->launch_bound_threads = 1024;
    EXPECT_EQ(register_cap_note(result, gpu_with_registers()),
              "32, overridden: the launch bound of 1,024 threads leaves 64 registers. Remove it from the kernel's text "
              "to use the cap.");
    result.parameters["min_blocks_per_sm"] = std::int64_t{2};
    EXPECT_EQ(register_cap_note(result, gpu_with_registers()).rfind("32, overridden: with __launch_bounds__", 0), 0U);
}

}  // namespace
}  // namespace spillway::teaching
