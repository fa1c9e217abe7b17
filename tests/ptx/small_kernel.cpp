#include "tests/ptx/small_kernel.h"

#include <gtest/gtest.h>

#include "app/ptx/reader.h"

namespace spillway::tests {

std::string small_kernel(const std::string& body, const std::string& variables)
{
    return ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 output)\n{\n"
           ".reg .pred %p<8>; .reg .b32 %r<32>; .reg .b64 %rd<32>; .reg .f32 %f<4>; .reg .f64 %d<4>;\n.shared .align "
           "16 .b8 words[256];\n" +
           variables + "ld.param.u64 %rd1, [output]; mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, words;\n" +
           body + "ret;\n}\n";
}

ptx::RunResult run_with_output(std::vector<std::byte>& output, const std::string& text, std::int64_t blocks,
                               std::int64_t first, std::int64_t most, std::int64_t cluster)
{
    const auto module = ptx::read_module(text);
    EXPECT_TRUE(module) << (module ? "" : module.error().line());
    if (!module) return {};
    ptx::Launch launch;
    launch.entry = "k";
    launch.grid[0] = blocks;
    launch.block[0] = 32;
    launch.first_block = first;
    launch.max_blocks = most;
    launch.cluster = cluster;
    launch.buffers = {{"output", output}};
    ptx::LaunchArgument argument;
    argument.kind = ptx::LaunchArgument::Kind::buffer;
    launch.arguments = {argument};
    auto done = ptx::run(*module, launch);
    EXPECT_TRUE(done) << (done ? "" : done.error().line());
    return done ? std::move(*done) : ptx::RunResult{};
}

ptx::RunResult run_small(const std::string& text, std::int64_t blocks, std::int64_t first, std::int64_t most,
                         std::int64_t cluster)
{
    std::vector<std::byte> output(4096);
    return run_with_output(output, text, blocks, first, most, cluster);
}

}  // namespace spillway::tests
