// The tab Memory of the real window, from the recording that ships.

#include <filesystem>

#include <gtest/gtest.h>

#include "driver.h"
#include "screen_text.h"
#include "tests/support/sample.h"

namespace spillway::window {
namespace {

class MemoryTab : public testing::TestWithParam<const char*> {};
const std::vector<const char*> with_memory_tab{
    "running_mean", "stencil", "write_through", "texture_locality", "constant_broadcast", "dynamic_index"};
SPILLWAY_SAMPLED_SUITE(MemoryTab, with_memory_tab, 3, [](const auto& tested) { return std::string(tested.param); });

TEST_P(MemoryTab, ShowsWhatMovedOrGoesWhereItIsKnown)
{
    Start start;
    start.view.shows_answers = true;
    start.view.tab = "memory";
    start.gpus_file = std::filesystem::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json";
    const auto driver = Driver::open(start);
    if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    driver->session().select_experiment(GetParam());
    driver->settle();
    driver->keep_picture(std::string("memory_") + GetParam());
    if (!can_read_screen()) GTEST_SKIP() << "this Dear ImGui does not tell its glyphs";
    std::string all;
    for (const ScreenText& text : read_screen()) all += text.text + "\n";
    for (const char* words : {"blocks of", "Registers", "DRAM", "written"})
        EXPECT_NE(all.find(words), std::string::npos) << words << " in\n" << all;
}

}  // namespace
}  // namespace spillway::window
