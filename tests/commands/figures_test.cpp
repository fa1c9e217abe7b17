// The numbers that the program was built to show, from the commands that a user would type.

#include <string>

#include <gtest/gtest.h>

#include "tests/commands/run_json.h"

namespace spillway::commands {
namespace {

using nlohmann::json;

TEST(Figures, AnIndexedWindowLivesInLocalMemoryAndARegisterWindowDoesNot)
{
    SKIP_WITHOUT_COMPILER();
    const auto run = run_json({"run", "running_mean", "--set", "window_size=32", "--gpu", "h200"});
    EXPECT_EQ(run.finished.status, 0) << run.finished.errors;
    const json local = run.of("local_array");
    EXPECT_EQ(at(local, "/ptx/local_bytes"), 128);
    EXPECT_EQ(at(local, "/compile/stack_frame_bytes"), 128);
    const json registers = run.of("register_array");
    EXPECT_EQ(at(registers, "/ptx/local_bytes"), 0);
    EXPECT_EQ(at(registers, "/compile/stack_frame_bytes"), 0);
}

TEST(Figures, AStaticTileOfRadius1025Takes12296Bytes)
{
    SKIP_WITHOUT_COMPILER();
    const auto run =
        run_json({"run", "stencil", "--variant", "static_shared", "--set", "radius=1025", "--set", "block_size=1024"});
    EXPECT_EQ(run.finished.status, 0) << run.finished.errors;
    EXPECT_EQ(at(run.of("static_shared"), "/compile/static_shared_bytes"), 12296);
}

TEST(Figures, TooMuchStaticSharedMemoryIsRefusedInPtxasOwnWords)
{
    SKIP_WITHOUT_COMPILER();
    const auto run =
        run_json({"run", "stencil", "--variant", "static_shared", "--set", "radius=6000", "--set", "block_size=1024"});
    EXPECT_EQ(run.finished.status, 3);
    const json result = run.of("static_shared");
    EXPECT_EQ(at(result, "/status"), "compile_error");
    EXPECT_NE(at(result, "/message").dump().find("uses too much shared data (0xcb80 bytes, 0xc000 max)"),
              std::string::npos)
        << at(result, "/message");
}

TEST(Figures, DynamicSharedMemoryFitsOrIsRefusedWithTheLimitNamed)
{
    SKIP_WITHOUT_COMPILER();
    const auto run = [](const char* radius, const char* gpu) {
        return run_json({"run", "stencil", "--variant", "dynamic_shared", "--set", std::string("radius=") + radius,
                         "--set", "block_size=1024", "--gpu", gpu});
    };
    EXPECT_EQ(run("6000", "t4").finished.status, 0);
    EXPECT_EQ(run("6000", "h200").finished.status, 0);
    EXPECT_EQ(run("10000", "h200").finished.status, 0);
    const auto refused = run("10000", "t4");
    EXPECT_EQ(refused.finished.status, 3);
    const json result = refused.of("dynamic_shared");
    EXPECT_EQ(at(result, "/status"), "launch_error");
    const std::string words = at(result, "/message").dump() + at(result, "/advice").dump();
    EXPECT_TRUE(words.find("65,536") != std::string::npos || words.find("65536") != std::string::npos ||
                words.find("64 KiB") != std::string::npos)
        << words;
}

TEST(Figures, ARegisterCapMakesTheCopySpill)
{
    SKIP_WITHOUT_COMPILER();
    const auto spills = [](const std::string& cap) {
        const auto run = run_json({"run", "global_copy", "--variant", "staged", "--set", "unroll=64", "--set",
                                   "register_cap=" + cap, "--gpu", "h200"});
        EXPECT_EQ(run.finished.status, 0) << run.finished.errors;
        std::int64_t bytes = 0;
        for (const json& result : run.json) bytes += result["compile"]["spill_store_bytes"].get<std::int64_t>();
        return bytes;
    };
    EXPECT_GT(spills("32"), 0);
    EXPECT_EQ(spills("0"), 0);
}

TEST(Figures, AnEscapedPointerCostsAStackFrameOf16Bytes)
{
    SKIP_WITHOUT_COMPILER();
    const auto run = run_json({"run", "address_taken", "--gpu", "rtx5090"});
    EXPECT_EQ(run.finished.status, 0) << run.finished.errors;
    EXPECT_EQ(at(run.of("escaped_pointer"), "/compile/stack_frame_bytes"), 16);
    EXPECT_EQ(at(run.of("by_value"), "/compile/stack_frame_bytes"), 0);
    EXPECT_EQ(at(run.of("native"), "/compile/stack_frame_bytes"), 0);
}

// Occupancy needs figures of a compiled kernel, and no compiler of today targets the K40: its registers
// and blocks are checked where the calculator is (tests/gpu). Here, that the program still answers.
TEST(Figures, AGpuThatNoCompilerTargetsIsAnswered)
{
    const auto run = run_json({"run", "running_mean", "--gpu", "k40"});
    for (const json& result : run.json) {
        EXPECT_EQ(at(result, "/gpu/name"), "k40");
        if (at(result, "/status") != "ok") {
            EXPECT_TRUE(at(result, "/message").is_string());
        }
    }
}

}  // namespace
}  // namespace spillway::commands
