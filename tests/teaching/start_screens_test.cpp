// The five start screens are true for every GPU of the table.
#include "app/teaching/start_screens.h"

#include <sstream>

#include <gtest/gtest.h>

#include "app/answers/occupancy.h"
#include "app/catalogue/gpus.h"
#include "app/model/metrics.h"

namespace spillway::teaching {
namespace {

std::vector<model::Gpu> gpus()
{
    auto read = catalogue::load_gpus(std::string(SPILLWAY_SOURCE_DIR) + "/assets/gpus.json");
    EXPECT_TRUE(read);
    return read ? *read : std::vector<model::Gpu>{};
}

std::size_t words_in(const StartScreen& screen)
{
    std::istringstream words(screen.text + " " + screen.ask + " " + screen.done);
    std::size_t count = 0;
    for (std::string word; words >> word;) ++count;
    return count;
}

TEST(StartScreens, OccupancyIsWhatNvidiasCalculatorFinds)
{
    if (!answers::has_calculator()) GTEST_SKIP() << "built without NVIDIA's calculator";
    for (const model::Gpu& gpu : gpus()) {
        if (!gpu.compilable) continue;
        for (int registers = 16; registers <= gpu.max_registers_per_thread; ++registers) {
            const auto found = answers::occupancy(gpu, {.registers = registers, .threads = start_chart_block});
            ASSERT_TRUE(found) << found.error().line();
            EXPECT_EQ(warps_by_registers(gpu, registers), found->warps_per_sm) << gpu.name << " at " << registers;
        }
    }
}

TEST(StartScreens, ThreadsAreThoseOfAllSms)
{
    for (const model::Gpu& gpu : gpus()) {
        const StartScreen first = start_screens(gpu)[0];
        EXPECT_EQ(first.choices[first.right], model::format_count(1.0 * gpu.sm_count * gpu.max_threads_per_sm));
        for (std::size_t i = 0; i < first.choices.size(); ++i)
            EXPECT_EQ(first.choices[i] == first.choices[first.right], i == first.right) << gpu.name;
    }
}

TEST(StartScreens, LocalMemoryIsKeptInDram)
{
    for (const model::Gpu& gpu : gpus()) {
        const StartScreen screen = start_screens(gpu)[1];
        EXPECT_EQ(start_places(gpu)[screen.right].name, "DRAM");
        EXPECT_EQ(start_places(gpu)[0].size, model::format_bytes(4.0 * gpu.registers_per_sm) + " per SM");
        if (gpu.l2_bytes == 0) continue;
        EXPECT_EQ(start_places(gpu)[2].size, model::format_bytes(static_cast<double>(gpu.l2_bytes)));
    }
}

TEST(StartScreens, TheIndexThatIsLookedForIsThatThreads)
{
    EXPECT_LT(start_index, start_block * start_blocks);
    EXPECT_NE(start_screens(gpus().front())[2].done.find("block 2 × 32 + thread 6 is 70"), std::string::npos);
}

TEST(StartScreens, HalfFullIsSomewhereOnEveryGpu)
{
    for (const model::Gpu& gpu : gpus()) {
        EXPECT_FALSE(is_half_full(gpu, 16)) << gpu.name;
        EXPECT_TRUE(is_half_full(gpu, gpu.max_registers_per_thread)) << gpu.name;
    }
}

/// At two hundred words a minute, with a minute for the tasks.
TEST(StartScreens, TheyTakeUnderFiveMinutes)
{
    std::size_t words = 0;
    for (const StartScreen& screen : start_screens(gpus().front())) words += words_in(screen);
    EXPECT_LT(words, 600U);
}

}  // namespace
}  // namespace spillway::teaching
