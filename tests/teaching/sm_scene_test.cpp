#include "app/teaching/sm_scene.h"
#include "app/teaching/sm_help.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace spillway::teaching {
namespace {

SmFacts facts(int blocks, bool limited_by_registers)
{
    SmFacts facts;
    facts.known = true;
    facts.blocks = facts.launched = blocks;
    facts.warps_per_block = 8;
    facts.registers_per_thread = 40;
    facts.registers_per_block = 10240;
    facts.shared_per_block = facts.reserved_per_block = 1024;
    facts.limited_by_registers = limited_by_registers;
    facts.registers = 65536;
    facts.shared = facts.shared_carved = 228 * 1024;
    facts.data_cache = 256 * 1024;
    facts.warps = 64;
    facts.block_slots = 32;
    return facts;
}

std::vector<SmShape> of_look(const SmScene& scene, SmLook look)
{
    std::vector<SmShape> found;
    std::copy_if(scene.shapes.begin(), scene.shapes.end(), std::back_inserter(found),
                 [look](const SmShape& shape) { return shape.look == look; });
    return found;
}

TEST(SmScene, TheLimitersNextBlockSticksOutBeyondTheEdge)
{
    const SmScene scene = layout_sm(facts(6, true), 400, 1, 16);
    const auto edges = of_look(scene, SmLook::edge);
    const auto next = of_look(scene, SmLook::next_too_big);
    ASSERT_EQ(edges.size(), 1U);
    ASSERT_EQ(next.size(), 1U);
    EXPECT_LT(next[0].x, edges[0].x);
    EXPECT_GT(next[0].x + next[0].width, edges[0].x + edges[0].width);
    EXPECT_LE(next[0].x + next[0].width, 400.5F);
}

TEST(SmScene, EveryWarpAndBlockIsThere)
{
    const SmScene scene = layout_sm(facts(6, true), 400, 1, 16);
    // 6 in the register bar, 6 in the shared memory bar, 48 warps, 6 slots.
    EXPECT_EQ(of_look(scene, SmLook::block).size(), 66U);
    EXPECT_EQ(of_look(scene, SmLook::reserved).size(), 6U);
    EXPECT_EQ(of_look(scene, SmLook::cache).size(), 1U);
    std::set<std::uint32_t> ids;
    for (const SmShape& shape : scene.shapes) EXPECT_TRUE(ids.insert(shape.id).second) << shape.id;
}

TEST(SmScene, BlocksThatTheLaunchDoesNotHaveAreEmptySlots)
{
    SmFacts few = facts(6, true);
    few.launched = 1;
    const SmScene scene = layout_sm(few, 400, 1, 16);
    // One in each bar, 8 warps, one slot; five more would fit.
    EXPECT_EQ(of_look(scene, SmLook::block).size(), 11U);
    EXPECT_EQ(of_look(scene, SmLook::vacant).size(), 55U);
    EXPECT_EQ(of_look(scene, SmLook::next_too_big).size(), 1U);
    EXPECT_EQ(blocks_words(few), "1 block of 8 warps, 6 would fit");
    EXPECT_EQ(blocks_words(facts(6, true)), "6 blocks of 8 warps");
}

model::RunResult with_blocks_per_sm(int blocks)
{
    model::RunResult result;
    result.occupancy.emplace().blocks_per_sm = blocks;
    return result;
}

TEST(SmFacts, ALaunchOfFewBlocksGoesToAllSmsFirst)
{
    model::Gpu gpu;
    gpu.sm_count = 132;
    gpu.max_threads_per_sm = 2048;
    const model::RunResult result = with_blocks_per_sm(4);
    EXPECT_EQ(sm_facts(&result, gpu, {}).launched, 4);
    EXPECT_EQ(sm_facts(&result, gpu, {}, 1).launched, 1);
    EXPECT_EQ(sm_facts(&result, gpu, {}, 132).launched, 1);
    EXPECT_EQ(sm_facts(&result, gpu, {}, 133).launched, 2);
    EXPECT_EQ(sm_facts(&result, gpu, {}, 100000).launched, 4);
}

TEST(SmScene, NothingLeavesThePicture)
{
    for (const int blocks : {0, 1, 6, 8, 32})
        for (const float width : {120.0F, 400.0F, 900.0F}) {
            const SmScene scene = layout_sm(facts(blocks, blocks != 8), width, 2, 30);
            for (const SmShape& shape : scene.shapes) {
                EXPECT_GE(shape.x, -4);
                EXPECT_LE(shape.x + shape.width, width + 1);
                EXPECT_LE(shape.y + shape.height, scene.height + 1);
            }
        }
}

TEST(SmScene, ABlockThatDoesNotFitAtAllIsLargerThanTheSm)
{
    SmFacts none = facts(0, true);
    none.registers_per_block = 131072;
    const SmScene scene = layout_sm(none, 400, 1, 16);
    const auto next = of_look(scene, SmLook::next_too_big);
    ASSERT_EQ(next.size(), 1U);
    EXPECT_NEAR(next[0].width, 2 * of_look(scene, SmLook::edge)[0].x, 8);
}

TEST(SmScene, AFullSmHasNothingBeyondTheEdge)
{
    SmFacts full = facts(8, true);
    full.limited_by_warps = full.full = true;
    const SmScene scene = layout_sm(full, 400, 1, 16);
    EXPECT_TRUE(of_look(scene, SmLook::next_too_big).empty());
    EXPECT_TRUE(of_look(scene, SmLook::edge).empty());
}

TEST(SmScene, UnknownIsAnEmptySm)
{
    const SmScene scene = layout_sm(sm_facts(nullptr, model::Gpu{}, {}), 400, 1, 16);
    EXPECT_TRUE(of_look(scene, SmLook::block).empty());
    EXPECT_TRUE(of_look(scene, SmLook::next_fits).empty());
    EXPECT_GT(scene.height, 0);
}

TEST(SmScene, MovesFromOneConfigurationToAnother)
{
    const std::vector<SmShape> from = layout_sm(facts(6, true), 400, 1, 16).shapes;
    const std::vector<SmShape> to = layout_sm(facts(8, false), 400, 1, 16).shapes;
    EXPECT_EQ(between(from, to, 1), to);
    const std::vector<SmShape> half = between(from, to, 0.5F);
    EXPECT_GE(half.size(), to.size());
    for (const SmShape& shape : half) EXPECT_TRUE(shape.alpha >= 0 && shape.alpha <= 1);
}

TEST(SmFacts, TheCarveOutIsReadOffTheCalculatorsAnswer)
{
    model::Gpu gpu;
    gpu.compute_major = 9;
    gpu.shared_bytes_per_sm = 228 * 1024;
    gpu.max_threads_per_sm = 2048;
    gpu.max_blocks_per_sm = 32;
    // The live GPU knows no splits of its own; one of the table with its compute capability does.
    model::Gpu known = gpu;
    known.data_cache_bytes = 256 * 1024;
    known.shared_splits_bytes = {0, 8 * 1024, 16 * 1024, 228 * 1024};
    const std::vector<model::Gpu> table = {model::Gpu{}, known};
    model::RunResult result;
    result.parameters["block_size"] = std::int64_t{256};
    model::Occupancy& occupancy = result.occupancy.emplace();
    occupancy.allocated_shared_bytes_per_block = 9 * 1024;
    occupancy.limit_shared = 25;
    EXPECT_EQ(sm_facts(&result, gpu, table).shared_carved, 228 * 1024);
    // With max_l1 the driver leaves the smallest size that holds a block: 16 KiB for 9 KiB.
    occupancy.limit_shared = 1;
    EXPECT_EQ(sm_facts(&result, gpu, table).shared_carved, 16 * 1024);
    EXPECT_EQ(sm_facts(&result, gpu, table).data_cache, 256 * 1024);
    EXPECT_FALSE(sm_facts(&result, gpu, table).why_no_split);
}

TEST(SmFacts, AnUnknownArchitectureIsNamedAndHasNoL1)
{
    model::Gpu gpu;
    gpu.compute_major = 19;
    gpu.shared_bytes_per_sm = 228 * 1024;
    const SmFacts facts = sm_facts(nullptr, gpu, {});
    ASSERT_TRUE(facts.why_no_split);
    EXPECT_NE(facts.why_no_split->find("sm_190"), std::string::npos) << *facts.why_no_split;
    EXPECT_TRUE(of_look(layout_sm(facts, 400, 1, 16), SmLook::cache).empty());
}

TEST(SmFacts, ARefusedBlockShowsWhatItWanted)
{
    model::Gpu gpu;
    gpu.shared_bytes_per_sm = 64 * 1024;
    gpu.shared_bytes_per_block_optin = 64 * 1024;
    gpu.max_threads_per_sm = 1024;
    model::RunResult result;
    result.status = model::Status::launch_error;
    result.dynamic_shared_bytes = 80 * 1024;
    const SmFacts facts = sm_facts(&result, gpu, {});
    EXPECT_FALSE(facts.known);
    EXPECT_TRUE(facts.limited_by_shared);
    EXPECT_EQ(of_look(layout_sm(facts, 400, 1, 16), SmLook::next_too_big).size(), 1U);
}

TEST(SmHelp, EachPartOfThePictureSaysWhatItIs)
{
    const SmFacts known = facts(6, true);
    const SmScene scene = layout_sm(known, 400, 1, 16);
    const SmShape block = of_look(scene, SmLook::block).front();
    const auto help = sm_help_at(scene, known, block.x + 1, block.y + 1);
    ASSERT_TRUE(help);
    EXPECT_TRUE(help->title.starts_with("Registers")) << help->title;
    EXPECT_NE(help->text.find("10,240"), std::string::npos);
    EXPECT_NE(help->text.find("resident block"), std::string::npos);
    for (const SmShape& shape : scene.shapes)
        EXPECT_TRUE(sm_help_at(scene, known, shape.x + shape.width / 2, shape.y + shape.height / 2)) << shape.id;
    EXPECT_FALSE(sm_help_at(scene, known, 1, -5));
}

}  // namespace
}  // namespace spillway::teaching
